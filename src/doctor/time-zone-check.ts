import { dateIn, isTimeZone } from '../platform/dates.ts';
import type { ListedProperty } from '../platform/properties.ts';
import { type Finding, finding } from './finding.ts';

/** Where this machine and the property are, as time goes. */
export interface Whereabouts {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The setting `property`; without it all that are known are looked at. */
  readonly property: string | undefined;
  readonly known: readonly ListedProperty[];
}

export const timeZoneFindings = (where: Whereabouts): readonly Finding[] => [
  ownZone(where),
  propertyZone(where),
];

function ownZone({ env, now }: Whereabouts): Finding {
  const given = env['TZ'];
  const name = given?.replace(/^:/, '') || undefined;
  if (name !== undefined && !isTimeZone(name)) {
    return finding(
      'time',
      'time zone',
      'warning',
      `TZ=${given} is no time zone of the IANA list: Node.js takes UTC`,
      'set TZ to a name such as Europe/Berlin, or unset it',
    );
  }
  const zone = name ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const source = name === undefined ? "the system's" : 'TZ';
  return finding('time', 'time zone', 'ok', `${zone} (${source}): today is ${dateIn(zone, now)}`);
}

/** Reports go by the property's day, cron by the machine's. */
function propertyZone({ env, now, property, known }: Whereabouts): Finding {
  const tell = (outcome: Finding['outcome'], found: string, remedy?: string) =>
    finding('time', "property's zone", outcome, found, remedy);
  const zones = known
    .filter(({ id }) => property === undefined || id === property)
    .flatMap(({ id, timeZone }) => (timeZone && isTimeZone(timeZone) ? [{ id, timeZone }] : []));
  if (zones.length === 0) {
    return tell(
      'skipped',
      `not known here${property === undefined ? '' : ` for ${property}`}, so "today" may be this machine's`,
      '`hotelctl properties list` fetches it',
    );
  }
  const name = env['TZ']?.replace(/^:/, '') || undefined;
  const here = dateIn(name !== undefined && isTimeZone(name) ? name : undefined, now);
  const places = [...new Set(zones.map(({ timeZone }) => timeZone))].map(timeZone => {
    const [first, ...others] = zones.filter(zone => zone.timeZone === timeZone);
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return { name: `${first?.id}${more} in ${timeZone}`, day: dateIn(timeZone, now) };
  });
  const elsewhere = places.filter(({ day }) => day !== here);
  if (elsewhere.length === 0)
    return tell('ok', `${places.map(({ name }) => name).join(', ')}: it is ${here} there too`);
  const days = elsewhere.map(({ name, day }) => `${day} for ${name}`).join(', ');
  return tell('ok', `it is ${here} here, and ${days}; reports go by the property's day`);
}
