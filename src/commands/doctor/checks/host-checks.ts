import { HotelctlError, TemporaryError } from '../../../base/errors.ts';
import { isServerError } from '../../../base/http-status.ts';
import { definitionOf } from '../../../cli/settings/settings.ts';
import { proxyFor } from '../../../http/connector.ts';
import { NetworkError } from '../../../http/network-error.ts';
import { type Finding, failed, finding } from '../../../output/finding.ts';
import type { CheckInput } from './check-input.ts';

const hosts = ['baseUrl', 'authUrl', 'integrationUrl'] as const;
type HostSetting = (typeof hosts)[number];

/** The result of one request to a host. */
export interface HostContact {
  readonly name: HostSetting;
  readonly finding: Finding;
  readonly responded: boolean;
  /** Milliseconds by which its clock is ahead of this machine's. */
  readonly ahead?: number;
}

/** Sends one request to each host, over the same transport as every command. */
export const contactHosts = (input: CheckInput): Promise<readonly HostContact[]> =>
  Promise.all(hosts.map(name => lookAt(input, name)));

async function lookAt({ settings, send, context }: CheckInput, name: HostSetting): Promise<HostContact> {
  const label = definitionOf(name).summary;
  const result = (outcome: Finding['outcome'], found: string, fix?: string) =>
    finding('network', label, outcome, found, fix);
  if (!settings.find(name)) return { name, responded: false, finding: result('skipped', 'not set') };
  let proxy: URL | undefined;
  try {
    const url = settings.requireHost(name);
    proxy = proxyFor(new URL(url), context.env);
    const started = context.clock.now();
    const response = await send({ method: 'GET', url, headers: {}, repeatable: true, authorize: false });
    const ended = context.clock.now();
    await response.discard();
    const way = proxy ? `through the proxy ${proxy.host}` : 'no proxy';
    const summary = `reachable (HTTP ${response.status}) in ${Math.max(0, ended - started)} ms, ${way}`;
    const date = Date.parse(response.headers['date'] ?? '');
    return {
      name,
      responded: true,
      finding: isServerError(response.status)
        ? result('warning', `${summary}: the host reports a server error`, 'try again later')
        : result('ok', summary),
      // The header has whole seconds, rounded down.
      ...(Number.isNaN(date) ? {} : { ahead: date + 500 - (started + ended) / 2 }),
    };
  } catch (error) {
    return { name, responded: false, finding: unreached(label, error, proxy) };
  }
}

function unreached(label: string, error: unknown, proxy: URL | undefined): Finding {
  const found = failed('network', label, error);
  if (!(error instanceof HotelctlError)) return found;
  const through =
    proxy && !found.found.includes(proxy.host)
      ? `${found.found}, through the proxy ${proxy.host}`
      : found.found;
  // The usual hint suggests a longer timeout, which doctor does not have.
  const silent = error instanceof TemporaryError && !(error instanceof NetworkError);
  return {
    ...found,
    found: through,
    ...(silent ? { fix: 'check the address, your connection and your proxy settings' } : {}),
  };
}
