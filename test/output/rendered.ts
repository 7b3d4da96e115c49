import { text } from 'node:stream/consumers';
import type { RecordsLayout } from '../../src/output/document/records.ts';
import { recordsText } from '../../src/output/document/terminal.ts';
import type { LocaleFormat } from '../../src/output/number-format.ts';
import { render } from '../../src/output/render.ts';
import { parsedResult } from '../../src/output/results.ts';
import type { TableStyle } from '../../src/output/table-style.ts';
import type { Parameters } from '../../src/platform/parameters.ts';
import type { ReportRecord, TableLayout, View } from '../../src/platform/records.ts';
import { reports } from '../../src/platform/reports/index.ts';
import { allMeasures } from '../measures.ts';
import { plainRendering } from './rfc4180.ts';

/** A body and the request for it. */
export type ViewResponse = readonly [body: unknown, parameters: Parameters];

const style = plainRendering.table;
const madeAt = Date.UTC(2026, 10, 21, 9, 5);

async function rendered(
  name: string,
  responses: readonly ViewResponse[],
  form: { readonly format: 'html' } | { readonly format: 'table'; readonly chart: true },
  table: TableStyle,
  viewName?: string,
  locale: LocaleFormat = plainRendering.locale,
): Promise<string> {
  const report = reports.find(candidate => candidate.name === name);
  const wanted = viewName ?? report?.chartView ?? report?.views[0];
  const views = (await report?.response())?.views ?? [];
  const view = views.find(candidate => candidate.name === wanted) as View<unknown>;
  const sectionOf = ({ propertyId }: Parameters) => ({ heading: [[String(propertyId)]], details: [] });
  const about = { title: [name], madeAt, sectionOf };
  const results = responses.map(([body, parameters]) => parsedResult(view, parameters, body ?? undefined));
  const several = responses.length > 1;
  return text(render({ ...plainRendering, ...form, locale, view, several, table, about }, results).chunks);
}

/** The table of these records; `all` is what totals are computed from. */
export async function tableText(
  records: readonly ReportRecord[],
  {
    all = records,
    columns,
    format = plainRendering.locale,
    title,
    ...layout
  }: Partial<Omit<TableLayout, 'columns'> & RecordsLayout> &
    Pick<RecordsLayout, 'columns'> & { readonly all?: readonly ReportRecord[] },
  table: TableStyle,
): Promise<string> {
  const batches = async function* (seen: (batch: readonly ReportRecord[]) => void) {
    seen(all);
    yield records;
  };
  const named = title === undefined ? undefined : () => [title];
  return text(recordsText({ columns, layout, format }, named, batches, table));
}

/** The output of `--chart` for these responses. */
export const charted = (name: string, responses: readonly ViewResponse[], table: Partial<TableStyle> = {}) =>
  rendered(name, responses, { format: 'table', chart: true }, { ...style, ...table });

/** The page of these responses. */
export const paged = (
  name: string,
  responses: readonly ViewResponse[],
  viewName?: string,
  locale?: LocaleFormat,
) => rendered(name, responses, { format: 'html' }, style, viewName, locale);

const money = (amount: number | string, currency = 'EUR') => ({ amount, currency });

/** A tree of revenues: name, net amount, children. */
export const account = (name: string, net: number, children: readonly unknown[] = [], currency = 'EUR') => ({
  account: { name, number: '8', type: 'Revenues' },
  netAmount: money(net, currency),
  grossAmount: money(net * 2, currency),
  children,
});

/** The figures of one day, or of the whole, of a property's performance. */
export const measures = (occupancyPercentage: number, adr: number, revPar: number, currency = 'EUR') => ({
  ...allMeasures(3, 1000, currency),
  occupancyPercentage,
  houseCount: 1,
  outOfOrderCount: 0,
  netAccommodationRevenue: money(revPar, currency),
  soldCount: 60,
  unsoldCount: 40,
  netAdr: money(adr, currency),
  revPar: money(revPar, currency),
});
export const businessDay = (date: string, ...figures: readonly [number, number, number, string?]) => ({
  businessDay: date,
  ...measures(...figures),
  unitGroups: [],
});

/** Figures that add up: the ratios are of the sums, net revenue is half of gross, and everything else is 0. */
export const soldFigures = (sold: number, house: number, gross: number, currency = 'EUR') => ({
  ...allMeasures(0, 0, currency),
  occupancyPercentage: (sold * 100) / house,
  houseCount: house,
  soldCount: sold,
  unsoldCount: house - sold,
  grossAccommodationRevenue: money(gross, currency),
  netAccommodationRevenue: money(gross / 2, currency),
  grossAdr: money(gross / sold, currency),
  netAdr: money(gross / 2 / sold, currency),
  revPar: money(gross / 2 / house, currency),
});
