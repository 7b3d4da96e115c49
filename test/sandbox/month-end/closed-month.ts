import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Big from 'big.js';
import type { ExactSum } from '../../../src/platform/numbers.ts';
import type { makeCloseResult } from '../../../src/reports/close/close.ts';
import { measureWords } from '../../../src/reports/close/performance-checks.ts';
import { runMain } from '../../commands/in-process.ts';
import { signedIn } from '../../commands/local-server.ts';
import { requireProgram } from '../../system/prerequisites.ts';
import { wordsOf } from '../../words.ts';

/** What `hotelctl close` made of a month, and how it differs from the judgment of the oracle on the same responses. */

/** The values of a text of JSON: exact numbers are numbers. */
type Parsed<Value> = Value extends Big | ExactSum
  ? number
  : Value extends object
    ? { readonly [Name in keyof Value]: Parsed<Value[Name]> }
    : Value;
interface Closed {
  readonly exitCode: number;
  readonly stderr: string;
  /** Empty if the month was not closed. */
  readonly folder: string;
  readonly result: Parsed<ReturnType<typeof makeCloseResult>>;
}

/** Closes October at a platform, and reads what was stored. */
export async function closeMonth(
  url: string,
  parent: string,
  property: string,
  services: readonly string[],
  {
    dataDir,
    period = '2026-10',
    flags = [],
  }: { readonly dataDir?: string; readonly period?: string; readonly flags?: readonly string[] } = {},
): Promise<Closed> {
  const data = dataDir ?? mkdtempSync(join(parent, 'data-'));
  const serviceFlags = services.flatMap(id => ['--service', id]);
  const line = `close --property ${property} --period ${period} --format json --time-slice-definition ${property}-OVERNIGHT`;
  const run = await runMain(wordsOf(line, serviceFlags, flags), {
    env: { ...signedIn(url), HOTELCTL_DATA_DIR: data },
    now: Date.UTC(2026, 10, 21, 12),
  });
  const manifests = readdirSync(data, { recursive: true, encoding: 'utf8' }).filter(path =>
    path.endsWith('manifest.json'),
  );
  const folder = manifests.length === 0 ? '' : join(data, manifests.sort().at(-1) ?? '', '..');
  const result = folder === '' ? undefined : JSON.parse(readFileSync(join(folder, 'close.json'), 'utf8'));
  return { exitCode: run.exitCode, stderr: run.stderr, folder, result };
}

const groupsOf: Readonly<Record<string, string>> = { cancellation: 'fees', 'no-show': 'fees' };
const steps = {
  fee: 'fee',
  folio: 'folio',
  correction: 'correction',
  'out of stay': 'outOfStay',
  status: 'status',
  second: 'second',
};

const measureNames = new Map<string, string>(
  Object.entries(measureWords).map(([name, words]) => [String(words), name]),
);
const breakdownNames: Readonly<Record<string, string>> = {
  'purpose of travel': 'travelPurpose',
  nationality: 'nationality',
  'country of residence': 'countryOfResidence',
};

/** The key of the oracle for a subject of `close`; undefined for one that the oracle does not have. */
function keyOf(id: string, subject: string): string | undefined {
  const [first = '', second = ''] = subject.split(', ');
  if (id === 'R1' || id === 'P3') return `${first.split(' ')[0]} ${second}`;
  if (['R2', 'R3'].includes(id)) return first.split(' ')[0];
  if (id === 'P5')
    return subject.endsWith('month, sum of days')
      ? `month ${measureNames.get(first.split(':')[0] ?? '')}`
      : undefined;
  if (id === 'N2' || id === 'N3') {
    const [report = '', breakdown = ''] = subject.split(' by ');
    return `${report.replace(' ', '-')} ${breakdownNames[breakdown]}Breakdown`;
  }
  if (id === 'G9') return subject === 'VAT on prepayments' ? 'month' : undefined;
  if (id === 'V1') return `${subject.split(' ')[0]}${subject.endsWith('revenues') ? ' revenues' : ''}`;
  if (id === 'I2') return `${first} ${second.split(' ')[0]}`;
  if (id === 'I1' || id === 'I5') return first.split(' ')[0];
  if (['P1', 'P2', 'P4', 'I3', 'A1'].includes(id)) return subject;
  return id === 'N1' || id === 'N4' || id === 'A2' ? 'month' : undefined;
}

const isEqual = (one: number | string | null, other: number | string | null) =>
  one === null || other === null ? one === other : new Big(one).eq(other);

