import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../context.ts';
import { unescaped } from '../output/workbook-parts.ts';
import { runProgram } from '../repository.ts';

/** Of all conversions of this process: a first start with a new one takes half as long again. */
const profile = temporaryFolder();

/** How LibreOffice imports a CSV: separator 44, quote 34, character set (76 is UTF-8; a mark decides), first line. */
export const csvImport = (options: string) => [`--infilter=Text - txt - csv (StarCalc):${options}`];

/** What LibreOffice makes of the contents of files, in their order. One start for all of them, which takes seconds. */
export async function converted(
  contents: readonly (string | Uint8Array)[],
  {
    to = 'fods',
    filter = [],
    env = {},
  }: { to?: string; filter?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<string[]> {
  const folder = temporaryFolder();
  const name = (index: number, ending: string) => join(folder, `${index}.${ending}`);
  const files = contents.map((content, index) => {
    const file = name(index, typeof content === 'string' ? 'csv' : 'xlsx');
    writeFileSync(file, content);
    return file;
  });
  const own = `-env:UserInstallation=file://${profile}`;
  const words = ['--headless', '--norestore', own, ...filter, '--convert-to', to, '--outdir', folder];
  await runProgram('soffice', [...words, ...files], {
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
  });
  return files.map((_, index) => readFileSync(name(index, to), 'utf8'));
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
