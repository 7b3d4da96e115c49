import { cpSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import {
  type Bodies,
  charges,
  monthOf,
  postLine,
  revenuesOf,
  type Stay,
  stays,
  visa,
} from '../../reports/close/small-month.ts';
import { jsonLines } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';
import { germanHotel, platformListener, type Respond } from '../reports-platform.ts';

export const at = (moment: string) => Date.parse(moment);
const properties = [germanHotel('MUC'), germanHotel('LND')];
const afterNightAudit = at('2026-11-01T06:00:00+01:00');

/** A platform with the bodies of October, which a test changes between two runs. */
export async function closePlatform(bodies: Bodies = monthOf(stays, charges)) {
  const requested: string[] = [];
  const respond: Respond = (report, searchParams) => {
    const dates = searchParams.getAll('dateFilter');
    if (dates.length > 0 && dates[0] !== 'gte_2026-10-01') {
      // Other months have nothing, unless a test adds them under the month.
      const month = bodies[`${report} ${dates[0]?.slice(4, 11)}`];
      const list = report === 'gross-transactions' ? 'transactions' : 'companyInvoices';
      return month ?? { [list]: [], count: 0 };
    }
    requested.push(`${report}?${searchParams}`);
    const isAgain = requested.filter(each => each.startsWith(report)).length % 2 === 0;
    const ofBedrooms = searchParams.has('unitGroupTypes') ? '-bedrooms' : '';
    const again = report === 'revenues' && isAgain ? '-again' : '';
    return bodies[`${report}${ofBedrooms}${again}`] ?? 204;
  };
  const { url } = await localServer(platformListener(properties, respond));
  return { bodies, requested, commandsAt: (dataDir: string) => commandsAt(url, dataDir), ...commandsAt(url) };
}

function commandsAt(url: string, dataDir = temporaryFolder()) {
  const env = { ...signedIn(url), HOTELCTL_DATA_DIR: dataDir };
  /** `close` for October of MUC, or for what the line names. */
  const run = (flags = '', now = afterNightAudit) => {
    const property = /--(property|all-properties)/.test(flags) ? '' : '--property MUC';
    const period = /--period|list|verify/.test(flags) ? '' : '--period 2026-10';
    return runMain(`close ${flags} ${period} ${property}`, { env, now });
  };
  const list = async () => jsonLines((await run('list --format ndjson')).stdout);
  const json = async (flags = '', now = afterNightAudit) =>
    JSON.parse((await run(`${flags} --format json`, now)).stdout);
  /** Any command line, at the time of the close. */
  const hotelctl = (line: string) => runMain(line, { env, now: afterNightAudit });
  const ofOctober = (line: string) => hotelctl(`${line} --property MUC --period 2026-10`);
  return { dataDir, env, run, list, json, hotelctl, ofOctober };
}

/** A platform whose closes are kept once for all tests of a file: each test gets a copy, which it changes. */
export function keptCloses(keep: (platform: Awaited<ReturnType<typeof closePlatform>>) => Promise<unknown>) {
  let made: Awaited<ReturnType<typeof closePlatform>>;
  let kept: Bodies;
  beforeAll(async () => {
    made = await closePlatform();
    await keep(made);
    kept = structuredClone(made.bodies);
  });
  return () => {
    const { bodies, requested } = made;
    const dataDir = temporaryFolder();
    cpSync(made.dataDir, dataDir, { recursive: true });
    Object.assign(bodies, structuredClone(kept));
    requested.length = 0;
    return { bodies, requested, ...made.commandsAt(dataDir) };
  };
}

/** Adds lines to the ledger of October. */
export function post(bodies: Bodies, ...lines: readonly unknown[]) {
  const ledger = bodies['gross-transactions'];
  ledger.count = ledger.transactions.push(...lines);
}

/** A sale that was posted later, with a business date inside the month. */
export function postLate(bodies: Bodies) {
  const account = { number: '8340', name: 'Other services 19% VAT', type: 'Revenues', parentNumber: '8300' };
  const late = { referenceType: 'House', reference: 'MUC', reservation: null, sourceEntryNumber: 'LATE-1' };
  post(bodies, postLine(stays[0] as Stay, 31, visa, account, 700, late));
  bodies['revenues'] = bodies['revenues-again'] = revenuesOf(bodies['gross-transactions'].transactions);
}

/** The folders of the closes, oldest first. */
export const foldersIn = (dataDir: string): string[] =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter(name => basename(name).startsWith('2026-'))
    .map(name => join(dataDir, name))
    .sort();
