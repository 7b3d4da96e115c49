import type { Context } from '../../base/context.ts';
import type { Channel } from './announce.ts';
import { outcomeMail } from './mail.ts';
import { openMailedFiles } from './outcome.ts';
import { type MailServer, sendMail } from './smtp.ts';

export type NotifyOn = 'failure' | 'always' | 'change';

interface MailSettings {
  readonly mailTo: readonly string[];
  readonly notifyOn: NotifyOn;
  /** Loaded only if a mail is due: the password comes from the credential store. */
  server(): Promise<MailServer>;
}

/** Sends the mail of a run to those recipients that have not received it. */
export function mailChannel(
  name: string,
  { mailTo, notifyOn, server }: MailSettings,
  context: Pick<Context, 'clock' | 'interrupted' | 'folders'>,
): Channel {
  const mailed = openMailedFiles(context.folders, name, mailTo);
  let pending = mailTo;
  return {
    name: 'the email',
    async report(outcome) {
      const succeeded = outcome.exitCode === 0;
      if (succeeded && notifyOn === 'failure') return;
      if (succeeded && notifyOn === 'change' && !(await mailed.isChanged(outcome.files))) return;
      const compose = (attachable: number) => outcomeMail(outcome, attachable);
      const refused = await sendMail(await server(), pending, compose, context);
      pending = refused?.recipients ?? mailTo;
      if (refused) throw refused.error;
      if (succeeded) await mailed.remember(outcome.files);
    },
  };
}
