/**
 * The scopes that the platform's documents name, described for hoteliers on the consent page. Operations declare the
 * scopes that they require; this list defines only which scopes can be requested.
 */
export interface ScopeDescription {
  readonly scope: string;
  readonly title: string;
  readonly allows: string;
  /** Shown with a warning: it allows far more than most clients need. */
  readonly broad: boolean;
}

/** Broad scopes first, because they matter most for the decision. */
const broad = ['admin', 'reservations.manage'];
const descriptions: readonly (readonly [scope: string, title: string, allows: string])[] = [
  ['admin', 'Administer everything', 'Whatever you may do yourself, in every property'],
  ['reservations.manage', 'Manage reservations', 'See offers; read, create, change and cancel reservations'],
  ['reports.read', 'Read reports', 'Occupancy, revenues, transactions, invoices and guest statistics'],
  ['properties.read', 'See your properties', 'Their names, codes, time zones and currencies'],
  ['offers.read', 'See offers', 'Prices and availability of stays and services'],
  ['reservations.create', 'Create bookings', 'New reservations, with their guests and prepayments'],
  [
    'integration:ui-integrations.manage',
    'Manage views in the platform',
    'Add, change and remove the pages of other applications on its screens',
  ],
  ['openid', 'Know who you are', 'Your user id, your name and your email address'],
  ['profile', 'See your profile', 'Your role and the property you work at'],
  ['offline_access', 'Stay signed in', 'Until you take it back, without asking you again'],
];

export const scopeDescriptions: readonly ScopeDescription[] = descriptions.map(([scope, title, allows]) => ({
  scope,
  title,
  allows,
  broad: broad.includes(scope),
}));

/** The scope parameter is a list separated by spaces (RFC 6749, section 3.3). */
export const splitScope = (scope: string | undefined): string[] => (scope ?? '').split(' ').filter(Boolean);
