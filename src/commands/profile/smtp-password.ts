import { UsageError } from '../../base/errors.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { storeSmtpPassword } from '../../cli/smtp-password.ts';

/**
 * The one key of `profile set` that is a secret: it goes into the credential store, never into the profile file. hotelctl
 * prompts for it without echo, or reads it from standard input. @throws UsageError
 */
export async function setSmtpPassword(open: OpenInvocation, value: string | undefined): Promise<void> {
  if (value !== undefined) {
    throw new UsageError(`smtpPassword is a secret, and cannot be an argument`, {
      hint: `run \`hotelctl profile set smtpPassword\` and type it, or pipe it to standard input`,
    });
  }
  const { context, settings, interactive, note } = await open({});
  if (settings.find('smtpUser') === undefined) {
    throw new UsageError('the profile has no smtpUser, whose password this is', {
      hint: 'run `hotelctl profile set smtpUser NAME` first',
    });
  }
  const password = interactive
    ? await context.prompts.secret({ message: 'Password of the mail server' })
    : (await context.stdin.readText()).replace(/\r?\n$/, '');
  context.secrets.register(password);
  if (password === '' || /[\r\n]/.test(password)) {
    throw new UsageError(`smtpPassword must be one line that is not empty`, {
      hint: 'pass only the password to standard input',
    });
  }
  const { openStore } = await import('../../http/auth/store/store.ts');
  const store = openStore(settings.require('credentialStore'), context);
  await storeSmtpPassword(store, settings.profileName, password);
  await note(
    `Saved the password of the mail server for profile ${settings.profileName} to ${store.description}.`,
  );
}
