import type { Context } from '../../base/context.ts';
import { UsageError } from '../../base/errors.ts';
import { withIntegrations } from '../../cli/connect.ts';
import { promptForSetting, promptForText } from '../../cli/input.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { changeProfiles } from '../../cli/profile-changes.ts';
import { withProfile } from '../../cli/settings/profiles.ts';
import { type FetchOptions, openUntrustedFetch } from '../../cli/untrusted-fetch-flags.ts';
import { isLoopback } from '../../http/address.ts';
import { redactUrls } from '../../http/trace.ts';
import { withTexts } from '../../platform/json.ts';
import { readNamePairs, textWithOurNames } from '../../platform/names.ts';
import { safeText } from '../../platform/safe-text.ts';
import { httpsUrlProblem, type UntrustedFetch } from '../../platform/ui-integrations/fetch-result.ts';
import { findTarget, isPrivate, targetNames } from '../../platform/ui-integrations/targets.ts';
import type { ViewProbe } from '../../views/preview.ts';
import type { RegistrationFlags } from './flags.ts';

/**
 * Integrations without the query values of URLs, so that they can be shown. The query of a private URL contains its
 * secret (platform.md, UI integration service, rule 8).
 */
export const withoutSecrets = (value: unknown): unknown => withTexts(value, redactUrls);

/** The platform's list of targets grows, so a target that is not known here is sent too. @throws UsageError if it is empty */
export async function warnOfUnknownTarget(target: string, { warn }: Invocation) {
  refuseEmpty('target', target);
  if (findTarget(target)) return;
  await warn(
    `warning: hotelctl does not know the target ${target}; \`hotelctl ui-integration targets\` lists the known ones`,
  );
}

const hints = {
  target: 'run `hotelctl ui-integration targets` to see the targets',
  id: 'run `hotelctl ui-integration list` to see the targets and ids',
};

/** An unset variable of a script, or a dot: the path would name another resource. Throws UsageError. */
function refuseEmpty(what: 'target' | 'id', given: string | undefined): void {
  if (given === undefined || !/^\s*\.{0,2}\s*$/.test(given)) return;
  const problem = given.trim() === '' ? 'is empty' : 'cannot be a dot';
  throw new UsageError(`the ${what} of the UI integration ${problem}`, { hint: hints[what] });
}

const missing = (what: 'target' | 'id', hint: string) =>
  new UsageError(`${what.toUpperCase()} is required`, { hint });

/** The target of the command line, or the one that the user chooses. @throws UsageError if hotelctl cannot prompt */
export async function targetFrom({ interactive, context }: Invocation, given: string | undefined) {
  if (given !== undefined) return given;
  if (!interactive) throw missing('target', hints.target);
  return context.prompts.select({
    message: 'Target',
    choices: targetNames.map(name => ({ name, value: name })),
  });
}

/** With the UI integration host, which `login` does not need: on a terminal, it is prompted for and saved when it is missing. */
export async function withHost(invocation: Invocation): Promise<Invocation> {
  const { settings, context, interactive } = invocation;
  if (!interactive || settings.find('integrationUrl')) return invocation;
  const integrationUrl = await promptForSetting(invocation, 'integrationUrl');
  const name = settings.profileName;
  await changeProfiles(context, file =>
    file.profiles.has(name) ? withProfile(file, name, { integrationUrl }) : file,
  );
  return { ...invocation, settings: settings.with({ integrationUrl }) };
}

/** Of a command line, which may lack both. */
export type TargetAndId = readonly [target: string | undefined, id: string | undefined];

/** @returns `find` the integration of the command line, or the one that the user chooses. @throws UsageError if hotelctl cannot prompt */
export async function planIntegration(opened: Invocation, ...[target, id]: TargetAndId) {
  const invocation = await withHost(opened);
  const { interactive, settings } = invocation;
  refuseEmpty('target', target);
  refuseEmpty('id', id);
  if (!interactive && target === undefined) throw missing('target', hints.id);
  if (!interactive && id === undefined) throw missing('id', hints.id);
  settings.requireHost('integrationUrl');
  const isNamed = target !== undefined && id !== undefined;
  return { invocation, find: async () => (isNamed ? { target, id } : chooseIntegration(invocation, target)) };
}

async function chooseIntegration(invocation: Invocation, givenTarget: string | undefined) {
  const { integrations } = await withIntegrations(invocation, api => api.list(givenTarget));
  const choices = integrations.flatMap(({ target, id, label }) => {
    const place = target ?? givenTarget;
    return place === undefined ? [] : [{ target: place, id, label: label ?? '' }];
  });
  if (choices.length === 0)
    throw new UsageError('no UI integration is registered', {
      hint: 'run `hotelctl ui-integration create` to register one',
    });
  const chosen = await invocation.context.prompts.select({
    message: 'UI integration',
    choices: choices.map(({ target, id, label }, index) => ({
      name: safeText(`${target}  ${id}  ${label}`),
      value: String(index),
    })),
  });
  return choices[Number(chosen)] as { readonly target: string; readonly id: string };
}

