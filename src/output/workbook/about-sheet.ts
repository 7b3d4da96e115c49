import { countText } from '../../base/text.ts';
import type { Column } from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';
import { makeColumnHeading } from '../columns.ts';
import type { LocaleFormat, Word } from '../number-format.ts';
import type { ReportDescription, SectionWords } from '../results.ts';
import {
  type CellStyles,
  mainNamespace,
  printSetup,
  type SheetLayout,
  sheetText,
  textCell,
  xmlHead,
} from './cells.ts';
import { lineHeight } from './sheet.ts';

/** How much text fits into a line of the second column. */
const charactersPerLine = 85;

/** More names than these are not read. */
const mostNames = 30;

/** The last sheet: the subject of the report, when it was created, its filters, and what its numbers mean. */
export function aboutSheetXml(
  about: ReportDescription,
  sections: readonly SectionWords[],
  sheets: readonly { readonly name: string; readonly rows: number }[],
  layouts: readonly SheetLayout[],
  styles: CellStyles,
  { word }: LocaleFormat,
): string {
  const lines = [
    [[about.title, about.basis].flatMap(text => (text ? [word(text)] : [])).join(' · ')],
    ...makeLines(about, sections, sheets, layouts, word),
  ];
  const [strong, wrapped] = [styles.indexOf({ bold: true }), styles.indexOf({ wrap: true })];
  const rows = lines.map(([label = '', text], index) => {
    const row = index + 1;
    const cells =
      textCell(`A${row}`, strong, sheetText(label)) +
      (text === undefined ? '' : textCell(`B${row}`, wrapped, sheetText(text)));
    // LibreOffice and Excel do not adjust the height of a row with wrapped text when they print.
    const height = lineHeight * Math.max(1, Math.ceil((text?.length ?? 0) / charactersPerLine));
    return `<row r="${row}" ht="${height}" customHeight="1">${cells}</row>`;
  });
  return `${xmlHead}<worksheet xmlns="${mainNamespace}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="13"/><cols><col min="1" max="1" width="18" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/></cols><sheetData>${rows.join('')}</sheetData>${printSetup}</worksheet>`;
}

function makeLines(
  about: ReportDescription,
  sections: readonly SectionWords[],
  sheets: readonly { readonly name: string; readonly rows: number }[],
  layouts: readonly SheetLayout[],
  word: Word,
): [string, string][] {
  const filters = [...new Set(sections.flatMap(({ details }) => details))];
  const lines: [string, string][] = sections.map(({ heading }, index) => [
    index === 0 ? word('Property, period') : '',
    safeText(word(heading)),
  ]);
  lines.push([word('Records'), layouts.map(({ view }) => view).join(', ')]);
  if (sections.length > 0)
    lines.push([word('Filters'), filters.length > 0 ? safeText(filters.join('; ')) : word('none')]);
  lines.push([word('Created'), `${new Date(about.madeAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`]);
  for (const { name, rows } of sheets) lines.push([word(`Sheet ${name}`), word(countText(rows, 'row'))]);
  if (about.definition) lines.push([word('Definition'), word(about.definition)]);
  for (const note of about.notes?.() ?? []) lines.push([word('Note'), safeText(word(note))]);
  const ratios = new Map<string, string>();
  for (const { columns } of layouts) {
    for (const column of columns) {
      const text = ratioInWords(column, columns, word);
      if (text !== undefined) ratios.set(makeColumnHeading(column, '', word), text);
    }
  }
  lines.push(...ratios);
  const folded = layouts.flatMap(layout =>
    [...layout.folded].map(column => makeColumnHeading(column, '', word)),
  );
  if (folded.length > 0) {
    const names = [...new Set(folded)];
    const further = names.length - mostNames;
    const listed = names.slice(0, mostNames).join(', ');
    lines.push([word('Folded columns'), further > 0 ? `${listed}, ${word(`and ${further} more`)}` : listed]);
    lines.push(['', word('To unfold them, click + above the columns.')]);
  }
  return lines;
}

/** `Sold / (House - Out of order) x 100`: how the total of a column is computed. */
function ratioInWords({ aggregation }: Column, columns: readonly Column[], word: Word): string | undefined {
  if (aggregation?.kind !== 'ratio') return undefined;
  const { of, per, less, factor } = aggregation;
  const [above, below, reduced] = [of, per, less].map(path => {
    const column = columns.find(({ name }) => name === path);
    return column ? makeColumnHeading(column, '', word) : (path ?? '');
  });
  const divisor = less === undefined ? below : `(${below} - ${reduced})`;
  return word(
    `${above} / ${divisor}${factor === undefined ? '' : ` x ${factor}`}, from the sums of all rows`,
  );
}
