import { type HotelctlError, PartialError } from '../../base/errors.ts';
import { describeItem } from '../../base/item-outcome.ts';
import { defineCommand } from '../../cli/command.ts';
import { connect, useAndClose } from '../../cli/connect.ts';
import type { Options } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { fetchPropertyList, findGone } from '../../cli/properties.ts';
import { connectionSettings, type OutputOptions, outputFlags } from '../../cli/shared-flags.ts';
import { planRecords, refuseToReplace } from '../../cli/write-records.ts';
import { type Column, textColumn, textColumns } from '../../platform/records.ts';
import { joinSome } from '../../platform/safe-text.ts';

const columns: readonly Column[] = [
  ...textColumns('id', 'code', 'name', 'timeZone'),
  textColumn('currencyCode', 'Currency'),
];

/** A first portfolio file: the user adds regions, brands and other columns. */
const portfolioColumns = textColumns('property', 'name', 'region', 'brand');

const templateFlags = {
  '--portfolio-template':
    'write a first portfolio file: property, name, and empty columns for region and brand',
} as const;

export const commands = {
  list: defineCommand({
    summary: 'list the properties that you can access',
    text:
      'List the properties that you can access, with their time zones and currencies. --portfolio-template writes a first ' +
      'portfolio file instead: fill in regions and brands, add other columns, and use them with --by.',
    flags: [templateFlags, outputFlags()],
    settings: connectionSettings,
    returns: {
      rows: async (_view, options) => (options?.['portfolioTemplate'] ? portfolioColumns : columns),
      switches: ['portfolioTemplate'],
    },
    examples: {
      'hotelctl properties list': 'as a table',
      'hotelctl properties list --format csv --columns id,name': 'ids and names for a script',
      'hotelctl properties list --portfolio-template --output hotels.csv': 'a first portfolio file',
    },
    plan: planProperties,
  }),
};

async function planProperties(
  invocation: Invocation,
  options: OutputOptions & Options<typeof templateFlags>,
) {
  const { portfolioTemplate: isPortfolio = false } = options;
  if (isPortfolio)
    refuseToReplace(options.output, 'regions and brands', 'write the new file under another name');
  const view = { name: 'properties', columns: isPortfolio ? portfolioColumns : columns };
  // A file to edit is a CSV file, unless its name or a flag says otherwise.
  const written = isPortfolio && options.output === undefined ? { format: 'csv', ...options } : options;
  const write = await planRecords(invocation, written, view);
  const run = async (connection: ReturnType<typeof connect>) => {
    let body: unknown;
    let lacking: HotelctlError | undefined;
    const load = async () => {
      const list = await fetchPropertyList(invocation, connection);
      body = list.body;
      lacking = list.unlisted[0]?.error;
      const user = await connection.identifyUser();
      const gone = lacking ? [] : await findGone(invocation, list.properties, user);
      const ids = gone.map(({ property }) => property);
      if (ids.length > 0)
        await invocation.warn(`warning: no longer in the list of properties: ${joinSome(ids, 12, ', ')}`);
      for (const { property, error } of list.unlisted)
        await invocation.recordItem(describeItem(property, error));
      if (!isPortfolio) return list.properties;
      return list.properties.map(({ id, name }) => ({ property: id, name, region: '', brand: '' }));
    };
    await write(load, isPortfolio ? undefined : () => body);
    if (lacking) throw new PartialError(lacking.message, lacking.details);
  };
  return () => useAndClose(connect(invocation, invocation.settings.requireHost('baseUrl')), run);
}
