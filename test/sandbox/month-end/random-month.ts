import {
  type Account,
  accounts,
  dateOf,
  days,
  detailsOf,
  type Guests,
  half,
  type Kind,
  type Line,
  type Month,
  measuresOf,
  money,
  revenueAccount,
  treeOf,
  vat,
} from './month-bodies.ts';

/**
 * A month of an invented hotel, drawn from a seed. It shares nothing with the sandbox: amounts are added up here from the stays,
 * in whole cents and in whole hundred-millionths.
 */

/** Numbers from 0 to below `bound`. */
function randomOf(seed: number) {
  let state = seed >>> 0;
  return (bound: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * bound);
  };
}

export function randomMonth(seed: number): Month {
  const random = randomOf(seed);
  const lines: Line[] = [];
  /** What was posted before the month. */
  const history: Line[] = [];
  const invoices: Month['invoices'] = [];
  const services: Month['services'] = [];
  const stays: {
    from: number;
    to: number;
    adults: number;
    children: number;
    country: string | undefined;
    purpose: string | undefined;
  }[] = [];
  const groups = ['DBL', 'SUI'].map((code, index) => ({ id: code, units: 5 - 2 * index, type: 'BedRoom' }));
  const figures = groups.map(group =>
    days.map(() => ({
      sold: 0,
      arrivals: 0,
      departures: 0,
      noShows: 0,
      canceled: 0,
      room: 0,
      roomNet: 0,
      food: 0,
      foodNet: 0,
      units: group.units,
    })),
  );
  let entry = 0;
  /** Net and VAT of a gross amount, in hundred-millionths. */
  const split = (cents: number, percent: number) => {
    const gross = BigInt(cents) * 1_000_000n;
    const net = half(gross * 100n, BigInt(100 + percent));
    return { net: Number(net) / 1e8, tax: Number(gross - net) / 1e8, cents: Number(half(net, 1_000_000n)) };
  };
  type Folio = Pick<Line, 'reference' | 'referenceType' | 'reservation'> & { owed: Account; balance: number };
  const post = (
    folio: Folio,
    day: number,
    command: string,
    debitedAccount: Account,
    creditedAccount: Account,
    cents: number,
    percent: number | null,
    more: Partial<Line> = {},
  ) => {
    if (debitedAccount === folio.owed) folio.balance += cents;
    if (creditedAccount === folio.owed) folio.balance -= cents;
    const { owed: _, balance: __, ...reference } = folio;
    const { net, tax } = split(cents, percent ?? 0);
    if (day >= days.length) return;
    (day < 0 ? history : lines).push({
      ...reference,
      timestamp: `${dateOf(day)}T18:${String(10 + random(50))}:00.1234567+02:00`,
      date: dateOf(day),
      debitedAccount,
      creditedAccount,
      command,
      currency: 'EUR',
      grossAmount: cents / 100,
      netAmount: net,
      taxes:
        percent === null
          ? null
          : [
              {
                type: percent === 7 ? 'Reduced' : percent === 19 ? 'Normal' : 'Without',
                percent,
                amount: tax,
              },
            ],
      receipt: { type: 'Custom', number: `R${entry}` },
      sourceEntryNumber: `E${++entry}`,
      ...more,
    });
  };
  const charge = (folio: Folio, day: number, kind: Kind, cents: number, more: Partial<Line> = {}) =>
    post(folio, day, 'PostCharge', folio.owed, revenueAccount(kind), cents, vat[kind], more);
  const afterMidnight = (day: number) => ({ timestamp: `${dateOf(day + 1)}T0${random(6)}:30:00+02:00` });

  for (const [index, group] of groups.entries()) {
    for (let unit = 0; unit < group.units; unit++) {
      for (let from = random(3) - 2; from < 31; ) {
        const nights = 1 + random(4);
        const [to, id] = [from + nights, `${group.id}${unit}-${from + 5}`];
        const outcome = random(12);
        const status = outcome === 0 ? 'NoShow' : outcome === 1 ? 'Canceled' : 'CheckedOut';
        const folio: Folio = {
          reference: id,
          referenceType: 'Guest',
          owed: accounts.guest,
          balance: 0,
          reservation: {
            id,
            status,
            arrival: `${dateOf(from)}T15:00:00+02:00`,
            departure: `${dateOf(to)}T11:00:00+02:00`,
          },
        };
        const price = 7000 + random(12000);
        const isCompany = status === 'CheckedOut' && random(4) === 0;
        const isPrepaid = !isCompany && random(3) === 0;
        const prepaid = isPrepaid ? price * nights : 0;
        const usePrepaid = (day: number) => {
          if (prepaid === 0) return;
          post(folio, day, 'PostCharge', accounts.guest, accounts.prepaid, -prepaid, 7);
          const tax = prepaid - split(prepaid, 7).cents;
          post(folio, day, 'PostPrepaymentVat', accounts.vatOnPrepaid, accounts.vat, -tax, null);
        };
        if (prepaid > 0) {
          const day = from - random(6);
          post(folio, day, 'PostPrepayment', accounts.card, accounts.prepaid, prepaid, 7);
          post(
            folio,
            day,
            'PostPrepaymentVat',
            accounts.vatOnPrepaid,
            accounts.vat,
            prepaid - split(prepaid, 7).cents,
            null,
          );
        }
        const book = figures[index]?.[from];
        if (status === 'NoShow' || status === 'Canceled') {
          const day = status === 'NoShow' ? from + 1 : from - random(3);
          if (book) book[status === 'NoShow' ? 'noShows' : 'canceled'] += 1;
          charge(folio, day, status === 'NoShow' ? 'NoShow' : 'CancellationFees', price);
          // Charged to the reservation before anybody noticed.
          if (random(3) === 0) charge(folio, from, 'Other', 1500);
          usePrepaid(day);
          post(folio, Math.max(day, from), 'PostPayment', accounts.card, accounts.guest, folio.balance, null);
          from = to + random(2);
          continue;
        }
        const guests = { adults: 1 + random(2), children: random(5) === 0 ? 1 : 0 };
        stays.push({
          from,
          to,
          ...guests,
          country: ['DE', 'CH', 'US', undefined][random(4)],
          purpose: ['Business', 'Leisure', undefined][random(3)],
        });
        if (book) book.arrivals += 1;
        const leaving = figures[index]?.[to];
        if (leaving) leaving.departures += 1;
        usePrepaid(from);
        const included = random(2) === 0 ? 1500 * guests.adults : 0;
        for (let day = from; day < to; day++) {
          const night = figures[index]?.[day];
          if (night) {
            night.sold += 1;
            night.room += price;
            night.roomNet += split(price, 7).cents;
            night.food += included;
            night.foodNet += split(included, 19).cents;
          }
          charge(folio, day, 'Accommodation', price, random(2) === 0 ? {} : afterMidnight(day));
          if (included > 0) charge(folio, day, 'FoodAndBeverages', included);
          if (random(5) === 0) {
            charge(folio, day, 'FoodAndBeverages', 2900);
            const amount = money(2900);
            if (day >= 0 && day < 31)
              services.push({
                id: 'BRK',
                code: 'BRK',
                name: 'Breakfast',
                serviceDate: dateOf(day),
                count: 1,
                amount,
              });
          }
          post(folio, day, 'PostCharge', accounts.guest, accounts.city, Math.floor(price / 20), null);
          if (random(9) === 0) charge(folio, day, 'FoodAndBeverages', 350 + random(2000), afterMidnight(day));
          if (random(9) === 0) for (const cents of [450, 820]) charge(folio, day, 'Other', cents);
          if (random(12) === 0) charge(folio, day, 'Accommodation', -1000);
          if (random(15) === 0) post(folio, day, 'PostCharge', accounts.guest, accounts.transit, 500, null);
        }
        if (random(6) === 0)
          for (const cents of [-990, 990]) charge(folio, to, 'Other', cents, { command: 'MoveLineItem' });
        const owed = folio.balance;
        if (isCompany) {
          const number = `INV-${id}`;
          const own = lines.filter(line => line.reference === id);
          const charges = own.filter(line =>
            ['Revenues', 'CityTaxes', 'TransitoryItems'].includes(line.creditedAccount.type),
          );
          const isWhole = from >= 0 && to < 31;
          post(folio, to, 'PostToAccountsReceivables', accounts.company, accounts.guest, owed, null, {
            receipt: { type: 'Invoice', number },
          });
          const paidAfter = random(30);
          post(folio, to + paidAfter, 'PostPayment', accounts.bank, accounts.company, owed, null, {
            receipt: { type: 'Invoice', number },
          });
          // A stay that began in the month before: its earlier charges are not among the lines of the month.
          const details = isWhole
            ? detailsOf(charges)
            : [{ vatType: 'Without', vatPercent: 0, net: money(owed), tax: money(0) }];
          if (to < 31 && to >= 0)
            invoices.push({
              company: {
                id: 'C1',
                code: 'C1',
                name: 'Company',
                address: { addressLine1: 'Street 1', postalCode: '10115', city: 'Berlin', countryCode: 'DE' },
              },
              invoice: {
                number,
                date: dateOf(to),
                subTotal: money(owed),
                outstandingPayment: money(to + paidAfter < 31 ? 0 : owed),
                taxDetails: details,
              } as never,
            });
        } else if (owed !== 0) post(folio, to, 'PostPayment', accounts.card, accounts.guest, owed, null);
        if (!isCompany && random(8) === 0) {
          charge(folio, to, 'Accommodation', -500);
          post(folio, to, 'PostPayment', accounts.card, accounts.guest, -500, null);
        }
        if (!isCompany && random(10) === 0) {
          charge(folio, to + 1, 'Other', 700);
          post(folio, to + 1, 'PostPayment', accounts.card, accounts.guest, 700, null);
        }
        from = to + random(3);
      }
    }
  }
  for (const [day] of days.entries()) {
    const folio: Folio = {
      ...(random(4) === 0
        ? { reference: `EXT${day}`, referenceType: 'External' }
        : { reference: 'RND', referenceType: 'House' }),
      owed: accounts.house,
      balance: 0,
    };
    charge(folio, day, 'FoodAndBeverages', 300 + random(9000));
    post(folio, day, 'PostPayment', accounts.card, accounts.house, folio.balance, null);
  }
  const nights = stays
    .map(stay => ({ ...stay, number: Math.max(0, Math.min(stay.to, 31) - Math.max(stay.from, 0)) }))
    .filter(({ number }) => number > 0);
  const arriving = stays.filter(({ from }) => from >= 0 && from < 31);
  const total = (some: readonly { number: number }[]) => some.reduce((sum, { number }) => sum + number, 0);
  const counted = <Stay extends (typeof stays)[number]>(
    some: readonly Stay[],
    count: (stay: Stay) => number,
  ): Guests => {
    const all = some.map(stay => ({ ...stay, number: count(stay) }));
    const by = (of: (stay: (typeof all)[number]) => string | undefined, name: string) =>
      [...new Set(all.map(of))].map(key => {
        const number = total(all.filter(stay => of(stay) === key));
        return {
          ...(key === undefined ? {} : { [name]: key }),
          number,
          percent: Math.round((10_000 * number) / total(all)) / 100,
        };
      });
    return {
      total: total(all),
      countryOfResidenceBreakdown: by(stay => stay.country, 'countryCode'),
      nationalityBreakdown: null,
      travelPurposeBreakdown: by(stay => stay.purpose, 'purpose'),
    } as Guests;
  };
  const adults = arriving.reduce((sum, stay) => sum + stay.adults, 0);
  const children = arriving.reduce((sum, stay) => sum + stay.children, 0);
  const businessDays = days.map((businessDay, day) => {
    const own = groups.map((group, index) => [figures[index]?.[day], group] as const);
    const unitGroups = own.map(([one, { id, type }]) => ({
      unitGroup: { id, code: id, name: id, description: '', type },
      ...measuresOf([one as never]),
    }));
    return { businessDay, ...measuresOf(own.map(([one]) => one as never)), unitGroups };
  });
  lines.sort((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp));
  return {
    lines,
    history,
    count: lines.length,
    invoices,
    services,
    revenues: treeOf(lines),
    performance: { ...measuresOf(figures.flat() as never), businessDays },
    rooms: counted(nights, ({ number }) => number),
    beds: counted(nights, stay => stay.number * (stay.adults + stay.children)),
    arrivals: {
      ...counted(arriving, stay => stay.adults + stay.children),
      totalAdults: adults,
      totalChildren: children,
    },
  };
}
