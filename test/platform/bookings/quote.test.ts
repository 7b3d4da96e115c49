import { describe, expect, it } from 'vitest';
import { RefusedError, UndocumentedResponseError, UsageError } from '../../../src/base/errors.ts';
import {
  chosenDates,
  computeChosenAmounts,
  computeServiceAmounts,
  computeStayAmounts,
} from '../../../src/platform/bookings/amounts.ts';
import { listProperties, offerChanges, quoteLines, readQuote } from '../../../src/platform/bookings/quote.ts';
import type {
  Quote,
  QuotedReservation,
  ServiceOffer,
  StayOffer,
  Sums,
} from '../../../src/platform/bookings/quote-model.ts';
import { thrownBy } from '../../failure-of.ts';
import { eur, quoteHead, sumsOf } from './quote-head.ts';

/** A quote as it is read, compared with current offers, and printed; and the figures of single offers. */
const offer: StayOffer = {
  ratePlan: { id: 'RP', name: 'Flexible' },
  unitGroup: { id: 'UG', name: 'Double' },
  minGuaranteeType: 'Prepayment',
  totalGrossAmount: eur(200),
  prePaymentGrossAmount: eur(50),
  cityTax: { grossAmount: 4 },
  fees: [{ totalAmount: { grossAmount: 6 } }],
};
const nights = { propertyId: 'MUC', arrival: '2026-12-01', departure: '2026-12-03' };
const chosen = { adults: 2, ratePlanId: 'RP', offer, services: [], sums: sumsOf(200, 50, 4, 6) };
const reservation = { ...nights, ...chosen } as unknown as QuotedReservation;
const quote: Quote = {
  ...quoteHead,
  reservations: [reservation, { ...reservation, childrenAges: [7] }],
  sums: sumsOf(400, 100, 8, 12),
};

const withAdults = (adults: number) => ({ ...quote, reservations: [{ ...reservation, adults }] });
const makeAnew = 'create it with `hotelctl bookings quote`; docs/quote.schema.json describes its format';

describe('a quote', () => {
  it("is read as it was written, with and without children's ages", () => {
    expect(quote.reservations.map(({ childrenAges }) => childrenAges)).toEqual([undefined, [7]]);
    expect(readQuote(quote)).toEqual(quote);
    expect(listProperties(quote)).toEqual(['MUC']);
  });

  it.each([
    [{ ...quote, version: 2 }, 'the quote has version 2; this hotelctl reads version 1'],
    [{ ...quote, version: '1' }, 'the quote is not valid: version: expected 1'],
    [
      { ...quote, reservations: [] },
      'the quote is not valid: reservations: expected a list that is not empty',
    ],
    [withAdults(0), 'the quote is not valid: reservations[0].adults: expected at least 1'],
    [withAdults(100), 'the quote is not valid: reservations[0].adults: expected at most 99'],
    [{ ...quote, note: 1 }, 'the quote is not valid: note: not a field of a quote'],
    [{ ...quote, host: '' }, 'the quote is not valid: host: expected a string that is not empty'],
    [null, 'the quote is not valid: the body: expected object'],
  ])('with another format is refused (%#)', (value, message) => {
    expect(thrownBy(() => readQuote(value), UsageError)).toMatchObject({ message, hint: makeAnew });
  });

  it.each(['prePayment', 'total', 'cityTax', 'fees', 'grandTotal'] as const)(
    'whose %s was changed is refused, for a reservation and for the whole',
    part => {
      const changed = { ...reservation, sums: { ...reservation.sums, [part]: eur(1) } };
      const reckoned = { prePayment: 50, total: 200, cityTax: 4, fees: 6, grandTotal: 210 }[part];
      const edited = { ...quote, reservations: [reservation, changed] };
      expect(thrownBy(() => readQuote(edited), UsageError)).toMatchObject({
        message: `the quote was changed: ${part} of reservation 2 is 1.00 EUR, its offers add up to ${reckoned}.00 EUR`,
        hint: 'quote again',
      });
      expect(thrownBy(() => readQuote({ ...quote, sums: { ...quote.sums, [part]: eur(1) } })).message).toBe(
        `the quote was changed: ${part} of the whole is 1.00 EUR, its offers add up to ${2 * reckoned}.00 EUR`,
      );
    },
  );

  it('is printed as lines: each reservation, the whole, and the additional amounts', () => {
    const unnamed = { ...reservation, offer: { ...offer, ratePlan: {}, services: [{}] } };
    expect(quoteLines({ ...quote, reservations: [reservation, unnamed] })).toEqual([
      'reservation 1: Flexible, Double, 2026-12-01 to 2026-12-03: 210.00 EUR',
      'reservation 2: Double, 2026-12-01 to 2026-12-03: 210.00 EUR; may lack 1 mandatory service of the offer',
      'grand total 420.00 EUR (total 400.00 EUR, city tax 8.00 EUR, fees 12.00 EUR); to prepay 100.00 EUR',
    ]);
    expect(quoteLines({ ...quote, reservations: [], sums: sumsOf(400, 0) })).toEqual([
      'grand total 400.00 EUR; to prepay 0.00 EUR',
    ]);
    expect(quoteLines({ ...quote, reservations: [], sums: sumsOf(400, 0, 0, 5) })).toEqual([
      'grand total 405.00 EUR (total 400.00 EUR, fees 5.00 EUR); to prepay 0.00 EUR',
    ]);
  });
});

