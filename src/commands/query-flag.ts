import type { Command } from 'commander';
import type { Query } from '../output/query/query.ts';
import { stringifyJson } from '../platform/json.ts';

/** `--query`, on every command that prints JSON. */
export interface QueryOptions {
  readonly query?: string;
}

export const withQueryFlag = (command: Command): Command =>
  command.addOption(
    command
      .createOption(
        '--query <expression>',
        'JMESPath on the JSON, each record of ndjson; implies --format json',
      )
      .helpGroup('Output flags:'),
  );

/** The query, checked; undefined without the flag. @throws UsageError */
export async function queryOf({ query }: QueryOptions): Promise<Query | undefined> {
  if (query === undefined) return undefined;
  const { makeQuery } = await import('../output/query/query.ts');
  return makeQuery(query);
}

/** A value as the JSON that a command prints, in lines of two blanks, with what the query makes of it. */
export function jsonText(value: unknown, query: Query | undefined): string {
  const json = stringifyJson(value, 2);
  return `${query ? query.ofText(json) : json}\n`;
}
