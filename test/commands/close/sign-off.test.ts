import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { main } from '../../../src/start/main.ts';
import { testContext } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { type Bodies, charges, monthOf, stays } from '../../reports/close/small-month.ts';
import { wordsOf } from '../../words.ts';
import { at, closePlatform, foldersIn, keptCloses, post, postLate } from './close-platform.ts';

const oneClose = keptCloses(({ run }) => run());

/** A month with a doubled entry, closed once. */
const closedDoubled = keptCloses(async ({ bodies, run }) => {
  const [first] = bodies['gross-transactions'].transactions;
  post(bodies, first);
  first.further = 1;
  const { stderr } = await expectExit(run(), 10, 'G4');
  // Its lines are read again, for what is behind G4.
  expect(stderr.match(/: MUC 2026-10.*fields that are not documented/g)).toHaveLength(1);
});
function doubled() {
  const made = closedDoubled();
  const accept = (check: string, flags = '--reason Agreed --by Berger') =>
    made.ofOctober(`close accept ${check} ${flags}`);
  return { ...made, accept };
}

describe('close accept', () => {
  it('is kept in the chain, shown on the page, and makes a check no longer open while its differences are the same', async () => {
    const { bodies, run, json, list, accept, hotelctl } = doubled();
    const { checks } = await json();
    const open = checks.filter(({ state }: Bodies) => state === 'open');
    for (const { id } of open)
      await expectSuccess(accept(id), `MUC 2026-10, close 1: ${id} accepted by Berger`);
    const { stdout: page } = await expectSuccess(run('--format html'));
    // What was accepted is not lost.
    expect(page).toMatch(/Berger, \d+ \w+ \d{4}: Agreed; \w/);
    expect(page).toContain(`${open.length} accepted`);
    for (const { id, title } of open) expect(page).toContain(`${id} ${title}: `);
    // No heading, ledger or section says that it is still open.
    expect(page).not.toMatch(/: open<|>open</);
    const { stdout: rows } = await run('--format csv');
    expect(rows).toMatch(/^MUC,2026-10,1,G4,[^,]+,accepted,/m);
    expect(rows).not.toContain(',open,');
    await expectSuccess(run('--provisional --format csv'));
    const [first, ...events] = (await list()).map(({ state }) => state);
    const questions = checks.some(({ state }: Bodies) => state === 'question');
    expect(first).toBe(questions ? 'question' : 'accepted');
    expect(events).toEqual(open.map(({ id }: Bodies) => `${id} accepted: Berger`));
    await expectSuccess(hotelctl('close verify'));
    // Another difference is open again.
    post(bodies, bodies['gross-transactions'].transactions[0]);
    await expectExit(run(), 10, 'G4');
  });

  it('is of the postings that differ: as many of another stay are a question again', async () => {
    const { bodies, json, ofOctober } = oneClose();
    const accept = 'close accept G10 --reason Agreed --by Berger';
    await expectFailure(ofOctober(accept), 2, 'close 1 of 2026-10 has nothing to accept');
    const acceptedAfterCancelOf = async (canceled: string) => {
      for (const { reservation } of bodies['gross-transactions'].transactions)
        reservation.status = reservation.id === canceled ? 'Canceled' : 'CheckedOut';
      return (await json()).accepted;
    };
    await acceptedAfterCancelOf('BBB-1');
    await ofOctober(accept);
    expect(await acceptedAfterCancelOf('BBB-1')).toMatchObject({ G10: { by: 'Berger' } });
    expect(await acceptedAfterCancelOf('CCC-1')).toEqual({});
  });

  it('of a check that differs from that of another close of the month names the close', async () => {
    const { bodies, run, accept, ofOctober, dataDir } = doubled();
    post(bodies, bodies['gross-transactions'].transactions[0]);
    await run();
    const differs = 'G4 of close 2 differs from that of close 1\nhint: see close 2, and add --close 2\n';
    await expectFailure(accept('G4'), 2, differs);
    await expectFailure(accept('P1'), 2, 'the check must be one of');
    const named = '--reason Agreed --by Berger --close';
    const warned = 'warning: MUC: G4 of close 1 differs from that of close 2';
    await expectSuccess(accept('G4', `${named} 1`), warned);
    await expectExit(run(), 10, 'G4');
    await expectFailure(accept('G4', `${named} 7`), 2, 'MUC has no close 7 of 2026-10');
    await expectSuccess(accept('G4', `${named} 2`), 'MUC 2026-10, close 2: G4 accepted by Berger');
    expect((await run()).stderr).not.toContain('G4');
    // One that was changed is named, and does not keep a person from accepting a check of the other.
    rmSync(join(foldersIn(dataDir)[0] ?? '', 'close.json'));
    const damaged =
      /^warning: the close .*0001.* was changed: .*; run `hotelctl close verify`\n.*close 2: G4 accepted/m;
    await expectSuccess(accept('G4'), damaged);
    await expectSuccess(
      ofOctober('close sign --prepared Berger'),
      /^warning: the close .*0001.* was changed/m,
    );
  });
});

