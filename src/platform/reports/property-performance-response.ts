import { isDate } from '../dates.ts';
import { choiceOf, date, double, int32, list, model, money, nullish, text } from '../models.ts';
import { listValues, type Parameters } from '../parameters.ts';
import type { Column, FieldValue, KeyFigures, ReportRecord, View } from '../records.ts';
import {
  type ColumnFacts,
  columnsOfModel,
  describedColumns,
  intervalColumns,
  intervalLead,
  performanceCounts,
  performanceRevenues,
  recordLedBy,
} from './columns.ts';
import { type Amounts, type ReportResponse, unitGroupTypes } from './report.ts';

const withEach = <Value>(table: object, value: Value): Record<string, Value> =>
  Object.fromEntries(Object.keys(table).map(name => [name, value]));

/** The 28 measures (platform.md, "Property performance report"), in its order. */
const measures = {
  ...withEach(performanceCounts, int32),
  occupancyPercentage: double,
  ...withEach(performanceRevenues, money),
  grossAdr: money,
  netAdr: money,
  revPar: money,
};

const unitGroup = model({
  id: text,
  code: nullish(text),
  name: nullish(text),
  description: nullish(text),
  type: nullish(choiceOf(...unitGroupTypes)),
});

const perUnitGroup = model({ unitGroup, ...measures });

const perBusinessDay = model({ businessDay: date, ...measures, unitGroups: list(perUnitGroup) });

/** PropertyPerformanceReportModel; `businessDays` comes only with `expand=businessDays` (platform-facts). */
const performance = model({ ...measures, businessDays: nullish(list(perBusinessDay)) });

const businessDayColumn = { name: 'businessDay', type: 'date', heading: 'Day', weekday: true } as const;

const aggregation = { kind: 'sum' } as const;
const nameUnitGroup = (unitGroup: FieldValue): string => {
  const { name, code, id } = unitGroup as Readonly<Record<string, string | null | undefined>>;
  return name || code || id || '';
};

/** Units that could be sold: the house without the units that are out of order. */
const available = { per: 'houseCount', less: 'outOfOrderCount' } as const;
const defineRevenue = (tax: Amounts) => ({
  of: `${tax}AccommodationRevenue.amount`,
  currency: `${tax}AccommodationRevenue.currency`,
});
const perUnitSold = (tax: Amounts) => ({ kind: 'ratio', ...defineRevenue(tax), per: 'soldCount' }) as const;

const perAvailable = (tax: Amounts) => ({ kind: 'ratio', ...defineRevenue(tax), ...available }) as const;

/** Occupancy, ADR and RevPAR of several days are ratios of sums, as the platform defines them for one. */
const factsIn = (tax: Amounts): Readonly<Record<string, ColumnFacts>> => ({
  'unitGroup.name': { heading: 'Unit group', display: ({ unitGroup }) => [nameUnitGroup(unitGroup)] },
  ...Object.fromEntries(
    Object.entries(performanceCounts).map(([name, [heading]]) => [
      name,
      { heading, unit: { kind: 'count' }, aggregation },
    ]),
  ),
  occupancyPercentage: {
    heading: 'Occ.',
    unit: { kind: 'percent' },
    aggregation: { kind: 'ratio', of: 'soldCount', ...available, factor: 100 },
  },
  ...Object.fromEntries(
    Object.entries(performanceRevenues).map(([name, [heading]]) => [
      `${name}.amount`,
      { heading, aggregation },
    ]),
  ),
  'grossAdr.currency': 'Currency',
  'grossAdr.amount': { heading: 'ADR', aggregation: perUnitSold('gross') },
  'netAdr.amount': { heading: 'ADR', aggregation: perUnitSold('net') },
  // The platform does not document whether its RevPAR includes taxes.
  'revPar.amount': { heading: 'RevPAR', aggregation: perAvailable(tax), isComputed: true },
});

/** The figures that revenue managers use most; the CSV has all 28. */
const headlineIn = (tax: Amounts) => [
  'occupancyPercentage',
  `${tax}Adr.amount`,
  'revPar.amount',
  'soldCount',
  'unsoldCount',
];
const title = 'Property performance';

const moneyIn = (field: string) => ({ kind: 'money', currency: `${field}.currency` }) as const;

type Days = readonly (ReportRecord & { readonly unitGroups: readonly ReportRecord[] })[];

/** Without this check a response that omits the expansion would be an empty report, and other days would be added up. */
function findWrongDays(body: unknown, parameters: Parameters): string | undefined {
  const { businessDays } = body as { businessDays?: Days | null };
  if (!businessDays) return 'has no business days, although they were requested';
  const [from = '', to = ''] = ['from', 'to'].flatMap(wire => listValues(parameters, wire));
  const days = businessDays.map(({ businessDay }) => String(businessDay)).sort();
  const stray = days.find(day => day < from || day > to || !isDate(day));
  if (stray !== undefined) return `has the business day ${stray}, which was not requested`;
  const twice = days.find((day, index) => day === days[index + 1]);
  return twice && `has the business day ${twice} twice`;
}
const readDays = (body: unknown) => ((body as { businessDays?: Days | null }).businessDays ?? []) as Days;
const readGroups = (body: unknown) => readDays(body).flatMap(({ unitGroups }) => unitGroups);

