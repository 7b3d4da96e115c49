import { ensureEntry, groupBy } from '../../base/text.ts';
import type { Document, DocumentBlock, Pieces, Section, Text } from '../../output/document/document.ts';
import { asPieces, englishText, joinTexts, namePart, say, sayCount } from '../../output/words/messages.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import type { ExactNumber } from '../../platform/numbers.ts';

/**
 * The lines that every page of figures has: a hotel, a group of hotels or all of them in one currency. `brief`, `pickup`,
 * `pace` and `pack` differ in the figures that a line has, and not in which lines there are or how they are ordered.
 */

export interface HotelHead {
  readonly property: string;
  readonly name: string;
  /** By the portfolio. */
  readonly group: string | undefined;
  /** Undefined without figures. */
  readonly currency: string | undefined;
  /** By the list of properties, if that is known: of a hotel without figures it says which total lacks it. */
  readonly listedCurrency?: string | undefined;
  /** What readers must know of its figures, in sentences. */
  readonly notes: readonly Text[];
}

/** A hotel that was expected, and why it has no figures. */
export interface MissingHotel extends Pick<HotelHead, 'property' | 'name' | 'group' | 'listedCurrency'> {
  /** `503, unavailable` */
  readonly cause: string;
}

interface LineHead<Hotel> {
  readonly kind: 'hotel' | 'group' | 'total';
  /** Of a hotel. */
  readonly property?: string;
  /** Of a hotel or a group. */
  readonly name?: string;
  readonly group?: string | undefined;
  readonly currency: string | undefined;
  /** The same, where the page has several: it is beside the name. */
  readonly code: string | undefined;
  readonly members: readonly Hotel[];
  /** How many hotels have figures, of how many that were expected. */
  readonly hotels: number;
  readonly expected: number;
}
export type FigureLine<Hotel, Figures> = LineHead<Hotel> & Figures;

export type Lines<Hotel extends HotelHead, Figures> = ReturnType<typeof makeLines<Hotel, Figures>>;

export const listCurrencies = (hotels: readonly Pick<HotelHead, 'currency'>[]): readonly string[] => [
  ...new Set(hotels.flatMap(({ currency }) => currency ?? [])),
];

/** @param measure the figures of some hotels */
export function makeLines<Hotel extends HotelHead, Figures>(
  hotels: readonly Hotel[],
  missing: readonly MissingHotel[],
  measure: (hotels: readonly Hotel[]) => Figures,
) {
  const currencies = listCurrencies(hotels);
  const makeLine = (
    members: readonly Hotel[],
    head: Pick<LineHead<Hotel>, 'kind' | 'property' | 'name' | 'group'>,
    lacking: readonly Pick<HotelHead, 'group'>[] = missing,
  ): FigureLine<Hotel, Figures> => {
    const [currency, ...others] = listCurrencies(members);
    return {
      currency: others.length === 0 ? currency : undefined,
      code: others.length === 0 && currencies.length > 1 ? currency : undefined,
      members,
      hotels: members.filter(({ currency }) => currency !== undefined).length,
      expected: members.length + lacking.length,
      ...head,
      ...measure(members),
    };
  };
  const inCurrencies = (of: readonly Hotel[]) =>
    currencies.map(code => of.filter(({ currency }) => currency === code)).filter(part => part.length > 0);
  const named = [...new Set(hotels.flatMap(({ group }) => group ?? []))];
  // A hotel that is missing or has no figures counts where its currency is certain.
  const without = [...missing, ...hotels.filter(({ currency }) => currency === undefined)];
  const lackingIn = ([{ currency } = {}]: readonly Partial<HotelHead>[], inGroup?: string) =>
    without
      .filter(({ listedCurrency }) => currencies.length === 1 || listedCurrency === currency)
      .filter(({ group }) => inGroup === undefined || group === inGroup);
  return {
    hotels: hotels.map(each => {
      const { property, name, group } = each;
      return makeLine([each], { kind: 'hotel', property, name, group }, []);
    }),
    missing,
    /** What the sums lack. */
    gaps: without.map(hotel => nameGap(hotel, 'cause' in hotel ? hotel.cause : undefined)),
    /** Of each group, one for each currency. */
    groups: named.flatMap(name =>
      inCurrencies(hotels.filter(({ group }) => group === name)).map(part =>
        makeLine(part, { kind: 'group', name, group: name }, lackingIn(part, name)),
      ),
    ),
    /** Of all hotels, one for each currency, that of most hotels first. */
    totals: inCurrencies(hotels)
      .map(part => makeLine(part, { kind: 'total' }, lackingIn(part)))
      .toSorted((one, other) => other.hotels - one.hotels),
    /** Of all hotels: units do not depend on a currency, and amounts are empty where there are several. */
    all: makeLine(hotels, { kind: 'total' }),
  };
}

