import Big from 'big.js';
import { rounded } from './agent.ts';
import {
  adr,
  all,
  ask,
  byHotel,
  cell,
  column,
  each,
  first,
  groupsOf,
  hotels,
  lastYear,
  monday,
  most,
  munich,
  net,
  occupancy,
  P,
  percent,
  type Question,
  revPar,
  sorted,
  type Value,
  weekday,
  where,
} from './naive.ts';

/** Hotels, and how they perform. */
export const questionsOfFigures: readonly Question[] = [
  ask('Which hotels do I have?', ['list_properties'], column('name'), async n =>
    (await n.hotels()).map(({ name }) => name),
  ),
  ask(
    'Which time zone does the hotel in Tokyo have?',
    ['list_properties', { columns: 'id,timeZone' }],
    where(({ id }) => id === 'TYO', 'timeZone'),
    async n => (await n.hotels()).find(({ id }) => id === 'TYO').timeZone,
  ),

  ask(
    'How many room nights did Munich sell in October?',
    [P, munich],
    cell('soldCount'),
    async n => (await n.october('MUC')).soldCount,
  ),
  ask('What was the average rate in Munich in October, net?', [P, munich], cell('netAdr.amount'), async n =>
    rounded(adr(await n.october('MUC'))),
  ),
  ask(
    'And gross?',
    [P, { ...munich, columns: 'grossAdr.amount' }],
    cell('grossAdr.amount'),
    async n => (await n.october('MUC')).grossAdr.amount,
  ),
  ask(
    'What was the RevPAR of London in October?',
    [P, { ...munich, property: 'LND' }],
    cell('revPar.amount'),
    async n => rounded(revPar(await n.october('LND'))),
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
    'How many guests’ rooms arrived and departed on 3 October?',
    [P, { property: 'MUC', period: '2026-10-03', columns: 'arrivalsCount,departuresCount' }],
    value => [cell('arrivalsCount')(value), cell('departuresCount')(value)],
    async n => {
      const { arrivalsCount, departuresCount } = await n.performance('MUC', '2026-10-03', '2026-10-03');
      return [arrivalsCount, departuresCount];
    },
  ),
  ask(
    'How many parking spaces did Munich sell in October?',
    [P, { ...munich, unit_group_type: 'ParkingLot' }],
    cell('soldCount'),
    async n =>
      (await n.performance('MUC', '2026-10-01', '2026-10-31', { unitGroupTypes: 'ParkingLot' })).soldCount,
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
    'By how many percent did the average rate of each hotel change?',
    [P, { ...hotels, ...lastYear }],
    byHotel('netAdr.changePercent'),
    n => each(n, async id => percent(adr(await n.october(id)), adr(await n.october(id, 2025)))).then(sorted),
  ),
  ask(
    'By how many points did occupancy change in each hotel?',
    [P, { ...hotels, ...lastYear }],
    byHotel('occupancyPercentage.change'),
    n =>
      each(n, async id =>
        rounded(occupancy(await n.october(id)).minus(occupancy(await n.october(id, 2025)))),
      ).then(sorted),
  ),
  ask(
    'Rank my hotels by the growth of their revenue, although they have several currencies.',
    [P, { ...hotels, ...lastYear, sort: 'netAccommodationRevenue.change:desc' }],
    column('propertyId'),
    async n => {
      const growth = await each(n, async id =>
        percent(net(await n.october(id)), net(await n.october(id, 2025))),
      );
      return growth.sort(([, one], [, other]) => other - one).map(([id]) => id);
    },
  ),
  ask(
    'How many room nights more did Munich sell in October than in September?',
    [P, { ...munich, compare: 'previous-period', columns: 'soldCount.change' }],
    cell('soldCount.change'),
    async n =>
      (await n.october('MUC')).soldCount - (await n.performance('MUC', '2026-09-01', '2026-09-30')).soldCount,
  ),
  ask(
    'How much more revenue than in August?',
    [P, { ...munich, compare: '2026-08', columns: 'netAccommodationRevenue.change' }],
    cell('netAccommodationRevenue.change'),
    async n =>
      Number(net(await n.october('MUC')).minus(net(await n.performance('MUC', '2026-08-01', '2026-08-31')))),
  ),
  ask(
    'What was the revenue of each month of the third quarter in London?',
    [P, { property: 'LND', period: '2026-Q3', by: 'month' }],
    column('netAccommodationRevenue.amount'),
    async n =>
      Promise.all(
        ['07', '08', '09'].map(async month =>
          Number(
            net(await n.performance('LND', `2026-${month}-01`, `2026-${month}-${month === '09' ? 30 : 31}`)),
          ),
        ),
      ),
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
    'In which week of October did London earn the most for each room?',
    [P, { property: 'LND', period: '2026-10', by: 'week', sort: 'revPar.amount:desc', limit: 1 }],
    value => [cell('week')(value), cell('revPar.amount')(value)],
    async n => {
      const best = most(
        groupsOf(await n.days('LND', '2026-10-01', '2026-10-31'), day => monday(day.businessDay)),
        revPar,
      );
      return [best.key, rounded(revPar(best))];
    },
  ),
  ask(
    'Which kind of room has the highest rate?',
    [P, { ...munich, by: 'unit-group', sort: 'netAdr.amount:desc', limit: 1 }],
    value => [cell('unitGroup.name')(value), cell('netAdr.amount')(value)],
    async n => {
      const rooms = (await n.days('MUC', '2026-10-01', '2026-10-31')).flatMap(({ unitGroups }) => unitGroups);
      const best = most(
        groupsOf(rooms, ({ unitGroup }) => unitGroup.name),
        adr,
      );
      return [best.key, rounded(adr(best))];
    },
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
    'How many rooms were sold on each day of last Christmas?',
    [P, { property: 'MUC', period: '2025-12-24..2025-12-26', view: 'days' }],
    column('soldCount'),
    async n => (await n.days('MUC', '2025-12-24', '2025-12-26')).map(({ soldCount }) => soldCount),
  ),
  ask(
    'What is the revenue of this year until yesterday?',
    [P, { property: 'MUC', period: 'ytd' }],
    cell('netAccommodationRevenue.amount'),
    async n => Number(net(await n.performance('MUC', '2026-01-01', '2026-11-20'))),
  ),
  ask(
    'How full was last weekend, Friday and Saturday night?',
    [P, { property: 'MUC', period: '2026-11-13..2026-11-14' }],
    cell('occupancyPercentage'),
    async n => rounded(occupancy(await n.performance('MUC', '2026-11-13', '2026-11-14'))),
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
    'At which rate did guests stay who booked directly?',
    [P, { ...munich, channel_code: 'Direct' }],
    cell('netAdr.amount'),
    async n =>
      rounded(adr(await n.performance('MUC', '2026-10-01', '2026-10-31', { channelCodes: 'Direct' }))),
  ),
  ask(
    'How many room nights were for business?',
    [P, { ...munich, travel_purpose: 'Business' }],
    cell('soldCount'),
    async n =>
      (await n.performance('MUC', '2026-10-01', '2026-10-31', { travelPurpose: 'Business' })).soldCount,
  ),
  ask(
    'How much revenue had the flexible rate for doubles?',
    [P, { ...munich, rate_plan: 'MUC-FLEX-DBL' }],
    cell('netAccommodationRevenue.amount'),
    async n =>
      Number(net(await n.performance('MUC', '2026-10-01', '2026-10-31', { ratePlanIds: 'MUC-FLEX-DBL' }))),
  ),
];
