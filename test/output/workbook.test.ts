import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HotelctlError } from '../../src/base/errors.ts';
import type { ReportRecord } from '../../src/platform/records.ts';
import { runMain } from '../commands/in-process.ts';
import { localServer, roomNights, signedIn } from '../commands/local-server.ts';
import { temporaryFolder } from '../context.ts';
import { failureOf } from '../failure-of.ts';
import { wordsOf } from '../words.ts';
import { workbookBytes } from './workbook-bytes.ts';
import { workbookParts } from './workbook-parts.ts';

/** test/system/workbook.test.ts checks the cells in LibreOffice; this file tests when a workbook is written at all. */
const isZip = (bytes: Uint8Array) =>
  Buffer.from(bytes).subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';
const columns = [{ name: 'value', type: 'text' }] as const;

describe('a workbook', () => {
  it('is selected by --output and --format, also for a pipe', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'reports.xlsx');
    expect((await runMain(`reports list --output ${file}`)).exitCode).toBe(0);
    expect(isZip(readFileSync(file))).toBe(true);
    const piped = await runMain('reports list --format xlsx --output -');
    expect(piped.exitCode).toBe(0);
    expect(piped.stdout.startsWith('PK')).toBe(true);
  });

  it.each([
    ['--format parquet', false, '--format parquet needs --output'],
    ['--format parquet --output -', true, '--format parquet is not written to a terminal'],
    ['--format xlsx --output -', true, 'not written to a terminal'],
  ])('is refused for %j before anything is sent', async (flags, terminal, message) => {
    const server = await localServer();
    const { exitCode, stdout, stderr } = await runMain([...roomNights, ...wordsOf(flags)], {
      terminal,
      env: signedIn(server.url),
    });
    expect([exitCode, stdout, server.connections()]).toEqual([2, '', 0]);
    expect(stderr).toContain(message);
  });

  it.each([
    ['more rows than a sheet has', 1_048_576, 'x', 'more than 1048575 rows'],
    ['a text longer than a cell', 1, 'x'.repeat(32_768), 'more than 32767 characters'],
  ])('is refused for %s, with exit 8', async (_, count, value, message) => {
    const record: ReportRecord = { value };
    const batches = function* () {
      for (let left = count; left > 0; left -= 4096)
        yield Array<ReportRecord>(Math.min(left, 4096)).fill(record);
    };
    const error = await failureOf(workbookBytes('x', batches(), columns), HotelctlError);
    expect([error.exitCode, error.message]).toEqual([8, expect.stringContaining(message)]);
  });

  it.each([
    ['Room nights', '&LPage &P of &N · Room nights · X'],
    // One more character, and the last one would be half of an ampersand.
    ['&'.repeat(200), `&LPage &P of &N · ${'&'.repeat(236)}`],
    [`a${'&'.repeat(200)}`, `&LPage &P of &N · a${'&'.repeat(236)}`],
    [`Hotel · net of VAT · ${'same '.repeat(50)}`, '&LPage &P of &N · Hotel · net of VAT'],
  ])('with the title %s has a footer that Excel accepts', async (title, footer) => {
    const parts = workbookParts(Buffer.from(await workbookBytes('x', [], columns, title)));
    const [, written = ''] =
      /<oddFooter>(.*)<\/oddFooter>/.exec(parts.get('xl/worksheets/sheet2.xml') ?? '') ?? [];
    expect(written.replaceAll('&amp;', '&')).toBe(footer);
    expect(footer.length).toBeLessThanOrEqual(255);
  });
});
