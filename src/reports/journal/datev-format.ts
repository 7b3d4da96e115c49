import { findWindows1252 } from '../../base/named-file.ts';

/** The fields of a DATEV file, EXTF 700, category 21 (Buchungsstapel), version 13: each heading with the expression of its values. */

/** The expressions of the 31 fields of the header, in their order; `-` is a field that is reserved. */
export const headerFields: readonly RegExp[] = String.raw`
  "EXTF"; 700; 21; "Buchungsstapel"; 13; 20\d{15}; -; "\w{0,2}"; "\w{0,25}"; "\w{0,25}"; \d{4,7}; \d{1,5}; 20\d{6}; [4-8];
  20\d{6}; 20\d{6}; "[\w.\-/ ]{0,30}"; "([A-Z]{2}){0,2}"; [12]; (0|30|40|50|64); [01]; "[A-Z]{3}"; -; ""; -; -;
  "(\d{2}){0,2}"; \d{0,4}; -; ""; ".{0,16}"`
  .split(';')
  .map(text => new RegExp(`^(?:${text.trim().replace(/^-$/, '')})$`));

const pairs = (count: number, kind: string, content: string) =>
  Array.from({ length: count }, (_, index) => `${kind} ${index + 1}"; ${content} ${index + 1}"`).join('; ');

/** The headings of the 125 columns; one whose values are quoted ends with a quotation mark. */
const headings = `
  Umsatz (ohne Soll/Haben-Kz); Soll/Haben-Kennzeichen"; WKZ Umsatz"; Kurs; Basis-Umsatz;
  WKZ Basis-Umsatz"; Konto; Gegenkonto (ohne BU-Schlüssel); BU-Schlüssel"; Belegdatum; Belegfeld 1";
  Belegfeld 2"; Skonto; Buchungstext"; Postensperre; Diverse Adressnummer"; Geschäftspartnerbank;
  Sachverhalt; Zinssperre; Beleglink"; ${pairs(8, 'Beleginfo - Art', 'Beleginfo - Inhalt')};
  KOST1 - Kostenstelle"; KOST2 - Kostenstelle"; Kost-Menge; EU-Land u. UStID (Bestimmung)";
  EU-Steuersatz (Bestimmung); Abw. Versteuerungsart"; Sachverhalt L+L; Funktionsergänzung L+L;
  BU 49 Hauptfunktionstyp; BU 49 Hauptfunktionsnummer; BU 49 Funktionsergänzung;
  ${pairs(20, 'Zusatzinformation - Art', 'Zusatzinformation- Inhalt')}; Stück; Gewicht; Zahlweise;
  Forderungsart"; Veranlagungsjahr; Zugeordnete Fälligkeit; Skontotyp; Auftragsnummer"; Buchungstyp";
  USt-Schlüssel (Anzahlungen); EU-Land (Anzahlungen)"; Sachverhalt L+L (Anzahlungen);
  EU-Steuersatz (Anzahlungen); Erlöskonto (Anzahlungen); Herkunft-Kz"; Buchungs GUID"; KOST-Datum;
  SEPA-Mandatsreferenz"; Skontosperre; Gesellschaftername"; Beteiligtennummer; Identifikationsnummer";
  Zeichnernummer"; Postensperre bis; Bezeichnung SoBil-Sachverhalt"; Kennzeichen SoBil-Buchung;
  Festschreibung; Leistungsdatum; Datum Zuord. Steuerperiode; Fälligkeit; Generalumkehr (GU)";
  Steuersatz; Land"; Abrechnungsreferenz"; BVV-Position; EU-Land u. UStID (Ursprung)";
  EU-Steuersatz (Ursprung); Abw. Skontokonto`;

const account = /^(?!0{1,9}$)\d{1,9}$/;
/** The expressions of the columns that are written, in their order; all others are empty. */
const written: Readonly<Record<string, RegExp>> = {
  'Umsatz (ohne Soll/Haben-Kz)': /^(?!0{1,10},00)\d{1,10},\d{2}$/,
  'Soll/Haben-Kennzeichen': /^"(S|H)"$/,
  'WKZ Umsatz': /^"[A-Z]{3}"$/,
  Konto: account,
  'Gegenkonto (ohne BU-Schlüssel)': account,
  // The description requires four digits; DATEV's own samples have one.
  'BU-Schlüssel': /^"\d{0,4}"$/,
  Belegdatum: /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$/,
  // The expression also allows an underscore, and the description does not.
  'Belegfeld 1': /^"[A-Za-z\d$%\-/]{0,36}"$/,
  Buchungstext: /^".{0,60}"$/,
  'KOST1 - Kostenstelle': /^"[\w ]{0,36}"$/,
  Festschreibung: /^[01]$/,
};

/** The columns, each with the expression of its values. */
export const columnFields: readonly (readonly [heading: string, expression: RegExp])[] = headings
  .split(';')
  .map(text => {
    const heading = text.trim().replace(/"$/, '');
    return [heading, written[heading] ?? (text.endsWith('"') ? /^""$/ : /^$/)];
  });

/** The places of the columns that are written. */
export const writtenPlaces = columnFields.flatMap(([heading], place) => (heading in written ? place : []));

/** Letters that Unicode does not take apart into a letter and a mark. */
const letters = new Map(
  ['ŁL', 'łl', 'ĐD', 'đd', 'ĦH', 'ħh', 'ŦT', 'ŧt', 'ıi', 'ĸk', 'ẞß', '−-', '‐-', '‑-'].map(
    ([from = '', to = '']) => [from, to] as const,
  ),
);

/** Text in the characters of Windows-1252, without control characters: `Dvořák` becomes `Dvorák`, other scripts `?`. */
export function transliterate(text: string): string {
  // Most texts are plain, and there are many.
  if (/^[ -~\xa1-\xac\xae-\xff]*$/.test(text)) return text;
  return Array.from(text.normalize('NFC'), character => {
    if (/\p{C}|[\u2028\u2029]/u.test(character)) return ' ';
    if (findWindows1252(character) !== undefined) return character;
    const plain = letters.get(character) ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
    return plain !== '' && Array.from(plain).every(each => findWindows1252(each) !== undefined) ? plain : '?';
  }).join('');
}