describe('close sign', () => {
  it('is kept for one close, and printed on its page with the place of the other', async () => {
    const { bodies, run, json, ofOctober } = oneClose();
    const sign = (flags: string) => ofOctober(`close sign ${flags}`);
    await expectSuccess(sign('--prepared Berger'), 'MUC 2026-10, close 1: prepared by Berger');
    const prepared = { by: 'Berger', at: expect.stringMatching(/^2026-11-01T.*\+01:00$/) };
    expect((await json()).signatures).toEqual({ prepared });
    const { stdout: page } = await run();
    expect(page).toMatch(/^Prepared +Berger +1 Nov(ember)? 2026/m);
    expect(page).toMatch(/^Reviewed +_{5}/m);
    await expectFailure(sign(''), 2, 'add --prepared NAME or --reviewed NAME');
    await expectFailure(sign('--prepared A --reviewed B'), 2, 'sign twice');
    const open = 'warning: MUC: close 1 of 2026-10 has open checks that are not accepted: ';
    await expectSuccess(doubled().ofOctober('close sign --prepared Berger'), open);
    // A later close was not signed, and says so.
    postLate(bodies);
    const unsigned = 'warning: MUC: close 1 of 2026-10 is signed, and close 3 is not\n';
    const later = await expectSuccess(run(), unsigned);
    expect(later.stdout).toMatch(/^Signatures +signed before: Close 1, Prepared: Berger$/m);
    const before = { close: 1, role: 'prepared', ...prepared };
    expect(await json()).toMatchObject({ signatures: {}, signedBefore: [before] });
    await expectSuccess(ofOctober('journal'), unsigned);
    await expectSuccess(sign('--reviewed Diaz'), unsigned);
    expect((await run()).stderr).not.toContain('is signed, and');
  });

  it('is shown with its close as it was kept, after a later one, without a request', async () => {
    const { bodies, run, json, requested, ofOctober, dataDir } = oneClose();
    await ofOctober('close sign --prepared Berger');
    postLate(bodies);
    await run();
    const before = requested.length;
    const { stdout } = await expectSuccess(run('--close 1'));
    expect(stdout).toMatch(/^Close 1 .* fetched 1 November 2026, 06:00/m);
    expect(stdout).toMatch(/^Prepared +Berger +1 Nov/m);
    const [folder = ''] = foldersIn(dataDir);
    const result = JSON.parse(readFileSync(join(folder, 'close.json'), 'utf8'));
    expect(await json('--close 1')).toMatchObject(result);
    expect([requested.length, foldersIn(dataDir).length]).toEqual([before, 3]);
    expect((await run('--close last')).stdout).toMatch(/^Close 3 /m);
    await expectFailure(run('--close 2'), 2, 'MUC has no close 2 of 2026-10\nhint: its closes: 1, 3');
    await expectFailure(run('--close 1 --provisional'), 2, '--close shows a close as it was kept');
    await expectFailure(run('--close 1 --all-properties'), 2, '--close takes one property');
    const file = join(folder, 'revenues.json');
    const text = readFileSync(file, 'utf8');
    rmSync(file);
    writeFileSync(file, text.replace('837', '838'));
    await expectFailure(run('--close 1'), 8, 'was changed');
  });
});

