import { UsageError } from '../../base/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { hotelNames } from '../../cli/properties.ts';
import { namesSeveral, type SeveralProperties, type SnapshotOptions } from '../../cli/property-flags.ts';
import { describeBasis, renderOptions } from '../../cli/render-options.ts';
import type { DeliveryOptions, OutputOptions } from '../../cli/shared-flags.ts';
import { type ArchivedProperty, planArchivedProperties } from '../../cli/snapshot-options.ts';
import {
  deliverOutput,
  isDocument,
  mailedDocument,
  noteNoRows,
  writeDocument,
} from '../../cli/write-records.ts';
import type { Document, Text } from '../../output/document/document.ts';
import { pageFormat } from '../../output/number-format.ts';
import { composeReport, type RenderOptions, render } from '../../output/render.ts';
import { parsedResult, type RequestResult } from '../../output/results.ts';
import { tuneCompiler } from '../../output/tune-engine.ts';
import { definedText, joinTexts } from '../../output/words/messages.ts';
import type { Parameters } from '../../platform/parameters.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import { propertyWords } from '../../platform/reports/report.ts';
import {
  type BookComparison,
  type ComparedView,
  comparedBooks,
  comparedView,
  hasBudget,
} from '../../reports/figures/books.ts';
import { listBudgets } from '../../reports/figures/budget.ts';
import { isAcrossHotels } from '../../reports/figures/groups.ts';
import { type FigureBasis, findCurrency, noteOtherCurrency } from '../../reports/figures/hotel-figures.ts';
import {
  byFrequency,
  countProperties,
  describeNotes,
  describeOtherDays,
  makeLines,
  withMissing,
} from '../../reports/figures/lines.ts';
import type { Figures } from './books.ts';
import { collectHotels, type Unnamed } from './collect-hotels.ts';
import { describeScope } from './figure-page.ts';
import { type ComparedHotel, describeStays, hotelsByMonth } from './hotels-by-month.ts';

type FigureOptions = OutputOptions & SeveralProperties & DeliveryOptions;

/** The days of a hotel on both sides, from its snapshots. */
export type ReadSides = (archived: ArchivedProperty) => Promise<Omit<Unnamed<ComparedHotel>, 'currency'>>;

