import { statSync } from 'node:fs';
import { UsageError } from '../base/errors.ts';
import { type Chunks, deliver, isStandardOutput } from '../output/deliver.ts';
import type { Document, Pieces } from '../output/document/document.ts';
import { isForPeople } from '../output/format.ts';
import { type LocaleFormat, pageFormat } from '../output/number-format.ts';
import { type RenderOptions, render } from '../output/render.ts';
import type { RequestResult } from '../output/results.ts';
import { englishText } from '../output/words/messages.ts';
import { stringifyJson } from '../platform/json.ts';
import type { Column, ReportRecord, ShownWords, View } from '../platform/records.ts';
import { joinSome } from '../platform/safe-text.ts';
import type { Storage } from '../reports/lake/lake-folder.ts';
import { readS3Object } from '../reports/lake/s3-address.ts';
import type { Invocation, WrittenOutput } from './invocation.ts';
import { renderOptions } from './render-options.ts';
import type { DeliveryOptions, OutputOptions } from './shared-flags.ts';

type Records = readonly ReportRecord[];

export type RecordView = Pick<View<never>, 'name' | 'columns' | 'table'>;

/** Validates the flags of the output. @returns writes records; many come in batches. `json` prints `body`, if it is given */
export async function planRecords(invocation: Invocation, options: OutputOptions, view: RecordView) {
  const rendering = await renderOptions(invocation, options, view);
  type Loaded = Records | Promise<Records> | AsyncIterable<Records>;
  return async (load: (locale: LocaleFormat) => Loaded, body?: unknown) => {
    const records = await load(rendering.locale);
    const result: RequestResult =
      Symbol.asyncIterator in records
        ? { parameters: {}, json: () => jsonOfBatches(records), records: () => records }
        : {
            parameters: {},
            json: () => [stringifyJson((typeof body === 'function' ? body() : body) ?? records, 2)],
            records: () => [records],
          };
    const rendered = render(rendering, [result]);
    await deliverOutput(invocation, rendered, options.output);
    await noteNoRows(invocation, options, rendered.rows(), rendering.locale);
    return rendering.locale;
  };
}

async function* jsonOfBatches(batches: AsyncIterable<Records>): AsyncGenerator<string> {
  let before = '[\n  ';
  for await (const records of batches) {
    for (const record of records) {
      yield before + stringifyJson(record, 2).replaceAll('\n', '\n  ');
      before = ',\n  ';
    }
  }
  yield before === ',\n  ' ? '\n]' : '[]';
}

/** Columns of which one has the words that `add` gets: people read them, and programs their English text, as in other records. */
export function columnsWithWords(all: readonly Column[], name: string) {
  const words = new WeakMap<ReportRecord, ShownWords>();
  const display = (record: ReportRecord) => words.get(record) ?? String(record[name] ?? '');
  const columns = all.map(column => (column.name === name ? { ...column, display } : column));
  const add = (record: ReportRecord, cell: Pieces): ReportRecord => {
    const made = { ...record, [name]: englishText(cell) };
    words.set(made, cell as ShownWords);
    return made;
  };
  return { columns, add };
}

/** Plans work that prints nothing by default; one of the output flags makes it write its summary. */
export async function planSummary(invocation: Invocation, options: OutputOptions, view: RecordView) {
  const { format, output, query, columns, sort, limit } = options;
  const isSilent = [format, output, query, columns, sort, limit].every(flag => flag === undefined);
  const write = await planRecords(invocation, options, view);
  return async <Result>(work: () => Promise<Result>, summarize: (result: Result) => Records) => {
    if (isSilent) return work();
    const results: Result[] = [];
    await write(async () => {
      results.push(await work());
      return results.flatMap(summarize);
    });
    return results[0] as Result;
  };
}

/** Reports an empty result on standard error, because the output itself may show nothing. */
export async function noteNoRows(
  { note }: Invocation,
  { query }: OutputOptions,
  rows: number | undefined,
  { word }: LocaleFormat,
) {
  const why = query === undefined ? '' : ': the --query of ndjson runs on each record and found nothing';
  if (rows === 0) await note(`${word('no rows')}${why}`);
}

