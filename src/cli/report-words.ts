import type { SectionWords } from '../output/results.ts';
import type { Parameters } from '../platform/parameters.ts';
import { valuesOf } from '../platform/parameters.ts';
import { periodName } from '../platform/periods.ts';
import type { ReportDefinition } from '../platform/reports/report.ts';

/** Parameters that a section's heading already contains, or that do not affect the numbers. */
const inHeading = ['propertyId', 'month', 'year', 'from', 'to', 'dateFilter', 'expand'];

/** `company-invoices-vat` as a title: `Company invoices VAT`. */
export const titleOf = ({ name }: Pick<ReportDefinition, 'name'>): string =>
  name
    .replaceAll('-', ' ')
    .replace(/^./, letter => letter.toUpperCase())
    .replace(/\bvat\b/, 'VAT');

/** `Munich (MUC)` where the name is known, else the id. */
export const propertyWords = (id: string, names: ReadonlyMap<string, string>): string => {
  const name = names.get(id);
  return name === undefined || name === id ? id : `${name} (${id})`;
};

/** `MUC · 2026-10-01 to 2026-10-14`, and the filters of the request, by the names of their flags. */
export function sectionWords(
  report: ReportDefinition,
  parameters: Parameters,
  names: ReadonlyMap<string, string> = new Map(),
): SectionWords {
  const period = periodName(report.period, parameters);
  return {
    heading: [
      ...valuesOf(parameters, 'propertyId').map(id => propertyWords(id, names)),
      period === 'all' ? valuesOf(parameters, 'dateFilter').join(', ') : periodInWords(period),
    ]
      .filter(word => word !== '')
      .join(' · '),
    details: report.parameters.flatMap(({ wire, flag }) => {
      const values = inHeading.includes(wire) ? [] : valuesOf(parameters, wire);
      return values.length > 0 ? [`${flag}: ${values.join(', ')}`] : [];
    }),
  };
}

/** `2026-10` becomes `October 2026`; `2026-10-01..2026-10-14` gets a word between its ends. */
export function periodInWords(period: string): string {
  if (!/^\d{4}-\d{2}$/.test(period)) return period.replace('..', ' to ');
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return month.format(Date.parse(`${period}-01T00:00:00Z`));
}
