import { durationText } from '../../../base/text.ts';
import { type Finding, finding } from '../../../output/finding.ts';
import { dateIn, isTimeZone } from '../../../platform/dates.ts';
import type { ListedProperty } from '../../../platform/properties.ts';
import type { HostContact } from './host-checks.ts';

/** Seconds. Hosts send whole seconds, and a response takes time. */
const noticeable = 60;
/** Seconds from which certificates, sign-ins and "today" go wrong. */
const harmful = 300;

/** Compares this machine's clock with the hosts'. Where the hosts differ, the one closest to this machine counts. */
export function clockFindings(hosts: readonly Pick<HostContact, 'ahead'>[]): readonly Finding[] {
  const differences = hosts.flatMap(({ ahead }) => (ahead === undefined ? [] : [ahead]));
  const result = (outcome: Finding['outcome'], found: string, fix?: string) => [
    finding('time', 'clock', outcome, found, fix),
  ];
  if (differences.length === 0) return result('skipped', 'no host sent a date');
  const ahead = differences.reduce((least, next) => (Math.abs(next) < Math.abs(least) ? next : least));
  const seconds = Math.round(Math.abs(ahead) / 1000);
  if (seconds <= noticeable) return result('ok', 'agrees with the hosts');
  return result(
    seconds > harmful ? 'fatal' : 'warning',
    `${durationText(seconds * 1000)} ${ahead > 0 ? 'behind' : 'ahead of'} the hosts' clocks`,
    'turn on automatic time: `timedatectl set-ntp true`, or the date and time settings of the system',
  );
}

/** What the time zone checks need. */
interface TimeZoneInput {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The setting `property`; without it, all known properties are checked. */
  readonly property: string | undefined;
  readonly known: readonly ListedProperty[];
}

export const timeZoneFindings = (where: TimeZoneInput): readonly Finding[] => [
  ownZone(where),
  propertyZone(where),
];

function ownZone({ env, now }: TimeZoneInput): Finding {
  const given = env['TZ'];
  const name = given?.replace(/^:/, '') || undefined;
  if (name !== undefined && !isTimeZone(name)) {
    return finding(
      'time',
      'time zone',
      'warning',
      `TZ=${given} is not an IANA time zone: Node.js uses UTC`,
      'set TZ to a name such as Europe/Berlin, or unset it',
    );
  }
  const zone = name ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const source = name === undefined ? "the system's" : 'TZ';
  return finding('time', 'time zone', 'ok', `${zone} (${source}): today is ${dateIn(zone, now)}`);
}

/** Reports use the property's date, cron the machine's. */
function propertyZone({ env, now, property, known }: TimeZoneInput): Finding {
  const result = (outcome: Finding['outcome'], found: string, fix?: string) =>
    finding('time', "property's zone", outcome, found, fix);
  const zones = known
    .filter(({ id }) => property === undefined || id === property)
    .flatMap(({ id, timeZone }) => (timeZone && isTimeZone(timeZone) ? [{ id, timeZone }] : []));
  if (zones.length === 0) {
    return result(
      'skipped',
      `unknown${property === undefined ? '' : ` for ${property}`}: "today" is the date on this machine`,
      'run `hotelctl properties list` to fetch it',
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
    return result('ok', `${places.map(({ name }) => name).join(', ')}: the date is ${here} there too`);
  const days = elsewhere.map(({ name, day }) => `${day} for ${name}`).join(', ');
  return result('ok', `the date is ${here} here and ${days}; reports use the property's date`);
}
