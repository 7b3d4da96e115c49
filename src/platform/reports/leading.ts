import type { Parameters } from '../parameters.ts';
import type { Column, ReportRecord } from '../records.ts';

/** The columns that the parameters give and that lead every record of a view (cli.md, Output). */
export const propertyColumn: Column = { name: 'propertyId', type: 'text', heading: 'Property' };
export const propertyLead = (parameters: Parameters) => ({ propertyId: String(parameters['propertyId']) });

/**
 * An element of a list, led by its property. Large exports do this for each record, and assigning takes a tenth of
 * the time of spreading; of the two only spreading keeps a field that is named `__proto__`.
 */
export const ledByProperty = (parameters: Parameters, element: ReportRecord): ReportRecord =>
  Object.hasOwn(element, '__proto__')
    ? { ...propertyLead(parameters), ...element }
    : Object.assign(propertyLead(parameters), element);

export const intervalColumns: readonly Column[] = [
  propertyColumn,
  { name: 'from', type: 'date', heading: 'From' },
  { name: 'to', type: 'date', heading: 'To' },
];
export const intervalLead = (parameters: Parameters) => ({
  ...propertyLead(parameters),
  from: String(parameters['from']),
  to: String(parameters['to']),
});

/** Property and interval of a record, for the title above a table; nothing where there is no record. */
export const intervalWords = (record: ReportRecord | undefined, end: 'inclusive' | 'exclusive'): string[] =>
  record
    ? [
        String(record['propertyId']),
        `${record['from']} to ${record['to']}${end === 'exclusive' ? ' (exclusive)' : ''}`,
      ]
    : [];
