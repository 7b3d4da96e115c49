import { allMeasures, requestedDays } from '../../measures.ts';
import { localServer, signedIn } from '../local-server.ts';
import { germanHotel, platformListener, type Respond } from '../reports-platform.ts';

/** A reservation of two nights as the platform counts it: all guests with the country of the primary guest. */
export interface Stay {
  readonly adults: number;
  readonly children?: number;
  readonly residence: string | null;
}

type Body = Record<string, unknown>;
type Change = (report: string, body: Body) => Body | number;

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
    return changed(report, report === 'property-performance' ? performance(query) : counts(report, own));
  };
  const hotels = ['MUC', 'LND'].map(id => germanHotel(id));
  const { url } = await localServer(platformListener(hotels, respond));
  return {
    requested,
    env: signedIn(url),
    become(next: typeof stays, nextChange: Change = (_, body) => body) {
      [books, changed] = [next, nextChange];
    },
  };
}

function counts(report: string, stays: readonly Stay[]): Body {
  const add = (own: readonly Stay[], read: (stay: Stay) => number) =>
    own.reduce((sum, stay) => sum + read(stay), 0);
  const numberOf = ({ adults, children = 0 }: Stay) =>
    report === 'arrivals' ? adults + children : report === 'bed-nights' ? 2 * (adults + children) : 2;
  const total = add(stays, numberOf);
  const breakdown = (field: string, keyOf: (stay: Stay) => string | null) =>
    [...new Set(stays.map(keyOf))].map(key => {
      const own = stays.filter(stay => keyOf(stay) === key);
      const number = add(own, numberOf);
      const reservationIds = own.map(stay => `R-${stays.indexOf(stay)}`);
      const keyed = key === null ? {} : { [field]: key };
      return { ...keyed, number, percent: (number / total) * 100, reservationIds };
    });
  const totalAdults = add(stays, stay => stay.adults);
  const totalChildren = add(stays, stay => stay.children ?? 0);
  return {
    total,
    ...(report === 'arrivals' ? { totalAdults, totalChildren } : {}),
    countryOfResidenceBreakdown: breakdown('countryCode', stay => stay.residence),
    nationalityBreakdown: breakdown('countryCode', stay => stay.residence),
    travelPurposeBreakdown: breakdown('purpose', () => 'Leisure'),
  };
}

/** 40 bedrooms with 80 beds, of which one is out of order; 30 are sold each day. */
function performance(query: URLSearchParams): Body {
  const days = requestedDays(query);
  const measures = (factor: number) => ({
    ...allMeasures(),
    houseCount: 40 * factor,
    houseItemsCount: 80 * factor,
    outOfOrderCount: factor,
    soldCount: 30 * factor,
  });
  const businessDays = days.map(businessDay => ({ ...measures(1), businessDay, unitGroups: [] }));
  return { ...measures(days.length), businessDays };
}
