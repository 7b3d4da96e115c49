import { UndocumentedResponseError, UsageError } from '../../base/errors.ts';
import { rememberIntegrations } from '../../cli/completion/known-lists.ts';
import { withIntegrations } from '../../cli/connect.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { propertyNames } from '../../cli/property-flags.ts';
import type { OutputOptions } from '../../cli/shared-flags.ts';
import { planRecords } from '../../cli/write-records.ts';
import { filledFields } from '../../platform/json.ts';
import type { Column } from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';
import {
  type FieldName,
  isRegistrationField,
  lackingFields,
  type RegisteredIntegration,
  registrationProblems,
  replacement,
} from '../../platform/ui-integrations/registration.ts';
import { isKnownSourceType, isPrivate, sourceTypeOnWire } from '../../platform/ui-integrations/targets.ts';
import type { RegistrationFlags, UpdateFlags } from './flags.ts';
import { integrationColumns } from './list.ts';
import {
  addressFrom,
  planIntegration,
  readPairs,
  registrationAnswers,
  type TargetAndId,
  targetFrom,
  warnOfReadableSecret,
  warnOfUnknownTarget,
  withHost,
} from './service.ts';

const flagNames: Readonly<Record<FieldName, string>> = {
  code: '--code',
  label: '--label',
  sourceUrl: '--source-url',
  sourceType: '--source-type',
  propertyIds: '--property',
};

export const createdColumns: readonly Column[] = integrationColumns.slice(0, 3);

/** `ui-integration create TARGET`: every rule is checked before anything is sent. */
export async function planCreation(
  opened: Invocation,
  options: RegistrationFlags & OutputOptions,
  given: string | undefined,
) {
  const invocation = await withHost(opened);
  invocation.settings.requireHost('integrationUrl');
  const target = await targetFrom(invocation, given);
  const answers = await registrationAnswers(invocation, options);
  const body = await readFields(invocation, answers);
  refuseProblems(body, 'create');
  await warnOfReadableSecret(options.sourceUrl, body['sourceType'], invocation);
  await warnOfUnknownTarget(target, invocation);
  await warnOfType(body['sourceType'], invocation);
  const write = await planRecords(invocation, options, { name: 'ui-integration', columns: createdColumns });
  return async () => {
    await write(() =>
      withIntegrations(invocation, async api => {
        const id = await api.create(target, body);
        await rememberIntegrations(invocation, [body], target, id);
        return [{ target, id, code: options.code ?? target }];
      }),
    );
    if (isPrivate(body['sourceType']))
      await invocation.note("The private URL has passed the platform's test suite.");
  };
}

/** `ui-integration update TARGET ID`: reads, changes and replaces, because the platform replaces the whole integration. */
export async function planUpdate(opened: Invocation, options: UpdateFlags, ...given: TargetAndId) {
  const { invocation, find } = await planIntegration(opened, ...given);
  if (options.allProperties && options.propertyIds)
    throw new UsageError('--all-properties and --property cannot be combined', { hint: 'omit one of them' });
  const changes: Record<string, unknown> = {
    ...(await readFields(invocation, options)),
    ...(options.iconSource === '' ? { iconSource: undefined } : {}),
    ...(options.allProperties ? { propertyIds: undefined } : {}),
  };
  if (Object.keys(changes).length === 0)
    throw new UsageError('there is nothing to change', {
      hint: 'add --label, --label-translation, --source-url, --source-type, --icon-source, --property, --all-properties or --role',
    });
  refuseProblems({ ...placeholder, ...changes }, 'update');
  await warnOfType(changes['sourceType'], invocation);
  return async () => {
    const { target, id } = await find();
    await withIntegrations(invocation, async api => {
      const { integration: before } = await api.get(target, id);
      const lacking = lackingFields({ ...before, ...changes });
      if (lacking)
        throw new UndocumentedResponseError(lacking, {
          hint: 'nothing was sent, because the update would remove it; add its flag, or set assume.uiIntegrations.fields',
        });
      const body = replacement(before, changes);
      await warnOfReadableSecret(options.sourceUrl, body['sourceType'], invocation);
      await noteUnknownFields(before, invocation);
      await api.replace(target, id, body);
      await rememberIntegrations(invocation, [body], target, id);
    });
    await invocation.note(`Updated the UI integration ${id}.`);
  };
}

/** Placeholders for unchanged fields while the changes are validated, before anything is read. */
const placeholder = { label: 'label', sourceUrl: 'https://platform.example', sourceType: 'Public' };

const translationForm = /^([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*)=(.*\S.*)$/;

async function readFields(invocation: Invocation, flags: RegistrationFlags) {
  const { code, label, iconSource, sourceType, propertyIds } = flags;
  const sourceUrl =
    flags.sourceUrl === undefined ? undefined : await addressFrom(invocation, flags.sourceUrl);
  return filledFields({
    code,
    label,
    iconSource: iconSource || undefined,
    sourceUrl,
    sourceType:
      sourceType === undefined
        ? undefined
        : sourceTypeOnWire(sourceType, invocation.settings.require('assume.uiIntegrations.sourceType')),
    propertyIds: propertyIds && propertyNames(propertyIds),
    labelTranslations:
      flags.labelTranslation &&
      readPairs('--label-translation', flags.labelTranslation, translationForm, 'LANGUAGE=TEXT', 'de=Parken'),
    roles: flags.role,
  });
}

function refuseProblems(fields: Readonly<Record<string, unknown>>, verb: 'create' | 'update'): void {
  const problems = registrationProblems(fields, field => flagNames[field]);
  if (problems.length === 0) return;
  throw new UsageError(problems.join('; '), { hint: `run \`hotelctl ui-integration ${verb} --help\`` });
}

async function warnOfType(sourceType: unknown, { warn }: Invocation) {
  if (sourceType === undefined || isKnownSourceType(sourceType)) return;
  await warn(`warning: hotelctl does not know the source type ${sourceType}; it knows public and private`);
}

async function noteUnknownFields(before: RegisteredIntegration, { note }: Invocation) {
  const others = Object.keys(before).filter(name => !isRegistrationField(name));
  if (others.length > 0)
    await note(
      `fields that hotelctl does not know were sent back unchanged: ${others.slice(0, 10).join(', ')}`,
    );
}

export async function planDeletion(
  opened: Invocation,
  options: { readonly yes?: boolean },
  ...given: TargetAndId
) {
  const { invocation, find } = await planIntegration(opened, ...given);
  if (!options.yes && !invocation.interactive)
    throw new UsageError('deleting a UI integration requires confirmation', { hint: 'add --yes' });
  return async () => {
    const { target, id } = await find();
    const message = `Delete the UI integration ${safeText(id)} at ${safeText(target)}? Hotel users lose the view immediately.`;
    if (!options.yes && !(await invocation.context.prompts.confirm({ message, initial: false })))
      return invocation.note('Nothing was deleted.');
    await withIntegrations(invocation, api => api.remove(target, id));
    await rememberIntegrations(invocation, [], target, id);
    await invocation.note(`Deleted the UI integration ${id}.`);
  };
}