/** The rows of several properties, compared. One that fails does not stop the others, and the command ends with exit 7. */
export async function planComparison(
  invocation: Invocation,
  options: FigureOptions & SnapshotOptions,
  kind: BookComparison['kind'],
  figures: Figures,
  readSides: ReadSides,
) {
  const findArchived = planArchivedProperties(invocation, options);
  const { portfolio, basis, budget } = figures;
  const { grouping = 'day' } = portfolio;
  const isAcross = isAcrossHotels(grouping);
  const words = portfolio.words(await hotelNames(invocation, undefined));
  const usual = budget && hasBudget(grouping) ? 'some' : undefined;
  const comparison: BookComparison = { kind, grouping, amounts: basis.amounts, words, budget: usual };
  const plan = await renderFigures(invocation, options, comparedView(comparison), basis);
  return async () => {
    tuneCompiler();
    const { hotels, ordered, missing, complete, finish } = await collectHotels(
      invocation,
      await findArchived(),
      { ...words, groups: { heading: 'region', of: portfolio.column('region') } },
      figures,
      async archived => {
        const sides = await readSides(archived);
        const [now, before] = [sides.later, sides.earlier].map(findCurrency);
        const notes = [...sides.notes, ...noteOtherCurrency(now, before)];
        return { ...sides, notes, currency: now };
      },
    );
    const { all, gaps } = makeLines(ordered, missing, () => ({}));
    const isMatrix = all.expected > 1 && ['day', 'month'].includes(grouping);
    const page = () =>
      complete(hotelsByMonth(kind, basis, ordered, missing, plan.about.madeAt, budget?.file));
    if (isMatrix && isDocument(plan, options)) {
      await writeDocument(invocation, options, plan, page(), hotels.length);
      return finish();
    }
    // Hotels whose snapshots are of different days have no days in common.
    const [names, ...otherNames] = byFrequency(hotels.map(hotel => hotel.names));
    const shared = otherNames.length === 0 ? names : undefined;
    // The page and its notes name the hotels that are compared with something else.
    const [about] = byFrequency(hotels.map(hotel => hotel.about));
    const isComplete = usual && hotels.every(hotel => hotel.budget?.length);
    const named: BookComparison = { ...comparison, names: shared, budget: isComplete ? 'all' : usual };
    // A group compares the same hotels on both sides.
    const alike = hotels.filter(hotel => hotel.earlier.length > 0 && hotel.later.length > 0);
    const together = grouping === 'group' && alike.length > 0 ? alike : hotels;
    const having = together.filter(({ currency }) => currency !== undefined);
    const counted = countProperties(having.length, all.expected);
    const makeHeading = (first: ReportRecord | undefined) => {
      const id = hotels.length === 1 ? hotels[0]?.property : first?.['propertyId'];
      const what = describeBasis(basis.unitGroupTypes, basis.amounts, basis.conversion);
      // The rows of all hotels are one table.
      if (typeof id !== 'string' || (isAcross && hotels.length > 1))
        return [counted, about, ...describeStays(together), what, ...describeOtherDays(together)];
      const one = hotels.filter(({ property }) => property === id);
      return [[propertyWords(id, words.names)], one[0]?.about, ...describeStays(one), what];
    };
    const isOneCurrency =
      basis.conversion !== undefined || new Set(having.map(each => each.currency)).size < 2;
    // The row of a group says how many of its hotels it has.
    const lacking = [...hotels.filter(hotel => !having.includes(hotel)), ...missing].map(
      ({ property, listedCurrency = '' }) => ({
        property,
        currency: isOneCurrency ? undefined : listedCurrency,
      }),
    );
    const made = comparedView({ ...named, words: { ...words, missing: lacking } });
    const properties = { counted: having.length, all: all.expected };
    const view = { ...made, table: { ...made.table, properties } };
    const parts = isAcross ? [together] : hotels.map(each => [each]);
    const results = parts.map(part => {
      const records = comparedBooks(
        named,
        part.flatMap(hotel => hotel.earlier),
        part.flatMap(hotel => hotel.later),
        listBudgets(part, grouping === 'group' ? words.groups : undefined),
      );
      return makeResult(part.length === 1 ? (part[0]?.property ?? '') : '', records);
    });
    const presented = {
      ...plan,
      view,
      // The headings of chosen columns name the snapshots or days too, which are known only now.
      columns: plan.columns?.map(({ name }) => view.columns.find(each => each.name === name) as Column),
      title: (first: ReportRecord | undefined) => joinTexts([definedText(view.name), ...makeHeading(first)]),
      about: {
        ...plan.about,
        notes: () => describeNotes(hotels),
        complete: (document: Document, subject: Text) => {
          const before = [...describeStays(hotels), about ?? []];
          const scope = describeScope({ all }, basis, { before });
          const scoped = { ...document, ...(all.expected > 1 && { subject }), basis: scope };
          // The titles of tables name the days.
          const others = document.blocks.length > 0 ? describeOtherDays(ordered) : [];
          return complete(withMissing(scoped, all, gaps, others));
        },
        sectionOf: ({ propertyId: id }: Parameters) => {
          const one = hotels.find(({ property }) => property === id);
          const own = (one ? one.about : about) ?? [];
          const details = [own, describeBasis(basis.unitGroupTypes, basis.amounts)];
          return { heading: [one ? [propertyWords(one.property, words.names)] : counted], details };
        },
      },
    };
    await writeFigures(invocation, options, presented, results, isAcross, isMatrix ? page : undefined);
    finish();
  };
}

/** @param propertyId empty for rows of several */
export const makeResult = (propertyId: string, rows: readonly ReportRecord[]): RequestResult =>
  parsedResult({ records: () => rows }, { propertyId }, rows);

export async function renderFigures(
  invocation: Invocation,
  options: FigureOptions,
  view: ComparedView,
  { conversion }: FigureBasis,
) {
  const plan = await renderOptions(invocation, options, view);
  const message = '--chart replaces the table; it cannot be combined with --columns or another format';
  if (options.chart && (plan.format !== 'table' || options.columns !== undefined))
    throw new UsageError(message, { hint: 'omit --chart' });
  return {
    ...plan,
    // Amounts that were converted have more decimals than people read.
    locale: conversion && plan.format === 'table' ? pageFormat(plan.locale) : plan.locale,
    about: { ...plan.about, title: definedText(view.name) },
  };
}

/** @param isOne of all hotels there is one result @param page what a mail shows; default: a section for each result */
export async function writeFigures(
  invocation: Invocation,
  options: FigureOptions,
  plan: RenderOptions,
  results: readonly RequestResult[],
  isOne: boolean,
  page = (rendering: RenderOptions): Document | Promise<Document> => composeReport(rendering, results),
) {
  // The shape of JSON does not depend on how many hotels there are.
  const isSeveral = namesSeveral(invocation, options) && !isOne;
  const rendering = { ...plan, several: isSeveral, chart: options.chart ?? false };
  const rendered = render(rendering, results);
  const mailed = () => mailedDocument(invocation, options, plan.locale, () => page(rendering));
  await deliverOutput(invocation, { ...rendered, page: mailed }, options.output);
  await noteNoRows(invocation, options, rendered.rows(), plan.locale);
}
