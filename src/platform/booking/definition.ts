import type { Parameter, Parameters, Rule } from '../parameters.ts';

/**
 * The platform's booking interface as data: what offers and bookings take, answer and forbid, what they add up to,
 * and what a payment processor is asked for. Pure, like the reports; client and sandbox read the same definitions.
 */
export interface OffersDefinition {
  /** As it reads in a sentence: `the offers`. */
  readonly what: string;
  readonly path: string;
  /** One of them is enough. */
  readonly scopes: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly rules: readonly Rule[];
}

/** One value of a parameter that is no array; undefined when it is absent. */
export const singleValue = (parameters: Parameters, wire: string): string | undefined => {
  const value = parameters[wire];
  return typeof value === 'string' ? value : undefined;
};

/** In the definition's order; an array parameter as repeated values. */
export function queryOf({ parameters }: OffersDefinition, values: Parameters): string {
  const query = new URLSearchParams();
  for (const { wire } of parameters) {
    for (const value of [values[wire] ?? []].flat()) query.append(wire, value);
  }
  return query.toString();
}
