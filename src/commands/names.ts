/**
 * Generated from the commands, for the library, which knows their names without loading them: the verbs of each group, where a
 * dot is the command that is the group itself.
 */
export const verbsOfGroups: Readonly<Record<string, string>> = {
  login: '.',
  reports:
    'list columns gross-transactions ordered-services room-nights bed-nights arrivals property-performance company-invoices-vat revenues',
  properties: 'list',
  brief: '.',
  pickup: '.',
  pace: '.',
  offers: 'list services',
  bookings: 'quote authorization create resume settle list',
  close: '. list verify accept sign',
  journal: '. map evidence',
  statistics: '.',
  pack: '.',
  schedule: 'add list run history logs remove doctor',
  snapshot: 'take list verify prune',
  sync: '. verify',
  doctor: '.',
  api: '.',
  'ui-integration': 'targets create update delete list get test check preview init dev',
  sandbox: 'start run',
  mcp: '.',
  auth: 'status token check',
  logout: '.',
  profile: 'add list show use remove set get export import',
  completion: '.',
  version: '.',
  uninstall: '.',
};
