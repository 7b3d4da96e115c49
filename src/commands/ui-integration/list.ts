import { toFields } from '../../base/text.ts';
import { rememberIntegrations } from '../../cli/completion/known-lists.ts';
import { withIntegrations } from '../../cli/connect.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/shared-flags.ts';
import { planRecords } from '../../cli/write-records.ts';
import { restingOn } from '../../platform/assumptions.ts';
import { readNamePairs, theirName } from '../../platform/names.ts';
import {
  type Column,
  type ReportRecord,
  textColumn,
  textColumns,
  wordColumn,
} from '../../platform/records.ts';
import { lackingFields, withDocumentedNames } from '../../platform/ui-integrations/registration.ts';
import { contextNames, targets } from '../../platform/ui-integrations/targets.ts';
import type { IntegrationApi } from '../../views/operations.ts';
import {
  planIntegration,
  type TargetAndId,
  warnOfUnknownTarget,
  withHost,
  withoutSecrets,
} from './service.ts';

export const targetColumns: readonly Column[] = [
  textColumn('target', 'Target'),
  wordColumn('size', 'Size'),
  wordColumn('forwards', 'Data forwarded'),
  textColumn('appended', 'Appended to the address'),
  wordColumn('place', 'Where'),
];

export const integrationColumns: readonly Column[] = [
  ...textColumns('target', 'id', 'code', 'label'),
  wordColumn('sourceType', 'Type'),
  textColumn('sourceUrl', 'Source URL'),
  textColumn('iconSource', 'Icon'),
  {
    name: 'propertyIds',
    holds: 'list',
    type: 'text',
    heading: 'Properties',
    display: ({ propertyIds }) => (Array.isArray(propertyIds) ? [propertyIds.join(', ')] : 'All hotels'),
  },
];

export async function planTargetList(invocation: Invocation, options: OutputOptions) {
  const names = readNamePairs(invocation.settings.require('assume.views.parameters'));
  const write = await planRecords(invocation, options, { name: 'targets', columns: targetColumns });
  const records = targets.map(target => ({
    target: target.name,
    size: target.size ?? 'not documented',
    forwards: target.forwards ?? 'not documented',
    appended: contextNames(target)
      .map(name => theirName(names, name))
      .join(', '),
    place: target.place,
  }));
  return () => write(() => records);
}

/** `ui-integration list [TARGET]`: as JSON the platform's own body. */
export async function planIntegrationList(opened: Invocation, options: OutputOptions, target?: string) {
  const invocation = await withHost(opened);
  invocation.settings.requireHost('integrationUrl');
  if (target !== undefined) await warnOfUnknownTarget(target, invocation);
  const write = await planIntegrations(invocation, options);
  return () => write(target, undefined, api => api.list(target));
}

export async function planIntegrationView(opened: Invocation, options: OutputOptions, ...given: TargetAndId) {
  const { invocation, find } = await planIntegration(opened, ...given);
  const write = await planIntegrations(invocation, options);
  return async () => {
    const { target, id } = await find();
    await write(target, id, async api => {
      const { integration, body } = await api.get(target, id);
      return { integrations: [integration], body };
    });
  };
}

async function planIntegrations(invocation: Invocation, options: OutputOptions) {
  const view = { name: 'UI integrations', columns: integrationColumns };
  const write = await planRecords(invocation, options, view);
  /** @param target target of the request; a response may omit it */
  return async (
    target: string | undefined,
    id: string | undefined,
    read: (api: IntegrationApi) => ReturnType<IntegrationApi['list']>,
  ) => {
    let json: unknown;
    const load = () =>
      withIntegrations(invocation, async api => {
        const { integrations, body } = await read(api);
        await rememberIntegrations(invocation, integrations, target, id);
        json = withoutSecrets(body);
        const { count } = toFields(withDocumentedNames(body));
        if (Number(count) > integrations.length)
          await invocation.warn(
            `warning: the list of UI integrations is not complete: it has ${integrations.length} of ${Number(count)}`,
          );
        const lacking = integrations.map(lackingFields).find(words => words !== undefined);
        const assumed = restingOn(['assume.uiIntegrations.fields'], invocation.flags.verbose);
        if (lacking) await invocation.warn(`warning: ${lacking}${assumed}`);
        return integrations.map(
          found => withoutSecrets({ ...found, target: found.target ?? target }) as ReportRecord,
        );
      });
    await write(load, () => json);
  };
}
