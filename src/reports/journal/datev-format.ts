import { findWindows1252 } from '../../base/windows-1252.ts';

/**
 * The fields of a DATEV file, EXTF 700, category 21 (Buchungsstapel), version 13, as data: each heading with the
 * expression of its values. A field is quoted if its expression has quotation marks.
 */

/** The expressions of the 31 fields of the header, in their order; `-` is a field that is reserved. */
export const headerFields: readonly RegExp[] = String.raw`
  "EXTF"; 700; 21; "Buchungsstapel"; 13; 20\d{15}; -; "\w{0,2}"; "\w{0,25}"; "\w{0,25}"; \d{4,7}; \d{1,5}; 20\d{6}; [4-8];
  20\d{6}; 20\d{6}; "[\w.\-/ ]{0,30}"; "([A-Z]{2}){0,2}"; [12]; (0|30|40|50|64); [01]; "[A-Z]{3}"; -; ""; -; -;
  "(\d{2}){0,2}"; \d{0,4}; -; ""; ".{0,16}"`
  .split(';')
  .map(text => new RegExp(text.trim().replace(/^-$/, '')));

type Field = readonly [heading: string, expression: RegExp];

const day = /(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])20\d{2}/;
const account = /(?!0{1,9}$)\d{1,9}/;

const pairs = (count: number, kind: string, content: string): readonly Field[] =>
  Array.from({ length: count }, (_, index): Field[] => [
    [`${kind} ${index + 1}`, /".{0,20}"/],
    [`${content} ${index + 1}`, /".{0,210}"/],
  ]).flat();

/** The 125 columns. */
export const columnFields: readonly Field[] = [
  ['Umsatz (ohne Soll/Haben-Kz)', /(?!0{1,10},00)\d{1,10},\d{2}/],
  ['Soll/Haben-Kennzeichen', /"(S|H)"/],
  ['WKZ Umsatz', /"[A-Z]{3}"/],
  ['Kurs', /[1-9]\d{0,3},\d{2,6}/],
  ['Basis-Umsatz', /\d{1,10},\d{2}/],
  ['WKZ Basis-Umsatz', /"[A-Z]{3}"/],
  ['Konto', account],
  ['Gegenkonto (ohne BU-Schlüssel)', account],
  // The description requires four digits; DATEV's own samples have one.
  ['BU-Schlüssel', /"\d{1,4}"/],
  ['Belegdatum', /(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])/],
  // The expression also allows an underscore, and the description does not.
  ['Belegfeld 1', /"[A-Za-z\d$%\-/]{0,36}"/],
  ['Belegfeld 2', /"[A-Za-z\d$%\-/]{0,12}"/],
  ['Skonto', /[1-9]\d{0,7},\d{2}/],
  ['Buchungstext', /".{0,60}"/],
  ['Postensperre', /[01]/],
  ['Diverse Adressnummer', /"\w{0,9}"/],
  ['Geschäftspartnerbank', /\d{3}/],
  ['Sachverhalt', /\d{2}/],
  ['Zinssperre', /[01]/],
  ['Beleglink', /".{0,210}"/],
  ...pairs(8, 'Beleginfo - Art', 'Beleginfo - Inhalt'),
  ['KOST1 - Kostenstelle', /"[\w ]{0,36}"/],
  ['KOST2 - Kostenstelle', /"[\w ]{0,36}"/],
  ['Kost-Menge', /\d{12},\d{4}/],
  ['EU-Land u. UStID (Bestimmung)', /".{0,15}"/],
  ['EU-Steuersatz (Bestimmung)', /\d{2},\d{2}/],
  ['Abw. Versteuerungsart', /"(I|K|P|S)"/],
  ['Sachverhalt L+L', /\d{1,3}/],
  ['Funktionsergänzung L+L', /\d{0,3}/],
  ['BU 49 Hauptfunktionstyp', /\d/],
  ['BU 49 Hauptfunktionsnummer', /\d{0,2}/],
  ['BU 49 Funktionsergänzung', /\d{0,3}/],
  ...pairs(20, 'Zusatzinformation - Art', 'Zusatzinformation- Inhalt'),
  ['Stück', /\d{0,8}/],
  ['Gewicht', /\d{1,8},\d{2}/],
  ['Zahlweise', /\d{0,2}/],
  ['Forderungsart', /"\w{0,10}"/],
  ['Veranlagungsjahr', /20\d{2}/],
  ['Zugeordnete Fälligkeit', day],
  ['Skontotyp', /\d/],
  ['Auftragsnummer', /".{0,30}"/],
  ['Buchungstyp', /"[A-Z]{2}"/],
  ['USt-Schlüssel (Anzahlungen)', /\d{0,4}/],
  ['EU-Land (Anzahlungen)', /"[A-Z]{2}"/],
  ['Sachverhalt L+L (Anzahlungen)', /\d{0,3}/],
  ['EU-Steuersatz (Anzahlungen)', /\d{1,2},\d{2}/],
  ['Erlöskonto (Anzahlungen)', /\d{4,8}/],
  ['Herkunft-Kz', /"[A-Z]{2}"/],
  ['Buchungs GUID', /".{0,36}"/],
  ['KOST-Datum', day],
  ['SEPA-Mandatsreferenz', /".{0,35}"/],
  ['Skontosperre', /[01]/],
  ['Gesellschaftername', /".{0,76}"/],
  ['Beteiligtennummer', /\d{4}/],
  ['Identifikationsnummer', /".{0,11}"/],
  ['Zeichnernummer', /".{0,20}"/],
  ['Postensperre bis', day],
  ['Bezeichnung SoBil-Sachverhalt', /".{0,30}"/],
  ['Kennzeichen SoBil-Buchung', /\d{1,2}/],
  ['Festschreibung', /[01]/],
  ['Leistungsdatum', day],
  ['Datum Zuord. Steuerperiode', day],
  ['Fälligkeit', day],
  ['Generalumkehr (GU)', /"(0|1)"/],
  ['Steuersatz', /\d{1,2},\d{2}/],
  ['Land', /"[A-Z]{2}"/],
  ['Abrechnungsreferenz', /".{0,50}"/],
  ['BVV-Position', /[1-5]/],
  ['EU-Land u. UStID (Ursprung)', /".{0,15}"/],
  ['EU-Steuersatz (Ursprung)', /\d{2},\d{2}/],
  ['Abw. Skontokonto', /\d{1,9}/],
];

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
