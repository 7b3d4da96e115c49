import { englishText, saySome, uniqueTexts } from '../../output/words/messages.ts';
import { stringifyJson } from '../../platform/json.ts';
import { nameOfPeriod } from '../../platform/periods.ts';
import {
  type Column,
  numberColumn,
  type ReportRecord,
  textColumn,
  textColumns,
} from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import { sha256 } from '../../reports/archive/manifest.ts';
import { type Check, type CheckState, needsAttention, worstState } from '../../reports/close/check.ts';
import { type Close, checksIn, makeCloseResult } from '../../reports/close/close.ts';
import { type ChainEntry, isEvent, type StoredClose } from '../../reports/close/stored-closes.ts';

/** A provisional one is not kept, and its figures may still change. `isEqual`: an earlier run kept it. */
export type ClosedMonth = Close &
  Partial<SignOff> & { readonly isProvisional?: true; readonly isEqual?: true };

/** A digest of the differences of each check: what was accepted of one close is accepted of a later one with the same. */
export const differencesIn = (checks: readonly Check[]): ReadonlyMap<string, string> =>
  new Map(
    checks.filter(needsAttention).map(({ id, comparisons }) => {
      const differences = comparisons
        .filter(needsAttention)
        .map(({ subject, difference, names = [] }) => [englishText(subject), difference, names]);
      return [id, sha256(stringifyJson(differences))];
    }),
  );

type Signature = Readonly<Record<'by' | 'at', string>>;

/** The close that keeps a month, who accepted what of the month, and who signed this close of it, or an earlier one. */
export function findSignOff(chain: readonly ChainEntry[], stored: StoredClose, checks: readonly Check[]) {
  const accepted = new Map<string, Signature & { readonly reason: string }>();
  const signatures: Partial<Record<'prepared' | 'reviewed', Signature>> = {};
  const signedBefore: (Signature & { readonly close: number; readonly role: keyof typeof signatures })[] = [];
  const differences = differencesIn(checks);
  for (const { about } of chain.filter(isEvent)) {
    const { kind, check = '', reason = '', by = '', closedAt: at, role, of } = about;
    if (about.period !== stored.about.period) continue;
    if (kind === 'acceptance' && differences.has(check) && differences.get(check) === about.difference)
      accepted.set(check, { reason, by, at });
    if (kind !== 'signature' || !role) continue;
    const close = chain.find(({ hash }) => hash === of)?.about.sequence ?? 0;
    if (of === stored.hash) signatures[role] = { by, at };
    else if (close < stored.about.sequence) signedBefore.push({ close, role, by, at });
  }
  return { stored, accepted, signatures, signedBefore };
}
type SignOff = ReturnType<typeof findSignOff>;

/** Says that no one has signed a close, although an earlier one of the month is signed; undefined otherwise. */
export function describeUnsigned({ stored, signatures = {}, signedBefore = [] }: Partial<SignOff>) {
  const before = signedBefore.at(-1);
  if (!before || !stored || Object.keys(signatures).length > 0) return undefined;
  const { sequence, period } = stored.about;
  return `close ${before.close} of ${period} is signed, and close ${sequence} is not`;
}

/** JSON: the result, which close keeps it, and what people did with it. */
export const withSignOff = (month: ClosedMonth) => ({
  ...makeCloseResult(month),
  accepted: Object.fromEntries(month.accepted ?? []),
  signatures: month.signatures ?? {},
  signedBefore: month.signedBefore ?? [],
  close: month.stored ? identify(month.stored) : null,
});
const identify = ({ hash, manifest, about: { sequence, closedAt } }: StoredClose) => {
  return { hash, previous: manifest.previous ?? null, sequence, closedAt };
};

export const isAccepted = ({ accepted }: Pick<ClosedMonth, 'accepted'>, { id }: Check) => accepted?.get(id);

export const findNotAccepted = (month: Pick<ClosedMonth, 'accepted' | 'checks'>, state: CheckState) =>
  checksIn(month, state).filter(check => !isAccepted(month, check));

/** The state of checks: that of those that no one has accepted, if they need as much attention. */
export function shownState(
  month: Pick<ClosedMonth, 'accepted' | 'checks'>,
  stateOf: (checks: readonly Check[]) => CheckState = worstState,
): CheckState | 'accepted' {
  const state = stateOf(month.checks);
  return state === stateOf(month.checks.filter(check => !isAccepted(month, check))) ? state : 'accepted';
}

export const closeCheckColumns: readonly Column[] = [
  propertyColumn,
  textColumn('period', 'Month'),
  textColumn('close', 'Close'),
  textColumn('id', 'Check'),
  ...textColumns('title', 'state'),
  textColumn('leftName', 'First figure is'),
  numberColumn('left', 'First figure'),
  textColumn('rightName', 'Second figure is'),
  numberColumn('right', 'Second figure'),
  numberColumn('difference', 'Difference'),
  numberColumn('compared', 'Compared'),
  ...textColumns('unit', 'currency', 'reasons'),
];

export const checkRecords = ({ books, checks, stored, accepted }: ClosedMonth): ReportRecord[] =>
  checks.map(({ id, title, state, sides, unit, comparisons, counts, left, right, difference }) => ({
    propertyId: books.property,
    period: nameOfPeriod(books.period),
    close: stored ? String(stored.about.sequence) : 'provisional',
    id,
    title,
    state: accepted?.has(id) ? 'accepted' : state,
    leftName: sides[0],
    rightName: sides[1],
    left: left?.exact ?? null,
    right: right?.exact ?? null,
    difference: difference?.exact ?? null,
    unit,
    compared: Object.values(counts).reduce((sum, count) => sum + count) - counts['not comparable'],
    currency: unit === 'money' ? books.currency : null,
    reasons: englishText(saySome(uniqueTexts(comparisons.flatMap(({ reasons }) => reasons)), '; ')),
  }));
