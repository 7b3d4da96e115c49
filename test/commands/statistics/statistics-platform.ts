import { allMeasures } from '../../measures.ts';
import { localServer, signedIn } from '../local-server.ts';
import { germanHotel, platformListener, type Respond } from '../reports-platform.ts';

/** A reservation as the platform counts it: all guests with the country of the primary guest. */
export interface Stay {
  readonly arrival: string;
  readonly departure: string;
  readonly adults: number;
  readonly children?: number;
  readonly residence?: string | null;
  readonly nationality?: string;
}

type Body = Record<string, unknown>;
type Change = (report: string, body: Body) => Body | number;

const day = 86_400_000;

const isList = (stays: object): stays is readonly Stay[] => Array.isArray(stays);

/** A platform with these stays of each property; `change` replaces a body, or answers with a status. */
export async function statisticsPlatform(
  stays: readonly Stay[] | Readonly<Record<string, readonly Stay[]>>,
  change: Change = (_, body) => body,
) {
  let [books, changed] = [stays, change];
  const requested: string[] = [];
  const respond: Respond = (report, query) => {
    requested.push(`${report}?${query}`);
    const own = isList(books) ? books : (books[query.get('propertyId') ?? ''] ?? []);
    return changed(
      report,
      report === 'property-performance' ? performance(query) : counts(report, own, query),
    );
  };
  const { url } = await localServer(
    platformListener(
      ['MUC', 'LND'].map(id => germanHotel(id)),
      respond,
    ),
  );
  return {
    requested,
    env: { ...signedIn(url) },
    become(next: typeof stays, nextChange: Change = (_, body) => body) {
      [books, changed] = [next, nextChange];
    },
  };
}

/** Counted night by night, as a person would. */
function counts(report: string, stays: readonly Stay[], search: URLSearchParams): Body {
  const month = `${search.get('year')}-${(search.get('month') ?? '').padStart(2, '0')}`;
  let [total, totalAdults, totalChildren] = [0, 0, 0];
  const entries: Record<string, Map<unknown, { number: number; reservationIds: string[] }>> = {
    countryOfResidence: new Map(),
    nationality: new Map(),
    travelPurpose: new Map(),
  };
  for (const [
    index,
    { arrival, departure, adults, children = 0, residence, nationality },
  ] of stays.entries()) {
    let nights = 0;
    for (let night = Date.parse(arrival); night < Date.parse(departure); night += day)
      if (new Date(night).toISOString().startsWith(month)) nights += 1;
    const persons = adults + children;
    const isNew = arrival.startsWith(month);
    const number =
      report === 'arrivals' ? (isNew ? persons : 0) : report === 'bed-nights' ? nights * persons : nights;
    if (number === 0) continue;
    total += number;
    if (isNew) [totalAdults, totalChildren] = [totalAdults + adults, totalChildren + children];
    for (const [name, key] of [
      ['countryOfResidence', residence],
      ['nationality', nationality ?? residence],
      ['travelPurpose', 'Leisure'],
    ] as const) {
      const entry = entries[name]?.get(key) ?? { number: 0, reservationIds: [] };
      entry.number += number;
      entry.reservationIds.push(`R-${index}`);
      entries[name]?.set(key, entry);
    }
  }
  const breakdown = (name: string, field: string) =>
    [...(entries[name] ?? [])].map(([key, entry]) => ({
      ...(key === null || key === undefined ? {} : { [field]: key }),
      ...entry,
      percent: (entry.number / total) * 100,
    }));
  return {
    total,
    ...(report === 'arrivals' ? { totalAdults, totalChildren } : {}),
    countryOfResidenceBreakdown: breakdown('countryOfResidence', 'countryCode'),
    nationalityBreakdown: breakdown('nationality', 'countryCode'),
    travelPurposeBreakdown: breakdown('travelPurpose', 'purpose'),
  };
}

/** 40 bedrooms with 80 beds, of which one is out of order; 30 are sold each day. */
function performance(search: URLSearchParams): Body {
  const [from, to] = ['from', 'to'].map(name => Date.parse(search.get(name) ?? ''));
  const days = Math.round(((to ?? 0) - (from ?? 0)) / day) + 1;
  const measures = (factor: number) => ({
    ...allMeasures(),
    houseCount: 40 * factor,
    houseItemsCount: 80 * factor,
    outOfOrderCount: factor,
    soldCount: 30 * factor,
  });
  return {
    ...measures(days),
    businessDays: Array.from({ length: days }, (_, index) => ({
      ...measures(1),
      businessDay: new Date((from ?? 0) + index * day).toISOString().slice(0, 10),
      unitGroups: [],
    })),
  };
}
