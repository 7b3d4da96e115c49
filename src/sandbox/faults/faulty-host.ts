import type { IncomingMessage, RequestListener } from 'node:http';
import type { LoopbackServer } from '../../http/local-server.ts';
import { type FaultDetails, faults, recordResponse } from './faults.ts';

export const hostNames = ['api', 'auth', 'integration', 'payments'] as const;
export type HostName = (typeof hostNames)[number];

export interface FaultRule extends FaultDetails {
  /** `books`: the reports are processed, and do not agree. */
  readonly host: HostName | 'books';
  /** Name of an entry of `faults`, or of `bookErrors`. */
  readonly fault: string;
  /** Only requests whose path and query contain this text. */
  readonly path?: string | undefined;
  readonly method?: string | undefined;
  /** Only this many requests; later ones are not affected. */
  readonly times?: number | undefined;
}

export type FaultyHost = ReturnType<typeof faultyHost>;

export function faultyHost(name: HostName, server: LoopbackServer) {
  let standing: { readonly rule: FaultRule; left: number; isMet: boolean }[] = [];
  let url = server.url;
  const metBy = (request: IncomingMessage) => {
    const found = standing.find(({ rule, left }) => left > 0 && fits(rule, request));
    if (!found) return;
    found.left -= 1;
    found.isMet = true;
    return found.rule;
  };
  return {
    /** Starts with https once it is set to cut TLS handshakes. */
    get url() {
      return url;
    },
    stop: server.stop,
    serve: (listener: RequestListener) =>
      server.serve((request, response) => {
        const rule = metBy(request);
        const { instead, answer } = faults.find(fault => fault.name === rule?.fault) ?? {};
        if (rule && instead) return instead(response, rule);
        if (!answer) return listener(request, response);
        const { socket } = request;
        // The client may disconnect during a fault; that is not an error of the sandbox. A connection has many requests.
        socket.off('error', ignoreError).on('error', ignoreError);
        recordResponse(listener, request)
          .then(whole => answer(socket, whole))
          .catch(() => socket.destroy());
      }),
    /** The rules that no request has met. Those of connections meet none. */
    unmet: () =>
      standing.flatMap(({ rule, isMet }) => (isMet || ofConnections.includes(rule.fault) ? [] : [rule])),
    /**
     * From now on, requests meet the first rule that matches; these rules replace the previous ones. `refuse` and
     * `tls-cut` stay until the host is closed.
     */
    async meet(rules: readonly FaultRule[]): Promise<void> {
      const own = rules.filter(rule => rule.host === name);
      standing = own.map(rule => ({ rule, left: rule.times ?? Number.POSITIVE_INFINITY, isMet: false }));
      if (own.some(rule => rule.fault === 'refuse')) await server.stop();
      if (own.some(rule => rule.fault === 'tls-cut')) {
        server.cutTls();
        url = server.url.replace(/^http:/, 'https:');
      }
    },
  };
}

const ofConnections = ['refuse', 'tls-cut'];

const ignoreError = () => {};

const fits = ({ path, method }: FaultRule, request: IncomingMessage): boolean =>
  (path === undefined || (request.url ?? '').includes(path)) &&
  (method === undefined || request.method === method);
