import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fillDefinition, launchdPlist, systemdUnits, windowsTask } from '../../src/jobs/definitions.ts';
import { githubWorkflow, kubernetesCronJob } from '../../src/jobs/hosted-definitions.ts';
import { parseRecurrence } from '../../src/jobs/recurrence.ts';
import { temporaryFile } from '../context.ts';
import { requires } from '../system/prerequisites.ts';

/** Characters that have a meaning in one of the formats. */
const awkward = `a b "c" 'd' %n $HOME \\ & <e>`;

const program = {
  job: 'close',
  words: [process.execPath, '/opt/hotel ctl/bin/hotelctl.js', 'schedule', 'run', awkward],
};
const recurrences = ['hour 15', 'day 06:30', 'weekday 07:00', 'monday 07:00', 'month 1 06:00'];

it('systemd units are literal', () => {
  const { service, timer } = systemdUnits(
    {
      job: 'close',
      words: ['/usr/bin/node', '/opt/100%/hotelctl.js', 'schedule', 'run', 'close'],
    },
    parseRecurrence('month 1 06:00'),
    Date.parse('2026-11-21'),
  );
  expect(service).toBe(`[Unit]
Description=hotelctl job close

[Service]
Type=oneshot
ExecStart="/usr/bin/node" "/opt/100%%/hotelctl.js" "schedule" "run" "close"
`);
  expect(timer).toBe(`[Unit]
Description=Timer of hotelctl job close

[Timer]
OnCalendar=*-*-* 06:00:00
Persistent=true

[Install]
WantedBy=timers.target
`);
  expect(() => fillDefinition('{misspelled}', { job: 'close' })).toThrow('{misspelled}');
});

describe('definitions that xmllint reads', () => {
  beforeEach(requires('xmllint', 'libxml2-utils'));

  it.each(recurrences)(
    'for %j are a valid property list of launchd, and follow the schema of Windows tasks',
    every => {
      const plist = launchdPlist(program, parseRecurrence(every), '/tmp/close.log');
      const dtd = join(import.meta.dirname, 'plist.dtd');
      const valid = (...words: string[]) =>
        execFileSync('xmllint', ['--noout', '--nonet', '--nowarning', ...words], { stdio: 'pipe' });
      valid('--dtdvalid', dtd, temporaryFile('close.plist', plist));
      expect(plist).toContain('<string>com.hotelctl.close</string>');
      const task = windowsTask(program, parseRecurrence(every), '2026-11-21');
      const schema = join(import.meta.dirname, 'task-scheduler.xsd');
      valid('--schema', schema, temporaryFile('close.xml', Buffer.from(`\u{feff}${task}`, 'utf16le')));
    },
  );
});

it('launchd has Monday to Friday one by one', () => {
  const plist = launchdPlist(program, parseRecurrence('weekday 07:00'), '/tmp/close.log');
  const days = plist.match(/<key>Weekday<\/key>\s*<integer>\d<\/integer>/g);
  expect(days?.map(text => text.match(/\d/)?.[0])).toEqual(['1', '2', '3', '4', '5']);
});

describe('definitions for machines without a state', () => {
  const hosted = {
    job: 'month-close',
    recurrence: parseRecurrence('month 1 06:00'),
    command: ['reports', 'revenues', '--period', 'last-month', '--output', awkward],
    environment: { HOTELCTL_BASE_URL: 'https://api.example.com' },
    secrets: ['HOTELCTL_CLIENT_SECRET', 'HOTELCTL_REFRESH_TOKEN'],
    files: ['revenues-*.csv'],
    timeZone: 'UTC',
    retries: 3,
  };

  it('are valid YAML for GitHub, and pass the secrets of the repository to one step', () => {
    const workflow = parse(githubWorkflow(hosted));
    expect(workflow.on.schedule).toEqual([{ cron: '0 6 1 * *' }]);
    expect([workflow.permissions, workflow.jobs.run.env]).toEqual([{ contents: 'read' }, undefined]);
    const { steps } = workflow.jobs.run;
    expect(steps[0].with).toEqual({ 'persist-credentials': false });
    expect(steps[2].run).toMatch(/^npm install --global --ignore-scripts \.\/hotelctl-\d+\.\d+\.\d+\.tgz$/);
    expect(steps.filter(({ env }: { env?: object }) => env)).toHaveLength(1);
    const { env } = steps.at(-2);
    expect(steps.at(-1).with.path).toBe('revenues-*.csv');
    for (const { uses } of steps) expect(uses ?? '@').toMatch(/^(actions\/[\w-]+@[0-9a-f]{40}|@)$/);
    expect(env).toEqual({
      HOTELCTL_CREDENTIAL_STORE: 'env',
      HOTELCTL_BASE_URL: 'https://api.example.com',
      HOTELCTL_CLIENT_SECRET: `\${{ secrets.HOTELCTL_CLIENT_SECRET }}`,
      HOTELCTL_REFRESH_TOKEN: `\${{ secrets.HOTELCTL_REFRESH_TOKEN }}`,
    });
  });

  it('are valid YAML for Kubernetes', () => {
    const cronJob = parse(kubernetesCronJob(hosted));
    const { containers, volumes } = cronJob.spec.jobTemplate.spec.template.spec;
    const [container] = containers;
    expect(cronJob.spec.schedule).toBe('0 6 1 * *');
    expect(container.args).toEqual(hosted.command.map(word => word.replaceAll('$', '$$$$')));
    expect(container.env).toContainEqual({
      name: 'HOTELCTL_REFRESH_TOKEN',
      valueFrom: { secretKeyRef: { name: 'hotelctl', key: 'HOTELCTL_REFRESH_TOKEN' } },
    });
    expect(container.securityContext.readOnlyRootFilesystem).toBe(true);
    expect(container.volumeMounts.map(({ name }: { name: string }) => name)).toEqual(
      volumes.map(({ name }: { name: string }) => name),
    );
    // The image's state folder and working folder.
    expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual([
      '/tmp',
      '/exports',
    ]);
  });
});
