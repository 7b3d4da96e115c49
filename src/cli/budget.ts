import { basename } from 'node:path';
import { UsageError } from '../base/errors.ts';
import type { Pieces } from '../output/document/document.ts';
import { say } from '../output/words/messages.ts';
import { isDate } from '../platform/dates.ts';
import { readDecimal } from '../platform/numbers.ts';
import { joinSome } from '../platform/safe-text.ts';
import { type Budget, budgetMeasures, type PropertyBudget } from '../reports/figures/budget.ts';
import type { InputReader } from './input.ts';
import type { Invocation } from './invocation.ts';
import { requireColumns, requireCsvTable } from './portfolio.ts';

/** The budget of the setting, with the name of its file for people; undefined without one. */
export async function findBudget(invocation: Invocation) {
  const path = invocation.settings.optional('budget');
  if (path === undefined) return undefined;
  const [file, budget] = [basename(path), await readBudget(invocation, path)];
  return {
    file,
    budget,
    /** Most are typing errors, whose amounts would be missing; the file of a whole group has more hotels than a page of one. */
    describeOthers: (hotels: readonly { readonly property: string }[]): Pieces[] => {
      const others = [...budget].filter(([id]) => !hotels.some(({ property }) => property === id));
      const [[code, { line }] = ['', { line: 0 }], ...more] = others;
      if (others.length === 0) return [];
      if (more.length === 0)
        return [
          say('{code} is not a property of this page (line {line} of the budget)', { code: [code], line }),
        ];
      const ids = others.map(([id]) => id);
      return [
        say('the budget has {count} properties that are not on this page: {ids}', {
          count: ids.length,
          ids: [joinSome(ids, 3, ', ')],
        }),
      ];
    },
  };
}

/** @throws UsageError */
async function readBudget(reader: InputReader, path: string): Promise<Budget> {
  const hint =
    'for example `MUC,2026-10,revenue,182400.00`; measures: revenue, sold, available, or an account number';
  const lines = await requireCsvTable(reader, path, ['property', 'measure', 'amount'], hint);
  const isDaily = lines.some(line => line['day'] !== undefined);
  if (!isDaily) requireColumns(path, lines, ['month']);
  const budget = new Map<string, PropertyBudget>();
  for (const [index, { property = '', measure: named = '', amount = '', ...dates }] of lines.entries()) {
    const date = (isDaily ? dates['day'] : dates['month']) ?? '';
    const refuse = (what: string) => new UsageError(`${path}, line ${index + 2}: ${what}`, { hint });
    const measure = budgetMeasures.find(name => name === named.toLowerCase()) ?? named;
    if (property === '' || measure === '') throw refuse('a cell is empty');
    if (!isDate(isDaily ? date : `${date}-01`))
      throw refuse(`"${date}" is not a ${isDaily ? 'day' : 'month'}`);
    // `182.400` is a thousand times as much in Germany.
    if (/^[^.,]*[.,]\d{3}$/.test(amount))
      throw refuse(`"${amount}" is ambiguous: write ${amount.replace(/[.,]/, '')}, or two decimals`);
    const decimal = readDecimal(amount);
    if (decimal === undefined) throw refuse(`"${amount}" is not an amount`);
    const own = budget.get(property) ?? { amounts: new Map<string, Map<string, string>>(), line: index + 2 };
    const measures = own.amounts.get(date) ?? new Map<string, string>();
    if (measures.has(measure)) throw refuse(`${property}, ${date}, ${measure} occurs twice`);
    own.amounts.set(date, measures.set(measure, decimal));
    budget.set(property, own);
  }
  return budget;
}
