import { describe, expect, it } from 'vitest';
import {
  choice,
  findProblems,
  id,
  month,
  type Parameter,
  propertyId,
  type Rule,
  year,
} from '../../src/platform/parameters.ts';
import { roomNightsReport } from '../../src/platform/reports/guest-counts.ts';

const monthAndYear = { parameters: [propertyId, ...roomNightsReport.parameters.slice(1)], rules: [] };
const wire = ({ wire }: Parameter) => wire;

describe('a kind', () => {
  it.each([
    [
      month.kind,
      ['1', '12', '03', '010'],
      ['0', '13', '1.5', '-1', ' 3', '', 'March', '1e1', '９', '0000000001'],
    ],
    [year.kind, ['1900', '2026', '9999'], ['1899', '10000', '26', '', '2026.0']],
    [id, ['MUC', 'MUC-1 a', 'ü', '-x', 'a'.repeat(200)], ['', 'a\nb', '\u0000', 'a\u009bb', 'a'.repeat(201)]],
    [choice('purpose', ['Business', 'Leisure']), ['Business'], ['business', '', 'constructor']],
  ] as const)('$name', (kind, right, wrong) => {
    for (const value of right) expect(kind.mustBe(value), value).toBeUndefined();
    for (const value of wrong) expect(kind.mustBe(value), JSON.stringify(value)).toBeTypeOf('string');
  });

  it('suggests no value that it refuses', () => {
    for (const kind of [month.kind, choice('purpose', ['Business', 'Leisure'])])
      for (const value of kind.choices ?? []) expect(kind.mustBe(value)).toBeUndefined();
  });
});

describe('the problems of a request', () => {
  it('are empty for a valid request', () => {
    expect(findProblems(monthAndYear, { propertyId: 'MUC', month: '10', year: '2026' }, wire)).toEqual([]);
  });

  it('are listed in the definition’s order, with names that the reader knows', () => {
    expect(findProblems(monthAndYear, { month: '13' }, wire)).toEqual([
      'propertyId is required',
      'month must be a whole number from 1 to 12',
      'year is required',
    ]);
    const byFlag = ({ flag }: Parameter) => `--${flag}`;
    const without = { propertyId: 'MUC', year: '2026' };
    expect(findProblems(monthAndYear, without, byFlag)).toEqual(['--month is required']);
  });

  it('include a second value for a single-valued parameter, whatever the values are', () => {
    const values = { propertyId: 'MUC', month: ['10', '99'], year: '2026' };
    expect(findProblems(monthAndYear, values, wire)).toEqual(['month is specified more than once']);
  });

  it('treat an empty list as not given, and check each value of a list', () => {
    const service = { ...propertyId, wire: 'serviceIds', flag: 'service', repeatable: true };
    const definition = { parameters: [service], rules: [] };
    expect(findProblems(definition, { serviceIds: [] }, wire)).toEqual(['serviceIds is required']);
    expect(findProblems(definition, { serviceIds: ['A', ''] }, wire)).toHaveLength(1);
    expect(findProblems(definition, { serviceIds: ['A', 'B'] }, wire)).toEqual([]);
  });

  it('include rules only for values that are valid by themselves', () => {
    const sentence = 'the year must be even';
    const rule: Rule = { sentence, holds: ({ year }) => Number(year) % 2 === 0 };
    const definition = { ...monthAndYear, rules: [rule] };
    const problemsIn = (month: string) =>
      findProblems(definition, { propertyId: 'MUC', month, year: '2025' }, wire);
    expect(problemsIn('13')).toEqual(['month must be a whole number from 1 to 12']);
    expect(problemsIn('12')).toEqual([sentence]);
  });
});
