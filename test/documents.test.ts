import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { topics } from '../src/cli/topics.ts';
import { addDays } from '../src/platform/dates.ts';
import { reports } from '../src/platform/reports/index.ts';
import { pathWithCrontab } from './commands/path-programs.ts';
import { runOn } from './commands/sync/run-sync.ts';
import { startMailServer } from './mail-server.ts';
import { openProgramHome, type ProgramHome } from './program-home.ts';
import { codeBlocks, root, runProgram as run, textOfFile } from './repository.ts';
import { hotelctlFile } from './run-hotelctl.ts';
import { runInProcess } from './run-in-process.ts';
import { type S3Server, startS3Server } from './s3-server.ts';
import { fewerBookings } from './sandbox/fewer-bookings.ts';
import { requireProgram } from './system/prerequisites.ts';

/** Every example in README.md and docs/ is run: `sh` blocks with bash, against a sandbox, with simulated clicks of a user. */

const documents = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs')).map(file => `docs/${file}`),
].filter(file => file.endsWith('.md'));
const examples = documents.flatMap(document =>
  codeBlocks(document, 'sh').map(block => [document, block] as const),
);
/** These build, test, measure and install the project itself (test/system/packaging.test.ts); that they exist is checked below. */
const isNpm = (block: string) => block.startsWith('npm ');

/** The jobs of a crontab, each with the variables that the crontab sets. */
function cronJobs(crontab: string): [command: string, settings: Record<string, string>][] {
  const settings: Record<string, string> = {};
  const jobs: [string, Record<string, string>][] = [];
  for (const line of crontab.split('\n')) {
    const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    const [, command] = /^(?:\S+ ){5}(.+)$/.exec(line) ?? [];
    if (name && value !== undefined) settings[name] = value;
    else if (command) jobs.push([command, settings]);
  }
  return jobs;
}

/** What an example of a report's help prints to standard error besides the note about other units. */
const notes: Readonly<Record<string, string>> = {
  'hotelctl reports company-invoices-vat --all-properties --period 2026-06..2026-10 --view ageing --output debtors.xlsx':
    'Outstanding is what is not paid of each invoice now. Its age counts from the date of the invoice: current is up to 29 days, 30 days is 30 to 59, 60 days is 60 to 89, and 90 days is everything older.\n',
};

/** Commands that read standard input, run until they are stopped, or start hotelctl: the built program. */
const built =
  '*" - "*|*" -- env "*|*" -- bash "*|" ui-integration dev "*|" ui-integration preview "*|" schedule run "*|*smtpPassword*';

/**
 * A folder with a `hotelctl` for the PATH of a shell, which sends its command line, folder and environment to this
 * process, and prints what `runInProcess` returns: many examples of documents take a tenth of the time.
 */
async function addQuickProgram(home: string): Promise<string> {
  const server = createServer(socket => {
    let received = '';
    socket.on('error', () => {});
    socket.on('data', async data => {
      received += data;
      if (!received.endsWith('\0END\0')) return;
      const [folder = '', count = '0', ...words] = received.split('\0').slice(0, -2);
      const variables = words.slice(Number(count)).map(text => {
        const at = text.indexOf('=');
        return [text.slice(0, at), text.slice(at + 1)];
      });
      const env = Object.fromEntries(variables);
      const run = await runInProcess(words.slice(0, Number(count)), { env, folder });
      const result = join(mkdtempSync(join(home, 'run-')), 'result');
      writeFileSync(`${result}.out`, run.stdout);
      writeFileSync(`${result}.err`, run.stderr);
      socket.end(`${run.exitCode} ${result}\n`);
    });
  });
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  const { port } = server.address() as AddressInfo;
  const folder = join(home, 'quick');
  mkdirSync(folder);
  const file = join(folder, 'hotelctl');
  writeFileSync(
    file,
    `#!/bin/bash
case " $* " in ${built}) exec "${process.execPath}" "${hotelctlFile}" "$@";; esac
exec 3<>"/dev/tcp/127.0.0.1/${port}"
{ printf '%s\\0' "$PWD" "$#" "$@"; env -0; printf 'END\\0'; } >&3
read -r code result <&3
cat "$result.out"
cat "$result.err" >&2
rm -r "\${result%/*}"
exit "$code"
`,
  );
  chmodSync(file, 0o755);
  return folder;
}