/** Every figure that the two have differently. Which side is left is not compared, and rounded figures only to the cent. */
export function differences({ checks, bridge, balances }: Closed['result'], judgment: Judgment): string[] {
  const found: string[] = [];
  const tell = (what: string, own: unknown, expected: unknown) =>
    found.push(`${what}: ${own}, not ${expected}`);
  let compared = 0;
  for (const { id, state, comparisons } of checks) {
    const expected = judgment.states[id];
    if (expected !== undefined && (state === 'open') !== (expected === 'open')) tell(id, state, expected);
    for (const { subject, left, right, state: own } of comparisons) {
      const key = keyOf(id, subject);
      const part = judgment.identities.find(one => one.id === id && one.key === key);
      if (key === undefined || !part || own === 'not comparable') continue;
      compared++;
      const isSame = isEqual(left, part.left) && isEqual(right, part.right);
      const isSwapped = isEqual(left, part.right) && isEqual(right, part.left);
      if (!isSame && !isSwapped) tell(`${id} ${subject}`, [left, right], [part.left, part.right]);
    }
  }
  if (compared < 200) found.push(`only ${compared} figures were compared`);
  const sums = new Map<string, Big>();
  const add = (key: string, amount: number | string, sign: number) =>
    sums.set(key, (sums.get(key) ?? new Big(0)).plus(new Big(amount).times(sign)));
  for (const row of bridge.days) {
    const key = `bridge ${row.day} ${row.group}`;
    for (const name of ['booked', 'residual', 'posted'] as const) add(`${key} ${name}`, row[name], 1);
    for (const [name, { amount }] of Object.entries(row.steps)) add(`${key} ${name}`, amount, 1);
  }
  for (const row of judgment.bridge) {
    const key = `bridge ${row['day']} ${groupsOf[row['group'] ?? ''] ?? row['group']}`;
    for (const name of ['booked', 'residual', 'posted']) add(`${key} ${name}`, row[name] ?? 0, -1);
    for (const [name, own] of Object.entries(steps)) add(`${key} ${own}`, row[name] ?? 0, -1);
  }
  const types = { payments: 'Payments', cityTax: 'CityTaxes', transitory: 'TransitoryItems' } as const;
  for (const [name, own] of Object.entries(types)) {
    for (const { account, amount } of balances.accounts[name as keyof typeof types])
      add(`balance ${account.split(' ')[0]}`, amount, 1);
    for (const [number, { type, movement }] of Object.entries(judgment.balances))
      if (type === own) add(`balance ${number}`, movement, type === 'Payments' ? -1 : 1);
  }
  const names = {
    ledger: 'withPrepayments',
    onRevenue: 'ledger',
    revenues: 'revenues',
    invoices: 'invoices',
  };
  for (const { percent, ...own } of balances.vat)
    for (const [name, other] of Object.entries(names)) {
      const [shown, expected] = [own[name as keyof typeof names], judgment.vat[percent]?.[other] ?? null];
      if (!isEqual(shown, expected)) tell(`VAT ${percent} ${name}`, shown, expected);
    }
  for (const [what, difference] of sums)
    if (!difference.eq(0)) found.push(`${what}: ${difference.toFixed()} too much`);
  return found;
}

type State = 'agrees' | 'explained' | 'open' | 'not comparable';

/** Figures are decimals as text; `null` if the other report has none. */
interface Part {
  readonly id: string;
  readonly key: string;
  readonly left: string | null;
  readonly right: string | null;
  readonly state: State;
}

/** What `test/oracles/month_end.py` recomputes from the responses as they were received: the identities of a month. */
export interface Judgment {
  /** Whether both requests for revenues had the same response. */
  readonly revenuesStayed: boolean;
  readonly states: Readonly<Record<string, State>>;
  readonly identities: readonly Part[];
  readonly bridge: readonly Readonly<Record<string, string>>[];
  readonly balances: Readonly<Record<string, { readonly type: string; readonly movement: string }>>;
  readonly vat: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const program = fileURLToPath(new URL('../../oracles/month_end.py', import.meta.url));

/** One process for all folders: each has its responses and a manifest. */
export function runOracle(zone: string, folders: readonly string[]): Judgment[] {
  requireProgram('python3', 'python3');
  return JSON.parse(
    execFileSync('python3', [program, zone, ...folders], { encoding: 'utf8', maxBuffer: 1 << 28 }),
  );
}
