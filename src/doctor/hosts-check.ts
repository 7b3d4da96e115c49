import { HotelctlError, TemporaryError } from '../base/errors.ts';
import { NetworkError } from '../http/network-error.ts';
import { proxyFor } from '../http/proxy.ts';
import { definitionOf } from '../settings/settings.ts';
import type { Examination } from './examination.ts';
import { type Finding, failed, finding } from './finding.ts';

const hosts = ['baseUrl', 'authUrl', 'integrationUrl'] as const;
export type HostName = (typeof hosts)[number];

/** One host, as it was met. */
export interface HostSight {
  readonly name: HostName;
  readonly finding: Finding;
  readonly answered: boolean;
  /** Milliseconds that its clock is ahead of this machine's. */
  readonly ahead?: number;
}

/** Asks all hosts at once for any answer at all, on the road that every request takes. */
export const lookAtHosts = (examination: Examination): Promise<readonly HostSight[]> =>
  Promise.all(hosts.map(name => lookAt(examination, name)));

async function lookAt({ settings, send, context }: Examination, name: HostName): Promise<HostSight> {
  const label = definitionOf(name).summary;
  const tell = (outcome: Finding['outcome'], found: string, remedy?: string) =>
    finding('network', label, outcome, found, remedy);
  if (!settings.find(name)) return { name, answered: false, finding: tell('skipped', 'not set') };
  let proxy: URL | undefined;
  try {
    const url = settings.requireHost(name);
    proxy = proxyFor(new URL(url), context.env);
    const started = context.clock.now();
    const answer = await send({ method: 'GET', url, headers: {}, repeatable: true, authorize: false });
    const ended = context.clock.now();
    await answer.discard();
    const way = proxy ? `through the proxy ${proxy.host}` : 'directly';
    const told = `answers (${answer.status}) in ${Math.max(0, ended - started)} ms, ${way}`;
    const date = Date.parse(answer.headers['date'] ?? '');
    return {
      name,
      answered: true,
      finding:
        answer.status >= 500
          ? tell('warning', `${told}: the host is in trouble`, 'try again later')
          : tell('ok', told),
      // The header has whole seconds, cut off.
      ...(Number.isNaN(date) ? {} : { ahead: date + 500 - (started + ended) / 2 }),
    };
  } catch (error) {
    return { name, answered: false, finding: unreached(label, error, proxy) };
  }
}

function unreached(label: string, error: unknown, proxy: URL | undefined): Finding {
  const found = failed('network', label, error);
  if (!(error instanceof HotelctlError)) return found;
  const through =
    proxy && !found.found.includes(proxy.host)
      ? `${found.found}, through the proxy ${proxy.host}`
      : found.found;
  // Its own hint would be to allow more time, which is not for a person to give here.
  const silent = error instanceof TemporaryError && !(error instanceof NetworkError);
  return {
    ...found,
    found: through,
    ...(silent ? { remedy: 'check the address, your connection and your proxy settings' } : {}),
  };
}
