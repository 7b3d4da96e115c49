import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../context.ts';
import { expectExit } from '../expect-run.ts';
import { textOfFile } from '../repository.ts';
import { runInProcess } from '../run-in-process.ts';
import { type Line, wordsOf } from '../words.ts';
import { literalServices } from './literal-responses.ts';
import {
  type LiteralResponse,
  type RecordedRequest,
  type RecordingServer,
  recordingServer,
} from './recording-server.ts';

// Typed from platform.md, "Booking offers", "Booking offers and booking creation" and "Payment authorization request",
// and from platform-facts. No import from src/: a wrong name in a definition must fail here.

/** A stay offer in platform.md's own spelling and shape, with the ids that are needed to choose it. */
const offer = `{
  "ratePlan": {"id": "RP-1", "name": "Non-refundable"},
  "unitGroup": {"id": "UG-1", "name": "Double"},
  "minGuaranteeType": "Prepayment",
  "availableUnits": 3,
  "totalGrossAmount": {"amount": 278.10, "currency": "EUR"},
  "cancellationFee": {"code": "NONREF", "fee": {"amount": 278.10, "currency": "EUR"}},
  "noShowFee": {"code": "NOSHOW", "fee": {"amount": 278.10, "currency": "EUR"}},
  "prePaymentGrossAmount": {"amount": 278.10, "currency": "EUR"},
  "cityTax": {"grossAmount": 13.35, "netAmount": 13.35},
  "fees": [{"name": "Green fee", "totalAmount": {"grossAmount": 5.00, "netAmount": 4.20}}],
  "timeSlices": [],
  "taxDetails": []
}`;
/** The same in newer descriptions. */
const newOffer = textOfFile('test/wire/newer-stay-offer.json');
const unavailable = textOfFile('test/wire/unavailable-offer.json');

const quotePair = 'arrival=2026-12-01,departure=2026-12-03,adults=2,child=7,rate-plan=RP-1,channel-code=Ibe';

let server: RecordingServer;
let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const serve = async (respond: (request: RecordedRequest) => LiteralResponse) => {
  server = await recordingServer(respond);
};
const run = (args: Line = []) =>
  runInProcess(args, {
    folder,
    env: {
      HOTELCTL_BASE_URL: server.url,
      HOTELCTL_ACCESS_TOKEN: 'literal-token',
      HOTELCTL_STATE_DIR: join(folder, 'state'),
      HOTELCTL_MAX_ATTEMPTS: '1',
    },
  });
const platform =
  (stay: string) =>
  (request: RecordedRequest): LiteralResponse => {
    if (request.path === '/booking/v1/offers') return { status: 200, body: `{"offers": [${stay}]}` };
    if (request.path === '/booking/v1/service-offers') return { status: 200, body: literalServices };
    return {
      status: 201,
      headers: { Location: '/booking/v1/bookings/XPGMSTGF' },
      body: '{"id": "XPGMSTGF", "reservationIds": [{"id": "XPGMSTGF-1"}]}',
    };
  };

const euro = (amount: number) => ({ amount, currency: 'EUR' });