describe('the changes since a quote', () => {
  const now = Date.UTC(2026, 10, 21, 12);
  const fresh = (sums: Sums, terms: Partial<StayOffer> = {}) => [
    { ...reservation, sums, offer: { ...offer, ...terms } },
  ];

  it('are empty if nothing changed, and if there is nothing to compare with', () => {
    expect(offerChanges([reservation], fresh(reservation.sums), now)).toEqual([]);
    expect(offerChanges([reservation], [], now)).toEqual([]);
  });

  it('contain every sum, old and new', () => {
    expect(offerChanges([reservation], fresh(sumsOf(201, 51, 5, 7)), now)).toEqual([
      'reservation 1: prepayment 50.00 EUR, now 51.00 EUR',
      'reservation 1: total 200.00 EUR, now 201.00 EUR',
      'reservation 1: city tax 4.00 EUR, now 5.00 EUR',
      'reservation 1: fees 6.00 EUR, now 7.00 EUR',
      'reservation 1: grand total 210.00 EUR, now 213.00 EUR',
    ]);
  });

  it('contain the guarantee, and fees, times and policies of cancellations and no-shows', () => {
    const withFee = (fee: number | null) => ({ cancellationFee: { fee: fee === null ? null : eur(fee) } });
    const changes = (old: Partial<StayOffer>, current: Partial<StayOffer>) =>
      offerChanges([{ ...reservation, offer: { ...offer, ...old } }], fresh(reservation.sums, current), now);
    const expectChanges = (old: Partial<StayOffer>, current: Partial<StayOffer>, ...shown: string[]) =>
      expect(changes(old, current)).toEqual(shown.map(change => `reservation 1: ${change}`));
    expectChanges({}, { minGuaranteeType: 'CreditCard' }, 'guarantee Prepayment, now CreditCard');
    expectChanges(withFee(10), withFee(20), 'cancellation fee 10.00 EUR, now 20.00 EUR');
    expectChanges(withFee(10), {}, 'cancellation fee 10.00 EUR, now none');
    expectChanges(withFee(null), withFee(20), 'cancellation fee none, now 20.00 EUR');
    expectChanges(withFee(10), withFee(10));
    expectChanges(withFee(null), {});
    const due = (dueDateTime: string) => ({ cancellationFee: { dueDateTime } });
    const [old, newer] = ['2026-11-30T17:00:00.000Z', '2026-11-25T17:00:00.000Z'];
    const evening = due('2026-11-30T18:00:00+01:00');
    expectChanges(evening, due('2026-11-25T18:00:00+01:00'), `cancellation fee from ${old}, now ${newer}`);
    // The same moment, and two moments that have passed.
    expectChanges(evening, due('2026-11-30T17:00:00Z'));
    expectChanges(due('2026-11-21T11:50:00Z'), due('2026-11-21T12:00:30Z'));
    // The clocks may differ by five minutes.
    for (const [time, shown] of [
      ['2026-11-21T12:05:00Z', 'the booking'],
      ['2026-11-21T12:05:01Z', '2026-11-21T12:05:01.000Z'],
    ] as const)
      expectChanges(evening, due(time), `cancellation fee from ${old}, now ${shown}`);
    const noShow = (noShowFee: StayOffer['noShowFee']) => ({ noShowFee });
    const [first, second] = [noShow({ code: 'A', fee: eur(1) }), noShow({ code: 'B', fee: eur(2) })];
    expectChanges(first, second, 'no-show fee 1.00 EUR, now 2.00 EUR', 'no-show policy A, now B');
    const [night, all] = ['first night', 'all nights'].map(description => noShow({ description }));
    expectChanges(night ?? {}, all ?? {}, 'no-show terms first night, now all nights');
    expectChanges(
      noShow({ code: 'A', description: 'first night', dueDateTime: 'at 18:00' }),
      { minGuaranteeType: undefined },
      'guarantee Prepayment, now none',
      'no-show policy A, now none',
      'no-show terms first night, now none',
      'no-show fee from at 18:00, now none',
    );
  });

  it('contain the terms of each part of a stay', () => {
    const inParts = { ...reservation, laterOffers: [{ ...offer, minGuaranteeType: 'CreditCard' }] };
    expect(offerChanges([inParts], [{ ...reservation, laterOffers: [offer] }], now)).toEqual([
      'reservation 1: guarantee CreditCard, now Prepayment',
    ]);
    expect(offerChanges([inParts], [reservation], now)).toEqual([]);
  });
});

