/**
 * The scopes that the platform's documents name, described for hoteliers on the consent page. Operations declare the
 * scopes that they require; this list defines only which scopes can be requested.
 */
interface ScopeDescription {
  readonly scope: string;
  readonly title: string;
  readonly allows: string;
  /** Shown with a warning: it allows far more than most clients need. */
  readonly broad?: boolean;
}

/** Broad scopes first, because they matter most for the decision. */
export const scopeDescriptions: readonly ScopeDescription[] = [
  {
    scope: 'admin',
    title: 'Administer everything',
    allows: 'Whatever you may do yourself, in every property',
    broad: true,
  },
  {
    scope: 'reservations.manage',
    title: 'Manage reservations',
    allows: 'See offers; read, create, change and cancel reservations',
    broad: true,
  },
  {
    scope: 'reports.read',
    title: 'Read reports',
    allows: 'Occupancy, revenues, transactions, invoices and guest statistics',
  },
  {
    scope: 'properties.read',
    title: 'See your properties',
    allows: 'Their names, codes, time zones and currencies',
  },
  { scope: 'offers.read', title: 'See offers', allows: 'Prices and availability of stays and services' },
  {
    scope: 'reservations.create',
    title: 'Create bookings',
    allows: 'New reservations, with their guests and prepayments',
  },
  {
    scope: 'integration:ui-integrations.manage',
    title: 'Manage views in the platform',
    allows: 'Add, change and remove the pages of other applications on its screens',
  },
  {
    scope: 'openid',
    title: 'Know who you are',
    allows: 'Your user id, your name and your email address',
  },
  { scope: 'profile', title: 'See your profile', allows: 'Your role and the property you work at' },
  {
    scope: 'offline_access',
    title: 'Stay signed in',
    allows: 'Until you take it back, without asking you again',
  },
];

/** In the order of the list, so that the page does not depend on the order in the request. */
export function describeScopes(scopes: readonly string[]): readonly ScopeDescription[] {
  return scopeDescriptions.filter(description => scopes.includes(description.scope));
}

export const isKnownScope = (scope: string): boolean =>
  scopeDescriptions.some(description => description.scope === scope);

/** The scope parameter is a list separated by spaces (RFC 6749, section 3.3). */
export const splitScope = (scope: string | undefined): string[] => (scope ?? '').split(' ').filter(Boolean);
