import type Big from 'big.js';
import { moneyUnit, type ShownUnit, type Text } from '../../output/document/document.ts';
import { asPieces, joinTexts, say, sayCount, sayDate, saySome } from '../../output/words/messages.ts';
import { exact, toSum } from '../../platform/numbers.ts';
import { bridgeTotal, largestResiduals } from '../../reports/close/bridge.ts';
import type { Check, CheckedFigures, CheckState } from '../../reports/close/check.ts';
import { findUnexplained } from '../../reports/close/close.ts';
import { type FiguresRow, figuresRow, figuresTable, mostRows, nameCheck, sayRest } from './check-tables.ts';
import type { ClosedMonth } from './close-result.ts';

/** What people must look at: the differences that are open, or a question, each with what is behind it. */

const comparisonsIn = ({ checks }: ClosedMonth, of: CheckState) =>
  checks.flatMap(check =>
    check.comparisons.filter(({ state }) => state === of).map(comparison => ({ check, comparison })),
  );

/** What no step explains between booked and posted revenue: the first row of what needs attention. */
function unexplainedRow(month: ClosedMonth, money: ShownUnit): FiguresRow[] {
  const { amount, posted, state } = findUnexplained(month);
  const { bridge, checks } = month;
  const check = checks.find(({ id }) => id === 'PR');
  if (amount.eq(0) || !check) return [];
  const { days } = bridgeTotal(bridge);
  const largest = largestResiduals(bridge).map(
    ({ day, residual }): Text => [...sayDate(day, 'day'), ' ', { number: residual, unit: money }],
  );
  const words = sayCount(
    days,
    'explained by no step, on 1 day; largest: {days}',
    'explained by no step, on {count} days; largest: {days}',
    { days: joinTexts(largest, ', ') },
  );
  const name = {
    value: [`${check.id} `, ...say('Booked, not yet explained')],
    detail: say('posted / booked, with all steps'),
  };
  const difference = toSum(amount);
  const figures = { left: toSum(posted), right: toSum(posted.minus(amount)), difference, state };
  return [figuresRow(month, check, figures, name, words, 'bridge')];
}

export function makeAttentionTable(month: ClosedMonth, money: ShownUnit, of: 'open' | 'question') {
  const found = comparisonsIn(month, of);
  const rows = found.slice(0, mostRows).map(({ check, comparison }) => {
    const name = nameCheck(check, asPieces(comparison.subject));
    return figuresRow(month, check, comparison, name, describeOpen(month, check, comparison), check.id);
  });
  const all = of === 'open' ? [...unexplainedRow(month, money), ...rows] : rows;
  const title: Text = of === 'open' ? 'Open' : 'Questions';
  const counted = month.checks.reduce((sum, { counts }) => sum + counts[of], 0);
  const rest = sayRest(found.length, counted);
  const detail: Text = rest.length > 0 ? joinTexts(rest, ' ') : '';
  return all.length === 0 ? [] : [{ title, detail, ...figuresTable(money, all) }];
}

const sameAmount = '{subject} differs by the same amount ({check})';

/** What may have caused it, the postings that are wrong, and the other findings that have the same amount. */
function describeOpen(month: ClosedMonth, check: Check, comparison: CheckedFigures): Text {
  const { reasons, behind, difference, kept } = comparison;
  const [line] = kept?.lines ?? [];
  const isAccount = behind?.field === 'account' || behind?.field === 'percent';
  const own =
    isAccount || !kept || !line
      ? ''
      : sayCount(
          kept.count,
          '1 posting, first {entry} of {day}, {amount}',
          '{count} postings, first {entry} of {day}, {amount}',
          {
            entry: [line.sourceEntryNumber],
            day: sayDate(line.date),
            amount: [{ number: line.grossAmount, unit: { ...moneyUnit(line.currency), isExact: true } }],
          },
        );
  const isAmount = (value: Big) => check.unit === 'money' && difference?.value.abs().eq(value.abs());
  const candidates = isAccount ? comparisonsIn(month, 'open') : [];
  const others = candidates.flatMap(({ check: other, comparison: { subject, ...each } }) => {
    const named = { subject: asPieces(subject), check: say(other.title) };
    if (other === check) return [];
    if (each.behind?.field === 'reference' && each.difference && isAmount(each.difference.value))
      return [say(sameAmount, named)];
    const found = !each.behind && each.kept?.lines.find(({ grossAmount }) => isAmount(exact(grossAmount)));
    return found
      ? [say('see {entry} ({check}: {subject})', { ...named, entry: [found.sourceEntryNumber] })]
      : [];
  });
  // The balance of a guest who is in the house, or has canceled a later stay, is not open by itself.
  const balances = isAccount && others.length === 0 ? month.ledgers : [];
  const named = balances.flatMap(({ ledger, items }) =>
    items
      .filter(({ closing }) => isAmount(closing.value))
      .map(({ reference }) => say(sameAmount, { subject: [reference], check: say(ledger.title) })),
  );
  return joinTexts([...reasons, own, ...others, saySome(named, '; ')], '; ');
}
