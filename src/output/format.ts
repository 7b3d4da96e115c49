import { UsageError } from '../errors.ts';

export const formats = ['table', 'csv', 'json', 'ndjson', 'html'] as const;
export type Format = (typeof formats)[number];

/** What file names end in; `.jsonl` is the other common name of NDJSON. */
const byEnding = new Map<string, Format>([
  ['csv', 'csv'],
  ['json', 'json'],
  ['ndjson', 'ndjson'],
  ['jsonl', 'ndjson'],
  ['html', 'html'],
  ['htm', 'html'],
]);

/**
 * `--format`, else what `--output`'s file name ends in, else a table: never whether a terminal is there.
 * Throws UsageError naming the formats.
 */
export function chooseFormat(flag: string | undefined, outputFile: string | undefined): Format {
  if (flag === undefined) {
    const ending = /\.([a-z]+)$/i.exec(outputFile ?? '')?.[1];
    return byEnding.get(ending?.toLowerCase() ?? '') ?? 'table';
  }
  const format = formats.find(name => name === flag);
  if (format) return format;
  throw new UsageError(`--format must be one of ${formats.join(', ')}, not "${flag}"`, {
    hint: 'csv is for spreadsheets, json and ndjson are for scripts, table is for people, html is a page with charts',
  });
}
