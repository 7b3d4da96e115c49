import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from '../../src/start/main.ts';
import { type TestContextOptions, temporaryFolder, testContext } from '../context.ts';
import type { Expected } from './expectations.ts';
import { quickClock } from './quick-clock.ts';

/** One command with one fault: in separate folders, without real waits, checking every trace that it leaves. */
export interface Cell {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Content of the credential file before; it must be the same after a failure. */
  readonly credentials?: string;
  /** A state folder to copy first: a journal that contains the authorization. */
  readonly state?: string | undefined;
  /** The requests to count: with this method and a URL that contains this text. */
  readonly counted: { readonly method?: string; readonly address: string };
  /** Real seconds: for faults that end only after them. */
  readonly timeout: number;
  readonly stdinLines?: TestContextOptions['stdinLines'];
  /** Called with each line of standard error. */
  readonly onLine?: (line: string) => void;
}

export interface Seen extends Expected {
  /** Everything else that is wrong; empty if there is nothing. */
  readonly problems: readonly string[];
  readonly stderr: string;
  readonly credentials: string | undefined;
  readonly stdout: string;
  readonly file: string;
}

export const oldContent = 'what was here before\n';
/** In an argument list: the cell's output file. */
export const outputFile = '{output-file}';
const sending = /^> (GET|POST|PUT|DELETE) /;
const noon = Date.UTC(2026, 10, 21, 12);

export async function see(cell: Cell): Promise<Seen> {
  const folder = temporaryFolder();
  const [config, state, target] = ['config', 'state', 'target'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const name of [config, state, target]) mkdirSync(name, { mode: 0o700 });
  const credentialsFile = join(state, 'credentials.json');
  if (cell.state !== undefined) cpSync(cell.state, state, { recursive: true });
  if (cell.credentials !== undefined) writeFileSync(credentialsFile, cell.credentials, { mode: 0o600 });
  const file = join(target, 'out.csv');
  writeFileSync(file, oldContent);
  const made = testContext({
    now: noon,
    env: cell.env,
    replace: { folders: { data: join(folder, 'data'), config, state } },
    ...(cell.stdinLines ? { stdinLines: cell.stdinLines } : {}),
  });
  const { clock, slept } = quickClock(made.clock.now());
  const stderr = {
    ...made.stderr,
    write: async (data: string | Uint8Array) => {
      await made.stderr.write(data);
      cell.onLine?.(String(data));
    },
  };
  const words = cell.args.map(word => (word === outputFile ? file : word));
  const args = [...words, '--verbose', '--timeout', String(cell.timeout), '--error-format', 'text'];
  const exit = await main(args, { ...made, clock, stderr });
  const lines = made.err().split('\n').slice(0, -1);
  const { method = '', address } = cell.counted;
  const content = readFileSync(file, 'utf8');
  const credentials = readIfThere(credentialsFile);
  const printed = lines.filter(line => !/^[<>*] /.test(line));
  return {
    exit,
    tries: lines.filter(
      line => sending.test(line) && line.startsWith(`> ${method}`) && line.includes(address),
    ).length,
    stderr: printed.join('\n'),
    stdout: made.out(),
    file: content,
    credentials,
    problems: [
      ...(exit === 0 ? [] : wordsProblems(printed)),
      ...(exit !== 0 && exit !== 7 && made.out() !== '' ? [`standard output has ${made.out()}`] : []),
      ...(exit !== 0 && exit !== 7 && content !== oldContent ? ['the file is not what it was'] : []),
      ...(readdirSync(target).length === 1 ? [] : [`beside the file: ${readdirSync(target)}`]),
      ...(slept() <= cell.timeout * 1000 ? [] : [`waited ${slept()} ms`]),
    ],
  };
}

/** Unexpected observations, one line each; empty if there are none. @param partial the file after exit 7 */
export function differences(
  name: string,
  wanted: Expected,
  seen: Seen | undefined,
  partial?: RegExp,
): readonly string[] {
  if (!seen) return [`${name}: not run`];
  const { exit, tries, problems, stderr } = seen;
  const written = seen.stdout || seen.file;
  const wrong = [
    ...(exit === wanted.exit ? [] : [`exit ${exit}, not ${wanted.exit}`]),
    ...(tries === wanted.tries ? [] : [`sent ${tries} times, not ${wanted.tries}`]),
    ...(exit === 7 && partial && !partial.test(written) ? [`written: ${written.slice(0, 300)}`] : []),
    ...problems,
  ];
  return wrong.map(words => `${name}: ${words}: ${stderr}`);
}

/** One `hotelctl:` line, then one `hint:`, and no stack trace. */
function wordsProblems(printed: readonly string[]): string[] {
  const text = printed.join('\n');
  const count = (start: string) => printed.filter(line => line.startsWith(start)).length;
  return [
    ...(count('hotelctl: ') === 1 && count('hint: ') === 1 && printed.at(-1)?.startsWith('hint: ')
      ? []
      : [`not one line and a hint: ${text}`]),
    ...(/^ +at |defect|undefined|\[object/m.test(text) ? [`not for people: ${text}`] : []),
  ];
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
