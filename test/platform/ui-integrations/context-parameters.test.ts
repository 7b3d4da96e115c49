import { describe, expect, it } from 'vitest';
import {
  contextFor,
  contextNames,
  exampleContext,
  findTarget,
  frameWidths,
  targets,
  withContext,
} from '../../../src/platform/ui-integrations/targets.ts';

describe('targets', () => {
  // Typed from platform.md, "UI integration service", and platform-facts.
  it.each([
    ['DashboardAccountContext', 'min 340 x 350', []],
    ['DashboardPropertyContext', 'min 340 x 350', ['propertyId']],
    ['ReservationDetailsTab', 'responsive tab', ['reservationId']],
    ['CompanyDetailsTab', 'responsive tab', ['companyId']],
    ['PropertyMenuReports', 'responsive, full content page', ['propertyId']],
    ['PropertyMenuApps', 'responsive, full content page', ['propertyId']],
    ['AccountMenuApps', undefined, []],
    ['GuestDetailsDialog', undefined, []],
  ])('%s', (name, size, forwarded) => {
    const target = findTarget(name);
    expect(target?.size).toBe(size);
    expect(contextNames(target)).toEqual(['accountCode', 'subjectId', ...forwarded]);
  });

  it('are these eight, and dashboards begin at 340 pixels', () => {
    expect(targets).toHaveLength(8);
    for (const target of targets) {
      const isWidget = target.name.startsWith('Dashboard');
      expect(target.frame === 'widget').toBe(isWidget);
      expect(frameWidths(target)[0]).toBe(isWidget ? 340 : 390);
    }
    expect(findTarget('dashboardaccountcontext')).toBeUndefined();
  });
});

describe('the context', () => {
  it('has the two parameters of every target, then those of the target', () => {
    const values = { ...exampleContext, propertyId: 'LND' };
    expect(contextFor(findTarget('DashboardPropertyContext'), values)).toEqual([
      ['accountCode', 'DEMO'],
      ['subjectId', 'anna.berger'],
      ['propertyId', 'LND'],
    ]);
    expect(contextFor(undefined, values).map(([name]) => name)).toEqual(['accountCode', 'subjectId']);
  });

  it.each([
    ['https://v.example/a', 'https://v.example/a?propertyId=MUC'],
    ['https://v.example/a?', 'https://v.example/a?propertyId=MUC'],
    ['https://v.example', 'https://v.example/?propertyId=MUC'],
    ['https://v.example/a?x=1', 'https://v.example/a?x=1&propertyId=MUC'],
    // A signed query is not re-encoded.
    ['https://v.example/a?s=a%20b%2Bc&flag', 'https://v.example/a?s=a%20b%2Bc&flag&propertyId=MUC'],
    ['https://v.example/a?propertyId=LND', 'https://v.example/a?propertyId=LND&propertyId=MUC'],
    ['https://v.example/#/route', 'https://v.example/?propertyId=MUC#/route'],
  ])('is inserted into %s', (address, expected) => {
    expect(withContext(address, [['propertyId', 'MUC']])).toBe(expected);
  });

  it('is escaped', () => {
    expect(withContext('https://v.example/', [['a&b', 'c=d&e #f']])).toBe(
      'https://v.example/?a%26b=c%3Dd%26e+%23f',
    );
    expect(withContext('https://v.example/a b', [])).toBe('https://v.example/a b');
  });
});
