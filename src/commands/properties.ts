import type { Command } from 'commander';
import { UndocumentedAnswerError } from '../errors.ts';
import { readJson, refusalOf } from '../http/answer.ts';
import { type Send, sizeCaps } from '../http/exchange.ts';
import { type Property, propertiesPage, propertiesPageSize, propertiesPath } from '../platform/properties.ts';
import type { Column } from '../platform/records.ts';
import type { World } from '../program.ts';
import { connect } from './connect.ts';
import { connectionSettings, type GlobalOptions, withSettingFlags } from './flags.ts';
import { withExamples } from './help.ts';
import { rememberProperties } from './known-properties.ts';
import { type OutputOptions, withOutputFlags } from './output-flags.ts';
import { writeRecords } from './output-plan.ts';
import { type Runtime, startRuntime } from './runtime.ts';

const columns: readonly Column[] = [
  { name: 'id', type: 'text', heading: 'Id' },
  { name: 'code', type: 'text', heading: 'Code' },
  { name: 'name', type: 'text', heading: 'Name' },
  { name: 'timeZone', type: 'text', heading: 'Time zone' },
  { name: 'currencyCode', type: 'text', heading: 'Currency' },
];

/** `hotelctl properties list`: the hotels that this sign-in may read. */
export function register(properties: Command, world: World): void {
  const list = properties.command('list').summary('the hotels that this sign-in may read');
  list.description('The hotels that this sign-in may read, with their time zones and currencies.');
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
  ]).action(async (options: GlobalOptions & OutputOptions) => {
    const runtime = await startRuntime(world, options);
    const baseUrl = runtime.settings.requireHost('baseUrl');
    const connection = connect(runtime, [baseUrl]);
    try {
      await writeRecords(runtime, options, { name: 'properties', columns }, () =>
        fetchProperties(runtime, connection.http.send, baseUrl),
      );
    } finally {
      await connection.close();
    }
  });
}

/** Every property, page by page; remembered for what asks later without the network. */
export async function fetchProperties(runtime: Runtime, send: Send, baseUrl: string): Promise<Property[]> {
  const properties = await everyPage(send, baseUrl);
  await rememberProperties(runtime, properties);
  return properties;
}

async function everyPage(send: Send, baseUrl: string): Promise<Property[]> {
  const found: Property[] = [];
  for (let page = 1; ; page += 1) {
    const url = `${baseUrl}${propertiesPath}?pageNumber=${page}&pageSize=${propertiesPageSize}`;
    const response = await send({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      repeatable: true,
      authorize: true,
    });
    if (response.status === 204) {
      await response.discard();
      return found;
    }
    if (response.status !== 200) throw await refusalOf(response, 'the list of properties');
    const parsed = propertiesPage.safeParse(await readJson(response, sizeCaps.small));
    if (!parsed.success) {
      throw new UndocumentedAnswerError('the list of properties is not as documented', {
        hint: 'check the API host; report it if that is right',
      });
    }
    const { properties, count } = parsed.data;
    found.push(...properties);
    if (found.length >= count || properties.length === 0) return found;
  }
}
