import { UsageError } from '../../base/errors.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { rememberIntegration } from '../../cli/known-integrations.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { writeRecords } from '../../cli/write-records.ts';
import { withIntegrations } from '../../client/ui-integrations.ts';
import { filledFields } from '../../platform/filled-fields.ts';
import {
  type FieldName,
  type RegisteredIntegration,
  registrationProblems,
  replacement,
} from '../../platform/integrations/registration.ts';
import { isKnownSourceType, isPrivate, sourceTypeOnWire } from '../../platform/integrations/source-type.ts';
import type { Column } from '../../platform/records.ts';
import { addressFrom } from './address-argument.ts';
import { warnOfTarget } from './list.ts';
import { integrationFrom, registrationAnswers, targetFrom } from './questions.ts';

export interface RegistrationFlags {
  readonly code?: string;
  readonly label?: string;
  readonly iconSource?: string;
  readonly sourceUrl?: string;
  readonly sourceType?: string;
  readonly propertyIds?: readonly string[];
  readonly allProperties?: boolean;
}

const flagNames: Readonly<Record<FieldName, string>> = {
  code: '--code',
  label: '--label',
  sourceUrl: '--source-url',
  sourceType: '--source-type',
  propertyIds: '--property',
};

export const createdColumns: readonly Column[] = [
  { name: 'target', type: 'text', heading: 'Target' },
  { name: 'id', type: 'text', heading: 'Id' },
  { name: 'code', type: 'text', heading: 'Code' },
];

/** `ui-integration create TARGET`: every rule is checked before anything is sent. */
export async function createIntegration(
  open: OpenInvocation,
  given: string | undefined,
  options: RegistrationFlags & OutputOptions,
): Promise<void> {
  const invocation = await open(options);
  const target = await targetFrom(invocation, given);
  const answers = await registrationAnswers(invocation, options);
  const body = await fieldsOf(invocation, answers);
  refuse(registrationProblems(body, field => flagNames[field]));
  invocation.settings.requireHost('integrationUrl');
  await warnOfTarget(target, invocation.note);
  await warnOfType(body['sourceType'], invocation);
  await writeRecords(invocation, options, { name: 'ui-integration', columns: createdColumns }, () =>
    withIntegrations(invocation, async api => {
      const id = await api.create(target, body);
      await rememberIntegration(invocation, { target, id, label: answers.label ?? '' });
      return [{ target, id, code: options.code ?? target }];
    }),
  );
  if (isPrivate(body['sourceType']))
    await invocation.note("The private URL has passed the platform's test suite.");
}

/** `ui-integration update TARGET ID`: reads, changes and replaces, since the platform replaces all of it. */
export async function updateIntegration(
  open: OpenInvocation,
  givenTarget: string | undefined,
  givenId: string | undefined,
  options: RegistrationFlags,
): Promise<void> {
  const invocation = await open(options);
  if (options.code !== undefined) {
    throw new UsageError("the code of a UI integration can't change", {
      hint: 'delete it and create another one with the new code',
    });
  }
  if (options.allProperties && options.propertyIds) {
    throw new UsageError('--all-properties and --property exclude each other', { hint: 'give one of them' });
  }
  const changes: Record<string, unknown> = {
    ...(await fieldsOf(invocation, options)),
    ...(options.iconSource === '' ? { iconSource: undefined } : {}),
    ...(options.allProperties ? { propertyIds: undefined } : {}),
  };
  if (Object.keys(changes).length === 0) {
    throw new UsageError('nothing to change is given', {
      hint: 'give --label, --source-url, --source-type, --icon-source, --property or --all-properties',
    });
  }
  refuse(registrationProblems({ ...standIn, ...changes }, field => flagNames[field]));
  await warnOfType(changes['sourceType'], invocation);
  const { target, id } = await integrationFrom(invocation, givenTarget, givenId);
  await withIntegrations(invocation, async api => {
    const before = await api.get(target, id);
    const body = replacement(before, changes);
    await noteUnknownFields(before, invocation);
    await api.replace(target, id, body);
  });
  await invocation.note(`The UI integration ${id} is changed.`);
}

/** For the check of changes before the rest is read; what is read is the platform's own and right. */
const standIn = { label: 'label', sourceUrl: 'https://platform.example', sourceType: 'Public' };

/** The fields that the flags give, as they travel. */
async function fieldsOf(invocation: Invocation, flags: RegistrationFlags): Promise<Record<string, unknown>> {
  const { code, label, iconSource, sourceType, propertyIds } = flags;
  const sourceUrl =
    flags.sourceUrl === undefined ? undefined : await addressFrom(invocation, flags.sourceUrl);
  return filledFields({
    code,
    label,
    iconSource: iconSource || undefined,
    sourceUrl,
    sourceType: sourceType === undefined ? undefined : sourceTypeOnWire(sourceType),
    propertyIds,
  });
}

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new UsageError(problems.join('; '), {
    hint: 'nothing was sent; see `hotelctl ui-integration create --help`',
  });
}

async function warnOfType(sourceType: unknown, { note }: Invocation): Promise<void> {
  if (sourceType === undefined || isKnownSourceType(String(sourceType))) return;
  await note(`warning: hotelctl does not know the source type ${sourceType}; it knows public and private`);
}

const knownFields: ReadonlySet<string> = new Set([
  ...['id', 'target', 'code', 'label', 'labelTranslations', 'iconSource', 'sourceUrl', 'sourceType'],
  ...['propertyIds', 'roles'],
]);

async function noteUnknownFields(before: RegisteredIntegration, { note }: Invocation): Promise<void> {
  const others = Object.keys(before).filter(name => !knownFields.has(name));
  if (others.length > 0) {
    await note(
      `warning: sent back as they were read, without knowing them: ${others.slice(0, 10).join(', ')}`,
    );
  }
}
