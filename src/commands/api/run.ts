import { readChoice } from '../../base/choices.ts';
import { PartialError, UndocumentedResponseError, UsageError } from '../../base/errors.ts';
import { isSuccess } from '../../base/http-status.ts';
import { quoteForProgram, resultOr, shellWords } from '../../base/text.ts';
import { connect, useAndClose } from '../../cli/connect.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { readQuery } from '../../cli/shared-flags.ts';
import { deliverOutput } from '../../cli/write-records.ts';
import { readJson } from '../../http/body.ts';
import { type HttpRequest, type HttpResponse, sizeCaps } from '../../http/exchange.ts';
import { certainlyNotSent } from '../../http/network-error.ts';
import { isWebPage } from '../../http/refusal.ts';
import { jsonText, ndjsonChunks } from '../../output/json.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';
import { readS3Object } from '../../reports/lake/s3-address.ts';
import { type ApiOptions, apiFormats } from './flags.ts';
import { apiAddress, apiRequest, type Method, methodAndPath } from './request.ts';
import { carriedOut, everyElement, firstPage, printAnswer, refusal, withoutAnswer } from './response.ts';

/** The maximum size of a body for `--query`, which needs it as a whole. */
const largestQueried = 256 << 20;

export async function planCall(invocation: Invocation, options: ApiOptions, words: readonly string[]) {
  const hasFields = [options.rawField, options.field, options.inputFile].some(given => given !== undefined);
  const { method, path } = methodAndPath(words, hasFields);
  checkTogether(method, options);
  readS3Object(options.output ?? '');
  const format = readChoice('--format', options.format ?? 'json', apiFormats);
  const { context } = invocation;
  const address = apiAddress(path, method, invocation.settings);
  const query = await readQuery(options);
  const requested = await apiRequest(invocation, method, address, options);
  const request = options.paginate ? firstPage(requested) : requested;
  const { output, include = false } = options;
  if (options.dryRun) {
    const { platform } = context.host;
    const { profile } = invocation.flags;
    const curl = curlCommand(request, { input: options.inputFile, profile, platform });
    return async () => {
      await deliverOutput(invocation, { chunks: [curl] }, output);
      if (curl.includes(` ${verbatim} `)) await invocation.note(`in cmd, omit ${verbatim}`);
      await invocation.note('nothing was sent');
    };
  }
  const run = async (connection: ReturnType<typeof connect>) => {
    const sendRequest = async (one: HttpRequest): Promise<HttpResponse> => {
      const response = await connection.exactly(one).catch(error => {
        throw withoutAnswer(one, error, connection.signInFailed() || certainlyNotSent(error));
      });
      if (isSuccess(response.status)) return response;
      const whole = await held(response);
      // An error body is never written to a file: the old content stays if the request fails.
      if (include) await printAnswer(whole, invocation, undefined, include);
      throw await refusal(one, whole);
    };
    if (options.paginate) {
      const { elements, lacking } = await everyElement(request, sendRequest);
      const chunks =
        format === 'ndjson'
          ? ndjsonChunks([elements as ReportRecord[]], undefined, query)
          : [jsonText(elements, query)];
      await deliverOutput(invocation, { chunks }, output);
      if (lacking !== undefined) throw new PartialError(lacking, { hint: 'run the command again' });
      return;
    }
    const response = await sendRequest(request);
    await carriedOut(request, response.status, async () => {
      if (response.status === 204) await invocation.note('204 no content');
      // A page that was not requested is read as JSON, so that its error is that of --query.
      if (!query && (!isWebPage(response) || /html/.test(request.headers['accept'] ?? '')))
        return printAnswer(response, invocation, output, include);
      const read = () =>
        readJson(response, largestQueried).catch(error => {
          throw withoutAnswer(request, error, !(error instanceof UndocumentedResponseError));
        });
      const value = response.status === 204 ? null : await read();
      await deliverOutput(invocation, { chunks: [jsonText(value, query)] }, output);
    });
  };
  return () => useAndClose(connect(invocation, address.host), run);
}

function checkTogether(method: Method, { paginate, include, query, format, dryRun }: ApiOptions): void {
  const wrong = (message: string, hint: string) => new UsageError(message, { hint });
  if (paginate && method !== 'GET')
    throw wrong(`--paginate requires GET; the method is ${method}`, 'put GET before the path');
  const both = (one: string, other: string) =>
    wrong(`${one} cannot be combined with ${other}`, 'omit one of them');
  if (paginate && include) throw both('--include', '--paginate, which prints one array of all pages');
  if (query !== undefined && include) throw both('--include', '--query, which only prints JSON');
  if (query !== undefined && dryRun) throw both('--query', '--dry-run, which sends nothing');
  if (include && dryRun) throw both('--include', '--dry-run, which sends nothing');
  if (format === 'ndjson' && !paginate)
    throw wrong(
      '--format ndjson requires --paginate',
      'add --paginate; without it the body is printed unchanged',
    );
}

