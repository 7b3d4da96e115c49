import type { Target } from './targets.ts';

/** Appended to every view's URL, whatever the target (platform-facts, UI integrations). */
export const alwaysAppended = ['accountCode', 'subjectId'] as const;

/**
 * The names of the parameters that a view receives at a target, in the order in which they are appended. For a target
 * that is not known here, only the two common ones are listed.
 */
export function contextNames(target: Pick<Target, 'forwards'> | undefined): readonly string[] {
  const { forwards } = target ?? {};
  return forwards === undefined || forwards === 'none' ? alwaysAppended : [...alwaysAppended, forwards];
}

/** The values of the requested names, omitting names without a value. */
export const contextFor = (
  target: Pick<Target, 'forwards'> | undefined,
  values: Readonly<Record<string, string>>,
): readonly (readonly [name: string, value: string])[] =>
  contextNames(target).flatMap(name => {
    const value = values[name];
    return value === undefined ? [] : [[name, value] as const];
  });

/**
 * A view's URL as the platform loads it in the frame: the context is added after the URL's own query (platform.md, rule
 * 6), before its fragment. The existing query is not re-encoded: it may be signed.
 *
 * @param address a valid absolute URL
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

/** Default values for `check` and previews, used if no reservation, company or other context is given. */
export const exampleContext: Readonly<Record<string, string>> = {
  accountCode: 'DEMO',
  subjectId: 'anna.berger',
  propertyId: 'MUC',
  reservationId: 'HPGMSTGF-1',
  companyId: 'MUC-ACME',
};
