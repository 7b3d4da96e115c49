import type { Guest } from './guests.ts';
import type { Company, MarketSegment } from './inventory.ts';
import type { GuaranteeType, RatePlan } from './products.ts';
import type { BookingTerms, PaymentMethod } from './reservation.ts';
import { lots, type SeededRandom } from './seeded-random.ts';

/** The booker and the conditions that the reservations of one booking have in common. */
export interface Party extends BookingTerms {
  readonly product: string;
}

/** The parts of a property that its bookers are drawn from. */
export interface GuestMarket {
  readonly companies: readonly Company[];
  readonly companyPermille: number;
  readonly segments: Readonly<Record<SegmentCode, MarketSegment>>;
  readonly guests: readonly Guest[];
}

const segmentNames = {
  LEISURE: 'Leisure individual',
  BUSINESS: 'Business individual',
  CORPORATE: 'Companies',
  OTA: 'Online travel agencies',
  HOUSE: 'House use',
} as const;
type SegmentCode = keyof typeof segmentNames;

export function makeSegments(propertyCode: string): Record<SegmentCode, MarketSegment> {
  const made = Object.entries(segmentNames).map(
    ([code, name]) => [code, { id: `${propertyCode}-${code}`, code, name }] as const,
  );
  return Object.fromEntries(made) as Record<SegmentCode, MarketSegment>;
}

/** Channel and source are chosen together. */
const channels = lots<readonly [string, string]>([
  [['Direct', 'Phone'], 120],
  [['Direct', 'Email'], 90],
  [['Direct', 'Walk-in'], 40],
  [['Ibe', 'Website'], 170],
  [['BookingCom', 'Booking.com'], 300],
  [['Expedia', 'Expedia'], 110],
  [['Hrs', 'HRS'], 60],
  [['ChannelManager', 'Agoda'], 60],
  [['ChannelManager', 'GDS'], 30],
  [['Homelike', 'Homelike'], 10],
  [['AltoVita', 'AltoVita'], 10],
]);
const companyChannels = lots<readonly [string, string]>([
  [['Direct', 'Email'], 500],
  [['Hrs', 'HRS'], 250],
  [['ChannelManager', 'GDS'], 250],
]);
const overNightProducts = lots([
  ['FLEX', 340],
  ['NONREF', 310],
  ['BB', 342],
  ['COMP', 8],
]);
const cards = lots<PaymentMethod>([
  ['Visa', 480],
  ['Mastercard', 330],
  ['AmericanExpress', 90],
  ['Cash', 100],
]);
const guarantees: Readonly<Record<string, GuaranteeType>> = {
  FLEX: 'PM6Hold',
  NONREF: 'Prepayment',
  COMP: 'PM6Hold',
};

/** Day use is booked directly; companies book their own rate and get an invoice. */
export function drawParty(random: SeededRandom, market: GuestMarket, isOverNight: boolean): Party {
  const company = random.happens(market.companyPermille) ? random.pick(market.companies) : null;
  if (company) {
    const [channelCode, source] = random.pickFrom(companyChannels);
    return {
      product: isOverNight ? 'CORP' : 'DAY',
      channelCode,
      source,
      marketSegment: market.segments.CORPORATE,
      travelPurpose: random.happens(950) ? 'Business' : null,
      company,
      guaranteeType: 'Company',
      paymentMethod: 'BankTransfer',
    };
  }
  const product = isOverNight ? random.pickFrom(overNightProducts) : 'DAY';
  const [channelCode, source] = random.pickFrom(channels);
  const isDirect = channelCode === 'Direct' || channelCode === 'Ibe';
  const travelPurpose = random.happens(240) ? 'Business' : 'Leisure';
  const segment = travelPurpose === 'Business' ? 'BUSINESS' : 'LEISURE';
  return {
    product,
    channelCode,
    source,
    marketSegment: market.segments[product === 'COMP' ? 'HOUSE' : isDirect ? segment : 'OTA'],
    travelPurpose: random.happens(130) ? null : travelPurpose,
    company: null,
    guaranteeType: guarantees[product] ?? 'CreditCard',
    paymentMethod: product === 'NONREF' ? random.pick(['Visa', 'Mastercard']) : random.pickFrom(cards),
  };
}

export const planOf = (plans: readonly RatePlan[], product: string, unitGroupId: string): RatePlan =>
  plans.find(plan => plan.code === product && plan.unitGroup.id === unitGroupId) as RatePlan;
