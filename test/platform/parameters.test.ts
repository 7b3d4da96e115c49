import { describe, expect, it } from 'vitest';
import { reportParameters } from '../../src/commands/report-parameters.ts';
import {
  choice,
  id,
  month,
  type Parameter,
  problemsOf,
  propertyId,
  type Rule,
  year,
} from '../../src/platform/parameters.ts';
import { roomNights } from '../../src/platform/reports/room-nights.ts';
import { Settings } from '../../src/settings/resolve.ts';

const monthAndYear = { parameters: [propertyId, ...roomNights.parameters.slice(1)], rules: [] };
const wire = ({ wire }: Parameter) => wire;

describe('a kind', () => {
  it.each([
    [month, ['1', '12', '03', '010'], ['0', '13', '1.5', '-1', ' 3', '', 'March', '1e1', '９', '0000000001']],
    [year, ['1900', '2026', '9999'], ['1899', '10000', '26', '', '2026.0']],
    [id, ['MUC', 'MUC-1 a', 'ü', '-x', 'a'.repeat(200)], ['', 'a\nb', '\u0000', 'a\u009bb', 'a'.repeat(201)]],
    [choice('purpose', ['Business', 'Leisure']), ['Business'], ['business', '', 'constructor']],
  ] as const)('$name', (kind, right, wrong) => {
    for (const value of right) expect(kind.mustBe(value), value).toBeUndefined();
    for (const value of wrong) expect(kind.mustBe(value), JSON.stringify(value)).toBeTypeOf('string');
  });

  it('suggests nothing that it refuses itself', () => {
    for (const kind of [month, choice('purpose', ['Business', 'Leisure'])]) {
      for (const value of kind.choices ?? []) expect(kind.mustBe(value)).toBeUndefined();
    }
  });
});

describe('what is wrong with a request', () => {
  it('is nothing when it may be sent', () => {
    expect(problemsOf(monthAndYear, { propertyId: 'MUC', month: '10', year: '2026' }, wire)).toEqual([]);
  });

  it('is told in the definition’s order, in the words of its reader', () => {
    expect(problemsOf(monthAndYear, { month: '13' }, wire)).toEqual([
      'propertyId is required',
      'month must be a whole number from 1 to 12',
      'year is required',
    ]);
    expect(problemsOf(monthAndYear, { propertyId: 'MUC', year: '2026' }, ({ flag }) => `--${flag}`)).toEqual([
      '--month is required',
    ]);
  });

  it('is a second value where one is taken, whatever the values are', () => {
    const values = { propertyId: 'MUC', month: ['10', '99'], year: '2026' };
    expect(problemsOf(monthAndYear, values, wire)).toEqual(['month is given more than once']);
  });

  it('counts an empty list as nothing given, and checks each value of a list', () => {
    const service = { ...propertyId, wire: 'serviceIds', flag: 'service', repeatable: true };
    const definition = { parameters: [service], rules: [] };
    expect(problemsOf(definition, { serviceIds: [] }, wire)).toEqual(['serviceIds is required']);
    expect(problemsOf(definition, { serviceIds: ['A', ''] }, wire)).toHaveLength(1);
    expect(problemsOf(definition, { serviceIds: ['A', 'B'] }, wire)).toEqual([]);
  });

  it('asks rules only of values that are right in themselves', () => {
    const asked: unknown[] = [];
    const rule: Rule = {
      sentence: 'the year must be even',
      holds: values => {
        asked.push(values);
        return Number(values['year']) % 2 === 0;
      },
    };
    const definition = { ...monthAndYear, rules: [rule] };
    expect(problemsOf(definition, { propertyId: 'MUC', month: '13', year: '2025' }, wire)).toHaveLength(1);
    expect(asked).toEqual([]);
    expect(problemsOf(definition, { propertyId: 'MUC', month: '12', year: '2025' }, wire)).toEqual([
      'the year must be even',
    ]);
  });
});

describe('flags and settings become parameters', () => {
  const settings = (env: Record<string, string> = {}, values = {}) => ({
    settings: new Settings({}, env, { name: 'munich', values }),
  });
  const given = { month: ['10'], year: ['2026'] };

  it('the property from the flag, the environment, the profile', () => {
    const env = { HOTELCTL_PROPERTY: 'BER' };
    const kept = { property: 'HAM' };
    const property = (options: object, runtime: ReturnType<typeof settings>) =>
      reportParameters(roomNights, runtime, { ...given, ...options })['propertyId'];
    expect(property({ propertyId: ['MUC'] }, settings(env, kept))).toBe('MUC');
    expect(property({}, settings(env, kept))).toBe('BER');
    expect(property({}, settings({}, kept))).toBe('HAM');
    expect(() => property({}, settings())).toThrow('--property is required');
    expect(() => property({}, settings({}, { property: 'a\tb' }))).toThrow(
      'property of profile munich must be an id',
    );
  });

  it('numbers as the platform spells them, also those of `date +%m`', () => {
    const options = { propertyId: ['MUC'], month: ['03'], year: ['2026'] };
    expect(reportParameters(roomNights, settings(), options)).toEqual({
      propertyId: 'MUC',
      month: '3',
      year: '2026',
    });
  });
});
