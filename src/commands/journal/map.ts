import { existsSync } from 'node:fs';
import { UsageError } from '../../base/errors.ts';
import { eachProperty, throwFailures } from '../../cli/each-property.ts';
import { requireCsvTable } from '../../cli/figures/portfolio.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { writeRecords } from '../../cli/write-records.ts';
import { addMonths } from '../../platform/dates.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { addLineToMap, mapColumns, readAccountMap } from '../../reports/journal/account-map.ts';
import type { MapOptions } from './flags.ts';
import { openLedgers } from './ledger-source.ts';

/** `hotelctl journal map`: the accounts and taxes of the last twelve months. */
export async function writeAccountMap(open: OpenInvocation, options: MapOptions) {
  const { map: path, output } = options;
  if (path === undefined && output !== undefined && existsSync(output))
    throw new UsageError(`${output} exists, and its targets would be lost`, {
      hint: `add --map ${output} to keep its rows and add new accounts`,
    });
  const invocation = await open(options);
  const kept =
    path === undefined ? [] : await requireCsvTable(path, ['number', 'target'], 'omit --map for a first map');
  readAccountMap(path ?? '', kept, () => undefined);
  const rows = new Map<string, ReportRecord>();
  const ledgers = openLedgers(invocation, options);
  try {
    await writeRecords(invocation, options, { name: 'accounts', columns: mapColumns }, async () => {
      const properties = await ledgers.properties();
      const outcomes = await eachProperty(
        invocation,
        properties.map(property => ({ property })),
        async ({ property }) => {
          const last = await ledgers.today(property);
          const period = { first: addMonths(last, -12), last };
          for await (const lines of ledgers.linesOf(property, period))
            for (const line of lines) addLineToMap(rows, line);
        },
      );
      throwFailures(
        outcomes,
        'read',
        'nothing was written; run the command for one property to see its error',
      );
      const known = new Set(kept.map(({ number }) => number));
      const added = [...rows]
        .filter(([number]) => !known.has(number))
        .toSorted(([one], [other]) => (one < other ? -1 : 1));
      return [...kept, ...added.map(([, row]) => row)];
    });
  } finally {
    await ledgers.close();
  }
}
