import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { deferred } from '../../deferred.ts';
import { runInProcess } from '../../run-in-process.ts';
import { hotelListener } from '../../sandbox/served-hotel.ts';
import { smallHotel } from '../../sandbox/test-hotel.ts';
import { localServer, signedIn } from '../local-server.ts';
import { germanHotel, platformListener, type Respond } from '../reports-platform.ts';
import { hotelWith } from '../sync/hotel-with.ts';
import { nights, october, openConnections } from './connection.ts';

const { connect, bench } = openConnections();

/** A server whose platform has these hotels and reports. */
async function connectTo(
  list: Parameters<typeof platformListener>[0],
  respond: Respond = () => ({ total: 1 }),
) {
  const server = await localServer(platformListener(list, respond));
  return connect('', { env: signedIn(server.url) });
}

describe('the basis of rows', () => {
  it('name the time zone once the list of properties can be fetched again', async () => {
    let lists = 0;
    const list = () => {
      lists += 1;
      return lists === 1 ? 403 : { properties: [germanHotel('MUC')], count: 1 };
    };
    const { call } = await connectTo(list);
    const zones = async () => (await call('report_room_nights', october)).value.basis.timeZones;
    const named = { MUC: 'Europe/Berlin' };
    expect([await zones(), await zones(), await zones()]).toEqual([undefined, named, named]);
    expect(lists).toBe(2);
  });

  it.each([
    ['503', 2, /^LND.*: 503 unavailable/],
    ['429, twice', 3, undefined],
  ])('name a hotel that fails with its cause, after all attempts: %s', async (fault, counted, cause) => {
    const hotel = hotelListener(smallHotel('2026-11-21'));
    const refused = new Map<string, number>();
    const server = await localServer((request, response) => {
      const url = request.url ?? '';
      const count = (refused.get(url) ?? 0) + 1;
      refused.set(url, count);
      if (!url.includes('LND') || (fault !== '503' && count > 2)) return hotel(request, response);
      return response.writeHead(fault === '503' ? 503 : 429, { 'retry-after': '1' }).end();
    });
    const env = { ...signedIn(server.url), HOTELCTL_MAX_ATTEMPTS: '3' };
    const { call } = await connect(['--output-folder', temporaryFolder()], { env });
    const all = { all_properties: true, period: '2026-10' };
    const offers =
      'offers list --property MUC,LND,TYO --arrival 2026-12-01 --departure 2026-12-03 --adults 2';
    for (const [name, given, line] of [
      ['report_room_nights', all, 'reports room-nights --period 2026-10 --all-properties'],
      ['morning_brief', { all_properties: true }, 'brief --all-properties'],
      ['list_offers', { property: ['MUC', 'LND', 'TYO'], ...nights }, offers],
    ] as const) {
      const { value } = await call(name, given);
      refused.clear();
      const { stderr } = await runInProcess(`${line} --format ndjson`, { env });
      expect(value.basis.hotels).toEqual({ counted, expected: 3, ...(cause && { missing: ['LND'] }) });
      const causes = value.notes.filter((note: string) => note.startsWith('LND'));
      expect(causes).toEqual(cause ? [expect.stringMatching(cause)] : []);
      for (const one of causes) expect(stderr).toContain(one);
      expect(stderr.includes('LND')).toBe(cause !== undefined);
    }
    // What succeeded is in the file too.
    const page = (await call('report_room_nights', all)).value;
    const saved = await call('report_room_nights', { ...all, save_as: 'nights.csv' });
    expect(saved.isError, saved.text).toBe(false);
    expect(saved.value.file.rows).toBe(page.total);
    expect(saved.value.basis.hotels).toEqual(page.basis.hotels);
  });

  it.each([
    ['report_property_performance', { period: '2026-10' }],
    ['report_property_performance', { period: '2026-10', by: 'property' }],
    ['report_company_invoices_vat', { period: '2026-10' }],
    ['morning_brief', {}],
  ])('count no hotel that the platform has no figures of: %s %j', async (name, given) => {
    const { call } = await connect('', { env: await hotelWith('LND', () => '') });
    const { value } = await call(name, { all_properties: true, ...given });
    expect(value.basis.hotels).toEqual({ counted: 2, expected: 3, missing: ['LND'] });
  });

  const noneOf = (...missing: string[]) => ({ counted: 0, expected: missing.length, missing });
  const noUnits = { property: 'MUC', ...nights, unit_group: 'NOPE' };
  it.each<[string, Record<string, unknown>, string, object, RegExp?]>([
    ['list_properties', {}, 'MUC', { counted: 3, expected: 3 }],
    ['morning_brief', {}, 'MUC,LND', { counted: 2, expected: 2 }],
    ['morning_brief', { property: ['MUC', 'MUC'] }, '', { counted: 1, expected: 1 }],
    ['list_offers', noUnits, '', { counted: 1, expected: 1 }],
    ['list_snapshots', { property: ['NOPE'] }, '', noneOf('NOPE'), /no snapshot of NOPE/],
    ['list_closes', { property: 'NOPE' }, '', noneOf('NOPE'), /no close of NOPE/],
    ['list_closes', { all_properties: true }, '', noneOf('MUC', 'LND', 'TYO')],
  ])('count the hotels of %s %j, with the property %j', async (name, given, property, hotels, note) => {
    const env = { ...bench().env, ...(property && { HOTELCTL_PROPERTY: property }) };
    const { call } = await connect('', { env });
    const { value, text } = await call(name, given);
    expect(value?.basis.hotels, text).toEqual(hotels);
    if (note) expect(value.notes.join('\n')).toMatch(note);
  });

  it('expect every hotel although the list of hotels cannot be fetched a second time', async () => {
    let lists = 0;
    const list = () => {
      lists += 1;
      return lists === 1 ? { properties: [germanHotel('MUC'), germanHotel('LND')], count: 2 } : 403;
    };
    const respond: Respond = (_, query) => (query.get('propertyId') === 'LND' ? 403 : { total: 1 });
    const { call } = await connectTo(list, respond);
    const { value } = await call('report_room_nights', { all_properties: true, period: '2026-10' });
    expect(value.basis.hotels).toEqual({ counted: 1, expected: 2, missing: ['LND'] });
    expect(value.notes.at(-1)).toMatch(/^the basis may lack properties that have no rows: .*403/);
  });

  it('count the hotels that each call finds: one more, and those that the list does not name', async () => {
    const listed = [germanHotel('MUC'), germanHotel('LND'), germanHotel('TYO')];
    let [named, count] = [1, 2];
    const list = (query: URLSearchParams) => ({
      properties: query.get('pageNumber') === '1' ? listed.slice(0, named) : [],
      count,
    });
    const { call } = await connectTo(list);
    const expected = async () =>
      (await call('list_closes', { all_properties: true })).value.basis.hotels.expected;
    const { basis } = (await call('list_properties')).value;
    const hotels = { counted: 1, expected: 2, missing: ['unlisted-2'] };
    expect([basis.hotels, await expected()]).toEqual([hotels, 2]);
    named = 2;
    const { value } = await call('report_room_nights', { property: 'LND', period: '2026-10' });
    expect(value.basis.timeZones).toEqual({ LND: 'Europe/Berlin' });
    [named, count] = [3, 3];
    expect(await expected()).toBe(3);
  });

  it.each(['/inventory', '/reports'])('stop a request of %s when the client cancels', async held => {
    const [asked, ended] = [deferred(), deferred()];
    const reports = platformListener([], () => ({ total: 1 }));
    const server = await localServer((request, response) => {
      if (!request.url?.startsWith(held)) return reports(request, response);
      response.on('close', ended.resolve);
      asked.resolve();
    });
    const { client } = await connect('', { env: { ...signedIn(server.url), HOTELCTL_TIMEOUT: '600' } });
    const cancel = new AbortController();
    const named = { name: 'report_room_nights', arguments: october };
    const call = client.callTool(named, undefined, { signal: cancel.signal });
    await asked.promise;
    cancel.abort();
    await expect(call).rejects.toThrow();
    await ended.promise;
  });
});
