import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type TestContextOptions, temporaryFolder } from '../../context.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { account, businessDay, measures } from '../../output/rendered.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import type { Served } from '../reports-platform.ts';
import { runAgainst } from './served.ts';

const revenues = ['reports', 'revenues', '--property', 'MUC', '--period', '2026-10'];
const performance = { ...measures(55, 100, 55), businessDays: [businessDay('2026-10-01', 50, 90, 45)] };
const tree = account('All', 30, [account('Rooms', 20), account('Bar', 10)]);

/** A report against a platform that responds like this; default: with a tree of revenues. */
const fetched = (line: Line, served: Served = tree, options: TestContextOptions = {}) => {
  const env = { LANG: 'C.UTF-8', DISPLAY: ':0', ...options.env };
  return runAgainst(line, () => served, { now: Date.UTC(2026, 10, 15), ...options, env });
};

describe('--chart', () => {
  it('replaces the table, and requests the days if they are drawn', async () => {
    const line = 'reports property-performance --property MUC --period 2026-10-01..2026-10-02 --chart';
    const { requests, stdout } = await expectSuccess(fetched(line, performance));
    expect(requests[0]).toContain('from=2026-10-01&to=2026-10-02&expand=businessDays');
    expect(stdout).toMatch(/^Occupancy +55\.00 %\nADR net +100\.00 EUR$/m);
    expect(stdout).toMatch(/^Thu 2026-10-01 +50\.00 {2}█+▌? +90\.00 /m);
  });

  it('is written to a file in full, without color', async () => {
    const file = join(temporaryFolder(), 'revenues.txt');
    const words = [...revenues, '--chart', '--output', file];
    const { stdout } = await fetched(words, tree, { terminal: true, color: true });
    expect(stdout).toBe('');
    expect(readFileSync(file, 'utf8')).toMatch(/^Revenues[\s\S]*Rooms +20\.00 {2}█+/);
  });
});

describe('a page', () => {
  it('has the charts and the table of the chosen columns, and its context', async () => {
    const words = wordsOf(revenues, '--format html --columns account.name,netAmount.amount');
    const { stdout } = await expectSuccess(fetched(words));
    expect(stdout).toMatch(/^<!DOCTYPE html>\n<html lang="en" dir="ltr">/);
    expect(stdout).toContain('<h1>Revenues · MUC · October 2026</h1>');
    expect(stdout.match(/<svg /g)?.length).toBe(1);
    expect(stdout.match(/<th scope="col"/g)?.length).toBe(2);
    expect(stdout.match(/<th scope="row"/g)?.length).toBe(3);
    expect(stdout).toContain('It counts posted charges');
    expect(stdout.trimEnd()).toMatch(/<\/html>$/);
  });

  it('shows the requested filters, and requests the days of property-performance unless another view is chosen', async () => {
    const line =
      'reports property-performance --property MUC --period 2026-10 --channel-code Direct --format html';
    const days = await fetched(line, performance);
    expect(days.requests[0]).toContain('expand=businessDays');
    expect(days.stdout).toContain('channel-code: Direct</p>');
    // Three charts, and a bar for the only day.
    expect(days.stdout.match(/<svg /g)?.length).toBe(4);
    const summary = await fetched(`${line} --view summary`, performance);
    expect(summary.requests[0]).not.toContain('expand');
    expect(summary.stdout).not.toContain('<svg ');
  });

  it('works for every other list too', async () => {
    const { stdout } = await expectSuccess(runMain('ui-integration targets --format html'));
    expect(stdout).toContain('<h1>Targets</h1>');
  });
});

describe('--open', () => {
  const openedBy = ({ context }: Awaited<ReturnType<typeof fetched>>) =>
    fileURLToPath(context.opened[0] ?? '');

  it('shows a temporary page that only its owner can read', async () => {
    const run = await expectSuccess(fetched([...revenues, '--open']));
    expect(run.stdout).toBe('');
    const file = openedBy(run);
    expect(run.stderr).toBe(`opened ${file}\n`);
    expect(file.startsWith(join(run.context.folders.state, 'pages', 'revenues-'))).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
    expect(readFileSync(file, 'utf8')).toContain('<h1>Revenues · ');
  });

  it('shows the file of --output, and passes BROWSER one URL', async () => {
    const file = join(temporaryFolder(), 'a b & "c".html');
    const env = { BROWSER: '/usr/bin/my-browser' };
    const run = await expectSuccess(fetched([...revenues, '--open', '--output', file], tree, { env }));
    expect(run.context.launched).toHaveLength(1);
    const [{ file: program, args } = { file: '', args: [] }] = run.context.launched;
    expect([program, fileURLToPath(args[0] ?? ''), args.length]).toEqual(['/usr/bin/my-browser', file, 1]);
    expect(args[0]).not.toMatch(/[ "]/);
    expect(existsSync(file)).toBe(true);
  });

  it.each([
    ['without a display', { env: { DISPLAY: undefined } }],
    ['where none can be started', { desktop: false }],
  ])('prints where the page is %s', async (_, options) => {
    const { stderr, context } = await expectSuccess(fetched([...revenues, '--open'], tree, options));
    const pages = join(context.folders.state, 'pages');
    const [page = ''] = readdirSync(pages);
    expect(stderr).toBe(`no browser could be opened here; the page is ${join(pages, page)}\n`);
  });

  it('keeps no page without a browser, and removes those of other days', async () => {
    const failed = await expectFailure(fetched([...revenues, '--open'], 422, {}), 4);
    expect(failed.context.opened).toEqual([]);
    const state = temporaryFolder();
    const pages = join(state, 'pages');
    mkdirSync(pages);
    for (const [name, time] of Object.entries({ 'old.html': '2026-11-13', 'new.html': '2026-11-15' })) {
      writeFileSync(join(pages, name), '');
      utimesSync(join(pages, name), new Date(time), new Date(time));
    }
    const folders = { data: '', state, config: state };
    await fetched([...revenues, '--open'], tree, { replace: { folders } });
    const names = readdirSync(pages).map(name => name.replace(/-\w{16}/, ''));
    expect(names).toEqual(['new.html', 'revenues.html']);
  });
});
