import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OutputError, writeProblem } from '../../base/errors.ts';
import { openHttp, useAndClose } from '../../cli/connect.ts';
import { openMailServer } from '../../cli/delivery.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { sendHeartbeat } from '../../jobs/delivery/monitoring.ts';
import { sendMail } from '../../jobs/delivery/smtp.ts';
import type { Job } from '../../jobs/job.ts';
import { type Finding, failedCheck, finding } from '../../platform/finding.ts';
import { html } from '../../platform/safe-text.ts';
import { targetFolders } from './doctor.ts';
import { openJob } from './run.ts';

/** `hotelctl schedule run NAME --test`: the channels and the targets of a job, tried where the scheduler would use them. */
export async function testJob(open: OpenInvocation, given: string) {
  const { job, context, openProfile } = await openJob(open, given);
  const invocation = await openProfile();
  const { mailTo, heartbeat, command } = job;
  const checks: (readonly [check: string, found: string, work: () => Promise<unknown>])[] = [];
  if (mailTo.length > 0)
    checks.push([
      'test email',
      `sent to ${mailTo.join(', ')}`,
      async () => {
        const refused = await sendMail(
          await openMailServer(invocation),
          mailTo,
          () => testMail(job),
          context,
        );
        if (refused) throw refused.error;
      },
    ]);
  if (heartbeat !== undefined)
    checks.push([
      'ping',
      'the heartbeat URL accepted it',
      () => useAndClose(openHttp(invocation), http => sendHeartbeat(http.send, heartbeat, { exitCode: 0 })),
    ]);
  if (command[0] === 'sync' && command[1] === 'postgres')
    checks.push([
      'database',
      'reachable',
      async () => {
        const { greetPostgres } = await import('../../reports/lake/postgres.ts');
        await greetPostgres(context, invocation.settings.requireCount('timeout') * 1000);
      },
    ]);
  for (const folder of targetFolders(job))
    checks.push(['target', `${folder} is writable`, () => writeBeside(folder)]);
  const findings: Finding[] = [];
  for (const [check, found, work] of checks)
    findings.push(
      await work().then(
        () => finding(check, 'passed', found),
        error => failedCheck(check, error),
      ),
    );
  await context.stdout.write(`${JSON.stringify(findings)}\n`);
}

const testMail = ({ name }: Job) => {
  const subject = `hotelctl ${name}: test`;
  const text = `The job ${name} can send email. This is a test of \`hotelctl schedule doctor --online\`.`;
  return { subject, text: `${text}\n`, html: html`<!doctype html><p>${text}</p>`.text, attachments: [] };
};

async function writeBeside(folder: string) {
  const path = join(folder, `.hotelctl-${randomUUID()}`);
  try {
    await writeFile(path, '', { flag: 'wx' });
    await rm(path);
  } catch (error) {
    const { what, hint } = writeProblem(error);
    throw new OutputError(`${folder} is not writable: ${what}`, { hint, cause: error });
  }
}
