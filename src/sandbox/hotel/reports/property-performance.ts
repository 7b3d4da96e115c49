import { listValues, type Parameters } from '../../../platform/parameters.ts';
import { performanceCounts, performanceRevenues } from '../../../platform/reports/columns.ts';
import { type Day, formatDay } from '../calendar.ts';
import type { Property } from '../hotel.ts';
import { type GroupBlock, isBlocked } from '../occupancy.ts';
import type { TimeSlice } from '../rate-plans.ts';
import { findStatus, isExpected, type Reservation } from '../reservation.ts';
import { closureOn, type Unit, type UnitGroup } from '../units.ts';
import { type ComputeReport, computePercent, readDay, toMoney } from './compute.ts';

/** A property plans its house this many days ahead; later days are not business days yet. */
const daysPlanned = 5 * 366;

/**
 * Occupancy, ADR and RevPAR from `from` to `to` (inclusive), based on the amounts booked for sold units, without
 * ordered services and manual postings (platform.md, "GET /reports/v0-nsfw/reports/property-performance"). Counts add
 * up over the days: a house of 100 units is 3,100 in October. Day use counts unless a filter excludes it. Business days
 * are included only with `expand=businessDays`; its other values are ignored.
 *
 * @returns null (204) if there is no house to report on: no unit group matches the filters, or the property was not
 * open on any of the days.
 */
export const propertyPerformance: ComputeReport = (property, parameters, today) => {
  const from = Math.max(readDay(parameters, 'from'), property.opened);
  const to = Math.min(readDay(parameters, 'to'), today + daysPlanned) + 1;
  const groups = countPerformance(property, from, to, today, parameters);
  const total = addUp(groups.flatMap(({ days }) => days));
  if (total.houseCount === 0) return null;
  const { hasRow = () => true } = property.oddities ?? {};
  const body = computeMeasures(currencyOn(property, to - 1), total);
  if (!listValues(parameters, 'expand').includes('businessDays')) return body;
  const businessDays = Array.from({ length: to - from }, (_, index) => {
    const ofDate = currencyOn(property, from + index);
    const ofDay = groups.map(({ unitGroup, days }) => ({ unitGroup, figures: days[index] as Figures }));
    return {
      businessDay: formatDay(from + index),
      ...computeMeasures(ofDate, addUp(ofDay.map(({ figures }) => figures))),
      unitGroups: ofDay.map(({ unitGroup: { id, code, name, description, type }, figures }) => ({
        unitGroup: { id, code, name, description, type },
        ...computeMeasures(ofDate, figures),
      })),
    };
  });
  return { ...body, businessDays: businessDays.filter((_, index) => hasRow(from + index)) };
};

function currencyOn(property: Property, day: Day): Property {
  const { formerCurrency: former } = property.oddities ?? {};
  return former && day < former.until
    ? { ...property, currency: { ...property.currency, code: former.code } }
    : property;
}

const counts = Object.keys(performanceCounts) as (keyof typeof performanceCounts)[];
/** In minor units. */
const revenues = Object.keys(performanceRevenues) as (keyof typeof performanceRevenues)[];
const additive = [...counts, ...revenues];
type Figures = Record<(typeof additive)[number], number>;

const zeros = Object.fromEntries(additive.map(name => [name, 0])) as Figures;
const noFigures = (): Figures => ({ ...zeros });

function addUp(parts: readonly Figures[]): Figures {
  const sum = noFigures();
  for (const part of parts) for (const name of additive) sum[name] += part[name];
  return sum;
}

/** Each count of units that is counted in items as well, such as beds. */
const countedInItems = counts.flatMap(items => {
  const units = counts.find(name => name === items.replace('Items', ''));
  return units === undefined || units === items ? [] : [{ units, items }];
});

/**
 * All measures. Occupancy, ADR and RevPAR are computed from the sums and never from other averages: occupancy = sold /
 * available in percent, available = house - out of order; ADR = accommodation revenue / sold; RevPAR = net
 * accommodation revenue / available. Each is 0 if the divisor is 0.
 */
function computeMeasures(property: Property, figures: Figures) {
  const available = figures.houseCount - figures.outOfOrderCount;
  const money = (minor: number) => toMoney(property, minor);
  // Rounded half up to the minor unit.
  const average = (minor: number, count: number) => money(count === 0 ? 0 : Math.round(minor / count));
  const measures: Record<string, object | number> = {};
  for (const name of counts) measures[name] = figures[name];
  measures['occupancyPercentage'] = computePercent(figures.soldCount, available);
  for (const name of revenues) measures[name] = money(figures[name]);
  measures['grossAdr'] = average(figures.grossAccommodationRevenue, figures.soldCount);
  measures['netAdr'] = average(figures.netAccommodationRevenue, figures.soldCount);
  measures['revPar'] = average(figures.netAccommodationRevenue, available);
  return measures;
}

/**
 * The filters of a request. Values of one parameter are alternatives; different parameters must all match.
 *
 * A filter on unit groups narrows the house: units, out of order and sold alike. Every other filter applies to how a
 * unit was booked, so it narrows sold, blocked, arriving, departing and cancelled units and revenue, and does not
 * change the house: "unsold" then includes units sold to others, and occupancy is the share of the house that the
 * filtered bookings take. A group block has only a company and a unit group: any other filter excludes blocks.
 */
