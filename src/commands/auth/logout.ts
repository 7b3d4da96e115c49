import { HotelctlError, InterruptedError, UsageError, withDetails } from '../../base/errors.ts';
import { credentialKey, oauthClient, openHttp, useAndClose } from '../../cli/connect.ts';
import type { OptionValues } from '../../cli/flags.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { deleteSmtpPassword } from '../../cli/profile-changes.ts';
import { revoke } from '../../http/auth/oauth.ts';
import { deferInterruption } from '../../http/auth/session.ts';
import { withSignInLock } from '../../http/auth/sign-in-state.ts';
import { openStore } from '../../http/auth/store/store.ts';

/** `hotelctl logout`: revokes the refresh token if the platform supports it, and deletes all tokens on this machine. */
export async function signOut(open: OpenInvocation, options: OptionValues) {
  const invocation = await open(options);
  const { settings, note } = invocation;
  const { context, uninterrupted } = deferInterruption(invocation.context);
  const store = openStore(settings.require('credentialStore'), context);
  if (store.name === 'env') {
    throw new UsageError('the credential store env saves nothing, so there is nothing to delete', {
      hint: 'unset HOTELCTL_REFRESH_TOKEN and HOTELCTL_ACCESS_TOKEN',
    });
  }
  const key = credentialKey(settings);
  if (await deleteSmtpPassword(invocation)) await note('Deleted the mail server password.');
  await withSignInLock(key, context, async () => {
    const stored = await store.read(key, ['refresh-token', 'access-token', 'client-secret']);
    if (Object.keys(stored).length === 0) {
      await note(`Profile ${key.profile} was not signed in.`);
      return;
    }
    const secret = context.env['HOTELCTL_CLIENT_SECRET']?.trim() || stored['client-secret'];
    // Deleted even if the revocation fails or is interrupted, because that is the purpose of the command.
    const outcome = await uninterrupted(() =>
      revocation(invocation, stored['refresh-token'], secret).finally(() =>
        store.write(key, { 'refresh-token': null, 'access-token': null, 'client-secret': null }),
      ),
    );
    if (typeof outcome === 'string') {
      await note(outcome);
      return;
    }
    const hint = 'revoke the access in the platform';
    throw withDetails(outcome, { hint }, `deleted on this machine, but not revoked: ${outcome.message}`);
  });
}

async function revocation(
  invocation: Invocation,
  refreshToken: string | undefined,
  clientSecret: string | undefined,
): Promise<string | HotelctlError> {
  const deleted = 'Deleted the tokens and the client secret on this machine.';
  if (refreshToken === undefined) return `${deleted} There was no refresh token to revoke.`;
  if (clientSecret === undefined) {
    return `${deleted} Without a client secret the refresh token cannot be revoked: it stays valid at the identity host.`;
  }
  try {
    const client = oauthClient(invocation.settings);
    const outcome = await useAndClose(openHttp(invocation), ({ send }) =>
      revoke(client, clientSecret, refreshToken, send),
    );
    return outcome === 'revoked'
      ? `${deleted} Revoked the refresh token at the identity host.`
      : `${deleted} The identity host does not support revocation: the refresh token stays valid there.`;
  } catch (error) {
    if (error instanceof HotelctlError && !(error instanceof InterruptedError)) return error;
    throw error;
  }
}
