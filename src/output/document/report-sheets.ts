import { capitalized, ensureEntry } from '../../base/text.ts';
import type { Column, View } from '../../platform/records.ts';
import { makeColumnHeading } from '../columns.ts';
import type { LocaleFormat } from '../number-format.ts';
import type { ReportDescription } from '../results.ts';
import { pathsOfTotal } from '../totals.ts';
import {
  asPieces,
  definedText,
  englishText,
  joinTexts,
  namePart,
  say,
  sayCount,
  uniqueTexts,
} from '../words/messages.ts';
import type { Phrase } from '../words/words.ts';
import { describeCreation, type Section, type Text } from './document.ts';
import type { ReportContent, ReportSection } from './overview.ts';
import { RecordsTable } from './records.ts';
import { composeSections, type DocumentSource, readSections } from './report.ts';

/** With more columns than this, a printed page would be too small to read. */
const mostColumns = 14;
/** With more folded columns than this, only those that totals and charts need are in the sheet. */
const mostFolded = 20;
/** Rows that fit on the first sheet. */
const mostOnFirstSheet = 45;
/** More names than these are not read. */
const mostNames = 30;

interface ViewSheet {
  readonly view: ReportContent['view'];
  readonly columns: readonly Column[];
  readonly folded: ReadonlySet<Column>;
  readonly table: RecordsTable;
}

/**
 * The document of a report's workbook: what its page has before the rows, then a sheet for each view with all columns and
 * the rows of all requests, which share it, and what the numbers are.
 *
 * @param chosen the columns that `--columns` names
 */
export async function reportSheets(source: DocumentSource, chosen: readonly Column[] | undefined) {
  const { about, contentOf } = source;
  // A workbook without results has the headings of one.
  const none = contentOf({});
  const byView = new Map<ReportContent['view'], ViewSheet>();
  const tableOf = (content: ReportContent) =>
    ensureEntry(byView, content.view, view => {
      const { columns, folded } = chooseColumnsOfSheet(view, chosen);
      const all = [...columns, ...content.columns.filter(column => !columns.includes(column))];
      return { view, columns, folded, table: new RecordsTable(content, all) };
    }).table;
  const sections = await readSections(source, tableOf);
  if (byView.size === 0) tableOf(none);
  const sheets = [...byView.values()];
  const { blocks, ...document } = await composeSections(about, sections);
  const isShort = sections.every(({ rows }) => rows > 1 && rows <= mostOnFirstSheet);
  const first = blocks.filter(
    ({ kind }) => kind === 'chart' || (kind === 'table' && (isShort || sections.length > 1)),
  );
  const own = sheets.map(({ view, columns, folded, table }): Section => {
    const sheet = definedText(nameSheet(about.title, view.name));
    return { kind: 'section', anchor: view.name, title: '', sheet, blocks: [table.sheet(columns, folded)] };
  });
  return {
    ...document,
    blocks: [...first, ...own],
    notes: notesOfSheets(about, sections, sheets, none.format),
  };
}

/**
 * Of a view that is too wide for a page, the other columns than the usual ones are folded; of very many, only those that
 * totals and charts need. Technical columns are always folded.
 */
function chooseColumnsOfSheet(
  { columns: all, charts = [], table }: Pick<View<never>, 'columns' | 'charts' | 'table'>,
  chosen: readonly Column[] | undefined,
): { readonly columns: readonly Column[]; readonly folded: ReadonlySet<Column> } {
  const columns = chosen ?? all;
  const usual = chosen ? [] : (table?.columns ?? []);
  const technical = columns.filter(({ role }) => role === 'technical');
  if (usual.length === 0 || columns.length - technical.length <= mostColumns)
    return { columns, folded: new Set(technical) };
  // Which hotel a row is of is never hidden.
  const isUsual = ({ name: path }: Column) => path === 'propertyId' || usual.includes(path);
  const further = columns.filter(column => !isUsual(column));
  if (further.length <= mostFolded) return { columns, folded: new Set(further) };
  const drawn = charts.flatMap(({ label, value, versus }) => [label, value, versus?.value]);
  const kept = columns.filter(column => isUsual(column) || drawn.includes(column.name));
  const parts = new Set(kept.flatMap(pathsOfTotal));
  const shown = columns.filter(column => kept.includes(column) || parts.has(column.name));
  return { columns: shown, folded: new Set(shown.filter(column => !isUsual(column))) };
}

/** `Days`, `Unit groups`, `Hotels`: a computed view is named after its report. */
function nameSheet(title: Text, view: string): string {
  const report = englishText(title).toLowerCase().replaceAll(' ', '-');
  const own = view.startsWith(`${report}-`) ? view.slice(report.length + 1) : view;
  return capitalized(own.replace(/^property(-compared)?$/, 'hotels').replaceAll('-', ' '));
}

/** The last sheet: the subject of the report, its filters, and what its numbers mean. */
function notesOfSheets(
  about: ReportDescription,
  sections: readonly ReportSection[],
  sheets: readonly ViewSheet[],
  format: LocaleFormat,
) {
  const named = (subject: Phrase, words: Text) => namePart(say(subject), asPieces(words));
  const filters = uniqueTexts(sections.flatMap(({ details }) => details));
  const lines: Text[] = sections
    .slice(0, mostNames)
    .flatMap(({ heading }) => (heading.length > 0 ? [named('Property, period', joinTexts(heading))] : []));
  if (filters.length > 0) lines.push(named('Filters', joinTexts(filters, '; ')));
  for (const { view, table } of sheets) {
    const sheet = say('Sheet {name}', { name: asPieces(definedText(nameSheet(about.title, view.name))) });
    lines.push(namePart(sheet, sayCount(table.rows, '1 row', '{count} rows')));
  }
  if (about.definition) lines.push(named('Definition', about.definition));
  for (const note of about.notes?.() ?? []) lines.push(named('Note', note));
  const ratios = sheets.flatMap(({ columns }) =>
    columns.flatMap(column => describeRatio(column, columns, format)),
  );
  const folded = new Set(
    sheets.flatMap(sheet => [...sheet.folded].map(column => makeColumnHeading(column, '', format))),
  );
  if (folded.size > 0) {
    const names = [[...folded].slice(0, mostNames).join(', ')];
    const count = folded.size - mostNames;
    lines.push(
      named('Folded columns', count > 0 ? say('{names} and {count} more', { names, count }) : names),
      'To unfold them, click + above the columns.',
    );
  }
  return [...lines, ...uniqueTexts(ratios), describeCreation(about.madeAt, 'hotelctl')];
}

/** `Occupancy %: Sold / (House - Out of order) x 100`: how the total of a column is computed. */
function describeRatio(column: Column, columns: readonly Column[], format: LocaleFormat): Text[] {
  const { aggregation } = column;
  // A share is of all rows.
  if (aggregation?.kind !== 'ratio' || aggregation.of === aggregation.per) return [];
  const { of, per, less, factor } = aggregation;
  const [above, below, reduced] = [of, per, less].map(path => {
    const part = columns.find(({ name }) => name === path);
    return part ? makeColumnHeading(part, '', format) : (path ?? '');
  });
  const divisor = less === undefined ? below : `(${below} - ${reduced})`;
  const times = factor === undefined ? '' : ` x ${factor}`;
  const [name, formula] = [makeColumnHeading(column, '', format), `${above} / ${divisor}${times}`];
  const words = say('{formula}, from the sums of all rows', { formula: [formula] });
  return [namePart([name], words)];
}
