import { UsageError } from '../../base/errors.ts';
import { shellWords } from '../../cli/shell-words.ts';
import type { HttpRequest } from '../../http/exchange.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import { safeText } from '../../platform/safe-text.ts';

/**
 * `--dry-run`: the request as a curl command for bash and compatible shells. The token is in a variable and reaches
 * curl through a pipe, because every process of the machine could read it in curl's arguments. printf is a shell
 * builtin, not a process.
 *
 * @param input the value of `--input`, if the body comes from a file
 * @param profile the value of `--profile`, for the line that shows where the token comes from
 * @throws UsageError for a body that a command line can't carry
 */
export function curlCommand(
  { method, url, headers, body, authorize }: HttpRequest,
  { input, profile }: { readonly input?: string | undefined; readonly profile?: string | undefined },
): string {
  const words = ['curl', '--globoff'];
  if (authorize) words.push('--header', '@-');
  if (method === 'HEAD') words.push('--head');
  else if (method !== 'GET') words.push('--request', method);
  for (const [name, value] of Object.entries(headers)) words.push('--header', `${name}: ${value}`);
  if (body !== undefined) words.push(...bodyWords(body, input));
  words.push(url);
  const curl = shellWords(words);
  if (!authorize) return `${curl}\n`;
  const from = profile === undefined ? '' : ` --profile ${shellWords([profile])}`;
  return `# HOTELCTL_TOKEN=$(hotelctl${from} auth token)\nprintf 'Authorization: Bearer %s' "$HOTELCTL_TOKEN" | ${curl}\n`;
}

function bodyWords(body: string, input: string | undefined): readonly string[] {
  if (input !== undefined && input !== '-') {
    if (safeText(input) === input) return ['--data-binary', `@${input}`];
    throw new UsageError('--input: the name of the file has characters that can not be shown', {
      hint: 'rename it',
    });
  }
  const shown = onOneLine(body);
  if (safeText(shown) === shown) return ['--data-raw', shown];
  throw new UsageError('the body has characters that a command line can not show', {
    hint: 'put it into a file, and name it with --input',
  });
}

/** JSON without its layout, and with every character escaped that a terminal would interpret. */
function onOneLine(body: string): string {
  try {
    return stringifyJson(parseJson(body));
  } catch {
    return body;
  }
}
