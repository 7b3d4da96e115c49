import { stringifyJson } from '../platform/json.ts';
import { type NamePairs, theirName, withOurNames } from '../platform/names.ts';
import { readJson } from './body.ts';
import { type HttpResponse, type Send, sizeCaps } from './exchange.ts';

/** Names that differ on this platform: where they are, and the parts of paths to which that applies. */
export interface NameRule {
  readonly of: 'parameters' | 'fields';
  readonly at: readonly string[];
  readonly pairs: NamePairs;
}

/**
 * A layer that translates the names of query parameters and of response fields, so that nothing else has to know how
 * the platform of this profile names them. A translated body is read as a whole.
 */
export function translateNames(send: Send, rules: readonly NameRule[]): Send {
  if (rules.length === 0) return send;
  return async (request, signal) => {
    const url = new URL(request.url);
    const listPairs = (part: NameRule['of']) =>
      rules
        .filter(({ of, at }) => of === part && at.some(path => `${url.pathname}/`.includes(`${path}/`)))
        .flatMap(({ pairs }) => pairs);
    const [parameters, fields] = [listPairs('parameters'), listPairs('fields')];
    if (parameters.length > 0) {
      const renamed = new URLSearchParams();
      for (const [name, value] of url.searchParams) renamed.append(theirName(parameters, name), value);
      url.search = renamed.toString();
    }
    const response = await send({ ...request, url: parameters.length > 0 ? url.href : request.url }, signal);
    return fields.length > 0 && response.status >= 200 && response.status < 204
      ? { ...response, body: translated(response, fields) }
      : response;
  };
}

async function* translated(response: HttpResponse, pairs: NamePairs): AsyncGenerator<Uint8Array> {
  yield Buffer.from(stringifyJson(withOurNames(await readJson(response, sizeCaps.small), pairs)));
}
