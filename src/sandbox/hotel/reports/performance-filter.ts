import { type Parameters, valuesOf } from '../../../platform/parameters.ts';
import type { GroupBlock } from '../group-blocks.ts';
import type { UnitGroup } from '../inventory.ts';
import type { Reservation, TimeSlice } from '../reservation.ts';

/**
 * Property performance's filters. Values of one parameter are alternatives, different parameters must all hold.
 *
 * A filter on unit groups narrows the house: units, out of order and sold alike. Every other filter asks how a unit
 * was booked, so it narrows what is sold, blocked, arriving, leaving, cancelled and earned, and leaves the house as
 * it is: "unsold" is then what others did not buy either way, and occupancy the share of the house that the
 * filtered bookings take. A group block has a company and a unit group and nothing else to ask for: any other
 * filter leaves blocks out.
 */
export interface PerformanceFilter {
  readonly unitGroup: (unitGroup: UnitGroup) => boolean;
  readonly reservation: (reservation: Reservation) => boolean;
  /** Asked besides `reservation`. */
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
