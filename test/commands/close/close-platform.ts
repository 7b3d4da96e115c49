import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
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
    const name =
      report === 'property-performance' && searchParams.has('unitGroupTypes')
        ? 'property-performance-bedrooms'
        : report === 'revenues' && isAgain
          ? 'revenues-again'
          : report;
    return bodies[name] ?? 204;
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
  const list = async () => {
    const { stdout } = await run('list --format ndjson');
    return jsonLines(stdout);
  };
  /** Any command line, at the time of the close. */
  const hotelctl = (line: string, now = afterNightAudit) => runMain(line, { env, now });
  return { dataDir, env, run, list, hotelctl };
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

/** A sale that was posted later, with a business date inside the month. */
export function postLate(bodies: Bodies) {
  const account = { number: '8340', name: 'Other services 19% VAT', type: 'Revenues', parentNumber: '8300' };
  const ledger = bodies['gross-transactions'];
  const late = { referenceType: 'House', reservation: null, sourceEntryNumber: 'LATE-1' };
  ledger.transactions.push(postLine(stays[0] as Stay, 31, visa, account, 700, late));
  ledger.count += 1;
  bodies['revenues'] = revenuesOf(ledger.transactions);
  bodies['revenues-again'] = bodies['revenues'];
}

export const foldersIn = (dataDir: string): string[] => {
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
      entry.name.startsWith('2026-')
        ? [join(folder, entry.name)]
        : entry.isDirectory()
          ? walk(join(folder, entry.name))
          : [],
    );
  return walk(dataDir).sort();
};
