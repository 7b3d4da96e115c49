import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDigest } from '../../src/bookings/quoting.ts';
import { faultRule } from '../../src/commands/sandbox/options.ts';
import { authorize, openWorkbench, quote, totalOf, validEndpoint } from '../bookings/workbench.ts';
import { fewerBookings } from '../sandbox/fewer-bookings.ts';
import { differences, see } from './cell.ts';
import { begins, expectedOf, faultsInOrder, isRepeated } from './expectations.ts';
import { type Ids, newIds, noIds, quoteText, type Station, stationsOf } from './stations.ts';

/** Every command that uses the API or the UI integration host against the faults of `sandbox --fault`. */

const scopes =
  'offers.read reservations.create reports.read integration:ui-integrations.manage offline_access';
async function openPlace() {
  const bench = await openWorkbench(scopes, { probe: validEndpoint });
  fewerBookings(bench.sandbox.hotel);
  const quoted = await quote(bench);
  await authorize(bench);
  return { bench, stations: stationsOf(bench, totalOf(quoted)) };
}
type Place = Awaited<ReturnType<typeof openPlace>>;
let shared: Place;
beforeAll(async () => {
  shared = await openPlace();
});
afterAll(() => shared.bench.sandbox.stop());

/** Faults that end only with the time limit. */
const isSilent = (fault: string) => /^(mute|slow)/.test(fault);
/** Seconds. Real time passes while a host is silent; the earlier requests need enough of it on a busy machine too. */
const timeoutOf = (fault: string) => (isSilent(fault) ? 15 : 60);

/** `--fault` of each station; a fault that selects its request by path is not for others. */
const rulesOf = (fault: string, chosen: readonly Station[], ids: readonly Ids[]) =>
  chosen.map(({ host, meets, counted }, index) => {
    const own = ids[index];
    const which = begins(fault) || !own ? '' : `,${meets?.(own) ?? `path=${counted.address}`}`;
    return faultRule(`${host}=${fault}${which}`);
  });

const isVariant = (fault: string) => fault.includes(',');
/** The first of each kind, for what costs seconds and for the variants of a fault. */
const firstOfEach = (all: readonly Station[]) =>
  all.filter(({ kind }, index) => index === all.findIndex(one => one.kind === kind));
/** The same of each host, and the files, if more would show nothing new. */
const fewOfEach = (all: readonly Station[]) =>
  all.filter(
    ({ name, kind, host }, index) =>
      /into a file/.test(name) || index === all.findIndex(one => one.kind === kind && one.host === host),
  );

/** It reads offers or other reports first: the faults of the stations that read those must not keep it from being sent. */
const isLate = ({ kind, name }: Station) => kind === 'create' || /^(close|journal|pack)$/.test(name);

/** The result of each station under a fault that all of them meet. */
async function seenUnder(fault: string, { bench, stations: chosen }: Place) {
  const ids = await inTurn(chosen, ({ host }) => (host === 'integration' ? newIds(bench) : noIds));
  const before = bench.sandbox.apiUrl;
  await bench.sandbox.meetFaults(rulesOf(fault, chosen, ids));
  const { apiUrl, integrationUrl } = bench.sandbox;
  // The faulty hosts listen on other ports: the quote is what hotelctl would have written for them.
  const quote = JSON.parse(quoteText(bench).replaceAll(before, apiUrl));
  writeFileSync(bench.file('quote.json'), JSON.stringify(withDigest(quote)));
  const run = (station: Station, index: number) =>
    see({
      args: station.args(ids[index] as Ids),
      env: { ...bench.env, HOTELCTL_BASE_URL: apiUrl, HOTELCTL_INTEGRATION_URL: integrationUrl },
      state: bench.env['HOTELCTL_STATE_DIR'],
      counted:
        begins(fault) && (station.kind !== 'several' || isLate(station)) ? { address: '' } : station.counted,
      timeout: timeoutOf(fault),
    });
  const seen = isSilent(fault) ? await Promise.all(chosen.map(run)) : await inTurn(chosen, run);
  await bench.sandbox.meetFaults([]);
  return chosen.map((station, index) => ({ ...station, seen: seen[index] }));
}

/** The rounds of a fault: those that would not reach their own request are in a second one. */
function roundsOf(fault: string, stations: readonly Station[]) {
  const isOne = fault === 'bomb' || (!process.env['FULL_COUNTS'] && (isVariant(fault) || isSilent(fault)));
  const chosen = isOne ? firstOfEach(stations) : isRepeated(fault) ? fewOfEach(stations) : stations;
  return begins(fault) ? [chosen] : [chosen.filter(station => !isLate(station)), chosen.filter(isLate)];
}

describe('each command', () => {
  // They wait for the time limit: all at the same time, each round with its own sandbox.
  it('meets mute and slow', async () => {
    const rounds = faultsInOrder.filter(isSilent).flatMap(fault => [0, 1].map(round => ({ fault, round })));
    const wrong = await Promise.all(
      rounds.map(async ({ fault, round }) => {
        const { bench, stations } = await openPlace();
        const seen = await seenUnder(fault, { bench, stations: roundsOf(fault, stations)[round] ?? [] });
        await bench.sandbox.stop();
        expect(seen).not.toEqual([]);
        return wrongIn(fault, seen);
      }),
    );
    expect(wrong.flat()).toEqual([]);
  });

  it.each(faultsInOrder.filter(fault => !isSilent(fault)))('meets %s', async fault => {
    const rounds = roundsOf(fault, shared.stations);
    const outcomes = (
      await inTurn(rounds, stations => seenUnder(fault, { bench: shared.bench, stations }))
    ).flat();
    const cut = outcomes.flatMap(({ seen }) => (seen && seen.exit !== 0 ? [seen.stderr] : []));
    // It is abandoned at a size limit, not read completely and then found to be invalid JSON.
    if (fault === 'bomb') {
      const limit = /larger than \d+ MiB|the response expands to more than 250 times its size/;
      for (const stderr of cut) expect(stderr).toMatch(limit);
    }
    expect(wrongIn(fault, outcomes)).toEqual([]);
  });
});

const wrongIn = (fault: string, outcomes: Awaited<ReturnType<typeof seenUnder>>) =>
  outcomes.flatMap(({ name, kind, partial, seen }) =>
    differences(name, expectedOf(fault, kind), seen, partial),
  );

async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result> | Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) results.push(await work(item, index));
  return results;
}
