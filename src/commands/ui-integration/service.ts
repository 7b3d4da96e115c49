import { UsageError } from '../../base/errors.ts';
import { connect } from '../../cli/connect.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { redactUrls } from '../../http/trace.ts';
import { findTarget } from '../../platform/ui-integrations/targets.ts';
import { type IntegrationApi, integrationApi } from '../../views/operations.ts';

/** Runs `work` with the operations, and closes the connections. @throws UsageError without a UI integration host */
export async function withIntegrations<T>(
  invocation: Invocation,
  work: (api: IntegrationApi) => Promise<T>,
): Promise<T> {
  const host = invocation.settings.requireHost('integrationUrl');
  const { send, signInFailed, close } = connect(invocation, host);
  try {
    const { secrets } = invocation.context;
    return await work(integrationApi({ send, signInFailed, host, secrets }));
  } finally {
    await close();
  }
}

/**
 * Integrations without the query values of URLs, so that they can be shown. The query of a private URL contains its
 * secret (platform.md, UI integration service, rule 8).
 */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return redactUrls(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null || 'toFixed' in value) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withoutSecrets(field)]));
}

/**
 * The platform's list of targets grows, so a target that is not known here is sent too.
 *
 * @throws UsageError if it is empty
 */
export async function warnOfUnknownTarget(target: string, { warn }: Invocation): Promise<void> {
  refuseEmptyTarget(target);
  if (findTarget(target)) return;
  await warn(
    `warning: hotelctl does not know the target ${target}; \`hotelctl ui-integration targets\` lists the known ones`,
  );
}

/** An unset variable of a script: the path would name another resource. Throws UsageError. */
export function refuseEmptyTarget(target: string | undefined): void {
  if (target?.trim() !== '') return;
  throw new UsageError('the target of the UI integration is empty', {
    hint: 'run `hotelctl ui-integration targets` to see the targets',
  });
}
