import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../context.ts';
import { unescaped } from '../output/workbook-parts.ts';

/** Of all conversions of this process: a first start with a new one takes half as long again. */
const profile = temporaryFolder();

/** Converts files of a folder. One start of LibreOffice takes seconds. */
export async function convert(
  folder: string,
  files: readonly string[],
  {
    to = 'fods',
    filter = [],
    env = {},
  }: { to?: string; filter?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  const own = `-env:UserInstallation=file://${profile}`;
  const words = ['--headless', '--norestore', own, ...filter, '--convert-to', to, '--outdir', folder];
  await promisify(execFile)('soffice', [...words, ...files.map(file => join(folder, file))], {
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
  });
}

/** A cell as LibreOffice has read it. */
export interface SheetCell {
  readonly formula: boolean;
  /** string, float, date; undefined if it is empty. */
  readonly type: string | undefined;
  readonly value: string;
}

/** The rows of a sheet of a converted document, without trailing empty cells and rows. @param sheet from 1 */
export const rowsOfSheet = (document: string, sheet: number): SheetCell[][] =>
  [
    ...(document.split('<table:table ')[sheet] ?? '').matchAll(
      /<table:table-row[^>]*?>([\s\S]*?)<\/table:table-row>/g,
    ),
  ]
    .map(([, row = '']) => {
      const cells = [
        ...row.matchAll(/<table:table-cell([^>]*?)(?:\/>|>([\s\S]*?)<\/table:table-cell>)/g),
      ].flatMap(([, attributes = '', inner = '']) => {
        const repeated = Number(/columns-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1);
        return Array.from({ length: Math.min(repeated, 100) }, () => cellOf(attributes, inner));
      });
      while (cells.at(-1)?.type === undefined && cells.length > 0) cells.pop();
      return cells;
    })
    .filter(cells => cells.length > 0);

function cellOf(attributes: string, inner: string): SheetCell {
  const text = [...inner.matchAll(/<text:p[^>]*?(?:\/>|>([\s\S]*?)<\/text:p>)/g)]
    .map(([, line = '']) =>
      line
        .replace(/<text:s(?: text:c="(\d+)")?\/>/g, (_, count = '1') => ' '.repeat(Number(count)))
        .replace(/<text:tab[^>]*>/g, '\t')
        .replace(/<[^>]+>/g, ''),
    )
    .join('\n');
  const attribute = /office:(?:date-|boolean-)?value="([^"]*)"/.exec(attributes)?.[1];
  return {
    formula: attributes.includes('table:formula='),
    type: /office:value-type="(\w+)"/.exec(attributes)?.[1],
    value: attribute ?? unescaped(text),
  };
}
