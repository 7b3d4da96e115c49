import {
  countUnit,
  type Document,
  type DocumentRow,
  moneyUnit,
  nightsUnit,
  percentUnit,
  pointsUnit,
} from '../../../src/output/document/document.ts';

/** A morning of a group in two currencies, with names that are wide, hostile or missing. */
const eur = moneyUnit('EUR');
const yesterday = '2026-11-20';
const series = [95, 80, null, 40, 20];

type Kind = DocumentRow['kind'];
const hotel = (name: string, id: string, figures: (number | null)[], kind: Kind = 'row'): DocumentRow => ({
  kind,
  ...(kind === 'row' ? { link: id } : {}),
  cells: [{ value: name, detail: [id] }, ...figures, kind === 'row' ? { series } : null],
});

const points = { value: 2.25, unit: pointsUnit, since: 'on last year' } as const;
const percent = { value: -6.6, unit: percentUnit, since: 'on last year' } as const;

export const morning: Document = {
  title: ['Good morning · ', { date: '2026-11-21', as: 'full' }],
  basis: ['Seeblick Hotels · bedrooms only, net of VAT'],
  tiles: [
    { what: ['Occupancy, yesterday'], value: 68.94, unit: percentUnit, change: points },
    { what: ['RevPAR, yesterday'], value: 101.15, unit: eur, change: percent },
    { what: 'Pick-up of 7 days', value: 1204, unit: nightsUnit, isChange: true },
    { what: ['ADR, yesterday'], value: null, unit: eur },
  ],
  blocks: [
    {
      kind: 'table',
      title: 'Hotels',
      groups: [
        { title: '', span: 1 },
        { title: ['Yesterday, ', { date: yesterday, as: 'weekday' }], span: 3 },
        { title: ['Next 30 days'], span: 2 },
      ],
      columns: [
        { heading: 'Hotel', kind: 'text' },
        { heading: 'Occ. %', kind: 'number', unit: percentUnit },
        { heading: '± pts', kind: 'signed', unit: pointsUnit, rank: 1 },
        { heading: 'RevPAR', kind: 'number', unit: eur, isKey: true, rank: 1 },
        { heading: '7 days', kind: 'shade', unit: countUnit, most: 100, rank: 2 },
        { heading: 'Occupancy by day', kind: 'sparkline', rank: 3 },
      ],
      rows: [
        hotel('Hotel Isarblick', 'MUC', [71.9, 5.55, 91.925, 97]),
        hotel('<b>東京 Hotel</b>', 'TYO', [null, -0.04, 12345.6, -12]),
        hotel('South', '2 hotels', [64.1, -1, 79.84, 0], 'sum'),
      ],
    },
    {
      kind: 'chart',
      title: 'On the books',
      form: 'days',
      unit: percentUnit,
      series: ['today', 'last year'],
      reaching: 100,
      points: [
        { label: '2026-11-21', values: [81, 86.5] },
        { label: '2026-11-22', values: [null, 92] },
        { label: '2026-11-23', values: [80, 77] },
      ],
    },
    { kind: 'section', anchor: 'MUC', folded: true, title: ['Hotel Isarblick'], blocks: [] },
  ],
  notes: [['ZMT: the snapshot is missing. Add `--rates FILE`.']],
};
