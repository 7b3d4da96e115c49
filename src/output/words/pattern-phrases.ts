import type { Phrases } from './figure-phrases.ts';

/** Phrases of definitions of reports and patterns. */
export const patternPhrases: Phrases = {
  // Definitions of reports.
  'One or two lines for each ledger entry, with the accounts debited and credited, the receipt, the tax lines and the reservation. Amounts are posted charges and payments, so they differ by design from property-performance, which counts booked amounts.':
    [
      'Eine oder zwei Zeilen je Buchung, mit Soll- und Habenkonto, Beleg, Steuerzeilen und Reservierung. Beträge sind gebuchte Leistungen und Zahlungen und weichen daher von den Hotelkennzahlen ab, die reservierte Beträge zählen.',
      'Une ou deux lignes par écriture, avec les comptes débité et crédité, le reçu, les lignes de taxe et la réservation. Les montants sont des prestations et paiements enregistrés et diffèrent donc de property-performance, qui compte les montants réservés.',
      'Una o dos líneas por asiento, con las cuentas del debe y del haber, el recibo, las líneas de impuestos y la reserva. Los importes son cargos y pagos contabilizados y difieren por ello de property-performance, que cuenta importes reservados.',
      'Una o due righe per registrazione, con i conti in dare e in avere, la ricevuta, le righe di imposta e la prenotazione. Gli importi sono addebiti e pagamenti registrati e differiscono quindi da property-performance, che conta gli importi prenotati.',
    ],
  'Each company invoice with the company, its tax id and address, the amount outstanding, and net and tax for each VAT type. Without a date filter, the platform chooses the dates.':
    [
      'Jede Firmenrechnung mit Firma, Steuernummer und Adresse, offenem Betrag sowie Netto und Steuer je MwSt.-Art. Ohne Datumsfilter wählt die Plattform die Tage.',
      'Chaque facture à une société avec la société, son numéro fiscal et son adresse, le montant restant dû, ainsi que le hors taxe et la taxe par type de TVA. Sans filtre de date, la plateforme choisit les dates.',
      'Cada factura a empresas con la empresa, su NIF y dirección, el importe pendiente, y el neto y el impuesto por tipo de IVA. Sin filtro de fechas, la plataforma elige las fechas.',
      "Ogni fattura aziendale con l'azienda, la partita IVA e l'indirizzo, l'importo in sospeso, e netto e imposta per tipo di IVA. Senza filtro di date, la piattaforma sceglie le date.",
    ],
  'What was posted, by account and subaccount. It counts posted charges, while property-performance counts booked amounts: the two differ by design.':
    [
      'Was gebucht wurde, nach Konto und Unterkonto. Gezählt werden gebuchte Leistungen, in den Hotelkennzahlen dagegen reservierte Beträge: Beide weichen daher voneinander ab.',
      'Ce qui a été enregistré, par compte et sous-compte. Sont comptées les prestations enregistrées, alors que property-performance compte les montants réservés : les deux diffèrent donc.',
      'Lo contabilizado, por cuenta y subcuenta. Cuenta cargos contabilizados, mientras que property-performance cuenta importes reservados: por ello difieren.',
      'Quanto registrato, per conto e sottoconto. Conta gli addebiti registrati, mentre property-performance conta gli importi prenotati: i due quindi differiscono.',
    ],
  'For the monthly return to the statistics office and for the business mix. Only overnight stays count (no day use), of reservations that are in-house, confirmed or checked out.':
    [
      'Für die monatliche Meldung an das Statistikamt und den Gästemix. Gezählt werden nur Übernachtungen (keine Tagesnutzung) von Reservierungen, die im Haus, bestätigt oder ausgecheckt sind.',
      "Pour la déclaration mensuelle à l'office statistique et le mix clientèle. Seuls les séjours avec nuitée comptent (pas de day-use), pour les réservations en séjour, confirmées ou parties.",
      'Para la declaración mensual a la oficina de estadística y el mix de negocio. Solo cuentan las estancias con pernoctación (sin uso diurno), de reservas alojadas, confirmadas o con salida.',
      "Per la dichiarazione mensile all'ufficio statistico e il mix di clientela. Contano solo i soggiorni con pernottamento (niente day-use), di prenotazioni in casa, confermate o partite.",
    ],
  'For the monthly return to the statistics office and for the city tax. Every guest of an overnight stay counts, of reservations that are in-house, confirmed or checked out; the breakdowns count only the primary guest.':
    [
      'Für die monatliche Meldung an das Statistikamt und die Bettensteuer. Jeder Übernachtungsgast zählt, von Reservierungen, die im Haus, bestätigt oder ausgecheckt sind; die Aufteilungen zählen nur den Hauptgast.',
      "Pour la déclaration mensuelle à l'office statistique et la taxe de séjour. Chaque client d'un séjour avec nuitée compte, pour les réservations en séjour, confirmées ou parties ; les répartitions ne comptent que le client principal.",
      'Para la declaración mensual a la oficina de estadística y la tasa turística. Cuenta cada huésped con pernoctación, de reservas alojadas, confirmadas o con salida; los desgloses cuentan solo el huésped principal.',
      "Per la dichiarazione mensile all'ufficio statistico e la tassa di soggiorno. Conta ogni ospite con pernottamento, di prenotazioni in casa, confermate o partite; le ripartizioni contano solo l'ospite principale.",
    ],
  'For the monthly return to the statistics office. Every arriving guest counts once, of reservations that are in-house, confirmed or checked out; the breakdowns count only the primary guest.':
    [
      'Für die monatliche Meldung an das Statistikamt. Jeder anreisende Gast zählt einmal, von Reservierungen, die im Haus, bestätigt oder ausgecheckt sind; die Aufteilungen zählen nur den Hauptgast.',
      "Pour la déclaration mensuelle à l'office statistique. Chaque client qui arrive compte une fois, pour les réservations en séjour, confirmées ou parties ; les répartitions ne comptent que le client principal.",
      'Para la declaración mensual a la oficina de estadística. Cada huésped que llega cuenta una vez, de reservas alojadas, confirmadas o con salida; los desgloses cuentan solo el huésped principal.',
      "Per la dichiarazione mensile all'ufficio statistico. Ogni ospite in arrivo conta una volta, di prenotazioni in casa, confermate o partite; le ripartizioni contano solo l'ospite principale.",
    ],
  'Who ordered which service for which day. Services ordered are booked and not yet posted, so amounts differ by design from revenues.':
    [
      'Wer welche Leistung für welchen Tag bestellt hat. Bestellte Leistungen sind noch nicht gebucht, daher weichen die Beträge von den Umsätzen ab.',
      "Qui a commandé quelle prestation pour quel jour. Les prestations commandées ne sont pas encore enregistrées, les montants diffèrent donc du chiffre d'affaires.",
      'Quién pidió qué servicio para qué día. Los servicios pedidos aún no están contabilizados, por lo que los importes difieren de los ingresos.',
      'Chi ha ordinato quale servizio per quale giorno. I servizi ordinati non sono ancora registrati, quindi gli importi differiscono dai ricavi.',
    ],
  'It counts booked amounts of sold units, without extra services and manual postings, so it differs by design from revenues, which counts what was posted. Day use counts too, unless the time slice definitions are limited to overnight ones.':
    [
      'Gezählt werden reservierte Beträge verkaufter Einheiten, ohne Zusatzleistungen und manuelle Buchungen; daher weichen sie von den Umsätzen ab, die zählen, was gebucht wurde. Tagesnutzung zählt mit, sofern die Zeitabschnitte nicht auf Übernachtungen beschränkt sind.',
      "Sont comptés les montants réservés des unités vendues, sans prestations supplémentaires ni écritures manuelles ; ils diffèrent donc du chiffre d'affaires enregistré. Le day-use compte aussi, sauf si les tranches horaires sont limitées aux nuitées.",
      'Cuenta los importes reservados de unidades vendidas, sin servicios adicionales ni cargos manuales; por ello difiere de los ingresos, que cuentan lo contabilizado. El uso diurno también cuenta, salvo que las franjas se limiten a las nocturnas.',
      'Conta gli importi prenotati delle unità vendute, senza servizi extra né registrazioni manuali; differisce quindi dai ricavi, che contano quanto registrato. Conta anche il day-use, salvo che le fasce orarie siano limitate ai pernottamenti.',
    ],
  // Patterns, from the most to the least special.
  '{} compared with {}': [
    '{} verglichen mit {}',
    '{} comparé à {}',
    '{} comparado con {}',
    '{} confrontato con {}',
  ],
  '{}.': ['{}.', '{}.', '{}.', '{}.'],
  '{} only': ['nur {}', '{} uniquement', 'solo {}', 'solo {}'],
  '# to #': ['# bis #', '# au #', '# a #', '# al #'],
  '# of #': ['# von #', '# sur #', '# de #', '# di #'],
  '{} items change': [
    '{} Plätze Veränderung',
    '{} (places) variation',
    '{} (plazas) variación',
    '{} (posti) variazione',
  ],
  '{} items': ['{} Plätze', '{} (places)', '{} (plazas)', '{} (posti)'],
  '{} last year': ['{} Vorjahr', '{} année précédente', '{} año anterior', '{} anno precedente'],
  '{} now': ['{} jetzt', '{} actuel', '{} ahora', '{} ora'],
  '{} then': ['{} damals', '{} avant', '{} entonces', '{} allora'],
  '{} before': ['{} vorher', '{} avant', '{} antes', '{} prima'],
  '{} change': ['{} Veränderung', '{} variation', '{} variación', '{} variazione'],
  '{} pick-up': ['{} Pick-up', '{} pick-up', '{} pick-up', '{} pick-up'],
  '{} versus': ['{} Vergleich', '{} comparaison', '{} comparación', '{} confronto'],
  '{} difference': ['{} Differenz', '{} différence', '{} diferencia', '{} differenza'],
  '{}, {}': ['{}, {}', '{}, {}', '{}, {}', '{}, {}'],
  '{} #': ['{} #', '{} #', '{} #', '{} #'],
};
