import { expect, it } from 'vitest';
import { reports } from '../../src/platform/reports/index.ts';
import { literalExchanges } from '../wire/literal-responses.ts';

// The sandbox accepts the names of the definitions, whatever they are: only a literal request can show a wrong one.
it.each(reports)('each parameter of $name is in a literal request', ({ name, parameters }) => {
  const { query = '', views = {} } = literalExchanges.find(({ report }) => report === name) ?? {};
  const queries = [query, ...Object.values(views).map(view => view.query ?? '')].join('&');
  const names = parameters.map(({ wire }) => wire);
  expect(
    names.filter(wire => !new URLSearchParams(queries).has(wire)),
    'add them to test/wire/literal-responses.ts',
  ).toEqual([]);
});