/** The key figures of the whole period, which are the same in every view; the first three are drawn by day. */
const figuresIn = (tax: Amounts): KeyFigures<unknown>['figures'] => [
  {
    title: 'Occupancy',
    value: 'occupancyPercentage',
    unit: { kind: 'percent' },
    part: { title: 'bedrooms', value: 'bedrooms.occupancyPercentage' },
  },
  { title: `ADR ${tax}`, value: `${tax}Adr.amount`, unit: moneyIn(`${tax}Adr`) },
  { title: 'RevPAR', value: 'revPar.amount', unit: moneyIn('revPar') },
  { title: 'Units sold', value: 'soldCount', unit: { kind: 'count' } },
  {
    title: `Revenue ${tax}`,
    value: `${tax}AccommodationRevenue.amount`,
    unit: moneyIn(`${tax}AccommodationRevenue`),
  },
];

const countsOfBedrooms = ['soldCount', 'houseCount', 'outOfOrderCount'] as const;
const bedroomColumns: readonly Column[] = [
  ...countsOfBedrooms.map(
    (name): Column => ({ name: `bedrooms.${name}`, type: 'number', unit: { kind: 'count' }, aggregation }),
  ),
  {
    name: 'bedrooms.occupancyPercentage',
    type: 'number',
    unit: { kind: 'percent' },
    isComputed: true,
    aggregation: {
      kind: 'ratio',
      of: 'bedrooms.soldCount',
      per: 'bedrooms.houseCount',
      less: 'bedrooms.outOfOrderCount',
      factor: 100,
    },
  },
];
const isBedroom = ({ unitGroup }: ReportRecord) => {
  const { type } = unitGroup as Readonly<Record<string, string | null | undefined>>;
  return !type || type === 'BedRoom';
};

/** Only business days have unit groups. A request for bedrooms has no other units that they could differ from. */
function recordOfWhole(body: unknown, parameters: Parameters): ReportRecord {
  if (listValues(parameters, 'unitGroupTypes').join() === 'BedRoom') return body as ReportRecord;
  const groups = readGroups(body).filter(isBedroom);
  if (groups.length === 0) return body as ReportRecord;
  const sums = countsOfBedrooms.map(
    name => [name, groups.reduce((sum, group) => sum + Number(group[name]), 0)] as const,
  );
  return { ...(body as ReportRecord), bedrooms: Object.fromEntries(sums) };
}

const wholeIn = (tax: Amounts): KeyFigures<unknown> => ({
  record: recordOfWhole,
  figures: figuresIn(tax),
  columns: bedroomColumns,
});

function viewsIn(tax: Amounts): ReportResponse['views'] {
  const facts = factsIn(tax);
  const measureColumns = describedColumns(facts, columnsOfModel(model(measures)));
  return [
    {
      name: 'summary',
      summary: 'the 28 measures of the whole period',
      columns: [...intervalColumns, ...measureColumns],
      table: {
        columns: ['propertyId', 'from', 'to', ...headlineIn(tax), `${tax}AccommodationRevenue.amount`],
      },
      whole: wholeIn(tax),
      *records(body, parameters) {
        const { businessDays: _days, ...total } = body;
        yield recordLedBy(intervalLead(parameters), total);
      },
    },
    {
      name: 'days',
      summary: 'the same for each business day (requests the expansion)',
      expands: 'businessDays',
      incomplete: findWrongDays,
      columns: [...intervalColumns, businessDayColumn, ...measureColumns],
      table: {
        title,
        columns: ['businessDay', ...headlineIn(tax), `${tax}AccommodationRevenue.amount`],
        barOf: 'occupancyPercentage',
      },
      charts: figuresIn(tax)
        .slice(0, 3)
        .map(({ part: _part, ...figure }) => ({ ...figure, kind: 'days', label: 'businessDay' })),
      whole: wholeIn(tax),
      *records(body, parameters) {
        for (const { unitGroups: _groups, ...day } of readDays(body))
          yield recordLedBy(intervalLead(parameters), day);
      },
    },
    {
      name: 'unit-groups',
      summary: 'the same for each business day and unit group (requests the expansion)',
      expands: 'businessDays',
      incomplete: findWrongDays,
      columns: [
        ...intervalColumns,
        businessDayColumn,
        ...describedColumns(facts, columnsOfModel(perUnitGroup)),
      ],
      table: {
        title,
        columns: ['businessDay', 'unitGroup.name', ...headlineIn(tax)],
        groupBy: 'businessDay',
        barOf: 'occupancyPercentage',
      },
      whole: wholeIn(tax),
      *records(body, parameters) {
        for (const { businessDay, unitGroups } of readDays(body)) {
          for (const group of unitGroups)
            yield recordLedBy({ ...intervalLead(parameters), businessDay }, group);
        }
      },
    },
  ];
}

/** All measures would take a third of the time of a snapshot. */
const telling = 'house outOfOrder sold'.split(' ').map(name => `${name}Count`);
const amounts = ['gross', 'net'].map(tax => `${tax}AccommodationRevenue.amount`);
const daysView = viewsIn('net')[1] as View<unknown>;
const proofs = [readDays, readGroups].map(
  (records): View<unknown> => ({
    ...daysView,
    columns: daysView.columns.filter(({ name }) => [...telling, ...amounts].includes(name)),
    whole: { record: body => body as ReportRecord, figures: [], columns: [] },
    records,
  }),
);

/** Unit groups that are not bedrooms; one without a type counts as bedrooms. */
const otherUnits = (body: unknown): readonly string[] => {
  const others = readGroups(body).filter(group => !isBedroom(group));
  return [...new Set(others.map(({ unitGroup }) => nameUnitGroup(unitGroup)))];
};

export const propertyPerformanceResponse: ReportResponse = {
  body: performance,
  views: viewsIn('net'),
  viewsIn,
  proofs,
  otherUnits,
};
