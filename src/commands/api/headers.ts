import { UsageError } from '../../base/errors.ts';
import { isSecretName } from '../../http/trace.ts';

/** Headers that belong to the connection or to hotelctl, with the reason. */
const own: Readonly<Record<string, string>> = {
  host: 'the URL determines where the request goes',
  'content-length': 'it is counted',
  'transfer-encoding': 'it belongs to the connection',
  connection: 'it belongs to the connection',
  'keep-alive': 'it belongs to the connection',
  upgrade: 'it belongs to the connection',
  te: 'it belongs to the connection',
  trailer: 'it belongs to the connection',
  expect: 'it belongs to the connection',
  'accept-encoding': 'hotelctl sets it and decompresses the response',
  'idempotency-key': 'give --idempotency-key, which also decides about trying again',
};

/**
 * Parses `name:value`; several values of one name are joined by a comma. Secrets are refused: every process of the
 * machine can read a command line, and the shell stores it. No message contains a value.
 *
 * @throws UsageError
 */
export function readHeaders(given: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const header of given) {
    const [, spelled, value = ''] =
      /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e]*?)[ \t]*$/.exec(header) ?? [];
    if (spelled === undefined) {
      throw new UsageError('--header takes name:value, in plain letters', {
        hint: "for example -H 'Accept-Language: de'",
      });
    }
    const name = spelled.toLowerCase();
    const why = Object.hasOwn(own, name) ? own[name] : undefined;
    if (why !== undefined) throw new UsageError(`--header ${name} is not to be set`, { hint: why });
    if (isSecretName(name) || /(^|-)(auth|key)(-|$)/.test(name)) {
      throw new UsageError(`--header ${name} looks like a secret, and the command line is no place for one`, {
        hint: 'the sign-in is added by hotelctl itself: run `hotelctl login`, or set HOTELCTL_ACCESS_TOKEN',
      });
    }
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}
