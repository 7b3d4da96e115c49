/**
 * The table of faults, for `sandbox --fault` and for the tests that run every command against every fault. `docs/faults.md`
 * shows how each command handles each fault. To add a fault, add a line here and to `test/faults/expectations.ts`.
 */

import { statusNames } from '../../base/http-status.ts';
import * as connections from './connection-faults.ts';
import type { FaultyExchange } from './exchange.ts';
import * as responses from './response-faults.ts';

export interface Fault {
  readonly name: string;
  /** Completes the sentence "the host ...". */
  readonly summary: string;
  /** Absent for the two faults that happen before there is a request. */
  readonly play?: (exchange: FaultyExchange) => Promise<void>;
}

const simulatedStatuses = [400, 401, 403, 404, 422, 429, 499, 500, 502, 503, 504];

export const faults: readonly Fault[] = [
  { name: 'refuse', summary: 'accepts no connection' },
  { name: 'tls-cut', summary: 'has an https URL, and closes each connection during the TLS handshake' },
  {
    name: 'reset-before-headers',
    summary: 'processes the request and resets the connection',
    play: connections.resetBeforeHeaders,
  },
  {
    name: 'reset-after-headers',
    summary: 'resets the connection after the response headers',
    play: connections.resetAfterHeaders,
  },
  {
    name: 'reset-in-body',
    summary: 'resets the connection in the middle of the body',
    play: connections.resetInBody,
  },
  {
    name: 'truncate',
    summary: 'closes the connection cleanly in the middle of the body',
    play: connections.truncate,
  },
  {
    name: 'mute',
    summary: 'processes the request and never responds',
    play: connections.stayMute,
  },
  { name: 'slow', summary: 'sends five bytes a second', play: connections.sendSlowly },
  { name: 'slices', summary: 'sends the response in small chunks', play: connections.sendInSlices },
  { name: 'garbage', summary: 'responds with bytes that are not HTTP', play: connections.sendGarbage },
  { name: 'garbage-body', summary: 'responds with a body that is not JSON', play: responses.garbageBody },
  {
    name: 'html-page',
    summary: 'responds 200 with a web page, like the sign-in page of a guest network',
    play: responses.htmlPage,
  },
  {
    name: 'length-too-long',
    summary: 'announces a longer body than it sends',
    play: responses.lengthTooLong,
  },
  {
    name: 'length-too-short',
    summary: 'announces half of the body that it sends',
    play: responses.lengthTooShort,
  },
  { name: 'bad-gzip', summary: 'sends a compressed body that is damaged', play: responses.badGzip },
  {
    name: 'bomb',
    summary: 'sends a small compressed body that inflates to 256 MiB',
    play: responses.bomb,
  },
  { name: 'huge-headers', summary: 'sends a header of 64 KiB', play: responses.hugeHeaders },
  { name: 'redirect', summary: 'redirects (302) to another host', play: responses.redirect },
  ...simulatedStatuses.map(status => ({
    name: String(status),
    summary: `responds ${status} (${statusNames[status]}) instead of the platform`,
    play: responses.respondWithStatus(status),
  })),
];
