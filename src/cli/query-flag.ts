import type { Command } from 'commander';
import { UsageError } from '../base/errors.ts';
import type { Query } from '../output/query/query.ts';
import { parseJson, stringifyJson } from '../platform/json.ts';
import { safeText } from '../platform/safe-text.ts';

/** `--query` and `--raw`, on every command that prints JSON. */
export interface QueryOptions {
  readonly query?: string;
  readonly raw?: boolean;
}

export function withQueryFlag(command: Command): Command {
  const flag = (flags: string, summary: string) =>
    command.addOption(command.createOption(flags, summary).helpGroup('Output flags:'));
  flag('--query <expression>', 'filter JSON output with a JMESPath expression; implies --format json');
  return flag('--raw', 'print string results of --query without quotes, one per line');
}

/** The query, checked; undefined without the flag. @throws UsageError */
export async function queryOf({ query, raw }: QueryOptions): Promise<Query | undefined> {
  if (query === undefined) {
    if (!raw) return undefined;
    throw new UsageError('--raw requires --query', { hint: "for example --query '[].id' --raw" });
  }
  const { makeQuery } = await import('../output/query/query.ts');
  const made = makeQuery(query);
  if (!raw) return made;
  return { of: made.of, ofText: json => rawText(parseJson(made.ofText(json))), lineOf: rawLine };
}

/** The elements of an array, one per line; nothing for null. */
function rawText(value: unknown): string {
  if (Array.isArray(value)) return value.map(rawLine).join('\n');
  return value === null ? '' : rawLine(value);
}

/** A string stays on one line: control characters are escaped, because the text comes from the platform. */
const rawLine = (value: unknown): string =>
  typeof value === 'string' ? safeText(value) : stringifyJson(value);
