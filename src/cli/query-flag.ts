import type { Command } from 'commander';
import type { Query } from '../output/query/query.ts';

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
