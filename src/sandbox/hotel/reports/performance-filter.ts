import { type Parameters, valuesOf } from '../../../platform/parameters.ts';
import type { GroupBlock } from '../group-blocks.ts';
import type { UnitGroup } from '../inventory.ts';
import type { Reservation, TimeSlice } from '../reservation.ts';

/**
 * Property performance's filters. Values of one parameter are alternatives; different parameters must all match.
 *
 * A filter on unit groups narrows the house: units, out of order and sold alike. Every other filter applies to how a
 * unit was booked, so it narrows sold, blocked, arriving, departing and cancelled units and revenue, and does not
 * change the house: "unsold" then includes units sold to others, and occupancy is the share of the house that the
 * filtered bookings take. A group block has only a company and a unit group: any other filter excludes blocks.
 */
export interface PerformanceFilter {
  readonly unitGroup: (unitGroup: UnitGroup) => boolean;
  readonly reservation: (reservation: Reservation) => boolean;
  /** The parts of a booking that filters use, besides `reservation`. */
  readonly timeSlice: (slice: TimeSlice) => boolean;
  readonly block: (block: GroupBlock) => boolean;
}

export function performanceFilter(parameters: Parameters): PerformanceFilter {
  const among = (wire: string) => {
    const values = valuesOf(parameters, wire);
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
    reservation: one =>
      company(one.company?.id) &&
      channel(one.channelCode) &&
      source(one.source) &&
      segment(one.marketSegment.id) &&
      purpose(one.travelPurpose),
    timeSlice: slice =>
      unitGroup(slice.unitGroup) &&
      ratePlan(slice.ratePlan.id) &&
      definition(slice.ratePlan.timeSliceDefinition.id),
    block: block => isBookedAnyhow && unitGroup(block.unitGroup) && company(block.company.id),
  };
}
