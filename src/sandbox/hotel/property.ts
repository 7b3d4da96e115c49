import type { ChartOfAccounts } from './accounts.ts';
import type { Day } from './calendar.ts';
import type { GroupBlock } from './group-blocks.ts';
import type { Guest } from './guests.ts';
import type { HouseSale } from './house-sales.ts';
import type {
  Address,
  Company,
  Currency,
  MarketSegment,
  Pricing,
  RatePlan,
  Service,
  TimeSliceDefinition,
  Unit,
  UnitGroup,
} from './inventory.ts';
import type { Minor, VatRates, VatType } from './money.ts';
import type { Reservation } from './reservation.ts';

/** One property with its inventory, rates, guests and bookings. Lists are in the order of creation; ids are unique. */
export interface Property {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly address: Address;
  readonly timeZone: string;
  readonly currency: Currency;
  readonly vatRates: VatRates;
  readonly accommodationVat: VatType;
  readonly pricing: Pricing;
  readonly cityTax: CityTax | null;
  readonly fees: readonly Fee[];
  /** Day of the first arrivals, on which the property opened. */
  readonly opened: Day;
  readonly accounts: ChartOfAccounts;
  readonly unitGroups: readonly UnitGroup[];
  readonly units: readonly Unit[];
  readonly timeSliceDefinitions: readonly TimeSliceDefinition[];
  readonly ratePlans: readonly RatePlan[];
  readonly services: readonly Service[];
  readonly companies: readonly Company[];
  readonly marketSegments: readonly MarketSegment[];
  readonly guests: readonly Guest[];
  readonly groupBlocks: readonly GroupBlock[];
  readonly houseSales: readonly HouseSale[];
  /** Sorted by arrival when generated; later bookings are appended. */
  readonly reservations: Reservation[];
}

/** A share of the net accommodation amount, or an amount for each person and night; no VAT on either. */
interface CityTax {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly percentOfNet: number;
  readonly perPersonNight: Minor;
}

/** A custom fee for each room and night. */
interface Fee {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly gross: Minor;
  readonly vatType: VatType;
}
