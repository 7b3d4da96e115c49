import Big from 'big.js';
import { rounded, today, weekAgo } from './agent.ts';
import {
  all,
  ask,
  byHotel,
  byKey,
  cell,
  column,
  december,
  each,
  first,
  grandTotal,
  lastYear,
  most,
  munich,
  net,
  occupancy,
  offersOf,
  type Question,
  reservation,
  shifted,
  sorted,
  stay,
  total,
  type Value,
  where,
} from './naive.ts';

/** Guests, revenues, invoices and postings, what is on the books, closed months, offers and bookings. */
export const questionsOfBooks: readonly Question[] = [
  ask(
    'How many room nights did guests from Germany stay?',
    ['report_room_nights', munich],
    where(byKey('nationality', 'DE'), 'number'),
    async n =>
      (await n.guests('room-nights')).nationalityBreakdown.find(
        ({ countryCode }: Value) => countryCode === 'DE',
      ).number,
  ),
  ask(
    'How many room nights does each hotel report?',
    ['report_room_nights', { ...all, sort: 'number:desc', limit: 20 }],
    ({ rows }) =>
      sorted(
        rows
          .filter((row: Value) => row.breakdown === 'total')
          .map((row: Value) => [row.propertyId, row.number]),
      ),
    n => each(n, async id => (await n.guests('room-nights', id)).total).then(sorted),
  ),
  ask(
    'How many bed nights do I report to the city?',
    ['report_bed_nights', { ...munich, limit: 1 }],
    cell('number'),
    async n => (await n.guests('bed-nights')).total,
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
    'How many persons arrived, and how many of them were children?',
    ['report_arrivals', { ...munich, limit: 3 }],
    column('number'),
    async n => {
      const { total: count, totalAdults, totalChildren } = await n.guests('arrivals');
      return [count, totalAdults, totalChildren];
    },
  ),

  ask(
    'What was the total revenue of Munich in October, net?',
    ['report_revenues', munich],
    where(({ account }) => account.number === '8000', 'netAmount.amount'),
    async n => (await n.accounts('MUC'))[0].netAmount.amount,
  ),
  ask(
    'How did food and beverages change against last year?',
    ['report_revenues', { ...munich, ...lastYear }],
    where(({ account }) => account.number === '8200', 'netAmount.change'),
    async n => {
      const [now, then] = await Promise.all(
        [2026, 2025].map(
          async year =>
            (await n.accounts('MUC', year)).find(({ account }) => account.number === '8200').netAmount.amount,
        ),
      );
      return Number(Big(now).minus(then));
    },
  ),
  ask(
    'What is that account called in German?',
    ['report_revenues', { ...munich, language_code: 'de' }],
    where(({ account }) => account.number === '8200', 'account.name'),
    async n =>
      (await n.accounts('MUC', 2026, { languageCode: 'de' })).find(({ account }) => account.number === '8200')
        .account.name,
  ),
  ask(
    'How many invoices did we send to companies in October?',
    ['report_company_invoices_vat', { ...munich, limit: 1 }],
    total,
    async n => (await n.invoices()).length,
  ),
  ask(
    'How many invoices did Müller & Söhne receive?',
    ['report_company_invoices_vat', { ...munich, company: 'MUC-MUELLER', limit: 1 }],
    total,
    async n => (await n.invoices()).filter(({ company }) => company.id === 'MUC-MUELLER').length,
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
    'What was the largest posting?',
    ['report_gross_transactions', { ...munich, sort: 'grossAmount:desc', limit: 1 }],
    cell('grossAmount'),
    async n => most(await n.postings(), one => one.grossAmount).grossAmount,
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
        return [now, now - (await sold(shifted('2026-11-20', -364)))];
      }).then(sorted),
  ),
  ask(
    'How many room nights are on the books for the next 30 days?',
    ['morning_brief', { property: 'LND' }],
    where(({ part }) => part === 'next 30 days', 'sold.now'),
    async n => (await n.performance('LND', '2026-11-21', '2026-12-20')).soldCount,
  ),
  ask(
    'How many room nights were picked up for December in the last week, in each hotel?',
    ['pickup', { all_properties: true, since: '7d', ...december }],
    byHotel('sold.pickup'),
    n =>
      each(n, async id => {
        const sold = async (day: string) =>
          (await n.performance(id, '2026-12-01', '2026-12-31', {}, day)).soldCount;
        return (await sold(today)) - (await sold(weekAgo));
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
    'Which revenue did Tokyo pick up for December?',
    ['pickup', { property: 'TYO', since: weekAgo, ...december }],
    cell('netRevenue.pickup'),
    async n =>
      Number(
        net(await n.performance('TYO', '2026-12-01', '2026-12-31')).minus(
          net(await n.performance('TYO', '2026-12-01', '2026-12-31', {}, weekAgo)),
        ),
      ),
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
    'How many flexible doubles are left?',
    ['list_offers', stay],
    where(({ ratePlan }) => ratePlan.id === 'MUC-FLEX-DBL', 'availableUnits'),
    async n => (await offersOf(n)).find(({ ratePlan }) => ratePlan.id === 'MUC-FLEX-DBL').availableUnits,
  ),
  ask(
    'What exactly would a guest pay for one?',
    ['quote_stay', { property: 'MUC', reservation }],
    ({ sums }) => [sums.grandTotal.amount, sums.grandTotal.currency],
    async n => [
      grandTotal((await offersOf(n)).find(({ ratePlan }) => ratePlan.id === 'MUC-FLEX-DBL')),
      'EUR',
    ],
  ),
];
