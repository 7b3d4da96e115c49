import type { Target } from './targets.ts';

/** Appended to every view's address, whatever the target (platform-facts, UI integrations). */
export const alwaysAppended = ['accountCode', 'subjectId'] as const;

/**
 * The names of the parameters that a view gets at a target, in the order in which they are appended. What a target
 * forwards that is not known here can't be told, so only the two common ones are named then.
 */
export function contextNames(target: Pick<Target, 'forwards'> | undefined): readonly string[] {
  const { forwards } = target ?? {};
  return forwards === undefined || forwards === 'none' ? alwaysAppended : [...alwaysAppended, forwards];
}

/** A value for each name that is asked for and has one. */
export const contextFor = (
  target: Pick<Target, 'forwards'> | undefined,
  values: Readonly<Record<string, string>>,
): readonly (readonly [name: string, value: string])[] =>
  contextNames(target).flatMap(name => {
    const value = values[name];
    return value === undefined ? [] : [[name, value] as const];
  });

/**
 * A view's address as the platform puts it into the frame: the context after the address's own query (platform.md,
 * rule 6), before its fragment. The query that is there keeps its spelling: it may be signed.
 *
 * @param address a valid absolute address
 */
export function withContext(
  address: string,
  context: readonly (readonly [name: string, value: string])[],
): string {
  if (context.length === 0) return address;
  const url = new URL(address);
  const added = new URLSearchParams(
    context.map(([name, value]): [string, string] => [name, value]),
  ).toString();
  url.search = url.search === '' ? `?${added}` : `${url.search}&${added}`;
  return url.href;
}

/** What stands in where nobody names a reservation, a company ... of their own: for `check` and previews. */
export const exampleContext: Readonly<Record<string, string>> = {
  accountCode: 'DEMO',
  subjectId: 'anna.berger',
  propertyId: 'MUC',
  reservationId: 'HPGMSTGF-1',
  companyId: 'MUC-ACME',
};
