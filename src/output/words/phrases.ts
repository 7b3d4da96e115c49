/**
 * The words of tables, pages, workbooks and emails in German, French, Spanish and Italian, by the English phrase. `{}` is
 * any text, which is translated too; `#` is a word with a digit, such as a number or a date.
 */
export const phrases: Readonly<Record<string, readonly [de: string, fr: string, es: string, it: string]>> = {
  Occupancy: ['Belegung', "Taux d'occupation", 'Ocupación', 'Occupazione'],
  'Occ.': ['Bel.', 'T.O.', 'Ocup.', 'Occ.'],
  ADR: ['ADR', 'ADR', 'ADR', 'ADR'],
  RevPAR: ['RevPAR', 'RevPAR', 'RevPAR', 'RevPAR'],
  Revenue: ['Umsatz', 'Revenu', 'Ingresos', 'Ricavi'],
  Sold: ['Verkauft', 'Vendues', 'Vendidas', 'Vendute'],
  Total: ['Gesamt', 'Total', 'Total', 'Totale'],
  gross: ['brutto', 'TTC', 'brutos', 'lordi'],
  net: ['netto', 'HT', 'netos', 'netti'],
  '{} change': ['{} Veränd.', '{} var.', '{} var.', '{} var.'],
  '{} #': ['{} #', '{} #', '{} #', '{} #'],
  '# of #': ['# von #', '# sur #', '# de #', '# di #'],
};
