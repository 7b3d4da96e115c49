import type { HandlerRequest, HandlerResponse } from '../../http/local-server.ts';
import type { Parameter, Parameters } from '../../platform/parameters.ts';
import type { Hotel } from '../hotel/hotel.ts';
import type { Route } from '../routes.ts';

/** One operation of the API host. */
export interface Operation extends Required<Pick<Route, 'method' | 'path' | 'scopes'>> {
  /** `subject` is the hotel user of the token. */
  respond(hotel: Hotel, request: HandlerRequest, subject: string): HandlerResponse;
}

/**
 * The documented parameters of a query; others are ignored, as on the platform. A parameter that is not an array but
 * occurs more than once stays a list, which the validation then rejects.
 */
export function parametersOf(query: URLSearchParams, parameters: readonly Parameter[]): Parameters {
  const values: Record<string, string | readonly string[]> = {};
  for (const { wire, repeatable } of parameters) {
    const given = query.getAll(wire);
    const [first] = given;
    if (first !== undefined) values[wire] = repeatable || given.length > 1 ? given : first;
  }
  return values;
}
