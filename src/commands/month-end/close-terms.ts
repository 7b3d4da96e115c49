import { readChoice } from '../../base/choices.ts';
import { TemporaryError, UsageError } from '../../base/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { requireCsvTable } from '../../cli/portfolio.ts';
import { readDecimal, roundToStep } from '../../platform/numbers.ts';
import { nameOfPeriod, type Period } from '../../platform/periods.ts';
import { safeText } from '../../platform/safe-text.ts';
import { type Openings, readOpenings } from '../../reports/close/ledgers.ts';
import type { CloseBooks, Performance } from '../../reports/close/month-books.ts';
import { openingColumns, openingsFromHistory, readOpeningFile } from '../../reports/close/other-months.ts';
import { readClosing, readInputs, type StoredClose } from '../../reports/close/stored-closes.ts';
import type { ReportSource } from '../../reports/fetch-report.ts';
import type { CloseFlags } from './flags.ts';

export type CloseTerms = Awaited<ReturnType<typeof readTerms>>;

export async function readTerms(invocation: Invocation, options: CloseFlags) {
  const { opening: path, service = [] } = options;
  const lines = path === undefined ? [] : await requireCsvTable(invocation, path, openingColumns);
  const opening = path === undefined ? undefined : readOpeningFile(path, lines);
  return { services: service.map(readService), tolerance: readTolerance(options), opening };
}

function readTolerance({ tolerance }: CloseFlags): string | null {
  if (tolerance === undefined) return null;
  const decimal = readDecimal(tolerance);
  if (decimal === undefined || decimal.startsWith('-'))
    throw new UsageError(`--tolerance: "${tolerance}" is not an amount`, {
      hint: 'for example --tolerance 50.00',
    });
  return decimal;
}

/** Of a service: its id, and the account that only this service uses. */
function readService(text: string): [id: string, account: string | null] {
  const [, id = '', account] = /^([^=]+)(?:=(.+))?$/.exec(text) ?? [];
  if (id === '')
    throw new UsageError(`--service: "${text}" is not a service`, {
      hint: 'for example --service MUC-BRKF=8230',
    });
  return [id, account ?? null];
}

/** The openings of a month: from the close before it, a file, what the first close of the month began with, or the whole ledger. */
export async function findOpenings(
  { status, warn }: Invocation,
  source: ReportSource,
  property: string,
  { first }: Period,
  given: Openings | undefined,
  before: StoredClose | undefined,
  earlier: StoredClose | undefined,
): Promise<Openings> {
  if (before && given)
    throw new UsageError(
      `--opening is for a first close; ${property} has close ${before.about.sequence} of the month before`,
      { hint: 'omit --opening: the closing balances of that close are the opening balances' },
    );
  if (before) return readClosing(before);
  if (given) return given;
  const kept = earlier && (await readInputs(earlier)).openings;
  if (kept) return readOpenings(kept);
  try {
    const onMonth = (month: string) =>
      status.showRequest(`${property}: opening balances, ledger of ${month}`);
    return await openingsFromHistory(source, property, first, onMonth, warn);
  } finally {
    await status.showRequest(undefined);
  }
}

const isSold = (of: Performance | undefined): boolean => Number(of?.['soldCount'] ?? 0) > 0;

/** A typo would agree with nothing; after a closed month, one without postings is legitimate. @throws UsageError, TemporaryError if its last night is not posted */
export function requireBooks(books: CloseBooks, isProvisional: boolean | undefined): void {
  const { property, period, ledger, openings, services, accountsOfServices, tree } = books;
  const { performance, bedrooms, excludesDayUse, amount, currency, cent } = books;
  const refuse = (what: string, hint: string) => {
    throw new UsageError(what, { hint });
  };
  if (openings?.from !== 'close' && ledger.lines === 0 && !isSold(performance))
    refuse(`${property} has neither postings nor sold units in ${nameOfPeriod(period)}`, 'check --period');
  const opened = openings?.from === 'file' ? openings.ledgers.flatMap(({ items }) => items) : [];
  const finer = opened.find(({ closing: { value } }) => !roundToStep(value, cent).eq(value));
  if (finer)
    refuse(
      `--opening: ${safeText(finer.reference, 60)}: ${finer.closing} is not an amount in ${currency}`,
      `for example ${(218).toFixed(-cent.e)}`,
    );
  const accounts = tree.leaves.map(leaf => leaf.account.number);
  for (const [id, account] of accountsOfServices) {
    if (!services?.some(order => order.id === id))
      refuse(
        `--service: ${property} has no orders of a service ${id} in this month`,
        'compare the id with that of the service in the platform',
      );
    if (account !== null) readChoice(`the account of --service ${id}`, account, accounts);
  }
  if (excludesDayUse && !isSold(bedrooms) && isSold(performance))
    refuse(
      `--time-slice-definition: ${property} has sold no bedroom over night with these ids`,
      'compare them with those in the settings of the platform',
    );
  // The night audit posts the nights of the last day: without them it has not run.
  const last = performance?.businessDays.find(({ businessDay }) => businessDay === period.last);
  const isBooked = amount(last?.['grossAccommodationRevenue']).gt(0);
  const nights = [...ledger.accounts.values()].filter(({ group }) => group === 'accommodation');
  // Without such an account, revenues lack their group: the checks say so.
  const isPosted = nights.length === 0 || nights.some(({ days }) => days.has(period.last));
  if (isProvisional || isPosted || !isBooked) return;
  throw new TemporaryError(
    `${property}: the nights of ${period.last} are not posted: the night audit has not run`,
    { hint: 'run the command again after the night audit, or add --provisional' },
  );
}
