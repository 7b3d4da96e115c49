import { describe, expect, it } from 'vitest';
import { runMain } from '../commands/in-process.ts';
import { localServer, signedIn } from '../commands/local-server.ts';
import { type TestContextOptions, temporaryFolder } from '../context.ts';
import { expectFailure, expectSuccess } from '../expect-run.ts';

const properties = {
  properties: [
    { id: 'MUC', name: 'Munich' },
    { id: 'LND', name: 'London\u001b[2J' },
  ],
  count: 2,
};
const integrations = {
  uiIntegrations: [
    { target: 'DashboardPropertyContext', id: 'AAA', code: 'P', label: 'Parking', sourceType: 'Public' },
    { target: 'ReservationDetailsTab', id: 'BBB', code: 'K', label: 'Keys', sourceType: 'Public' },
  ],
  count: 2,
};

/** A command on a terminal, against a platform that records its requests. */
async function requested(
  line: string,
  answers: TestContextOptions['answers'],
  more: TestContextOptions = {},
) {
  const requests: string[] = [];
  const server = await localServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    const url = request.url ?? '';
    const list = url.includes('/properties')
      ? properties
      : url.endsWith('ui-integrations')
        ? integrations
        : undefined;
    const body = list ?? (request.method === 'POST' ? { id: 'NEW' } : { total: 1 });
    response
      .writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(body));
  });
  const env = { ...signedIn(server.url), HOTELCTL_INTEGRATION_URL: server.url, ...more.env };
  const run = await runMain([...line.split(' '), '--max-attempts', '1'], {
    terminal: true,
    answers: answers ?? [],
    ...more,
    env,
  });
  return { ...run, requests, questions: run.context.prompted };
}

