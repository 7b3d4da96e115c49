import { moneyUnit, type ShownUnit, type Text } from '../../output/document/document.ts';
import { asPieces, joinTexts, say, sayCount, sayDate, saySome } from '../../output/words/messages.ts';
import type { CheckedFigures, CheckState } from '../../reports/close/check.ts';
import { figuresRow, figuresTable, mostRows, nameCheck, sayRest } from './check-tables.ts';
import type { ClosedMonth } from './close-result.ts';

/** What people must look at: the differences that are open, or a question, each with what is behind it. */

/** What no step explains between booked and posted revenue is shown before what is open. */
const statesIn = {
  Open: ['not explained', 'open'],
  Questions: ['question'],
} as const satisfies Record<string, readonly CheckState[]>;

export function makeAttentionTable(month: ClosedMonth, money: ShownUnit, title: keyof typeof statesIn) {
  const found = statesIn[title].flatMap(of =>
    month.checks.flatMap(check =>
      check.comparisons.filter(({ state }) => state === of).map(comparison => ({ check, comparison })),
    ),
  );
  const rows = found.slice(0, mostRows).map(({ check, comparison }) => {
    const name = nameCheck(check, asPieces(comparison.subject));
    return figuresRow(month, check, comparison, name, describeOpen(month, comparison), check.id);
  });
  const counted = month.checks.flatMap(({ counts }) => statesIn[title].map(of => counts[of]));
  const all = counted.reduce((sum, count) => sum + count);
  const rest = sayRest(found.length, all);
  const detail: Text = rest.length > 0 ? joinTexts(rest, ' ') : '';
  return rows.length === 0 ? [] : [{ title, detail, ...figuresTable(money, rows) }];
}

/** What may have caused it, the postings that are wrong, and of an account the items of ledgers that have the same amount. */
function describeOpen({ ledgers }: ClosedMonth, comparison: CheckedFigures): Text {
  const { state, reasons, behind, difference, kept } = comparison;
  const [line] = kept?.lines ?? [];
  // The steps, with their postings, are in the table that leads from booked to posted revenue.
  if (state === 'not explained') return reasons[0] ?? '';
  if (behind?.field === 'account' || behind?.field === 'percent') {
    const amount = difference?.value.abs();
    // Also the balance of a guest who is in the house, or has canceled a later stay, which is not open by itself.
    const same = ledgers.flatMap(({ ledger, items }) =>
      items
        .filter(({ closing }) => amount?.eq(closing.value.abs()))
        .map(({ reference }) =>
          say('{subject} differs by the same amount ({check})', {
            subject: [reference],
            check: say(ledger.title),
          }),
        ),
    );
    return joinTexts([...reasons, saySome(same, '; ')], '; ');
  }
  if (!kept || !line) return joinTexts(reasons, '; ');
  const postings = sayCount(
    kept.count,
    '1 posting, first {entry} of {day}, {amount}',
    '{count} postings, first {entry} of {day}, {amount}',
    {
      entry: [line.sourceEntryNumber],
      day: sayDate(line.date),
      amount: [{ number: line.grossAmount, unit: { ...moneyUnit(line.currency), isExact: true } }],
    },
  );
  return joinTexts([...reasons, postings], '; ');
}
