import type { OpenInvocation } from '../../cli/invocation.ts';
import { rememberIntegrations } from '../../cli/known-integrations.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { shown } from '../../cli/ui-integration-name.ts';
import { writeRecords } from '../../cli/write-records.ts';
import { withIntegrations } from '../../client/ui-integrations.ts';
import { contextNames } from '../../platform/integrations/context-parameters.ts';
import type { RegisteredIntegration } from '../../platform/integrations/registration.ts';
import { findTarget, targets } from '../../platform/integrations/targets.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import { integrationFrom } from './questions.ts';

type ListOptions = OutputOptions;

export const targetColumns: readonly Column[] = [
  { name: 'target', type: 'text', heading: 'Target' },
  { name: 'size', type: 'text', heading: 'Size' },
  { name: 'forwards', type: 'text', heading: 'Data forwarded' },
  { name: 'appended', type: 'text', heading: 'Appended to the address' },
  { name: 'place', type: 'text', heading: 'Where' },
];

export const integrationColumns: readonly Column[] = [
  { name: 'target', type: 'text', heading: 'Target' },
  { name: 'id', type: 'text', heading: 'Id' },
  { name: 'code', type: 'text', heading: 'Code' },
  { name: 'label', type: 'text', heading: 'Label' },
  { name: 'sourceType', type: 'text', heading: 'Type' },
  { name: 'sourceUrl', type: 'text', heading: 'Source URL' },
  { name: 'iconSource', type: 'text', heading: 'Icon' },
  {
    name: 'propertyIds',
    type: 'text',
    heading: 'Properties',
    display: ({ propertyIds }) => (Array.isArray(propertyIds) ? propertyIds.join(', ') : 'all'),
  },
];

/** `ui-integration targets`: asks nobody. */
export async function listTargets(open: OpenInvocation, options: ListOptions): Promise<void> {
  const invocation = await open(options, { mayBeNew: true });
  await writeRecords(invocation, options, { name: 'targets', columns: targetColumns }, () =>
    targets.map(target => ({
      target: target.name,
      size: target.size ?? 'not documented',
      forwards: target.forwards ?? 'not documented',
      appended: contextNames(target).join(', '),
      place: target.place,
    })),
  );
}

/** `ui-integration list [TARGET]`. */
export async function listIntegrations(
  open: OpenInvocation,
  options: ListOptions,
  target?: string,
): Promise<void> {
  const invocation = await open(options);
  invocation.settings.requireHost('integrationUrl');
  if (target !== undefined) await warnOfTarget(target, invocation.note);
  await writeRecords(invocation, options, { name: 'ui-integrations', columns: integrationColumns }, () =>
    withIntegrations(invocation, async api => {
      const list = await api.list(target);
      await rememberIntegrations(invocation, list, target);
      return list.map(integration => integrationRecord(integration, target));
    }),
  );
}

/** `ui-integration get TARGET ID`; as JSON the one object. */
export async function getIntegration(
  open: OpenInvocation,
  options: ListOptions,
  givenTarget: string | undefined,
  givenId: string | undefined,
): Promise<void> {
  const invocation = await open(options);
  const { target, id } = await integrationFrom(invocation, givenTarget, givenId);
  invocation.settings.requireHost('integrationUrl');
  const body: Record<string, unknown> = {};
  const load = () =>
    withIntegrations(invocation, async api => {
      const record = integrationRecord(await api.get(target, id), target);
      Object.assign(body, record);
      return [record];
    });
  await writeRecords(
    invocation,
    options,
    { name: 'ui-integration', columns: integrationColumns },
    load,
    body,
  );
}

/** @param target that was asked for; an answer may leave it out */
export const integrationRecord = (
  integration: RegisteredIntegration,
  target: string | undefined,
): ReportRecord => shown({ ...integration, target: integration.target ?? target }) as ReportRecord;

/** The list of targets grows on the platform's side: an unknown one is sent all the same. */
export async function warnOfTarget(target: string, note: (line: string) => Promise<void>): Promise<void> {
  if (findTarget(target)) return;
  await note(
    `warning: hotelctl does not know the target ${target}; \`hotelctl ui-integration targets\` lists those it does`,
  );
}