/**
 * The rows of a table: every hotel, those of a group followed by its sums, then those that are missing, and the totals at the
 * end. Without groups, hotels of several currencies have a total for each currency below them.
 *
 * @param orderedBy the highest first, and what is unknown last
 */
export function arrangeLines<Hotel extends HotelHead, Figures>(
  { hotels, groups, totals, missing }: Lines<Hotel, Figures>,
  orderedBy: (line: FigureLine<Hotel, Figures>) => ExactNumber | null | undefined = () => 0,
): readonly (FigureLine<Hotel, Figures> | MissingHotel)[] {
  const hasGroups = groups.length > 0;
  const order = (line: FigureLine<Hotel, Figures>) => Number(orderedBy(line) ?? Number.NEGATIVE_INFINITY);
  const ordered = hotels.toSorted((one, other) => order(other) - order(one) || 0);
  const sums = hasGroups ? groups : totals;
  // A hotel without figures is above the total that counts it.
  const sumOf = ({ group, currency, members: [hotel] }: FigureLine<Hotel, Figures>) => {
    const own = sums.filter(sum => !hasGroups || sum.group === group);
    return own.find(sum => sum.currency === (currency ?? hotel?.listedCurrency)) ?? own[0];
  };
  let absent = missing;
  const parts = sums.flatMap(sum => {
    const own = ordered.filter(line => sumOf(line) === sum);
    const lacking = hasGroups ? absent.filter(({ group }) => group === sum.group) : [];
    absent = absent.filter(each => !lacking.includes(each));
    return hasGroups || totals.length > 1 ? [...own, ...lacking, sum] : own;
  });
  const rest = ordered.filter(line => sumOf(line) === undefined);
  const last = hasGroups || totals.length === 1 ? totals : [];
  // The total of the only hotel with a currency would say the same again.
  const says = (line: FigureLine<Hotel, Figures> | MissingHotel) =>
    'cause' in line || line.kind !== 'total' || line.expected > 1;
  return [...parts, ...rest, ...absent, ...last].filter(says);
}

/** `40 hotels`, or `2 of 3 hotels` if not all of them have figures. */
export const countHotels = ({ hotels, expected }: HotelCounts): Exclude<Text, string> =>
  hotels === expected
    ? sayCount(hotels, '1 hotel', '{count} hotels')
    : say('{counted} of {all} hotels', { counted: hotels, all: expected });

/** `3 properties`, or `2 of 3 properties` if not all of them count: in the title of rows. */
export const countProperties = (counted: number, all: number): Pieces =>
  counted < all
    ? say('{counted} of {all} properties', { counted, all })
    : say('{count} properties', { count: all });

type HotelCounts = Pick<LineHead<unknown>, 'hotels' | 'expected'>;
/** A hotel, or a part of one, and why it is missing. */
export interface NamedGap {
  readonly name: string | Pieces;
  readonly cause: string | Pieces;
}

/** @param cause default: it has no figures */
export const nameGap = (
  { name, property }: { readonly name?: string | undefined; readonly property: string },
  cause: NamedGap['cause'] = say('without figures'),
): NamedGap => ({ name: name || property, cause });