function readFilter(parameters: Parameters) {
  const among = (wire: string) => {
    const values = listValues(parameters, wire);
    return (value: string | null | undefined) =>
      values.length === 0 || (value != null && values.includes(value));
  };
  const company = among('companyIds');
  const channel = among('channelCodes');
  const source = among('sources');
  const segment = among('marketSegmentIds');
  const purpose = among('travelPurpose');
  const ratePlan = among('ratePlanIds');
  const definition = among('timeSliceDefinitionIds');
  const group = among('unitGroupIds');
  const type = among('unitGroupTypes');
  const unitGroup = (one: UnitGroup) => group(one.id) && type(one.type);
  const isBookedAnyhow = [channel, source, segment, purpose, ratePlan, definition].every(is => is(null));
  return {
    unitGroup,
    reservation: (one: Reservation) =>
      company(one.company?.id) &&
      channel(one.channelCode) &&
      source(one.source) &&
      segment(one.marketSegment) &&
      purpose(one.travelPurpose),
    timeSlice: (slice: TimeSlice) =>
      unitGroup(slice.unitGroup) &&
      ratePlan(slice.ratePlan.id) &&
      definition(slice.ratePlan.timeSliceDefinition.id),
    block: (block: GroupBlock) => isBookedAnyhow && unitGroup(block.unitGroup) && company(block.company.id),
  };
}

/** The figures of each unit group that matches the filters, for each day from `from` to `to` (exclusive). */
function countPerformance(property: Property, from: Day, to: Day, today: Day, parameters: Parameters) {
  const filter = readFilter(parameters);
  const groups = property.unitGroups.filter(filter.unitGroup).map(unitGroup => ({
    unitGroup,
    days: Array.from({ length: Math.max(to - from, 0) }, noFigures),
  }));
  const daysByUnitGroup = new Map(groups.map(({ unitGroup, days }) => [unitGroup, days]));
  /** Adds to the figures of a group on a day, unless the day is outside the period or the group filtered out. */
  const add = (unitGroup: UnitGroup, day: Day, amounts: Partial<Figures>) => {
    const figures = daysByUnitGroup.get(unitGroup)?.[day - from];
    if (!figures) return;
    for (const name in amounts) figures[name as keyof Figures] += amounts[name as keyof Figures] ?? 0;
  };
  countHouse(
    property.units.filter(({ unitGroup }) => daysByUnitGroup.has(unitGroup)),
    from,
    to,
    add,
  );
  countBlocks(property.groupBlocks.filter(filter.block), today, add);
  const stays = property.reservations.filter(
    one => one.arrival < to && one.departure >= from && filter.reservation(one),
  );
  for (const reservation of stays)
    countStay(reservation, today, (slice, day, amounts) => {
      if (slice && filter.timeSlice(slice)) add(slice.unitGroup, day, amounts);
    });
  const { overbooked = () => 0 } = property.oddities ?? {};
  for (const [position, { unitGroup, days }] of groups.entries()) {
    for (const [index, figures] of days.entries()) {
      const available = figures.houseCount - figures.outOfOrderCount;
      const more = unitGroup.type === 'BedRoom' ? overbooked(from + index) : 0;
      // Every bedroom, and the further ones in the first group.
      if (more > 0) figures.soldCount = available + (position === 0 ? more : 0);
      figures.unsoldCount = available - figures.soldCount;
      for (const { units, items } of countedInItems) figures[items] = figures[units] * unitGroup.items;
    }
  }
  return groups;
}

type Add<Place> = (place: Place, day: Day, amounts: Partial<Figures>) => void;

/** A unit that is out of inventory is not part of the house; one that is out of order is, but can't be sold. */
function countHouse(units: readonly Unit[], from: Day, to: Day, add: Add<UnitGroup>): void {
  for (const unit of units)
    for (let day = from; day < to; day++) {
      const closure = closureOn(unit, day)?.kind;
      if (closure === 'OutOfInventory') continue;
      add(unit.unitGroup, day, { houseCount: 1, outOfOrderCount: closure ? 1 : 0 });
    }
}

/** Definitely blocked units count as sold; they are not booked yet, so they bring no revenue. */
function countBlocks(blocks: readonly GroupBlock[], today: Day, add: Add<UnitGroup>): void {
  for (const block of blocks) {
    const { status, units, unitGroup } = block;
    const blocked = {
      Optional: { optionallyBlockedCount: units },
      Tentative: { tentativelyBlockedCount: units },
      Definite: { definitelyBlockedCount: units, soldCount: units },
    }[status];
    for (let day = block.from; day < block.to; day++)
      if (isBlocked(block, day, today)) add(unitGroup, day, blocked);
  }
}

function countStay(reservation: Reservation, today: Day, add: Add<TimeSlice | undefined>): void {
  const { arrival, departure, timeSlices } = reservation;
  if (!isExpected(reservation, today)) {
    // On the day of the booked arrival.
    const isCanceled = findStatus(reservation, today) === 'Canceled';
    add(timeSlices[0], arrival, isCanceled ? { cancellationsCount: 1 } : { noShowsCount: 1 });
    return;
  }
  add(timeSlices[0], arrival, { arrivalsCount: 1 });
  add(timeSlices.at(-1), departure, { departuresCount: 1 });
  for (const slice of timeSlices) add(slice, slice.day, { soldCount: 1, ...listRevenues(slice) });
}

/** The booked amounts of one sold night or day, split as they will be posted: every included service is a meal. */
const listRevenues = ({ baseGross, baseNet, gross, net }: TimeSlice): Partial<Figures> => ({
  grossUnitRevenue: baseGross,
  netUnitRevenue: baseNet,
  grossAccommodationRevenue: baseGross,
  netAccommodationRevenue: baseNet,
  grossFoodAndBeveragesRevenue: gross - baseGross,
  netFoodAndBeveragesRevenue: net - baseNet,
});
