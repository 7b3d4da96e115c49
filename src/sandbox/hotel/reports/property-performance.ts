import { valuesOf } from '../../../platform/parameters.ts';
import { type Day, isoDate, parseDate } from '../calendar.ts';
import type { UnitGroup } from '../property.ts';
import type { ComputeBody } from './compute.ts';
import { countPerformance, type Figures, measuresOf, performanceFilter, sumOf } from './performance-count.ts';

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
export const propertyPerformance: ComputeBody = (property, parameters, today) => {
  const from = Math.max(parseDate(String(parameters['from'])) as Day, property.opened);
  const to = Math.min(parseDate(String(parameters['to'])) as Day, today + daysPlanned) + 1;
  const groups = countPerformance(property, from, to, today, performanceFilter(parameters));
  const total = sumOf(groups.flatMap(({ days }) => days));
  if (total.house === 0) return null;
  const body = measuresOf(property, total);
  if (!valuesOf(parameters, 'expand').includes('businessDays')) return body;
  const businessDays = Array.from({ length: to - from }, (_, index) => {
    const ofDay = groups.map(({ unitGroup, days }) => ({ unitGroup, figures: days[index] as Figures }));
    return {
      businessDay: isoDate(from + index),
      ...measuresOf(property, sumOf(ofDay.map(({ figures }) => figures))),
      unitGroups: ofDay.map(({ unitGroup, figures }) => ({
        unitGroup: embedded(unitGroup),
        ...measuresOf(property, figures),
      })),
    };
  });
  return { ...body, businessDays };
};

const embedded = ({ id, code, name, description, type }: UnitGroup) => ({
  id,
  code,
  name,
  description,
  type,
});
