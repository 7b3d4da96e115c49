/**
 * What people type who know other tools, and what hotelctl calls it. A synonym is looked up before any similar name: a wrong
 * guess costs more than none.
 */

/** The first words of a command line, and the command to run. Words of other groups are found by their names. */
export const commandSynonyms: Readonly<Record<string, string>> = {
  ...named('hotelctl login', 'signin sign-in log-in authenticate'),
  ...named('hotelctl logout', 'signout sign-out log-out'),
  ...named('hotelctl auth status', 'whoami'),
  ...named('hotelctl auth token', 'token access-token'),
  ...named('hotelctl profile list', 'account accounts profiles context contexts'),
  ...named('hotelctl login', 'init setup configure'),
  ...named('hotelctl profile --help', 'config settings set'),
  ...named('hotelctl properties list', 'hotel hotels property'),
  ...named('hotelctl reports company-invoices-vat', 'invoice invoices company-invoices'),
  ...named('hotelctl reports gross-transactions', 'ledger transactions postings'),
  ...named('hotelctl reports property-performance', 'occupancy performance adr revpar kpi kpis'),
  ...named('hotelctl reports revenues', 'revenue'),
  ...named('hotelctl reports room-nights', 'roomnights room-night nights'),
  ...named('hotelctl reports list', 'ls list export download fetch'),
  ...named('hotelctl offers list', 'availability rates prices search'),
  ...named('hotelctl bookings quote', 'book reserve reservation reservations'),
  ...named('hotelctl brief', 'morning dashboard daily'),
  ...named('hotelctl pace', 'forecast otb on-the-books'),
  ...named('hotelctl pack --budget FILE', 'budget'),
  ...named('hotelctl close', 'reconcile month-end'),
  ...named('hotelctl help cron', 'crontab'),
  ...named('hotelctl schedule list', 'jobs job'),
  ...named('hotelctl api GET PATH', 'request curl'),
  ...named('hotelctl sandbox run -- COMMAND', 'demo mock try'),
  ...named('hotelctl ui-integration --help', 'view views integration integrations widget'),
  ...named('hotelctl --help', 'docs man usage commands'),
};

/** The verbs of a group: the first of these names that the group has. */
export const verbSynonyms: Readonly<Record<string, readonly string[]>> = {
  ...either('remove delete', 'delete del rm remove unset'),
  ...either('list', 'ls all'),
  ...either('add create take quote', 'new add create save register'),
  ...either('show get status', 'describe info view cat show get'),
  ...either('status', 'whoami'),
  ...either('set update', 'edit update modify change set'),
  ...either('use', 'switch select activate'),
  ...either('run start', 'exec execute run start'),
  ...either('doctor verify check', 'check verify validate'),
};

/** Flags of other tools, without their dashes, and those of hotelctl: the first that the command has. */
export const flagSynonyms: Readonly<Record<string, readonly string[]>> = {
  ...either(
    'period arrival since business-day',
    'from to start end date dates day month year for period range until since start-date end-date',
  ),
  ...either('property all-properties', 'hotel hotels id property-id properties'),
  ...either('all-properties', 'all all-hotels'),
  ...either('output', 'file out outfile save'),
  ...either('columns', 'fields select column'),
  ...either('sort', 'order order-by sort-by'),
  ...either('by', 'group-by group'),
  ...either('every', 'cron at interval recurrence'),
  ...either('mail-to', 'mail email recipient'),
  ...either('yes', 'force confirm assume-yes'),
  ...either('delimiter', 'separator sep'),
  ...either('language-code locale', 'lang language'),
  ...either('query', 'jq filter jmespath'),
  ...either('base-url', 'host url api-url endpoint'),
  ...either('arrival', 'checkin check-in'),
  ...either('departure', 'checkout check-out'),
  ...either('adults', 'guests persons pax'),
  ...either('compare', 'versus vs last-year'),
};

/** Flags that are a value of another one, or that every command has, or that are never a flag. */
export const flagHints: Readonly<Record<string, string>> = {
  json: 'use --format json',
  csv: 'use --format csv',
  ndjson: 'use --format ndjson',
  html: 'use --output FILE.html',
  xlsx: 'use --output FILE.xlsx',
  excel: 'use --output FILE.xlsx',
  pdf: 'write a page with --output FILE.html and print it',
  silent: 'use --quiet',
  debug: 'use --verbose',
  trace: 'use --verbose',
  env: 'use --profile NAME',
  account: 'use --profile NAME',
  token: 'set HOTELCTL_ACCESS_TOKEN: a secret is never a flag',
  'access-token': 'set HOTELCTL_ACCESS_TOKEN: a secret is never a flag',
  password:
    'set HOTELCTL_CLIENT_SECRET, or run `hotelctl login` to sign in through the browser: a secret is never a flag',
  secret: 'set HOTELCTL_CLIENT_SECRET: a secret is never a flag',
  'client-secret': 'set HOTELCTL_CLIENT_SECRET: a secret is never a flag',
};

function named(command: string, words: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map(word => [word, command]));
}

function either(names: string, words: string): Record<string, readonly string[]> {
  return Object.fromEntries(words.split(' ').map(word => [word, names.split(' ')]));
}