describe('the figures of an offer', () => {
  const service = (more: Partial<ServiceOffer>): ServiceOffer => ({
    service: { id: 'BRKF' },
    totalAmount: { grossAmount: 30 },
    ...more,
  });

  const toReport = 'nothing was added up or sent; report it to the platform';

  it('are in its own currency, else in its prepayment’s, else in the stay’s', () => {
    const total = (more: Partial<ServiceOffer>, stay?: string) =>
      computeServiceAmounts(service(more), stay).total;
    expect(total({ totalAmount: { grossAmount: 30, currency: 'USD' } }, 'EUR').currency).toBe('USD');
    expect(total({ prePaymentGrossAmount: { amount: 0, currency: 'CHF' } }, 'EUR').currency).toBe('CHF');
    expect(total({ prePaymentAmount: { amount: 0, currency: 'GBP' } }, 'EUR').currency).toBe('GBP');
    expect(total({}, 'EUR').currency).toBe('EUR');
    const message = 'totalAmount has a currency that is not a three-letter code';
    expect(thrownBy(() => total({}), UndocumentedResponseError)).toMatchObject({ message, hint: toReport });
  });

  it.each([
    [{ totalGrossAmount: eur(0.001) }, 'totalGrossAmount is 0.001 EUR: more digits than EUR has'],
    [{ fees: [{ totalAmount: { grossAmount: 0.001 } }] }, 'a fee is 0.001 EUR: more digits than EUR has'],
    [{ cityTax: { grossAmount: 0.001 } }, 'cityTax is 0.001 EUR: more digits than EUR has'],
    [{ cityTaxes: [{ totalGrossAmount: eur(0.001) }] }, 'a city tax is 0.001 EUR: more digits than EUR has'],
    [{ prePaymentGrossAmount: eur(0.001) }, 'prePaymentGrossAmount is 0.001 EUR: more digits than EUR has'],
    [{ prePaymentAmount: eur(0.001) }, 'prePaymentAmount is 0.001 EUR: more digits than EUR has'],
    [{ fees: [{ totalAmount: { grossAmount: 1, currency: 'USD' } }] }, 'USD cannot be added to EUR'],
    [{ prePaymentAmount: eur(60) }, "an offer's prePaymentGrossAmount and prePaymentAmount differ"],
  ])('that can’t be added up are named (%#)', (more, message) => {
    const error = thrownBy(() => computeStayAmounts({ ...offer, ...more }), UndocumentedResponseError);
    const inOne = 'amounts of one offer must be in one currency; report it to the platform';
    expect(error).toMatchObject({ message, hint: message.startsWith('USD') ? inOne : toReport });
  });

  it('without a prepayment are reported as an error of the platform', () => {
    const silent = () => computeChosenAmounts(service({}), {}, 'EUR');
    expect(thrownBy(silent, UndocumentedResponseError)).toMatchObject({
      message: 'the offer of BRKF does not say what is to be prepaid',
      hint: 'hotelctl never guesses a prepayment; report this to the platform',
    });
  });
});

