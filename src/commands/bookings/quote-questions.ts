import type { Prompts } from '../../base/context.ts';
import { RefusedError } from '../../base/errors.ts';
import { fetchServiceOffers, fetchStayOffers, type Platform } from '../../bookings/requests.ts';
import { todayAt } from '../../cli/date-options.ts';
import { promptForValue } from '../../cli/input.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { promptForProperty } from '../../cli/properties.ts';
import { computeServiceAmounts, computeStayAmounts } from '../../platform/bookings/amounts.ts';
import { adultCount, childAge, offerParameters, serviceParameters } from '../../platform/bookings/offers.ts';
import type {
  ServiceOffer,
  ServiceRequest,
  StayOffer,
  StayRequest,
} from '../../platform/bookings/quote-model.ts';
import { addDays, type CalendarDate, dateForm, resolveDate } from '../../platform/dates.ts';
import { moneyText } from '../../platform/money.ts';
import { safeText } from '../../platform/safe-text.ts';

const none = '';

export async function promptForStayRequests(invocation: Invocation, platform: Platform) {
  const { prompts } = invocation.context;
  const today = todayAt(invocation, platform);
  const requests: StayRequest[] = [];
  do {
    if (requests.length > 0) await invocation.note(`reservation ${requests.length + 1}`);
    requests.push(await askForStayRequest(invocation, platform, today, requests.at(-1)));
  } while (await prompts.confirm({ message: 'Another reservation in this booking?', initial: false }));
  return requests;
}

async function askForStayRequest(
  invocation: Invocation,
  platform: Platform,
  todayAtProperty: (propertyId: string) => Promise<CalendarDate>,
  before: StayRequest | undefined,
): Promise<StayRequest> {
  const { prompts } = invocation.context;
  const set = before?.propertyId ?? invocation.settings.find('property')?.value;
  const propertyId = set ?? (await promptForProperty(invocation, platform));
  const today = await todayAtProperty(propertyId);
  const arrival = await askForDate(prompts, 'Arrival', before?.arrival ?? addDays(today, 1), today);
  const departure = await askForDate(
    prompts,
    'Departure',
    before && before.departure > arrival ? before.departure : addDays(arrival, 1),
    today,
    arrival,
  );
  const adults = Number(await promptForValue(prompts, 'Adults', '2', text => adultCount.mustBe(text)));
  const ages = await promptForValue(
    prompts,
    'Ages of children, separated by spaces (empty for none)',
    none,
    text => (wordsIn(text).some(age => childAge.mustBe(age)) ? 'ages from 0 to 17, such as 4 7' : undefined),
  );
  const stay = { propertyId, arrival, departure, adults, childrenAges: wordsIn(ages).map(Number) };
  const offers = (await fetchStayOffers(platform, offerParameters(stay)))?.offers ?? [];
  const offer = await chooseOffer(prompts, offers);
  const request: StayRequest = {
    ...stay,
    ratePlanId: offer.ratePlan.id ?? '',
    ...(offer.unitGroup.id ? { unitGroupId: offer.unitGroup.id } : {}),
    services: [],
  };
  return { ...request, services: await chooseServices(prompts, platform, request) };
}

async function askForDate(
  prompts: Prompts,
  message: string,
  initial: string,
  today: CalendarDate,
  after?: string,
): Promise<string> {
  const answer = await promptForValue(prompts, `${message} (YYYY-MM-DD, tomorrow is +1d)`, initial, text => {
    const date = resolveDate(text, today);
    if (date === undefined) return dateForm(text);
    return after !== undefined && date <= after ? `after ${after}` : undefined;
  });
  return resolveDate(answer, today) ?? answer;
}

const wordsIn = (text: string): string[] => text.split(/[\s,]+/).filter(word => word !== '');

async function chooseOffer(prompts: Prompts, offers: readonly StayOffer[]): Promise<StayOffer> {
  const open = offers.filter(({ validationMessages }) => (validationMessages ?? []).length === 0);
  if (open.length === 0)
    throw new RefusedError('nothing is offered for these dates and guests', {
      hint: '`hotelctl offers list --include-unavailable` shows why',
    });
  const chosen = await prompts.select({
    message: 'Offer',
    choices: open.map((offer, index) => ({ value: String(index), name: offerText(offer) })),
  });
  return open[Number(chosen)] as StayOffer;
}

function offerText(offer: StayOffer): string {
  const { ratePlan, unitGroup, minGuaranteeType, availableUnits } = offer;
  const { grandTotal, prePayment } = computeStayAmounts(offer);
  const words = [
    [ratePlan.name, unitGroup.name].filter(Boolean).join(', '),
    moneyText(grandTotal),
    prePayment ? `prepay ${moneyText(prePayment)}` : undefined,
    minGuaranteeType ?? undefined,
    typeof availableUnits === 'number' ? `${availableUnits} left` : undefined,
  ];
  return safeText(words.filter(Boolean).join(' · '));
}

async function chooseServices(prompts: Prompts, platform: Platform, request: StayRequest) {
  const offered = (await fetchServiceOffers(platform, serviceParameters(request, true)))?.services ?? [];
  const chosen: ServiceRequest[] = [];
  let everyDate: ReturnType<typeof fetchServiceOffers> | undefined;
  // Prompted for with the first chosen service, and used for all of them.
  const onEveryDate = () => (everyDate ??= fetchServiceOffers(platform, serviceParameters(request, false)));
  for (;;) {
    const left = offered.filter(({ service }) => !chosen.some(({ serviceId }) => serviceId === service.id));
    if (left.length === 0) return chosen;
    const value = await prompts.select({
      message: 'Service',
      choices: [
        { name: chosen.length === 0 ? 'No service' : 'No other service', value: none },
        ...left.map(offer => ({ name: serviceText(offer), value: offer.service.id ?? '' })),
      ],
    });
    const offer = left.find(({ service }) => service.id === value);
    if (value === none || offer === undefined) return chosen;
    chosen.push({
      serviceId: value,
      ...(await promptForServiceDates(prompts, (await onEveryDate())?.services ?? [], offer)),
    });
  }
}

function serviceText(offer: ServiceOffer): string {
  const { service, dates } = offer;
  const { grandTotal } = computeServiceAmounts(offer);
  const days = (dates ?? []).length;
  return safeText(
    `${service.name ?? service.id} · ${moneyText(grandTotal)}${days > 1 ? ` for ${days} dates` : ''}`,
  );
}

/** Default: the dates of the service; others by name. @param all the services with every date of the stay */
async function promptForServiceDates(
  prompts: Prompts,
  all: readonly ServiceOffer[],
  { service, dates: ownDates = [] }: ServiceOffer,
): Promise<Pick<ServiceRequest, 'dates'>> {
  const everyDate = all.find(offer => offer.service.id === service.id)?.dates ?? [];
  const possible = everyDate.map(({ serviceDate }) => serviceDate);
  const own = (ownDates ?? []).map(({ serviceDate }) => serviceDate);
  if (possible.length < 2) return {};
  const initial = own.join(' ');
  const answer = await promptForValue(prompts, `Dates (of ${possible.join(' ')})`, initial, text =>
    wordsIn(text).every(date => possible.includes(date)) && wordsIn(text).length > 0
      ? undefined
      : `some of ${possible.join(' ')}`,
  );
  const dates = wordsIn(answer);
  return dates.join(' ') === initial ? {} : { dates };
}
