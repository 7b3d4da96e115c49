import type { HandlerRequest, HandlerResponse } from '../../http/local-server.ts';
import { findProblems, type Parameter, type Parameters, type Rule } from '../../platform/parameters.ts';
import type { Hotel } from '../hotel/hotel.ts';
import { type Route, unprocessable } from '../routes.ts';

/** One operation of the API host. */
export interface Operation extends Required<Pick<Route, 'method' | 'path' | 'scopes'>> {
  /** `subject` is the hotel user of the token. */
  respond(hotel: Hotel, request: HandlerRequest, subject: string): HandlerResponse;
}

interface QueryDefinition extends Pick<Operation, 'path' | 'scopes'> {
  readonly method?: Operation['method'];
  readonly parameters: readonly Parameter[];
  readonly rules: readonly Rule[];
}

/**
 * An operation with parameters in its query: 422 with every problem. Undocumented parameters are ignored, as on the
 * platform. One that is not an array but occurs more than once stays a list, which the validation then rejects.
 */
export function queryOperation(
  { method = 'GET', path, scopes, ...definition }: QueryDefinition,
  respond: (
    hotel: Hotel,
    parameters: Parameters,
    request: HandlerRequest,
    subject: string,
  ) => HandlerResponse,
): Operation {
  return {
    method,
    path,
    scopes,
    respond(hotel, request, subject) {
      const parameters: Record<string, string | readonly string[]> = {};
      for (const { wire, repeatable } of definition.parameters) {
        const given = request.query.getAll(wire);
        const [first] = given;
        if (first !== undefined) parameters[wire] = repeatable || given.length > 1 ? given : first;
      }
      const problems = findProblems(strict(definition), parameters, ({ wire }) => wire);
      return problems.length > 0 ? unprocessable(problems) : respond(hotel, parameters, request, subject);
    },
  };
}

/** The sandbox knows the documented values only; the client warns of others, and sends them. */
const strict = <Definition extends Pick<QueryDefinition, 'parameters'>>(
  definition: Definition,
): Definition => ({
  ...definition,
  parameters: definition.parameters.map(one => ({
    ...one,
    kind: { ...one.kind, mustBe: one.kind.expects ?? one.kind.mustBe },
  })),
});
