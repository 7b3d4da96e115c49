import { readChoice } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { requireCsvTable } from '../../cli/portfolio.ts';
import { readDecimal } from '../../platform/numbers.ts';
import type { Period } from '../../platform/periods.ts';
import { type Openings, readOpenings } from '../../reports/close/ledgers.ts';
import type { CloseBooks, Performance } from '../../reports/close/month-books.ts';
import { openingColumns, openingsFromHistory, readOpeningFile } from '../../reports/close/openings.ts';
import { ledgerList } from '../../reports/close/other-months.ts';
import { readInputs, readResult, type StoredClose } from '../../reports/close/stored-closes.ts';
import { fetchItems, type ReportSource } from '../../reports/fetch-report.ts';
import type { CloseFlags } from './flags.ts';

/** What the flags say about a close, read before anything is sent. */
export interface CloseTerms {
  readonly services: ReadonlyMap<string, string | undefined>;
  /** A decimal. */
  readonly tolerance: string | null;
  readonly opening: Openings | undefined;
}

export async function readTerms(invocation: Invocation, options: CloseFlags): Promise<CloseTerms> {
  const { opening, service = [] } = options;
  return {
    services: new Map(service.map(readService)),
    tolerance: readTolerance(options),
    opening:
      opening === undefined
        ? undefined
        : readOpeningFile(opening, await requireCsvTable(invocation, opening, openingColumns)),
  };
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

function readService(text: string): readonly [id: string, account: string | undefined] {
  const [, id = '', account] = /^([^=]+)(?:=(.+))?$/.exec(text) ?? [];
  if (id === '')
    throw new UsageError(`--service: "${text}" is not a service`, {
      hint: 'for example --service MUC-BRKF=8230',
    });
  return [id, account];
}

/** The openings of a month: from the close before it, a file, or what the first close of the month began with. */
export async function readKnownOpenings(
  property: string,
  given: Openings | undefined,
  before: StoredClose | undefined,
  earlier: StoredClose | undefined,
): Promise<Openings | undefined> {
  if (before && given)
    throw new UsageError(
      `--opening is for a first close; ${property} has close ${before.about.sequence} of the month before`,
      { hint: 'omit --opening: the closing balances of that close are the opening balances' },
    );
  if (before) return readOpenings(await readResult(before));
  if (given || !earlier || earlier.about.opens !== null) return given;
  return readOpenings(await readInputs(earlier));
}

/** The openings of a first close are those that the whole ledger before it has left. */
export async function openingsOfLedger(
  { status }: Invocation,
  source: ReportSource,
  property: string,
  { first }: Period,
): Promise<Openings> {
  try {
    return await openingsFromHistory(
      month => fetchItems(source, ledgerList, property, month),
      first,
      month => status.showRequest(`${property}: opening balances, ledger of ${month}`),
    );
  } finally {
    await status.showRequest(undefined);
  }
}

export const isSold = (of: Performance | undefined): boolean => Number(of?.['soldCount'] ?? 0) > 0;

/** No report lists services: one without an order in the month is taken for a typo, because nothing would be compared. */
export function requireServices({ property, services, accountsOfServices, tree }: CloseBooks): void {
  const accounts = tree.leaves.map(leaf => leaf.account.number);
  for (const [id, account] of accountsOfServices) {
    if (!services?.some(order => order.id === id))
      throw new UsageError(`--service: ${property} has no orders of a service ${id} in this month`, {
        hint: 'compare the id with that of the service in the platform',
      });
    if (account !== undefined) readChoice(`the account of --service ${id}`, account, accounts);
  }
}

/** No report lists time slices either. */
export function requireTimeSlices({ property, excludesDayUse, bedrooms, performance }: CloseBooks): void {
  if (!excludesDayUse || isSold(bedrooms) || !isSold(performance)) return;
  throw new UsageError(`--time-slice-definition: ${property} has sold no bedroom over night with these ids`, {
    hint: 'compare them with those in the settings of the platform',
  });
}
