import { type Finding, finding } from './finding.ts';
import type { HostSight } from './hosts-check.ts';

/** Seconds; hosts tell theirs in whole ones, and an answer takes its time. */
const noticeable = 60;
/** From here on certificates, sign-ins and "today" go wrong. */
const harmful = 300;

/** This machine's clock against the hosts'. Where they disagree, one of them is wrong and the nearest counts. */
export function clockFindings(hosts: readonly Pick<HostSight, 'ahead'>[]): readonly Finding[] {
  const differences = hosts.flatMap(({ ahead }) => (ahead === undefined ? [] : [ahead]));
  const tell = (outcome: Finding['outcome'], found: string, remedy?: string) => [
    finding('time', 'clock', outcome, found, remedy),
  ];
  if (differences.length === 0) return tell('skipped', 'no host told the time');
  const ahead = differences.reduce((least, next) => (Math.abs(next) < Math.abs(least) ? next : least));
  const seconds = Math.round(Math.abs(ahead) / 1000);
  if (seconds <= noticeable) return tell('ok', 'agrees with the hosts');
  return tell(
    seconds > harmful ? 'fatal' : 'warning',
    `${words(seconds)} ${ahead > 0 ? 'behind' : 'ahead of'} the hosts' clocks`,
    'let the system set it: `timedatectl set-ntp true`, or the settings for date and time',
  );
}

function words(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`;
}
