import type { Parameters } from '../../../platform/parameters.ts';
import type { Hotel } from '../hotel.ts';
import type { Property } from '../property.ts';
import { roomNights } from './room-nights.ts';

/** The body of a report's answer, from parameters that keep the definition's rules; null is a 204. */
export type ComputeReport = (hotel: Hotel, property: Property, parameters: Parameters) => object | null;

/** By the names of the platform's report definitions: a definition without a line here has no route. */
export const computeReport: Readonly<Record<string, ComputeReport>> = { 'room-nights': roomNights };
