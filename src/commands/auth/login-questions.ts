import { readFile } from 'node:fs/promises';
import { UsageError } from '../../base/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { definitionOf, type SettingName } from '../../settings/settings.ts';
import type { LoginOptions } from './login.ts';

/** What `hotelctl login` asks a person for, and nobody else: without a terminal a missing setting is an error. */
const questions: readonly { name: SettingName; message: string; optional?: boolean }[] = [
  { name: 'baseUrl', message: 'API host (https://…)' },
  { name: 'authUrl', message: 'Identity host (https://…)' },
  {
    name: 'integrationUrl',
    message: 'UI integration host (https://…, empty if you need none)',
    optional: true,
  },
  { name: 'clientId', message: 'Client id' },
];

/** The invocation with the answers as its settings. UsageError naming all that is missing where nobody can be asked. */
export async function completeSettings(invocation: Invocation): Promise<Invocation> {
  const { settings, context } = invocation;
  if (!invocation.interactive) {
    settings.requireAll(questions.filter(({ optional }) => !optional).map(({ name }) => name));
    return invocation;
  }
  const answers: Partial<Record<SettingName, string>> = {};
  for (const { name, message, optional = false } of questions) {
    if (settings.find(name)) continue;
    const check = (text: string) => answerProblem(name, text.trim(), optional) ?? true;
    const answer = (await context.prompts.input({ message, check })).trim();
    if (answer !== '') answers[name] = answer;
  }
  return { ...invocation, settings: settings.with(answers) };
}

function answerProblem(name: SettingName, answer: string, optional: boolean): string | undefined {
  if (answer === '')
    return optional ? undefined : 'It came with your registration as a client of the platform';
  const phrase = definitionOf(name).mustBe?.(answer);
  return phrase && `It must be ${phrase}`;
}

/**
 * The client secret: `--client-secret-file`, HOTELCTL_CLIENT_SECRET, what is stored, or asked for without echo.
 * UsageError when there is none and nobody to ask.
 */
export async function clientSecretFor(
  { context, settings, interactive }: Invocation,
  { clientSecretFile }: Pick<LoginOptions, 'clientSecretFile'>,
  stored: string | undefined,
): Promise<string> {
  if (clientSecretFile !== undefined) {
    const content =
      clientSecretFile === '-' ? await context.stdin.readText() : await readSecretFile(clientSecretFile);
    const secret = content.trim();
    if (secret !== '' && !/[\r\n]/.test(secret)) return secret;
    throw new UsageError('--client-secret-file must hold the secret alone, on one line', {
      hint: 'nothing of it was kept',
    });
  }
  const known = context.env['HOTELCTL_CLIENT_SECRET']?.trim() || stored;
  if (known) return known;
  const secret = interactive
    ? (await context.prompts.secret({ message: 'Client secret (not shown)' })).trim()
    : '';
  if (secret !== '') return secret;
  throw new UsageError(`no client secret is given, and none is stored for profile ${settings.profileName}`, {
    hint: 'set HOTELCTL_CLIENT_SECRET, or give --client-secret-file FILE (- is standard input)',
  });
}

async function readSecretFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--client-secret-file can't be read (${(error as NodeJS.ErrnoException).code})`, {
      hint: 'check its name and permissions',
    });
  }
}