/** `2 of 3 hotels. Missing: Sumida Garden Tokyo (503 unavailable).`; of one hotel, whose name has the part that is missing, without the count. */
export function describeMissing(counts: HotelCounts, missing: readonly NamedGap[]): Text[] {
  if (missing.length === 0) return [];
  const inPieces = (words: string | Pieces) => (typeof words === 'string' ? [words] : words);
  const named = missing.map(({ name, cause }) => [...inPieces(name), ' (', ...inPieces(cause), ')']);
  const hotels = joinTexts(named, ', ');
  return counts.expected === 1
    ? [say('Missing: {hotels}.', { hotels })]
    : [say('{counted}. Missing: {hotels}.', { counted: countHotels(counts), hotels })];
}

/** Hotels are shown as of their own day. Where it is not that of most, the page names it. */
export function describeOtherDays(
  hotels: readonly { readonly name: string; readonly day: CalendarDate }[],
): Text[] {
  const [usual] = byFrequency(hotels.map(({ day }) => day));
  return [...groupBy(hotels, ({ day }) => day)]
    .filter(([day]) => day !== usual)
    .map(([day, others]) =>
      say('Another day: {hotels} is as of {day}; totals add its own days.', {
        hotels: [others.map(({ name }) => name).join(', ')],
        day: { date: day, as: 'weekday' },
      }),
    );
}

export function byFrequency<Value>(values: readonly Value[]): Value[] {
  const alike = [...groupBy(values, value => JSON.stringify(value)).values()];
  return alike.sort((one, other) => other.length - one.length).flatMap(same => same.slice(0, 1));
}

/**
 * A page of several hotels that says on top what is missing, and in its subject how many hotels it has.
 *
 * @param others what it says there of hotels on another day
 */
export function withMissing(
  document: Document,
  counts: HotelCounts,
  missing: readonly NamedGap[],
  others: readonly Text[] = [],
): Document {
  const { title, subject = title } = document;
  const described = describeMissing(counts, missing);
  const counted = counts.expected === 1 ? described[0] : countHotels(counts);
  return { ...document, gaps: [...described, ...others], subject: joinTexts([counted, subject], ', ') };
}

/** The page of one hotel, or one with a section for each: what they report is never added up. @param before the sections */
export function documentOfEach(
  pages: readonly { readonly property: string; readonly page: Document }[],
  missing: readonly NamedGap[],
  title: Text,
  basis: Text,
  before: readonly DocumentBlock[] = [],
): Document {
  const [only] = pages;
  const counts = { hotels: pages.length, expected: pages.length + missing.length };
  if (only && counts.expected === 1) return only.page;
  const sections = pages.map(
    ({ property, page }): Section => ({ ...page, kind: 'section', anchor: property, sheet: [property] }),
  );
  const document = {
    title,
    basis: joinTexts([countHotels(counts), basis]),
    blocks: [...before, ...sections],
  };
  return withMissing(document, counts, missing);
}

/** The hotels of a note, of so many: `All hotels`, `AMS, ATH`, `AMS, ATH and 38 others`. */
export function nameHotels(ids: readonly string[], all: number): Pieces {
  if (ids.length === all && all > 1) return say('All hotels');
  if (ids.length <= 3) return [ids.join(', ')];
  return say('{hotels} and {count} others', { hotels: [ids.slice(0, 2).join(', ')], count: ids.length - 2 });
}

/** Each note once, after the hotels that it is of. */
export function describeNotes(hotels: readonly Pick<HotelHead, 'property' | 'notes'>[]): Text[] {
  const byText = new Map<string, { readonly words: Pieces; readonly ids: Set<string> }>();
  for (const { property, notes } of hotels)
    for (const text of notes)
      ensureEntry(byText, englishText(text), () => ({ words: asPieces(text), ids: new Set() })).ids.add(
        property,
      );
  return [...byText.values()].map(({ words, ids }) => namePart(nameHotels([...ids], hotels.length), words));
}