describe('journal from a close', () => {
  const rowsOf = (text: string): Record<string, string>[] => parse(text, { columns: true });

  it('is refused without one, also for evidence', async () => {
    const { ofOctober, dataDir, requested } = await closePlatform();
    const output = join(dataDir, 'out');
    const none =
      /^hotelctl: MUC has no close of 2026-10\nhint: run `hotelctl close --property MUC --period 2026-10`, or add --without-close\n/;
    for (const words of ['journal', 'journal evidence'])
      await expectFailure(ofOctober(`${words} --output ${output}`), 2, none);
    expect([existsSync(output), requested]).toEqual([false, []]);
  });

  it('has the postings of the close, its number and the hash of the chain, whatever the platform has now', async () => {
    const { bodies, list, hotelctl, ofOctober } = oneClose();
    await ofOctober('close sign --prepared Berger');
    const [, { hash }] = await list();
    const count = bodies['gross-transactions'].transactions.length;
    postLate(bodies);
    const { stdout } = await expectSuccess(ofOctober('journal'), `; close 1, chain ${hash}\n`);
    const rows = rowsOf(stdout);
    expect(rows).toHaveLength(count);
    expect(new Set(rows.map(({ close }) => close))).toEqual(new Set([`close 1, ${hash.slice(0, 16)}`]));
    await expectSuccess(hotelctl(`close verify --head ${hash.slice(0, 16)}`));
  });

  it('names checks that are open and were not accepted, in a warning and in the file', async () => {
    const { ofOctober, accept } = doubled();
    const open = /^warning: MUC: close 1 of 2026-10 has open checks that are not accepted: .*G4/m;
    const { stdout, stderr } = await expectSuccess(ofOctober('journal'), open);
    expect(stderr).not.toContain('not documented');
    expect(rowsOf(stdout)[0]?.['close']).toMatch(/^close 1, [0-9a-f]{16}, open: .*G4/);
    await accept('G4');
    const again = await ofOctober('journal --again');
    expect(rowsOf(again.stdout)[0]?.['close']).not.toContain('G4');
  });

  it('is exported once; after a late entry, --since-export has the difference', async () => {
    const { bodies, run, list, ofOctober, dataDir } = oneClose();
    const journal = (flags = '') => ofOctober(`journal ${flags}`);
    await expectFailure(journal('--since-export'), 2, 'MUC: 2026-10 was not exported yet');
    await expectSuccess(journal());
    const exported = 'MUC: 2026-10 was exported on 2026-11-01, from close 1\nhint: add --since-export';
    await expectFailure(journal(), 2, exported);
    await expectFailure(journal('--without-close'), 2, 'was exported on');
    await expectSuccess(journal('--again'));
    const listed = await list();
    const file = join(dataDir, 'late.csv');
    writeFileSync(file, 'the difference before');
    const words = 'close 1 has nothing new since the export, so nothing was written; close the month again';
    await expectSuccess(journal(`--since-export --output ${file}`), words);
    expect(readFileSync(file, 'utf8')).toBe('the difference before');
    expect(await list()).toEqual(listed);
    // One entry more, one changed, one removed.
    const { transactions } = bodies['gross-transactions'];
    const [changed, removed] = [transactions[0].grossAmount, transactions[1].grossAmount];
    postLate(bodies);
    transactions[0].grossAmount += 1;
    transactions.splice(1, 1);
    bodies['gross-transactions'].count -= 1;
    await run('', at('2026-11-09T12:00:00Z'));
    const { stdout } = await expectSuccess(journal('--since-export'));
    expect(rowsOf(stdout).map(({ amount }) => Number(amount))).toEqual([-changed, -removed, changed + 1, 7]);
    expect((await journal('--since-export')).stdout).toBe('');
    expect((await list()).at(-1).state).toBe('exported as csv');
  });

  it('says which file to remove if its export cannot be kept: the next run writes it again', async () => {
    const { env, dataDir } = oneClose();
    const context = testContext({ env, now: at('2026-11-02T12:00:00Z') });
    mkdirSync(context.folders.state);
    writeFileSync(join(context.folders.state, 'locks'), '');
    const file = join(dataDir, 'journal.csv');
    const line = `journal --property MUC --period 2026-10 --output ${file}`;
    expect(await main(wordsOf(line), context)).toBe(8);
    expect(context.err()).toContain(`${file} was written, but not recorded as the export of 2026-10: `);
    expect(context.err()).toContain(`hint: remove ${file}, and run`);
  });

  it('is in the log of exports without a close too, as is the audit medium, which may be written again', async () => {
    const { run, list, hotelctl, ofOctober, dataDir } = await closePlatform();
    const journal = (flags: string) => ofOctober(`journal ${flags}`);
    await expectSuccess(hotelctl('journal --property MUC --period 2026-10-01..2026-10-15 --without-close'));
    await expectSuccess(journal('--without-close'));
    await run();
    await expectFailure(journal(''), 2, /was exported on 2026-11-01, without close\nhint: add --again for/);
    await expectFailure(journal('--since-export'), 2, '2026-10 was not exported from a close yet');
    for (const folder of ['one', 'two'])
      await expectSuccess(journal(`evidence --output ${join(dataDir, folder)}`));
    const exports = (await list()).map(({ state }) => state).filter(state => state.startsWith('exported'));
    expect(exports).toEqual(['csv', 'audit medium', 'audit medium'].map(format => `exported as ${format}`));
    await expectSuccess(hotelctl('close verify'));
  });

  it('of a close that was changed is refused', async () => {
    const { dataDir, ofOctober } = oneClose();
    const [folder = ''] = foldersIn(dataDir);
    const file = join(folder, 'gross-transactions.json');
    const text = readFileSync(file, 'utf8');
    for (const changed of [text.replace('119.5', '119.6'), text.slice(0, -9), `${text} `]) {
      rmSync(file);
      writeFileSync(file, changed);
      await expectFailure(ofOctober('journal'), 8, 'was changed');
    }
  });

  it('evidence has the ledger and the invoices of the close, and its README names it', async () => {
    const { bodies, dataDir, ofOctober } = oneClose();
    const lines = bodies['gross-transactions'].count;
    Object.assign(bodies, monthOf(stays.slice(0, 1), charges.slice(0, 2)) satisfies Bodies);
    const folder = join(dataDir, 'medium');
    await expectSuccess(ofOctober(`journal evidence --output ${folder}`), `ledger.csv ${lines}, `);
    const written = (name: string) => readFileSync(join(folder, name), 'utf8');
    expect(written('invoices.csv')).toContain('INV-CCC-1');
    const made = /made from closes of hotelctl: 2026-10: close 1, [0-9a-f]{16}\./;
    expect(written('README.txt')).toMatch(made);
  });
});