let open: ProgramHome;
let s3: S3Server;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let environment: Record<string, string | undefined>;
let home: string;

beforeAll(async () => {
  open = await openProgramHome('documents');
  const { bin, sandbox } = open;
  // A first close reads all earlier months. The examples compare with last year at most.
  fewerBookings(sandbox.hotel, '2025-01-01');
  home = open.home;
  s3 = await startS3Server();
  mail = await startMailServer({ onAuth: ({ username }, _, done) => done(null, { user: username }) });
  environment = {
    ...s3.env,
    // The examples of `schedule add` must not install a job on the machine that runs the tests.
    PATH: `${await addQuickProgram(home)}:${bin}:${pathWithCrontab(join(home, 'crontab'))}`,
    HOME: home,
    BROWSER: join(bin, 'browser'),
    LANG: 'C.UTF-8',
    ...open.settings,
    HOTELCTL_INTEGRATION_URL: sandbox.integrationUrl,
    SANDBOX_PAYMENTS_URL: sandbox.paymentsUrl,
    HOTELCTL_CLIENT_SECRET: sandbox.client.clientSecret,
    HOTELCTL_CREDENTIAL_STORE: 'file',
  };
  await run('hotelctl', ['login'], { cwd: home, env: environment });
  // `pickup --since 7d` needs the books of a week ago, which cannot be taken today. Today may be another day at the property.
  const { stdout: token } = await run('hotelctl', ['auth', 'token'], { cwd: home, env: environment });
  const today = new Date().toISOString().slice(0, 10);
  for (const back of [-7, -6]) {
    const { exitCode } = await runOn(addDays(today, back), 'snapshot take --property MUC', {
      HOTELCTL_BASE_URL: sandbox.apiUrl,
      HOTELCTL_ACCESS_TOKEN: token.trim(),
      HOTELCTL_DATA_DIR: join(home, '.local/share/hotelctl'),
    });
    expect(exitCode).toBe(0);
  }
});
afterAll(() => open.close());

const useMailServer = () => {
  const { host, port, security } = mail.settings;
  return `hotelctl profile set smtpHost ${host}; hotelctl profile set smtpPort ${port}
    hotelctl profile set smtpSecurity ${security}; hotelctl profile set smtpPassword <<< right`;
};

