import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { addProgram } from '../commands/path-programs.ts';
import { temporaryFolder } from '../context.ts';
import type { RunningHotelctl } from '../start-hotelctl.ts';

/** A program for BROWSER that shows nothing: it records the URL, and the test opens it. */
export function makeRecordingBrowser() {
  const folder = temporaryFolder();
  const noted = join(folder, 'noted');
  mkdirSync(noted);
  // Renamed into place, so that a reader finds the complete file or none.
  const script = `printf '%s\\n' "$#" "$@" > ${folder}/$$ && mv ${folder}/$$ ${noted}/$$`;
  const command = addProgram(folder, 'browser', script);
  const taken = new Set<string>();
  return {
    command,
    /** The URL that is opened next; fails if the program ends without it. */
    async opened(by: RunningHotelctl): Promise<string> {
      const next = () => readdirSync(noted).find(file => !taken.has(file));
      const name = await Promise.race([
        vi.waitUntil(next, { timeout: 100_000 }),
        by.ended.then(run =>
          expect.fail(`hotelctl ended (${run.exitCode}) without a browser: ${run.stderr}`),
        ),
      ]);
      taken.add(name);
      const [count, address = ''] = readFileSync(join(noted, name), 'utf8').split('\n');
      expect(count, 'the number of arguments').toBe('1');
      return address;
    },
    /** How often it has recorded a URL so far. */
    starts: () => readdirSync(noted).length,
  };
}
