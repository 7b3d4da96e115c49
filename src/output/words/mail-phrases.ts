import type { Phrases } from './figure-phrases.ts';

/** Phrases of the month pack, and of emails. */
export const mailPhrases: Phrases = {
  // The month pack, and the subjects of emails.
  'Month pack': ['Monatsbericht', 'Rapport mensuel', 'Informe mensual', 'Report mensile'],
  Performance: ['Ergebnis', 'Performance', 'Resultados', 'Risultati'],
  Budget: ['Budget', 'Budget', 'Presupuesto', 'Budget'],
  'on budget': ['zum Budget', 'sur le budget', 'sobre el presupuesto', 'sul budget'],
  Region: ['Region', 'Région', 'Región', 'Regione'],
  '#, change on #': [
    '#, Veränderung zu #',
    '#, variation sur #',
    '#, variación sobre #',
    '#, variazione sul #',
  ],
  'Revenues by account': [
    'Umsätze nach Konto',
    "Chiffre d'affaires par compte",
    'Ingresos por cuenta',
    'Ricavi per conto',
  ],
  'Company invoices': [
    'Firmenrechnungen',
    'Factures aux sociétés',
    'Facturas a empresas',
    'Fatture aziendali',
  ],
  'Company invoices: #, subtotal #, outstanding #.': [
    'Firmenrechnungen: #, Zwischensumme #, davon offen #.',
    'Factures aux sociétés : #, sous-total #, restant dû #.',
    'Facturas a empresas: #, subtotal #, pendiente #.',
    'Fatture aziendali: #, subtotale #, in sospeso #.',
  ],
  'Changes of totals are those of the hotels that have figures on both sides.': [
    'Veränderungen von Summen sind die der Hotels, die Zahlen für beide Seiten haben.',
    'Les variations des totaux sont celles des hôtels qui ont des chiffres des deux côtés.',
    'Las variaciones de los totales son las de los hoteles con cifras en ambos lados.',
    'Le variazioni dei totali sono quelle degli hotel con dati su entrambi i lati.',
  ],
  'Budget: {file}, in the currency and on the basis of the figures.': [
    'Budget: {file}, in der Währung und auf der Basis der Zahlen.',
    'Budget : {file}, dans la devise et sur la base des chiffres.',
    'Presupuesto: {file}, en la moneda y sobre la base de las cifras.',
    'Budget: {file}, nella valuta e sulla base dei dati.',
  ],
  'RevPAR = accommodation revenue ÷ available rooms. Performance counts booked revenue, and accounts posted revenue: the two differ by design.':
    [
      'RevPAR = Logisumsatz ÷ verfügbare Zimmer. Das Ergebnis zählt reservierte Umsätze, die Konten gebuchte: Beide weichen daher voneinander ab.',
      "RevPAR = chiffre d'affaires hébergement ÷ chambres disponibles. La performance compte les montants réservés, les comptes les montants enregistrés : les deux diffèrent donc.",
      'RevPAR = ingresos por alojamiento ÷ habitaciones disponibles. Los resultados cuentan importes reservados y las cuentas importes contabilizados: por ello difieren.',
      'RevPAR = ricavi camere ÷ camere disponibili. I risultati contano gli importi prenotati, i conti quelli registrati: i due quindi differiscono.',
    ],
  '{property}: no budget of revenue and sold units for #': [
    '{property}: kein Budget von Umsatz und verkauften Einheiten für #',
    "{property} : pas de budget de chiffre d'affaires et d'unités vendues pour #",
    '{property}: no hay presupuesto de ingresos y unidades vendidas para #',
    '{property}: nessun budget di ricavi e unità vendute per #',
  ],
  '{property}: the budget of # has {number}, which is not an account of the revenues': [
    '{property}: Das Budget für # hat {number}, was kein Konto der Umsätze ist',
    "{property} : le budget de # contient {number}, qui n'est pas un compte de chiffre d'affaires",
    '{property}: el presupuesto de # contiene {number}, que no es una cuenta de ingresos',
    '{property}: il budget di # contiene {number}, che non è un conto dei ricavi',
  ],
  '# more rows are not shown in this email.': [
    '# weitere Zeilen zeigt diese E-Mail nicht.',
    '# autres lignes ne sont pas affichées dans cet e-mail.',
    'Este correo no muestra # filas más.',
    'Altre # righe non sono mostrate in questa e-mail.',
  ],
  row: ['Zeile', 'ligne', 'fila', 'riga'],
  rows: ['Zeilen', 'lignes', 'filas', 'righe'],
  'occ.': ['Bel.', 'TO', 'ocup.', 'occ.'],
  '# of # hotels (#)': ['# von # Hotels (#)', '# hôtels sur # (#)', '# de # hoteles (#)', '# hotel su # (#)'],
};
