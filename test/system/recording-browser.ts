import { mkdirSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { addProgram } from '../commands/path-programs.ts';
import { temporaryFolder } from '../context.ts';
import type { RunningHotelctl } from '../start-hotelctl.ts';
import { processesAt } from './process-table.ts';

/**
 * A program for BROWSER that shows nothing: it records the URL, and the test opens it.
 *
 * @param home the HOME that hotelctl runs with, and the browser after it
 */
export function makeRecordingBrowser(home: string) {
  const folder = temporaryFolder();
  const noted = join(folder, 'noted');
  mkdirSync(noted);
  // Renamed into place, so that a reader finds the complete file or none.
  const script = `printf '%s\\n' "$#" "$@" > ${folder}/$$ && mv ${folder}/$$ ${noted}/$$`;
  const command = addProgram(folder, 'browser', script);
  let wake = () => {};
  const watcher = watch(noted, () => wake());
  onTestFinished(() => watcher.close());
  const taken = new Set<string>();
  /** hotelctl does not wait for its browser, which may still be writing after hotelctl has ended. */
  const untilBrowserEnds = async () => {
    while (processesAt(home).some(row => row.command.includes(command))) await new Promise(setImmediate);
  };
  return {
    command,
    /** The URL that is opened next; fails if the program ends without it. */
    async opened(by: RunningHotelctl): Promise<string> {
      let hasEnded = false;
      for (;;) {
        const changed = new Promise<void>(resolve => {
          wake = resolve;
        });
        const name = readdirSync(noted).find(file => !taken.has(file));
        if (name === undefined) {
          const run = await Promise.race([changed, by.ended]);
          if (run && hasEnded) {
            throw new Error(`hotelctl ended (${run.exitCode}) without a browser: ${run.stderr}`);
          }
          if (run) {
            await untilBrowserEnds();
            hasEnded = true;
          }
          continue;
        }
        taken.add(name);
        const [count, address = ''] = readFileSync(join(noted, name), 'utf8').split('\n');
        if (count !== '1') throw new Error(`the browser was given ${count} arguments instead of one`);
        return address;
      }
    },
    /** How often it was started so far; certain once hotelctl has ended. */
    async starts() {
      await untilBrowserEnds();
      return readdirSync(noted).length;
    },
  };
}
