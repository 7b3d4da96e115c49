import { describe, expect, it } from 'vitest';
import { parsePairs } from '../../src/cli/input.ts';

describe('key=value pairs', () => {
  const keys = ['last-name', 'date'];

  it('have a comma in a value where it is escaped', () => {
    const pairs = parsePairs('--guest', 'last-name=Doe\\, Jr.,date=2026-12-01', keys);
    expect([...pairs]).toEqual([
      ['last-name', ['Doe, Jr.']],
      ['date', ['2026-12-01']],
    ]);
  });

  it('are refused with a hint where a comma is not escaped', () => {
    expect(() => parsePairs('--guest', 'last-name=Doe, Jr.', keys)).toThrow(
      expect.objectContaining({
        message: '--guest takes key=value pairs, separated by commas',
        details: { hint: 'write \\, for a comma in a value; keys: last-name, date' },
      }),
    );
  });
});
