import type { Parameter, Rule } from '../parameters.ts';

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