describe('offers list on the wire', () => {
  it('sends every parameter there is', async () => {
    await serve(() => ({ status: 204 }));
    const { exitCode, stdout, stderr } = await run(
      `offers list --property MUC --arrival 2026-12-01 --departure 2026-12-03T11:00:00+01:00 --adults 02
        --child-age 7 --child-age 3 --time-slice-template OverNight --time-slice-definition TSD-1
        --time-slice-definition TSD-2 --unit-group UG-1 --unit-group UG-2 --unit-group-type BedRoom
        --channel-code Ibe --promo-code "SUMMER 26" --corporate-code ACME --include-unavailable
        --format json`,
    );
    expect([exitCode, stdout, stderr]).toEqual([0, 'null\n', '']);
    const [request] = server.requests;
    expect(request?.method).toBe('GET');
    expect(request?.path).toBe('/booking/v1/offers');
    expect(request?.query).toBe(
      'propertyId=MUC&arrival=2026-12-01&departure=2026-12-03T11%3A00%3A00%2B01%3A00&adults=2&childrenAges=7&childrenAges=3' +
        '&timeSliceTemplate=OverNight&timeSliceDefinitionIds=TSD-1&timeSliceDefinitionIds=TSD-2&unitGroupIds=UG-1&unitGroupIds=UG-2' +
        '&unitGroupTypes=BedRoom&channelCode=Ibe&promoCode=SUMMER+26&corporateCode=ACME&includeUnavailable=true',
    );
    expect(request?.headers['authorization']).toBe('Bearer literal-token');
    expect(request?.headers['accept']).toBe('application/json');
  });

  const list = wordsOf('offers list --property MUC --arrival 2026-12-01 --departure 2026-12-03 --adults 2');

  it('204 is "no offers", and a success', async () => {
    await serve(() => ({ status: 204 }));
    const table = await run(list);
    expect([table.exitCode, table.stderr]).toEqual([0, 'no offers\n']);
    const csv = await run([...list, '--format', 'csv']);
    expect(csv.stdout).toMatch(/^propertyId,arrival,departure,ratePlan\.id,[^\n]*\r\n$/);
    expect((await run([...list, '--format', 'ndjson'])).stdout).toBe('');
  });

  it.each([
    ['of platform.md', offer],
    ['of newer descriptions', newOffer],
  ])('reads the spelling %s to the same figures', async (_, stay) => {
    await serve(() => ({ status: 200, body: `{"offers": [${stay}]}` }));
    const columns =
      'ratePlan.id,unitGroup.id,minGuaranteeType,availableUnits,total.amount,total.currency,cityTaxTotal.amount,feesTotal.amount,cityTaxAndFees.amount,grandTotal.amount,prePayment.amount,cancellationFee.fee.amount';
    const { stdout, stderr } = await run([...list, '--format', 'csv', '--no-header', '--columns', columns]);
    expect(stderr).toBe('');
    expect(stdout).toBe('RP-1,UG-1,Prepayment,3,278.1,EUR,13.35,5,18.35,296.45,278.1,278.1\r\n');
  });

  it('shows the price, and until when it can be cancelled', async () => {
    await serve(() => ({ status: 200, body: `{"offers": [${newOffer}]}` }));
    const { stdout } = await run(list);
    const [about, , head, , row] = stdout.split('\n').map(line => line.replaceAll(/ {2,}/g, '|'));
    expect(about).toBe('MUC · 1 Dec 2026 to 3 Dec 2026 · 2 adults');
    expect(head).toBe(
      'Rate plan|Unit group|Guarantee|Units left|Total EUR|City tax, fees EUR|Grand total EUR|Cancellation fee EUR|Fee from|Rate plan id',
    );
    expect((await run([...list, '--output', join(folder, 'offers.parquet')])).exitCode).toBe(0);
    expect(row).toBe('Non-refundable|Double|Prepayment|3|278.10|18.35|296.45|278.10|2026-11-21 15:00|RP-1');
  });

  it('shows offers that can’t be booked with their reasons', async () => {
    await serve(() => ({ status: 200, body: `{"offers": [${offer}, ${unavailable}]}` }));
    const { stdout } = await run([...list, '--include-unavailable']);
    expect(stdout).toMatch(/Flexible +Suite .* UnitGroupFullyBooked: The suite is sold out\.$/m);
    const reasons = '--include-unavailable --format csv --columns ratePlan.id,reasons --no-header';
    const csv = await run(wordsOf(list, reasons));
    expect(csv.stdout).toBe('RP-1,\r\nRP-2,UnitGroupFullyBooked: The suite is sold out.\r\n');
  });

  it('passes the body on as JSON, and one offer a line as NDJSON', async () => {
    await serve(() => ({ status: 200, body: `{"offers": [${offer}]}` }));
    const sent = JSON.parse(offer);
    expect(JSON.parse((await run([...list, '--format', 'json'])).stdout)).toEqual({ offers: [sent] });
    const record = JSON.parse((await run([...list, '--format', 'ndjson'])).stdout);
    expect(record).toMatchObject({ ...sent, propertyId: 'MUC', grandTotal: euro(296.45) });
  });

  it('does not guess an invalid amount', async () => {
    await serve(() => ({
      status: 200,
      body: `{"offers": [${offer.replace('"amount": 278.10, "currency": "EUR"},\n  "canc', '"amount": "278.10", "currency": "EUR"},\n  "canc')}]}`,
    }));
    await expectExit(run(list), 6, 'offers[0].totalGrossAmount.amount');
  });
});

