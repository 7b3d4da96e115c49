import { dirname, join, resolve, sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/base/errors.ts';
import { type FileNameValues, fileNames, isFileNameTemplate } from '../../src/output/deliver.ts';
import { anyCharacter } from '../any-character.ts';
import { counted } from '../full-counts.ts';

const day = { period: '2026-10', date: '2026-10-15' };
const values: FileNameValues = { property: 'MUC', report: 'room-nights', ...day };
const named = (template: string, more: Partial<FileNameValues> = {}) =>
  fileNames(template, [{ ...values, ...more }])[0];

describe('file names of several requests', () => {
  it('are filled in', () => {
    expect(named('out/{property}/{report}-{period}_{date}.csv')).toBe(
      'out/MUC/room-nights-2026-10_2026-10-15.csv',
    );
    expect(named('plain.csv')).toBe('plain.csv');
    expect(isFileNameTemplate('plain.csv')).toBe(false);
    expect(isFileNameTemplate('{property}.csv')).toBe(true);
  });

  it.each([
    ['../../etc/passwd', '__--_etc_passwd'],
    ['..', '_'],
    ['', '_'],
    ['.hidden', '_hidden'],
    ['-rf', '_rf'],
    ['a\\b:c*d?e"f<g>h|i', 'a_b_c_d_e_f_g_h_i'],
    ['a\u0000b\nc\u001bd\u202ee', 'a_b_c_d_e'],
    ['$(touch x)', '__touch_x_'],
    ['Zürich-1.2', 'Zürich-1.2'],
    ['Zu\u0308rich', 'Zürich'],
    ['東京', '東京'],
    ['CON', '_CON'],
    ['com1.txt', '_com1.txt'],
    ['console', 'console'],
    ['2026-01..2026-06', '2026-01--2026-06'],
    ['{report}', '_report_'],
    ['x'.repeat(300), 'x'.repeat(50)],
  ])('a property %j is %j', (property, safe) => {
    const name = named('out/{property}.csv', { property });
    expect(name?.slice('out/'.length, -'.csv'.length)).toBe(safe);
  });

  it('never leave the folder, whatever the platform sends', () => {
    const unit = fc.constantFrom('.', '..', '/', '\\', '-', '\u0000', 'a', ':', '~', ' ', '{', '}');
    const nasty = fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit, maxLength: 8 }));
    const templates = ['{property}', '{property}{period}', '.{property}', '{report}.{property}.csv'];
    const folder = resolve('/exports');
    fc.assert(
      fc.property(
        nasty,
        nasty,
        nasty,
        fc.constantFrom(...templates),
        (property, report, period, template) => {
          const name = named(`${folder}${sep}${template}`, { property, report, period }) ?? '';
          expect(dirname(resolve(name))).toBe(folder);
          expect(join(name)).toBe(name);
          const own = name.slice(folder.length + 1);
          expect(own).not.toMatch(/[/\\\p{Cc}\p{Cf}\s<>:"|?*]|^-|\.\./u);
          expect(Buffer.byteLength(own)).toBeLessThan(700);
        },
      ),
      { numRuns: counted(500, 3_000) },
    );
  });

  it('have only known placeholders', () => {
    expect(() => isFileNameTemplate('{hotel}.csv')).toThrow(UsageError);
    expect(() => isFileNameTemplate('{hotel}.csv')).toThrow('--output has an unknown placeholder {hotel}');
    expect(() => isFileNameTemplate('{}.csv')).toThrow(UsageError);
    expect(() => isFileNameTemplate('{constructor}.csv')).toThrow(UsageError);
  });

  it('are unique for each request', () => {
    const both = [values, { ...values, property: 'muc' }];
    expect(() => fileNames('{property}.csv', both)).toThrow(UsageError);
    expect(() => fileNames('{report}.csv', both)).toThrow(
      '--output: several requests would write room-nights.csv',
    );
    const others = [values, { ...values, property: 'BER' }];
    expect(fileNames('{property}.csv', others)).toEqual(['MUC.csv', 'BER.csv']);
  });
});