/**
 * `--dry-run`: the request as a curl command, for bash and compatible shells or for those of Windows. The token reaches curl
 * through a pipe, because every process of the machine could read it in curl's arguments. printf is a shell builtin, not a
 * process.
 *
 * @throws UsageError for a body that a command line can't carry
 */
export function curlCommand(
  { method, url, headers, body, authorize }: HttpRequest,
  { input, profile, platform = process.platform }: CurlOptions,
): string {
  const isWindows = platform === 'win32';
  const words = ['--globoff'];
  if (authorize) words.push(...(isWindows ? tokenFromInput : ['--header', '@-']));
  if (method === 'HEAD') words.push('--head');
  else if (method !== 'GET') words.push('--request', method);
  for (const [name, value] of Object.entries(headers)) words.push('--header', `${name}: ${value}`);
  if (body !== undefined) words.push(...bodyWords(String(body), input, isWindows));
  words.push(url);
  const curl = isWindows ? curlOfWindows(words) : shellWords(['curl', ...words], platform);
  if (!authorize) return `${curl}\n`;
  const from = profile === undefined ? '' : ` --profile ${shellWords([profile], platform)}`;
  if (isWindows) return `hotelctl${from} auth token | ${curl}\n`;
  return `# HOTELCTL_TOKEN=$(hotelctl${from} auth token)\nprintf 'Authorization: Bearer %s' "$HOTELCTL_TOKEN" | ${curl}\n`;
}

interface CurlOptions {
  readonly input?: string | undefined;
  readonly profile?: string | undefined;
  readonly platform?: NodeJS.Platform;
}

/** PowerShell and cmd have no command in common that prints a header. Since curl 8.3, which both have. */
const tokenFromInput = ['--variable', 'token@-', '--expand-header', 'Authorization: Bearer {{token:trim}}'];

/** Begins words that PowerShell passes on as they are; cmd does so always. */
const verbatim = '--%';

/** One line that PowerShell and cmd read alike if it has no quotes; otherwise cmd needs it without `--%`. */
function curlOfWindows(words: readonly string[]): string {
  if (!words.some(word => /["$`]/.test(word))) return shellWords(['curl.exe', ...words], 'win32');
  // Both count every quote, so that these signs would be outside of the quotes for them.
  if (words.some(word => word.includes('"') && /[|&<>^%]/.test(word))) throw notInCommandLine();
  const quoted = words.map(word => (/^[\w+=:./\\@-]+$/.test(word) ? word : quoteForProgram(word)));
  return ['curl.exe', verbatim, ...quoted].join(' ');
}

const notInCommandLine = () =>
  new UsageError('the body has characters that cannot be printed in a command line', {
    hint: 'put it into a file and use --input',
  });

function bodyWords(body: string, input: string | undefined, isWindows: boolean): readonly string[] {
  if (input !== undefined && input !== '-') {
    if (safeText(input) === input) return ['--data-binary', `@${input}`];
    throw new UsageError('--input: the name of the file has characters that cannot be printed', {
      hint: 'rename it',
    });
  }
  const shown = onOneLine(body, isWindows);
  if (safeText(shown) === shown) return ['--data-raw', shown];
  throw notInCommandLine();
}

/** JSON without its layout, and with every character escaped that a terminal, or a shell of Windows, would interpret. */
function onOneLine(body: string, isWindows: boolean): string {
  const text = resultOr(undefined, () => stringifyJson(parseJson(body)));
  if (text === undefined || !isWindows) return text ?? body;
  return text.replace(/\\["\\]|[|&<>^%]/g, sign => `\\u00${sign.slice(-1).charCodeAt(0).toString(16)}`);
}

/** The same response with a body that can be read twice, limited to the size that an error shows. */
async function held(response: HttpResponse): Promise<HttpResponse> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body) {
      size += chunk.length;
      if (size > sizeCaps.error) break;
      chunks.push(chunk);
    }
  } catch {
    // The received part is more useful than the reason why it is incomplete.
  }
  const body = {
    async *[Symbol.asyncIterator]() {
      yield* chunks;
    },
  };
  return { ...response, body, discard: async () => {} };
}