describe('offers services on the wire', () => {
  it('sends every parameter there is', async () => {
    await serve(() => ({ status: 204 }));
    const { exitCode, stderr } = await run(
      `offers services --rate-plan RP-1 --arrival 2026-12-01 --departure 2026-12-03 --adults 2
        --channel-code Direct --child-age 7 --all-dates --include-unavailable`,
    );
    expect([exitCode, stderr]).toEqual([0, 'no offers\n']);
    const [request] = server.requests;
    expect(request?.path).toBe('/booking/v1/service-offers');
    expect(request?.query).toBe(
      'ratePlanId=RP-1&arrival=2026-12-01&departure=2026-12-03&adults=2&channelCode=Direct&childrenAges=7&onlyDefaultDates=false&includeUnavailable=true',
    );
  });

  it('shows dates and amounts', async () => {
    await serve(() => ({ status: 200, body: literalServices }));
    const { stdout } = await run(
      `offers services --rate-plan RP-1 --arrival 2026-12-01 --departure 2026-12-03 --adults 2
        --format csv --no-header
        --columns service.id,service.pricingUnit,count,serviceDates,total.amount,total.currency,prePayment.amount`,
    );
    expect(stdout).toBe('SRV-1,Person,2,2026-12-01;2026-12-02,76,EUR,76\r\n');
  });
});