/** The required fields of a registration, prompted for on a terminal; the URL of a private one without echo. */
export async function registrationAnswers({ interactive, context }: Invocation, flags: RegistrationFlags) {
  if (!interactive) return flags;
  const { prompts } = context;
  const label = flags.label ?? (await promptForText(prompts, 'Label, the text in the header of the view'));
  const sourceType =
    flags.sourceType ??
    (await prompts.select({
      message: 'The source URL is',
      choices: [
        { name: 'public: the URL of the view', value: 'public' },
        { name: 'private: an endpoint of yours that returns the URL of the view', value: 'private' },
      ],
    }));
  const sourceUrl =
    flags.sourceUrl ??
    (sourceType === 'private'
      ? (await prompts.secret({ message: 'Private https URL (not shown)' })).trim()
      : await promptForText(prompts, 'https URL'));
  return { ...flags, label, sourceType, sourceUrl };
}

/**
 * A URL from the command line; `-` reads it from standard input, because a private URL contains a secret, and other
 * users of a machine can read a command's arguments.
 */
export async function addressFrom(invocation: Invocation, given: string, sourceType?: string) {
  const { context } = invocation;
  await warnOfReadableSecret(given, sourceType, invocation);
  const address = given === '-' ? await oneLine(context) : given;
  context.secrets.registerUrl(address);
  return address;
}

/** @param given the URL of the command line, or `-`. @param sourceType a public URL is shown to every hotel user */
export async function warnOfReadableSecret(
  given: string | undefined,
  sourceType: unknown,
  { warn }: Invocation,
) {
  if (given === undefined || !isPrivate(sourceType) || !URL.canParse(given) || new URL(given).search === '')
    return;
  const how = 'write - in its place, and pass the URL on standard input';
  await warn(`warning: other users of this machine can read a URL's secret on the command line; ${how}`);
}

async function oneLine(context: Context): Promise<string> {
  const address = (await context.stdin.readText()).trim();
  if (address !== '' && !address.includes('\n')) return address;
  throw new UsageError('standard input must be one line with the URL', {
    hint: 'for example: hotelctl ui-integration check - < address.txt',
  });
}

/** The pairs of a repeatable flag as one object. @throws UsageError for another format, and for a name that is given twice */
export const readPairs = (
  flag: string,
  given: readonly string[],
  form: RegExp,
  words: string,
  example: string,
): Record<string, string> => {
  const pairs = new Map<string, string>();
  for (const text of given) {
    const [, name = '', value = ''] = form.exec(text) ?? [];
    if (name === '')
      throw new UsageError(`${flag} must be ${words}`, { hint: `for example ${flag} ${example}` });
    if (pairs.has(name)) throw new UsageError(`${flag} has ${name} twice`, { hint: 'specify each once' });
    pairs.set(name, value);
  }
  return Object.fromEntries(pairs);
};

/**
 * @returns whether it is a public view of this machine without TLS, which only a preview embeds
 * @throws UsageError for another URL that is not https
 */
export function checkAddressForm(sourceUrl: string, sourceType: string): boolean {
  const problem = httpsUrlProblem(sourceUrl);
  if (problem === undefined) return false;
  const url = URL.canParse(sourceUrl) ? new URL(sourceUrl) : undefined;
  if (!isPrivate(sourceType) && url?.protocol === 'http:' && isLoopback(url.hostname)) return true;
  throw new UsageError(`the URL must be ${problem}`, {
    hint: isPrivate(sourceType)
      ? 'add --source-type public if this is the view itself'
      : 'use https; plain http is only for this machine (http://127.0.0.1, http://localhost)',
  });
}

export async function openViews(invocation: Invocation, flags: FetchOptions): Promise<ViewProbe> {
  const names = (part: 'fields' | 'parameters') =>
    readNamePairs(invocation.settings.require(`assume.views.${part}`));
  const [fields, parameters] = [names('fields'), names('parameters')];
  const visit = await openUntrustedFetch(invocation, flags);
  const fetch: UntrustedFetch = async address => {
    const found = await visit(address);
    const isWhole = found.kind === 'response' && found.incomplete === undefined;
    return isWhole ? { ...found, body: textWithOurNames(found.body, fields) } : found;
  };
  return { fetch, parameters, now: invocation.context.clock.now };
}