describe('a missing required value of a report', () => {
  it('is prompted for on a terminal, and the command line without prompts is printed', async () => {
    const ended = requested('reports room-nights', ['MUC', 'last-month']);
    const line = 'hotelctl reports room-nights --property MUC --period last-month';
    const { requests, questions } = await expectSuccess(ended, `Without prompts:\n  \`${line}\`\n`);
    expect(questions).toEqual(['Property', 'Period']);
    expect(requests.at(-1)).toBe('GET /reports/v0-nsfw/reports/room-nights?propertyId=MUC&month=9&year=2026');
  });

  it('is not prompted for if it is given, by flag or by setting', async () => {
    const given = await requested('reports room-nights --month 10 --year 2026', ['LND']);
    expect(given.questions).toEqual(['Property']);
    const env = { HOTELCTL_PROPERTY: 'MUC' };
    const set = await requested('reports room-nights --period 2026-10', [], { env });
    expect([set.questions, set.exitCode]).toEqual([[], 0]);
    expect(set.stderr).not.toContain('Without prompts');
  });

  it('accepts another period, and quotes an id with shell characters', async () => {
    const answers = ["it's one", '', '2026-10-01..2026-10-03'];
    const ended = await requested('reports ordered-services --property MUC', answers);
    const { questions, stderr, requests } = ended;
    expect(questions.slice(1)).toEqual(['Period', expect.stringMatching(/^Period \(/)]);
    expect(requests.at(-1)).toContain('serviceIds=it%27s+one&from=2026-10-01&to=2026-10-04');
    expect(stderr).toContain(`--service 'it'\\''s one' --period 2026-10-01..2026-10-03\`\n`);
  });

  it('is an error if hotelctl cannot prompt, and nothing is sent', async () => {
    for (const more of [{ terminal: false }, {}]) {
      const line = `reports room-nights${more.terminal === false ? '' : ' --no-input'}`;
      const { requests } = await expectFailure(requested(line, [], more), 2, '--month is required');
      expect(requests).toEqual([]);
    }
  });

  it('is also prompted for by offers', async () => {
    const { questions, requests } = await requested('offers list --property MUC', ['+1d', '2026-10-18', '2']);
    const dates = ['Arrival', 'Departure'].map(name => `${name} date, or date and time`);
    expect(questions).toEqual([...dates, 'Number of adults']);
    expect(requests.at(-1)).toContain('arrival=2026-10-16&departure=2026-10-18&adults=2');
  });
});

describe('a UI integration', () => {
  it('is selected from the registered ones', async () => {
    const { questions, requests } = await expectSuccess(requested('ui-integration delete', ['1', true]));
    expect(questions).toEqual([
      'UI integration',
      'Delete the UI integration BBB at ReservationDetailsTab? Hotel users lose the view immediately.',
    ]);
    expect(requests.at(-1)).toBe('DELETE /integration/v1/ui-integrations/ReservationDetailsTab/BBB');
  });

  it('is registered with the prompted values; a private URL is prompted for without echo', async () => {
    const url = 'https://views.example/p?token=secret';
    const answers = ['DashboardPropertyContext', 'Parking', 'private', url];
    const ended = await requested('ui-integration create', answers);
    const { requests, exitCode, stdout, stderr } = ended;
    const posted = 'POST /integration/v1/ui-integrations/DashboardPropertyContext';
    expect([exitCode, requests]).toEqual([0, [posted]]);
    expect(stdout + stderr).not.toContain('secret');
  });
});

describe('what else is missing', () => {
  it('is asked for: the profile, from those there are', async () => {
    const folder = temporaryFolder();
    const folders = { data: '', config: folder, state: folder };
    const run = (line: string, answers: readonly string[] = []) =>
      runMain(line, { terminal: true, answers, replace: { folders } });
    expect((await run('profile use')).stderr).toContain(
      'NAME is required\nhint: run `hotelctl profile list`',
    );
    for (const name of ['munich', 'london']) await run(`profile add ${name} --property ${name}`);
    const { stderr } = await run('profile use', ['london']);
    expect(stderr).toContain('Profile london is now the current profile.');
    expect((await run('profile remove', ['munich'])).stderr).toContain('Removed profile munich.');
    const { stdout } = await run('profile list --format csv --columns name,inUse');
    expect(stdout).toBe('name,inUse\r\nlondon,true\r\n');
  });

  it('of an authorization is prompted for', async () => {
    const words = 'bookings authorization';
    const { questions, stderr } = await requested(words, ['ACC', 'Jane Doe', 'nowhere.json']);
    expect(questions).toEqual(['Account id of the hotel account', 'Name on the card', 'File of the quote']);
    expect(stderr).toContain('--quote: there is no such file');
  });
});

describe('--no-animation', () => {
  const env = { LANG: 'C.UTF-8' };
  const plain = (line: string, stdinLines: readonly string[], more: TestContextOptions = {}) =>
    requested(`--no-animation ${line}`, [], { stdinLines, ...more });

  it('prompts with plain lines: a list with numbers, and again after a typo', async () => {
    const { exitCode, requests, stderr, questions } = await plain('reports room-nights', ['3', '2', '1']);
    expect([exitCode, questions]).toEqual([0, []]);
    expect(stderr).toContain('Property, 2 choices\n1: MUC  Munich\n2: LND  London\\u{1b}[2J\nNumber: ');
    expect(stderr).toContain('It must be a number from 1 to 2\n');
    expect(requests.at(-1)).toContain('propertyId=LND&month=9&year=2026');
    expect(stderr).not.toContain('\u001b');
  });

  it('asks for yes or no', async () => {
    const no = await plain('ui-integration delete ReservationDetailsTab BBB', ['perhaps', '']);
    expect(no.stderr).toContain('(default: no): It must be yes or no\n');
    expect(no.requests).toEqual([]);
    expect((await plain('ui-integration delete ReservationDetailsTab BBB', ['y'])).requests).toHaveLength(1);
  });

  it('an end of input is not an answer', async () => {
    const { exitCode, requests } = await plain('reports room-nights --property MUC', []);
    expect([exitCode, requests]).toEqual([130, []]);
  });

  it('shows tables without bars, rules and symbols; the variable does the same', async () => {
    const month = 'reports room-nights --property MUC --month 10 --year 2026';
    const drawn = await requested(month, [], { env });
    expect(drawn.stdout).toContain('─');
    const { stdout } = await plain(month, [], { env });
    expect(stdout).toMatch(/Breakdown +Key +Number/);
    expect(stdout).not.toMatch(/[─█#]|---/);
    const chart = await plain(`${month} --chart`, [], { env });
    expect(chart.stdout).toContain('Room nights');
    expect(chart.stdout).not.toMatch(/[─█#]|---/);
    const byVariable = await requested(month, [], { env: { ...env, HOTELCTL_NO_ANIMATION: '1' } });
    expect(byVariable.stdout).toBe(stdout);
  });

  it('reports progress a quarter at a time, and overwrites nothing', async () => {
    const { stderr } = await plain('reports room-nights --property MUC --period 2025 --format csv', []);
    const lines = stderr.split('\n').filter(line => / of 12 requests/.test(line));
    expect(lines).toEqual(['3 of 12 requests', '6 of 12 requests', '9 of 12 requests', '12 of 12 requests']);
    expect(stderr).not.toMatch(/\r|\u001b/);
  });

  it('describes the result of a check in words', async () => {
    const { stdout } = await plain('doctor', [], { env: { ...env, HOTELCTL_PROPERTY: 'MUC' } });
    expect(stdout).toMatch(/^passed {2}/m);
    expect(stdout).not.toMatch(/[✓✗·→]/);
  });
});