describe('a booking on the wire', () => {
  const quote = (more: Line = []) =>
    run(wordsOf(`bookings quote --property MUC --reservation ${quotePair} --output quote.json`, more));

  it("is quoted from the platform's current offers", async () => {
    await serve(platform(offer));
    const { exitCode, stdout, stderr } = await quote('--service reservation=1,service=SRV-1,date=2026-12-02');
    expect([exitCode, stdout]).toEqual([0, '']);
    expect(stderr).toContain(
      'grand total 334.45 EUR (total 316.10 EUR, city tax 13.35 EUR, fees 5.00 EUR); to prepay 316.10 EUR',
    );
    expect(server.requests.map(({ path, query }) => `${path}?${query}`)).toEqual([
      '/booking/v1/offers?propertyId=MUC&arrival=2026-12-01&departure=2026-12-03&adults=2&childrenAges=7&channelCode=Ibe',
      '/booking/v1/service-offers?ratePlanId=RP-1&arrival=2026-12-01&departure=2026-12-03&adults=2&channelCode=Ibe&childrenAges=7&onlyDefaultDates=false',
    ]);
    const quoted = JSON.parse(readFileSync(join(folder, 'quote.json'), 'utf8'));
    const sums = {
      prePayment: euro(316.1),
      total: euro(316.1),
      cityTax: euro(13.35),
      fees: euro(5),
      grandTotal: euro(334.45),
    };
    const stay = { propertyId: 'MUC', arrival: '2026-12-01', departure: '2026-12-03' };
    expect(quoted).toEqual({
      version: 1,
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      quotedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      host: server.url,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      reservations: [
        {
          ...stay,
          adults: 2,
          childrenAges: [7],
          ratePlanId: 'RP-1',
          channelCode: 'Ibe',
          offer: JSON.parse(offer),
          services: [
            { serviceId: 'SRV-1', dates: ['2026-12-02'], offer: JSON.parse(literalServices).services[0] },
          ],
          sums,
        },
      ],
      sums,
    });
  });

  it('is authorized by the request of platform.md, with the amount in minor units', async () => {
    await serve(platform(newOffer));
    await quote('--service reservation=1,service=SRV-1');
    const reference = '6d0e7f0c-6c3a-4c5e-9a55-0d8f6a3b1c2d';
    const { exitCode, stdout } = await run(
      `bookings authorization --quote quote.json --account-id ACCOUNT --card-holder-name "Jane Doe"
        --shopper-reference ${reference}`,
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      amount: { value: 35410, currency: 'EUR' },
      configuration: { cardHolderName: 'Jane Doe' },
      deliveryDate: '2026-12-01T15:00:00+01:00',
      enableOneClick: false,
      enableRecurring: false,
      // The merchant's own reference, which the processor returns as merchantReference.
      reference: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      shopperReference: reference,
      shopperInteraction: 'Ecommerce',
      recurringProcessingModel: 'UnscheduledCardOnFile',
      additionalData: { metadata: { flowType: 'CaptureOnly', accountId: 'ACCOUNT', propertyId: 'MUC' } },
    });
    const oneClick = '--account-id A --card-holder-name N --one-click';
    const other = await run(`bookings authorization --quote quote.json ${oneClick}`);
    expect(JSON.parse(other.stdout)).toMatchObject({ enableOneClick: true, enableRecurring: false });
    const bad = '--account-id A --card-holder-name N --shopper-reference 17';
    expect((await run(`bookings authorization --quote quote.json ${bad}`)).exitCode).toBe(2);
  });

  it('is created by the request of platform.md, with a key', async () => {
    // The amounts of the nights, so that --expect-total binds the price.
    const night = '{"totalGrossAmount": {"amount": 139.05, "currency": "EUR"}}';
    await serve(platform(offer.replace('"timeSlices": []', `"timeSlices": [${night}, ${night}]`)));
    await quote('--service reservation=1,service=SRV-1');
    const reference = '6d0e7f0c-6c3a-4c5e-9a55-0d8f6a3b1c2d';
    writeFileSync(
      join(folder, 'response.json'),
      '{"resultCode": "Authorised", "pspReference": "NC6HT9CRT65ZGN82", "merchantReference": "M-1", "additionalData": {"cvcResult": "1 Matches"}}',
    );
    const args = wordsOf(
      `bookings create --quote quote.json --authorization response.json --shopper-reference ${reference}
        --authorized-at`,
      [`${new Date().toISOString().slice(0, 19)}Z`],
      `--booker-last-name Doe --booker-first-name Jane --booker-email jane@guest.example
        --guest reservation=1,title=Ms,last-name=Roe,phone=1,address-line-1=A,address-line-2=B,postal-code=C,city=D,region=E,country=DE --guest-comment "late arrival" --travel-purpose Leisure
        --comment "quiet room" --booker-comment "by telephone"
        --account-number 411111******1111 --account-holder "Jane Doe" --expiry-month 03 --expiry-year 2030
        --payment-method visa --payer-email jane@guest.example --yes --expect-total 372.45EUR`,
    );
    const dry = await run([...args, '--dry-run']);
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(0);
    const created = await run([...args, '--format', 'json']);
    expect(created.stderr).toBe('');
    const ids = { id: 'XPGMSTGF', reservationIds: [{ id: 'XPGMSTGF-1' }] };
    expect([created.exitCode, JSON.parse(created.stdout)]).toEqual([0, ids]);
    const post = server.requests.at(-1);
    expect(post?.method).toBe('POST');
    expect(post?.path).toBe('/booking/v1/bookings');
    expect(post?.headers['content-type']).toBe('application/json');
    expect(post?.headers['authorization']).toBe('Bearer literal-token');
    expect(post?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    const dates = ['2026-12-01', '2026-12-02'].map(serviceDate => ({ serviceDate, amount: euro(38) }));
    const guest = { title: 'Ms', lastName: 'Roe', phone: '1' };
    const street = { addressLine1: 'A', addressLine2: 'B', postalCode: 'C' };
    const body = {
      paymentAccount: {
        accountNumber: '411111******1111',
        accountHolder: 'Jane Doe',
        expiryMonth: '03',
        expiryYear: '2030',
        paymentMethod: 'visa',
        payerEmail: 'jane@guest.example',
        payerReference: reference,
        transactionReference: 'NC6HT9CRT65ZGN82',
        isVirtual: false,
      },
      booker: { firstName: 'Jane', lastName: 'Doe', email: 'jane@guest.example' },
      reservations: [
        {
          arrival: '2026-12-01',
          departure: '2026-12-03',
          adults: 2,
          childrenAges: [7],
          guestComment: 'late arrival',
          channelCode: 'Ibe',
          primaryGuest: { ...guest, address: { ...street, city: 'D', regionCode: 'E', countryCode: 'DE' } },
          guaranteeType: 'Prepayment',
          travelPurpose: 'Leisure',
          timeSlices: Array(2).fill({ ratePlanId: 'RP-1', totalAmount: euro(139.05) }),
          services: [{ serviceId: 'SRV-1', dates }],
          prePaymentAmount: euro(354.1),
        },
      ],
      comment: 'quiet room',
      bookerComment: 'by telephone',
    };
    expect(JSON.parse(post?.body ?? '')).toEqual(body);
    const { request, grandTotal } = JSON.parse(dry.stdout);
    expect(request).toEqual({
      method: 'POST',
      url: `${server.url}/booking/v1/bookings`,
      headers: { 'content-type': 'application/json', 'idempotency-key': post?.headers['idempotency-key'] },
      body,
    });
    expect(grandTotal).toEqual(euro(372.45));
    const top = await run([...args, '--transaction-reference-on-top', '--dry-run']);
    expect(JSON.parse(top.stdout).request.body.transactionReference).toBe('NC6HT9CRT65ZGN82');
  });
});
