import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../context.ts';
import { runHotelctl } from '../run-hotelctl.ts';
import { type LiteralResponse, type RecordingServer, recordingServer } from './recording-server.ts';

// Platforms that differ from what hotelctl assumes where the specification shows nothing: each command says which
// assumption failed, and works after one `profile set`. No import from src/.
const night = '{"totalGrossAmount": {"amount": 100, "currency": "EUR"}}';
const offers = `{"offers": [{
  "ratePlan": {"id": "RP-1", "name": "Flex"},
  "unitGroup": {"id": "UG-1", "name": "Double"},
  "minGuaranteeType": "PM6Hold",
  "availableUnits": 3,
  "totalGrossAmount": {"amount": 200, "currency": "EUR"},
  "cancellationFee": {"code": "F", "fee": {"amount": 0, "currency": "EUR"}},
  "noShowFee": {"code": "N", "fee": {"amount": 0, "currency": "EUR"}},
  "prePaymentGrossAmount": {"amount": 0, "currency": "EUR"},
  "fees": [],
  "timeSlices": [${night}, ${night}],
  "taxDetails": []
}]}`;

let server: RecordingServer;
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => server.close());

/** A platform whose responses, by path, are these; every other path is unknown. */
const platform = async (responses: Readonly<Record<string, LiteralResponse>>) => {
  server = await recordingServer(({ path }) => responses[path] ?? { status: 404 });
};
const run = (line: string) =>
  runHotelctl(line.split(' '), {
    folder,
    env: {
      HOTELCTL_BASE_URL: server.url,
      HOTELCTL_ACCESS_TOKEN: 'literal-token',
      HOTELCTL_CONFIG_DIR: join(folder, 'config'),
      HOTELCTL_STATE_DIR: join(folder, 'state'),
      HOTELCTL_MAX_ATTEMPTS: '1',
    },
  });
const succeeds = async (line: string) => {
  const { exitCode, stdout, stderr } = await run(line);
  expect(exitCode, stderr).toBe(0);
  return stdout;
};
const quote = () =>
  succeeds(
    'bookings quote --property MUC --reservation arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=RP-1,channel-code=Ibe --output quote.json',
  );
const create =
  'bookings create --quote quote.json --booker-last-name Doe --expect-total 200EUR --yes --format json';
const made = (name: string): LiteralResponse => ({
  status: 201,
  body: `{"${name}": "B-7", "reservationIds": [{"id": "B-7-1"}], "status": "Confirmed"}`,
});

describe('a platform that differs', () => {
  it('in the path of a booking', async () => {
    await platform({
      '/booking/v1/offers': { status: 200, body: offers },
      '/reservations/v1/bookings': made('id'),
    });
    await quote();
    const refused = await run(create);
    expect(refused.exitCode).toBe(4);
    expect(refused.stderr).toMatch(/^hint: .*\(assume\.bookings\.path\)/m);
    await succeeds('profile set assume.bookings.path /reservations/v1/bookings');
    expect(JSON.parse(await succeeds(create)).id).toBe('B-7');
  });

  it('in the name of the id of a booking', async () => {
    await platform({
      '/booking/v1/offers': { status: 200, body: offers },
      '/booking/v1/bookings': made('bookingId'),
    });
    await quote();
    const unknown = await run(create);
    expect(unknown.exitCode).toBe(9);
    expect(unknown.stderr).toContain(
      'without `id`, which hotelctl assumes (assume.bookings.id); it had: bookingId, reservationIds, status',
    );
    await succeeds('profile set assume.bookings.id bookingId');
    await succeeds('profile set assume.bookings.honorsKeys yes');
    const key = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(unknown.stderr)?.[0];
    expect(JSON.parse(await succeeds(`bookings resume ${key} --format json`)).id).toBe('B-7');
  });

  it('in the path of the list of properties', async () => {
    const body = '{"properties": [{"id": "MUC", "name": "Munich"}], "count": 1}';
    await platform({ '/properties/v2': { status: 200, body } });
    const refused = await run('properties list');
    expect(refused.exitCode).toBe(4);
    expect(refused.stderr).toMatch(/^hint: .*\(assume\.properties\.path\)/m);
    await succeeds('profile set assume.properties.path /properties/v2');
    expect(await succeeds('properties list --format csv')).toContain('MUC');
  });
});
