import type { Parameters } from '../parameters.ts';
import type { Column } from '../records.ts';

/** The columns that the parameters give and that lead every record of a view (cli.md, Output). */
export const propertyColumn: Column = { name: 'propertyId', type: 'text', heading: 'Property' };
export const propertyLead = (parameters: Parameters) => ({ propertyId: String(parameters['propertyId']) });

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
