import type { Parameter, Parameters } from '../../platform/parameters.ts';
import type { Hotel } from '../hotel/hotel.ts';
import type { HandlerRequest, HandlerResponse } from '../http-handler.ts';

/** One method of one path. */
export interface Operation {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** One of them is enough; with none listed any valid token will do. */
  readonly scopes: readonly string[];
  /** `subject` is the hotel user that the token speaks for. */
  answer(hotel: Hotel, request: HandlerRequest, subject: string): HandlerResponse;
}

export const empty = (status: number, headers: Readonly<Record<string, string>> = {}): HandlerResponse => ({
  status,
  headers,
});

export const json = (status: number, body: object): HandlerResponse => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8' },
  body: JSON.stringify(body),
});

/** Message collection: everything that is wrong with a request, at once. */
export const unprocessable = (messages: readonly string[]): HandlerResponse => json(422, { messages });

/**
 * The documented parameters out of a query; others are ignored, as the platform does. One that is no array and
 * comes more than once stays a list, which the check then refuses.
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
