import type { Document } from '../output/document/document.ts';
import { localeFormat } from '../output/number-format.ts';
import type { RenderOptions } from '../output/render.ts';
import type { Invocation } from './invocation.ts';
import type { OutputOptions } from './output-flags.ts';
import { deliverOutput } from './write-records.ts';

/** Whether people read the output as a page, in a browser or in a terminal; other flags choose rows. */
export const isDocument = (
  { format, columns, arrangement }: RenderOptions,
  { chart }: OutputOptions,
): boolean =>
  (format === 'html' || format === 'table') &&
  !chart &&
  columns === undefined &&
  arrangement?.limit === undefined;

/** Writes a document as a page or as the text of a terminal. */
export async function writeDocument(
  invocation: Invocation,
  options: OutputOptions,
  { format, locale, table }: RenderOptions,
  document: Document,
): Promise<void> {
  const words = { ...(locale ?? localeFormat(undefined)), roundsMoney: true } as const;
  const { documentPage } = await import('../output/document/page.ts');
  const { documentText } = await import('../output/document/terminal.ts');
  const chunks = format === 'html' ? documentPage(document, words) : documentText(document, words, table);
  await deliverOutput(invocation, { chunks }, options.output);
}
