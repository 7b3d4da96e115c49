import Big from 'big.js';
import { shiftedDay } from '../measures.ts';
import { rounded, today, weekAgo } from './agent.ts';
import {
  all,
  ask,
  byHotel,
  byKey,
  cell,
  december,
  each,
  first,
  grandTotal,
  groupsOf,
  hotels,
  lastYear,
  most,
  munich,
  net,
  occupancy,
  offersOf,
  P,
  type Question,
  reservation,
  revPar,
  sorted,
  stay,
  total,
  type Value,
  weekday,
  where,
} from './naive.ts';

/** One question for each tool and each kind of argument; the figures of reports have tests with oracles. */
export const questions: readonly Question[] = [
  ask(
    'Which time zone does the hotel in Tokyo have?',
    ['list_properties', { columns: 'id,timeZone' }],
    where(({ id }) => id === 'TYO', 'timeZone'),
    async n => (await n.hotels()).find(({ id }) => id === 'TYO').timeZone,
  ),
  ask(
    'How much accommodation revenue did each hotel have in October?',
    [P, all],
    byHotel('netAccommodationRevenue.amount'),
    n => each(n, async id => Number(net(await n.october(id)))).then(sorted),
  ),
  ask(
    'How many cancellations and no-shows were there in the third quarter in Munich?',
    [P, { property: 'MUC', period: '2026-Q3', columns: ['cancellationsCount', 'noShowsCount'] }],
    value => [cell('cancellationsCount')(value), cell('noShowsCount')(value)],
    async n => {
      const { cancellationsCount, noShowsCount } = await n.performance('MUC', '2026-07-01', '2026-09-30');
      return [cancellationsCount, noShowsCount];
    },
  ),
  ask(
    'What occupancy does the platform itself show, with all units?',
    [P, { ...munich, unit_group_type: ['all'] }],
    cell('occupancyPercentage'),
    async n =>
      (await n.report('property-performance', 'MUC', { from: '2026-10-01', to: '2026-10-31' }))
        .occupancyPercentage,
  ),
  ask(
    'Which of my hotels lost RevPAR against last year in October, and how much?',
    [P, { ...hotels, ...lastYear }],
    ({ rows }) =>
      rows
        .filter((row: Value) => row.revPar.change < 0)
        .map((row: Value) => [row.propertyId, row.revPar.change, row.revPar.currency]),
    async n => {
      const pairs = await each(n, async id => [await n.october(id), await n.october(id, 2025)]);
      return pairs
        .map(([id, [now, then]]) => [id, rounded(revPar(now).minus(revPar(then))), now.grossAdr.currency])
        .filter(([, change]) => Number(change) < 0);
    },
  ),
  ask(
    'Which weekday is the weakest in Munich?',
    [P, { ...munich, by: 'weekday', sort: 'occupancyPercentage', limit: 1 }],
    cell('weekday'),
    async n =>
      most(
        groupsOf(await n.days('MUC', '2026-10-01', '2026-10-31'), day => weekday(day.businessDay)),
        one => occupancy(one).neg(),
      ).key,
  ),
  ask(
    'How many suites were sold on the fullest day of October?',
    [
      [P, { ...munich, view: 'days', sort: 'occupancyPercentage:desc', limit: 1 }],
      [
        P,
        best => ({
          property: 'MUC',
          period: first(best).businessDay,
          view: 'unit-groups',
          columns: 'unitGroup.name,soldCount',
        }),
      ],
    ],
    (_, groups) => where(({ unitGroup }) => unitGroup.name === 'Suite', 'soldCount')(groups),
    async n =>
      most(await n.days('MUC', '2026-10-01', '2026-10-31'), occupancy).unitGroups.find(
        ({ unitGroup }: Value) => unitGroup.name === 'Suite',
      ).soldCount,
  ),
  ask(
    'How many nights came through Booking.com, and which share is that?',
    [P, { ...munich, by: 'channel' }],
    value => ['soldCount', 'share'].map(path => where(({ mix }) => mix === 'BookingCom', path)(value)),
    async n => {
      const { soldCount } = await n.performance('MUC', '2026-10-01', '2026-10-31', {
        channelCodes: 'BookingCom',
      });
      return [
        soldCount,
        rounded(
          Big(soldCount)
            .times(100)
            .div((await n.october('MUC')).soldCount),
        ),
      ];
    },
  ),
  ask(
    'How many bed nights fewer or more did the Swiss stay than last year?',
    ['report_bed_nights', { ...munich, ...lastYear, columns: 'breakdown,key,number.change' }],
    where(byKey('nationality', 'CH'), 'number.change'),
    async n => {
      const [now, then] = await Promise.all(
        ['2026', '2025'].map(
          async year =>
            (await n.guests('bed-nights', 'MUC', year)).nationalityBreakdown.find(
              ({ countryCode }: Value) => countryCode === 'CH',
            ).number,
        ),
      );
      return now - then;
    },
  ),
  ask(
    'Which VAT is on the largest invoice?',
    [
      ['report_company_invoices_vat', { ...munich, sort: 'invoice.subTotal.amount:desc', limit: 1 }],
      [
        'report_company_invoices_vat',
        largest => ({
          property: 'MUC',
          period: first(largest).invoice.date,
          view: 'taxes',
          columns: 'invoice.number,vatPercent,tax.amount',
        }),
      ],
    ],
    (largest, { rows }) =>
      rows
        .filter((row: Value) => row.invoice.number === first(largest).invoice.number)
        .map((row: Value) => [row.vatPercent, row.tax.amount]),
    async n =>
      most(await n.invoices(), one => one.invoice.subTotal.amount).invoice.taxDetails.map(
        ({ vatPercent, tax }: Value) => [vatPercent, tax.amount],
      ),
  ),
  ask(
    'How many breakfasts did the largest order have?',
    ['report_ordered_services', { ...munich, service: 'MUC-BRKF', sort: 'count:desc', limit: 1 }],
    value => [cell('count')(value), total(value)],
    async n => {
      const orders = await n.breakfasts();
      return [most(orders, one => one.count).count, orders.length];
    },
  ),
  ask(
    'How many rooms did each hotel sell yesterday, and how many more than a year ago?',
    ['morning_brief', { all_properties: true, columns: 'part,sold.now,sold.change' }],
    ({ rows }) =>
      sorted(
        rows
          .filter((row: Value) => row.part === 'yesterday')
          .map((row: Value) => [row.propertyId, [row.sold.now, row.sold.change]]),
      ),
    n =>
      each(n, async id => {
        const sold = async (day: string) => (await n.performance(id, day, day)).soldCount;
        const now = await sold('2026-11-20');
        return [now, now - (await sold(shiftedDay('2026-11-20', -364)))];
      }).then(sorted),
  ),
  ask(
    'Which day of December gained the most?',
    ['pickup', { property: 'MUC', since: weekAgo, period: '2026-12', sort: 'sold.pickup:desc', limit: 1 }],
    cell('sold.pickup'),
    async n => {
      const [now, then] = await Promise.all([
        n.days('MUC', '2026-12-01', '2026-12-31'),
        n.days('MUC', '2026-12-01', '2026-12-31', weekAgo),
      ]);
      return Math.max(...now.map((day, index) => day.soldCount - then[index].soldCount));
    },
  ),
  ask(
    'How full is December on the books, as the snapshot says?',
    ['pace', { property: 'MUC', ...december, versus: weekAgo }],
    cell('occupancyPercentage.now'),
    async n => rounded(occupancy(await n.performance('MUC', '2026-12-01', '2026-12-31'))),
  ),
  ask(
    'When was the last snapshot of London?',
    ['list_snapshots', { property: 'LND', sort: 'taken:desc', limit: 1 }],
    cell('taken'),
    () => today,
  ),
  ask(
    'What is the cheapest stay for two in Munich from 1 to 3 December, with city tax?',
    ['list_offers', { ...stay, sort: 'grandTotal.amount', limit: 1 }],
    value => [
      cell('ratePlan.id')(value),
      cell('grandTotal.amount')(value),
      cell('grandTotal.currency')(value),
    ],
    async n => {
      const best = most(await offersOf(n), one => -grandTotal(one));
      return [best.ratePlan.id, grandTotal(best), best.totalGrossAmount.currency];
    },
  ),
  ask(
    'What exactly would a guest pay for a flexible double?',
    ['quote_stay', { property: 'MUC', reservation }],
    ({ sums }) => [sums.grandTotal.amount, sums.grandTotal.currency],
    async n => [
      grandTotal((await offersOf(n)).find(({ ratePlan }) => ratePlan.id === 'MUC-FLEX-DBL')),
      'EUR',
    ],
  ),
];
