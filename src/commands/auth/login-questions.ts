import { readFile } from 'node:fs/promises';
import { HotelctlError, InterruptedError, UsageError } from '../../base/errors.ts';
import { openHttp } from '../../cli/connect.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { chooseAmong, fetchProperties } from '../../cli/properties.ts';
import { definitionOf, type SettingName } from '../../cli/settings/settings.ts';

/** The settings that `hotelctl login` prompts for. Without a terminal, a missing setting is an error. */
const questions: readonly { name: SettingName; message: string; optional?: boolean }[] = [
  { name: 'baseUrl', message: 'API host (https://…)' },
  { name: 'authUrl', message: 'Identity host (https://…)' },
  {
    name: 'integrationUrl',
    message: 'UI integration host (https://…, leave empty if not needed)',
    optional: true,
  },
  { name: 'clientId', message: 'Client id' },
];

/**
 * Adds the values that a person enters.
 * @param asksOptional also prompts for the settings that a sign-in does not need
 * @throws UsageError that names all missing settings when hotelctl cannot prompt
 */
export async function promptForSettings(
  invocation: Invocation,
  promptsOptional: boolean,
): Promise<Invocation> {
  const { settings, context } = invocation;
  if (!invocation.interactive) {
    settings.requireAll(questions.filter(({ optional }) => !optional).map(({ name }) => name));
    return invocation;
  }
  const answers: Partial<Record<SettingName, string>> = {};
  for (const { name, message, optional = false } of questions) {
    if (settings.find(name) || (optional && !promptsOptional)) continue;
    const check = (text: string) => answerProblem(name, text.trim(), optional) ?? true;
    const answer = (await context.prompts.input({ message, check })).trim();
    if (answer !== '') answers[name] = answer;
  }
  return { ...invocation, settings: settings.with(answers) };
}

function answerProblem(name: SettingName, answer: string, optional: boolean): string | undefined {
  if (answer === '') return optional ? undefined : 'Enter the value from your registration with the platform';
  const phrase = definitionOf(name).mustBe?.(answer);
  return phrase && `It must be ${phrase}`;
}

/**
 * The client secret: `--client-secret-file`, HOTELCTL_CLIENT_SECRET, the stored one, or a prompt without echo.
 * @throws UsageError without any of them
 */
export async function clientSecretFor(
  { context, settings, interactive }: Invocation,
  clientSecretFile: string | undefined,
  stored: string | undefined,
): Promise<string> {
  if (clientSecretFile !== undefined) {
    const content =
      clientSecretFile === '-' ? await context.stdin.readText() : await readSecretFile(clientSecretFile);
    const secret = content.trim();
    if (secret !== '' && !/[\r\n]/.test(secret)) return secret;
    throw new UsageError('--client-secret-file must contain only the secret, on one line', {
      hint: 'remove the other lines; nothing was saved',
    });
  }
  const known = context.env['HOTELCTL_CLIENT_SECRET']?.trim() || stored;
  if (known) return known;
  const secret = interactive
    ? (await context.prompts.secret({ message: 'Client secret (not shown)' })).trim()
    : '';
  if (secret !== '') return secret;
  throw new UsageError(`no client secret was given, and none is stored for profile ${settings.profileName}`, {
    hint: 'set HOTELCTL_CLIENT_SECRET, or add --client-secret-file FILE (- is standard input)',
  });
}

async function readSecretFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--client-secret-file cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      hint: 'check its name and permissions',
    });
  }
}

/**
 * After a sign-in on a terminal, prompts for the default property. Undefined when one is set already, without a terminal, or
 * when the list cannot be fetched: reports then require `--property`.
 */
export async function chooseProperty(
  invocation: Invocation,
  accessToken: string,
): Promise<string | undefined> {
  const { settings, interactive, context } = invocation;
  if (!interactive || settings.find('property')) return undefined;
  const baseUrl = settings.requireHost('baseUrl');
  const http = openHttp(invocation, { token: async () => accessToken, origins: [new URL(baseUrl).origin] });
  try {
    const properties = await fetchProperties(invocation, http.send, baseUrl);
    const [only] = properties;
    if (!only) return undefined;
    if (properties.length === 1) return only.id;
    return await chooseAmong(context.prompts, 'Default property', properties);
  } catch (error) {
    if (!(error instanceof HotelctlError) || error instanceof InterruptedError) throw error;
    await invocation.note('The list of properties could not be fetched. Add --property to your commands.');
    return undefined;
  } finally {
    await http.close();
  }
}
