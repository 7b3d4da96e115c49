import type { Command } from 'commander';
import { connect } from '../../cli/connect.ts';
import { connectionSettings, withSettingFlags } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { type OutputOptions, withOutputFlags } from '../../cli/output-flags.ts';
import { fetchPropertyList } from '../../cli/properties.ts';
import { writeRecords } from '../../cli/write-records.ts';
import type { Column } from '../../platform/records.ts';

const columns: readonly Column[] = [
  { name: 'id', type: 'text', heading: 'Id' },
  { name: 'code', type: 'text', heading: 'Code' },
  { name: 'name', type: 'text', heading: 'Name' },
  { name: 'timeZone', type: 'text', heading: 'Time zone' },
  { name: 'currencyCode', type: 'text', heading: 'Currency' },
];

/** `hotelctl properties list`: the hotels that this sign-in may read. */
export function register(properties: Command, open: OpenInvocation): void {
  const list = properties.command('list').summary('list the properties that you can access');
  list.description('List the properties that you can access, with their time zones and currencies.');
  withSettingFlags(
    withOutputFlags(list, async () => columns),
    connectionSettings,
  );
  withExamples(list, [
    { command: 'hotelctl properties list', explains: 'as a table' },
    {
      command: 'hotelctl properties list --format csv --columns id,name',
      explains: 'ids and names for a script',
    },
  ]).action(async (options: OutputOptions) => {
    const invocation = await open(options);
    const baseUrl = invocation.settings.requireHost('baseUrl');
    const connection = connect(invocation, baseUrl);
    try {
      let body: unknown;
      await writeRecords(
        invocation,
        options,
        { name: 'properties', columns },
        async () => {
          const list = await fetchPropertyList(invocation, connection.send, baseUrl);
          body = list.body;
          return list.properties;
        },
        () => body,
      );
    } finally {
      await connection.close();
    }
  });
}