describe('dates of a service', () => {
  const dated = (more: Partial<ServiceOffer> = {}): ServiceOffer => ({
    service: { id: 'BRKF' },
    totalAmount: { grossAmount: 30, currency: 'EUR' },
    prePaymentGrossAmount: eur(30),
    dates: [
      { serviceDate: '2026-12-02', amount: { grossAmount: 10 } },
      { serviceDate: '2026-12-03', amount: { grossAmount: 20, currency: 'EUR' } },
    ],
    ...more,
  });
  const both = ['2026-12-03', '2026-12-02'];

  it('are in the offer’s order, whether some or all are chosen', () => {
    const days = (dates?: string[]) => chosenDates(dated(), { dates }, 'EUR').map(one => one.serviceDate);
    expect(days()).toEqual(['2026-12-02', '2026-12-03']);
    expect(days(both)).toEqual(['2026-12-02', '2026-12-03']);
    expect(chosenDates(dated(), { dates: ['2026-12-02'] }, 'EUR')).toEqual([
      { serviceDate: '2026-12-02', amount: eur(10) },
    ]);
    expect(chosenDates(dated({ dates: null }), {}, 'EUR')).toEqual([]);
  });

  it('that are not offered are reported with those that are', () => {
    const missing = (more?: Partial<ServiceOffer>) => {
      const choice = { dates: ['2026-12-08', '2026-12-09'] };
      const { message, hint } = thrownBy(() => chosenDates(dated(more), choice, 'EUR'));
      return `${message}; ${hint}`;
    };
    const not = 'is not offered on 2026-12-08, 2026-12-09; it is offered on';
    expect(missing()).toBe(`BRKF ${not} 2026-12-02, 2026-12-03`);
    expect(missing({ service: { name: 'Breakfast' }, dates: null })).toBe(`Breakfast ${not} no date`);
    expect(missing({ service: {} })).toContain(`a service ${not}`);
    const fine = dated({ dates: [{ serviceDate: '2026-12-02', amount: { grossAmount: 0.001 } }] });
    expect(thrownBy(() => chosenDates(fine, {}, 'EUR')).message).toBe(
      'the amount of a service date is 0.001 EUR: more digits than EUR has',
    );
  });

  it('have their own amounts if some are chosen, prepaid completely or not at all', () => {
    const dates = ['2026-12-02'];
    expect(computeChosenAmounts(dated(), { dates }, 'EUR')).toEqual(sumsOf(10, 10));
    const unpaid = dated({ prePaymentGrossAmount: eur(0) });
    expect(computeChosenAmounts(unpaid, { dates }, 'EUR')).toEqual(sumsOf(10, 0));
  });

  it.each([
    { prePaymentGrossAmount: eur(5) },
    { cityTax: { grossAmount: 1 } },
    { fees: [{ totalAmount: { grossAmount: 1 } }] },
  ])('can’t be chosen separately if the offer does not give the share of each date (%#)', more => {
    const refused = thrownBy(() => computeChosenAmounts(dated(more), { dates: ['2026-12-02'] }, 'EUR'));
    expect(refused).toMatchObject({
      message:
        'the offer does not say how the prepayment or the fees of BRKF divide among its dates and number',
      hint: 'choose all of its dates and the number that it is offered for',
    });
  });
});

/** The price of a service in another count than the one that it is offered for. */
const breakfast = (changes: Partial<ServiceOffer> = {}): ServiceOffer =>
  ({
    service: { id: 'BRKF', name: 'Breakfast' },
    count: 2,
    totalAmount: { grossAmount: 60, currency: 'EUR' },
    prePaymentGrossAmount: eur(0),
    dates: [
      { serviceDate: '2026-12-02', amount: { grossAmount: 29, currency: 'EUR' } },
      { serviceDate: '2026-12-03', amount: { grossAmount: 31, currency: 'EUR' } },
    ],
    ...changes,
  }) as unknown as ServiceOffer;
const figures = (offer: ServiceOffer, count?: number, dates?: string[]) =>
  computeChosenAmounts(offer, { count, dates }, 'EUR');

describe('a count of a service', () => {
  it.each([undefined, 2])('as offered has the figures of the offer: %s', count => {
    expect(figures(breakfast(), count, ['2026-12-03']).total).toEqual(eur(31));
    const offer = breakfast({ prePaymentGrossAmount: eur(20), cityTax: { grossAmount: 3 } });
    expect(figures(offer, count)).toEqual(sumsOf(60, 20, 3));
  });

  it('that is another has the price of each date in proportion', () => {
    expect(figures(breakfast(), 5)).toEqual(sumsOf(150, 0));
    expect(figures(breakfast(), 1).total).toEqual(eur(30));
    expect(figures(breakfast(), 1, ['2026-12-03']).total).toEqual(eur(15.5));
  });

  it('is prepaid in full where the offer is', () => {
    expect(figures(breakfast({ prePaymentGrossAmount: eur(60) }), 4).prePayment).toEqual(eur(120));
  });

  const ten = { grossAmount: 10, currency: 'EUR' };
  const three = { count: 3, totalAmount: ten, dates: [{ serviceDate: '2026-12-02', amount: ten }] };
  const undivided = 'it is offered for a count of 3 at 10.00 EUR; omit the count';
  it.each<[string, Partial<ServiceOffer>, string]>([
    ['a share has more digits than the currency', three as Partial<ServiceOffer>, undivided],
    ['the offer has no count', { count: undefined }, 'its offer has no count; omit the count'],
    ['the offer is for a count of zero', { count: 0 }, 'its offer has no count; omit the count'],
  ])('is refused where %s', (_, changes, hint) => {
    expect(thrownBy(() => figures(breakfast(changes), 4), RefusedError)).toMatchObject({
      message: 'the price of 4 times BRKF is not known',
      hint,
    });
  });
});
