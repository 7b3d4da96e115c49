import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { requireProgram } from '../../system/prerequisites.ts';

/** `test/oracles/month_end.py`: the identities of a month, recomputed in Python from the responses as they were received. */

type State = 'agrees' | 'explained' | 'open' | 'not comparable';

/** Figures are decimals as text; `null` if the other report has none. */
interface Part {
  readonly id: string;
  readonly key: string;
  readonly left: string | null;
  readonly right: string | null;
  readonly state: State;
}

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

/** The identities with this state. */
export const withState = ({ states }: Judgment, state: State): string[] =>
  Object.keys(states)
    .filter(id => states[id] === state)
    .sort();