describe('the examples', () => {
  it('exist', () => {
    expect(examples.length).toBeGreaterThan(5);
  });

  it.each(examples.filter(([, block]) => !isNpm(block)))('%s: %s', async (_, block) => {
    for (const name of ['curl', 'openssl']) if (block.includes(`${name} `)) requireProgram(name, name);
    // A further sandbox makes all bookings of a hotel: those of one with 18 rooms, if no number of the document depends on them.
    const ofAll = /(sandbox run)(.*--property) (?:MUC|LND)(?!.*grep \d)/g;
    const small = block.replace(ofAll, '$1 --properties 8$2 LEJ');
    const args = ['-euo', 'pipefail', '-c', small];
    const { stdout, stderr } = await run('bash', args, { cwd: home, env: environment });
    // Logging out is an example too; the examples after it need a sign-in again.
    if (/hotelctl logout/.test(block)) await run('hotelctl', ['login'], { cwd: home, env: environment });
    // `doctor` connects to the mail server of the profile, and that of the example does not exist.
    if (block.includes('profile set smtpHost'))
      await run('bash', ['-c', useMailServer()], { cwd: home, env: environment });
    expect(stdout + stderr).not.toBe('');
    // Not in the random letters of the address of a sign-in.
    expect(stdout + stderr.replace(/^ +http\S+$/gm, '')).not.toMatch(/undefined|NaN|\[object /);
    // The result of a query that names nothing.
    expect(stdout).not.toMatch(/^null$/m);
  });

  it.each(
    [topics.formats, topics.periods]
      .flatMap(({ blocks }) => blocks)
      .flatMap(block => ('example' in block ? block.example.split('\n') : [])),
  )('of the help topics run: %s', async command => {
    const env = { ...environment, HOTELCTL_PROPERTY: 'MUC' };
    const { stdout, stderr } = await run('bash', ['-c', command], { cwd: home, env });
    expect(stdout + stderr).not.toMatch(/undefined|NaN|\[object |^null$/m);
  });

  it.each(reports.flatMap(report => Object.keys(report.examples)))(
    "of the reports' help run: %s",
    async command => {
      // A shell would split it into the same words.
      expect(command).toMatch(/^hotelctl [\w ,./-]+$/);
      const env = { ...environment, HOTELCTL_PROPERTY: 'MUC' };
      const { exitCode, stderr } = await runInProcess(command.split(' ').slice(1), { env, folder: home });
      expect(exitCode).toBe(0);
      const ofUnits = /^(includes units other than bedrooms|all unit groups are counted).*\n/;
      expect(stderr.replace(ofUnits, '')).toBe(notes[command] ?? '');
    },
  );

  it.each(documents.flatMap(document => codeBlocks(document, 'crontab')).flatMap(cronJobs))(
    "run under cron's own environment: %s",
    async (command, settings) => {
      const folder = mkdtempSync(join(home, 'cron-'));
      const cron = { HOME: home, LOGNAME: 'hotel', PATH: '/usr/bin:/bin', SHELL: '/bin/sh', PWD: home };
      // The paths of the document, as they are on this machine; the jobs write to the folder of this test only.
      const located = (text: string) =>
        text.replaceAll('/home/hotel/exports', folder).replaceAll('/usr/local/bin', open.bin);
      const { stdout, stderr } = await run('/bin/sh', ['-c', located(command)], {
        cwd: home,
        env: { ...cron, ...Object.fromEntries(Object.entries(settings).map(([n, v]) => [n, located(v)])) },
      });
      // Cron mails everything that is printed: a successful job prints nothing.
      expect(stdout + stderr).toBe('');
      const files = readdirSync(folder);
      expect(files.length).toBeGreaterThan(0);
      for (const file of files) {
        expect(file).toMatch(/^[\w.-]+\.csv$/);
        expect(readFileSync(join(folder, file), 'utf8').split('\r\n').length).toBeGreaterThan(2);
      }
    },
  );

  it.each(
    examples
      .filter(([, block]) => isNpm(block))
      .flatMap(([file, block]) =>
        block
          .trim()
          .split(/\n| && /)
          .map(line => [file, line] as const),
      ),
  )('%s names scripts that exist: %s', (_, line) => {
    const { scripts } = JSON.parse(textOfFile('package.json'));
    const [, script] = /^npm (?:run )?([\w:-]+)/.exec(line) ?? [];
    const [, testFile] = /^npx vitest run (\S+)$/.exec(line) ?? [];
    if (testFile) expect(existsSync(join(root, testFile))).toBe(true);
    else expect(['ci', 'install', ...Object.keys(scripts)]).toContain(script);
  });

  it.each(documents)('%s links to files that exist', document => {
    const links = [...textOfFile(document).matchAll(/\]\((?!https?:)([^)#]+)(#[^)]*)?\)/g)];
    for (const [, link = ''] of links)
      expect(existsSync(resolve(root, dirname(document), link)), link).toBe(true);
  });

  it('begin with two lines, of which one shows the table and one runs these tests', async () => {
    const [demo, test] = codeBlocks('README.md', 'sh').map(block => block.trim());
    expect(demo).toBe('npm ci --ignore-scripts && npm run demo');
    expect(test).toBe('npm ci --ignore-scripts && npm test');
    expect(textOfFile('.ci/run')).toContain(test);
    const { demo: script } = JSON.parse(textOfFile('package.json')).scripts;
    // The part of `npm run demo` after its build; building again would replace the program while other tests use it.
    const [, command = ''] = script.split(' && ');
    const { stdout } = await run('bash', ['-c', command], { cwd: root, env: environment });
    const [shown = ''] = codeBlocks('README.md', '');
    const [, shownCommand] = / -- (hotelctl reports .*)$/.exec(command) ?? [];
    expect(shown).toBe(`$ ${shownCommand}\n${stdout}`);
  });
});

it('the README is two screens, and its first report is on the first one', () => {
  const readme = textOfFile('README.md').trimEnd();
  const lines = readme.split('\n');
  expect(lines.length).toBeLessThanOrEqual(120);
  expect(readme.replace(/^```[\s\S]*?^```$/gm, '').split(/\s+/).length).toBeLessThan(1500);
  expect(lines.findIndex(line => line.includes('--month'))).toBeLessThan(60);
  const index = textOfFile('docs/README.md');
  const others = documents.filter(name => name.startsWith('docs/') && name !== 'docs/README.md');
  expect(others.filter(name => !index.includes(`(${name.slice('docs/'.length)})`))).toEqual([]);
});