interface CommandOutput
  extends Partial<Pick<ReturnType<typeof render>, 'rows' | 'sheets' | 'cut' | 'limited'>> {
  readonly chunks: Chunks;
  readonly figures?: WrittenOutput['figures'];
  readonly page?: () => Promise<WrittenOutput['page']>;
}

/** Writes a command's output; on a terminal the status line counts its rows, and a written file is reported. */
export async function deliverOutput(
  invocation: Invocation,
  { chunks, rows, sheets, cut, limited, figures = [], page }: CommandOutput,
  target: string | undefined,
) {
  const { status, context, settings } = invocation;
  const address = readS3Object(target ?? '');
  let storage: Storage | undefined;
  if (address) {
    // The SDK is loaded only for an object.
    const { openBucket } = await import('../reports/lake/s3.ts');
    const { bucket } = address;
    storage = await openBucket({ bucket, key: '' }, context, settings.requireCount('timeout') * 1000);
  }
  status.countRows(rows);
  try {
    await deliver(chunks, target, context, storage && address && (() => storage.begin(address.key)));
  } finally {
    status.countRows(undefined);
    await storage?.close();
  }
  await invocation.wrote(target, rows?.(), { figures, page: await page?.() }, sheets?.());
  const cells = cut?.() ?? [];
  if (cells.length > 0)
    await invocation.warn(
      `warning: texts that are longer than a cell of a workbook were cut; --format csv has them whole: ${joinSome(cells, 5, '; ')}`,
    );
  const shown = limited?.();
  if (shown) await invocation.note(shown);
}

/** For a file that its user edits. @throws UsageError if it exists and has content */
export function refuseToReplace(target: string | undefined, lost: string, hint: string): void {
  if (isStandardOutput(target) || !statSync(target, { throwIfNoEntry: false })?.size) return;
  throw new UsageError(`${target} exists; its ${lost} would be lost`, { hint });
}

/** Whether people read the output as a page, in a browser, a workbook or a terminal; other flags choose rows. */
export const isDocument = ({ format, columns, arrangement }: RenderOptions, { chart }: OutputOptions) =>
  isForPeople(format) && !chart && columns === undefined && arrangement.limit === undefined;

/** Rows that people read name the hotels that are missing, as the page of the command does. */
export const withGaps = <About>(about: About, page: () => Document | Promise<Document>) => ({
  ...about,
  complete: async (rows: Document): Promise<Document> => ({ ...rows, gaps: (await page()).gaps ?? [] }),
});

/** Whether a mail about the run may be sent: by this command, or by the job that runs it. */
export const isMailed = ({ context }: Invocation, { mailTo }: DeliveryOptions): boolean =>
  mailTo !== undefined || context.runner !== undefined;

export async function mailedDocument(
  invocation: Invocation,
  options: DeliveryOptions,
  locale: RenderOptions['locale'],
  compose: () => Document | Promise<Document>,
): Promise<WrittenOutput['page']> {
  if (!isMailed(invocation, options)) return undefined;
  const { composeMail } = await import('../output/document/mail.ts');
  return composeMail(await compose(), pageFormat(locale));
}

export async function writeDocument(
  invocation: Invocation,
  options: OutputOptions & DeliveryOptions,
  { format, locale, table }: RenderOptions,
  document: Document,
  rows: number,
) {
  const words = pageFormat(locale);
  const page = () => mailedDocument(invocation, options, locale, () => document);
  let cut: readonly string[] = [];
  const write = async () => {
    if (format === 'xlsx') {
      const { documentWorkbook } = await import('../output/workbook/workbook.ts');
      return documentWorkbook(document, words, invocation.context.clock.now(), (_, cells) => {
        cut = cells;
      });
    }
    if (format === 'html') return (await import('../output/document/page.ts')).documentPage(document, words);
    return (await import('../output/document/terminal.ts')).documentText(document, words, table);
  };
  const chunks = await write();
  await deliverOutput(invocation, { chunks, rows: () => rows, cut: () => cut, page }, options.output);
}
