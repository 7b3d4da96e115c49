import { dayNumber, firstOfMonth } from '../../../platform/dates.ts';
import { type Day, formatDay } from '../calendar.ts';
import type { Blueprint, Oddities } from './blueprint.ts';
import { makeBlueprints } from './chain.ts';

/**
 * Hotels as they really are, for tests of everything that reads their figures: closed for a season, opened in the middle
 * of a month, renovated, overbooked, without a row for some days, and with another currency until the first of the last
 * month. 29 February is a matter of the sandbox's date.
 */
export function makeUglyBlueprints(today: Day): Blueprint[] {
  const [, , , , , , ...cities] = makeBlueprints(30);
  return Object.entries(makeOddities(today)).map(([code, [name, oddities]], index) => {
    const blueprint = cities[index] as Blueprint;
    return { ...blueprint, code, name: `${name} ${blueprint.address.city}`, oddities };
  });
}

/** Before and after all data. */
const [earliest, latest] = [-1_000_000, 1_000_000];

/** The seasons of the years around a day: open from April to October. */
function listWinters(today: Day) {
  const year = Number(formatDay(today).slice(0, 4));
  return Array.from({ length: 7 }, (_, index) => ({
    kind: 'OutOfInventory' as const,
    from: dayNumber(`${year - 4 + index}-11-01`),
    to: dayNumber(`${year - 3 + index}-04-01`),
  }));
}

const makeOddities = (today: Day): Record<string, [name: string, Oddities]> => {
  const thisMonth = dayNumber(firstOfMonth(formatDay(today)));
  const lastMonth = dayNumber(firstOfMonth(formatDay(thisMonth - 1)));
  const beforeLast = dayNumber(firstOfMonth(formatDay(lastMonth - 1)));
  return {
    SEA: ['Summer House', { closures: listWinters(today) }],
    NEW: ['Hotel Opening', { closures: [{ kind: 'OutOfInventory', from: earliest, to: beforeLast + 11 }] }],
    CUR: ['Hotel Changed Currency', { formerCurrency: { code: 'HRK', until: lastMonth } }],
    REN: [
      'Hotel Renovation',
      {
        closures: [
          { kind: 'OutOfOrder', from: lastMonth + 9, to: lastMonth + 16 },
          { kind: 'OutOfOrder', from: today + 3, to: today + 10 },
        ],
      },
    ],
    OVB: ['Hotel Overbooked', { overbooked: day => (day % 9 === 0 ? 3 : 0) }],
    GAP: ['Hotel Without Rows', { hasRow: day => day % 13 !== 0 || day > today }],
    OFF: ['Hotel Closed', { closures: [{ kind: 'OutOfInventory', from: lastMonth, to: latest }] }],
  };
};
