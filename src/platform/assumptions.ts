/**
 * What hotelctl assumes about the platform where its specification shows nothing. A profile and the environment change
 * each of them, so that a wrong assumption needs no new release.
 */
interface Assumption {
  /** What is assumed, as a sentence. */
  readonly assumes: string;
  readonly fallback: string;
  readonly choices: readonly string[];
  /** The commands that rest on it. */
  readonly usedBy: string;
  /** How a user notices that it is wrong. */
  readonly noticed: string;
}

export const assumptions = {
  'assume.bookings.honorsKeys': {
    assumes:
      'whether the platform carries out a booking only once for each Idempotency-Key (yes, no, unknown). The specification says so only for gross-transactions',
    fallback: 'unknown',
    choices: ['yes', 'no', 'unknown'],
    usedBy: '`bookings resume`, which sends a booking again only if it is yes',
    noticed: 'with yes on a platform that ignores the keys, a resumed booking exists twice',
  },
  'assume.uiIntegrations.names': {
    assumes:
      'how the names of a UI integration are written in requests (specification: `Label`, `SourceUrl`; camelCase: `label`, `sourceUrl`). Responses are read in both spellings',
    fallback: 'specification',
    choices: ['specification', 'camelCase'],
    usedBy: '`ui-integration create` and `update`',
    noticed:
      'the platform refuses the registration with 400 or 422 and says that the label or the URL is missing',
  },
} as const satisfies Readonly<Record<`assume.${string}`, Assumption>>;

/** The key of a profile that changes an assumption. */
export type AssumptionKey = keyof typeof assumptions;

export const assumptionKeys = Object.keys(assumptions) as AssumptionKey[];

export const findAssumption = (key: string): AssumptionKey | undefined =>
  assumptionKeys.find(one => one === key);

/** `HOTELCTL_ASSUME_BOOKINGS_HONORSKEYS` */
export const assumptionVariable = (key: AssumptionKey): string =>
  `HOTELCTL_${key.toUpperCase().replaceAll('.', '_')}`;
