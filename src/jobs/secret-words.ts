import { UsageError } from '../base/errors.ts';
import type { Secrets } from '../base/secrets.ts';
import { uriDecoded } from '../base/text.ts';
import { isSecretField } from '../http/trace.ts';

type Redaction = Pick<Secrets, 'redact'>;

/**
 * The command of a job is stored in a file, shown by `schedule list` and printed in definitions, so it must not contain a
 * secret. The message does not repeat the word.
 *
 * @throws UsageError
 */
export function refuseSecretWords(words: readonly string[], secrets: Redaction): void {
  const [group = ''] = words;
  const found = words.map(word => findSecret(word, group, secrets)).find(what => what !== undefined);
  if (found === undefined) return;
  throw new UsageError(`the command of a job must not contain a secret: ${found}`, {
    hint:
      group === 'ui-integration'
        ? 'call `hotelctl ui-integration check -` from a script that passes the URL on standard input'
        : 'remove it; hotelctl sends its own access token and reads other secrets from the credential store or the environment',
  });
}

/** A command line to show, which may be of a command that is not a job. */
export const withoutSecretWords = (words: readonly string[], secrets: Redaction): readonly string[] =>
  words.map(word => (findSecret(word, words[0] ?? '', secrets) === undefined ? word : '[secret]'));

function findSecret(word: string, group: string, secrets: Redaction): string | undefined {
  if (secrets.redact(word) !== word) return 'it repeats a secret of this environment';
  if (/:\/\/[^/?#\s]*@/.test(word)) return 'a URL contains a user name or password';
  // All parameters of a UI integration's URL are secrets.
  if (group === 'ui-integration' && /^https?:\/\/[^?#]*[?#]./i.test(word)) return 'a URL contains a query';
  const parameters = [...word.matchAll(/[?&;#]([^=&;#]+)=[^&;#]/g)].map(([, name = '']) => name);
  const fields = group === 'api' ? (/^([\w.[\]-]+)\s*[:=]\s*\S/.exec(word)?.slice(1) ?? []) : [];
  const name = [...parameters.map(uriDecoded), ...fields].find(isSecretField);
  return name === undefined ? undefined : `the value of ${name}`;
}
