/** Difficult JSON for a reader: each text is derived from a valid object, whose first fields are put before its own. */

const deep = 200_000;
const put = (good: string, fields: string) => good.replace('{', `{${fields}, `);

export interface HostileJson {
  readonly name: string;
  readonly of: (good: string) => string;
}

/** `good` is the text of an object with at least one field. */
export const hostileJson: readonly HostileJson[] = [
  { name: '200,000 lists in each other', of: () => '['.repeat(deep) + ']'.repeat(deep) },
  { name: '200,000 objects in each other', of: () => `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}` },
  { name: '200,000 brackets that never close', of: good => put(good, `"x": ${'['.repeat(deep)}`) },
  {
    name: 'a field 200,000 lists deep',
    of: good => put(good, `"x": ${'['.repeat(deep)}${']'.repeat(deep)}`),
  },
  { name: 'a field twice', of: good => put(good, '"x": 1, "x": {"polluted": 2}') },
  { name: '__proto__', of: good => put(good, '"__proto__": {"polluted": true, "toString": 1}') },
  { name: '__proto__ twice', of: good => put(good, '"__proto__": null, "__proto__": {"polluted": true}') },
  {
    name: 'constructor.prototype',
    of: good =>
      put(good, '"constructor": {"prototype": {"polluted": true}}, "hasOwnProperty": 1, "toFixed": 1'),
  },
  {
    name: '__proto__ beside a number that no double holds',
    of: good => put(good, '"n": 9007199254740993, "__proto__": {"polluted": true}'),
  },
  { name: 'lone surrogates', of: good => put(good, '"x\\ud800": "\\udfff\\ud83d", "\\udbff": ["\\udc00"]') },
  { name: 'a byte order mark', of: good => `\ufeff${good}` },
  { name: 'two byte order marks', of: good => `\ufeff\ufeff${good}` },
  { name: '2^53+1', of: good => put(good, '"x": 9007199254740993, "y": [-9007199254740993]') },
  { name: '1e400', of: good => put(good, '"x": 1e400, "y": -1e-400') },
  { name: 'an exponent beyond all bounds', of: good => put(good, '"x": 1e999999999') },
  { name: 'a number of 200,000 digits', of: good => put(good, `"x": ${'9'.repeat(deep)}`) },
  { name: 'nothing', of: () => '' },
  { name: 'null', of: () => 'null' },
];
