import {
  amountHeading,
  countUnit,
  type Document,
  type DocumentBlock,
  itemsTable,
  type Text,
  textHeading,
} from '../../output/document/document.ts';
import { joinTexts, say, sayDate } from '../../output/words/messages.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { documentOfEach, type NamedGap } from '../../reports/figures/lines.ts';
import type { Form } from '../../reports/statistics/forms.ts';
import type { Return } from '../../reports/statistics/return.ts';
import type { Correction } from '../../reports/statistics/saved-return.ts';

export interface ReturnPage {
  readonly title: string;
  readonly figures: Return;
  readonly records: readonly ReportRecord[];
  readonly saved?: { readonly at: string; readonly corrections: readonly Correction[] } | undefined;
}

export const countedGuests: Text = 'guests by residence of the primary guest, never by nationality';

export const returnDocument = (form: Form, pages: readonly ReturnPage[], missing: readonly NamedGap[]) =>
  documentOfEach(
    pages.map(page => ({ property: page.figures.property, page: propertyPage(form, page) })),
    missing,
    joinTexts(['Figures for the return', form.title]),
    'one return for each',
  );

function propertyPage(form: Form, { title, figures, saved }: ReturnPage): Document {
  const { period, total, fields, rows, findings, openPoints } = figures;
  const residences = itemsTable(
    [...rows, total],
    [
      [textHeading('Residence'), ({ name }) => name],
      [textHeading('Row'), ({ row }) => row],
      [amountHeading('Guest arrivals', countUnit), ({ arrivals }) => arrivals],
      [amountHeading('Nights', countUnit), ({ nights }) => nights],
    ],
    each => ({ kind: each === total ? 'sum' : 'row' }),
  );
  const fieldTable = itemsTable(fields, [
    [textHeading('Field'), ({ name }) => name],
    [textHeading('Code'), ({ row }) => row],
    [amountHeading('Number', countUnit), ({ number }) => number],
    [textHeading('Source'), ({ source }) => source],
  ]);
  const checks = itemsTable(findings, [
    [textHeading('Check'), ({ check }) => check],
    [textHeading('Found'), ({ found }) => found],
    [textHeading('What to do'), ({ fix }) => fix],
  ]);
  return {
    title: joinTexts(['Figures for the return', [title], sayDate(period.first, 'month-of-year')]),
    basis: joinTexts([form.title, countedGuests]),
    tiles: [
      { what: 'Guest arrivals', value: total.arrivals, unit: countUnit },
      { what: 'Nights', value: total.nights, unit: countUnit },
    ],
    blocks: [
      ...(saved ? correctionBlocks(saved) : []),
      { title: 'Fields', ...fieldTable },
      { title: 'By country of residence', ...residences },
      { title: 'Check before you report', ...checks },
    ],
    notes: openPoints,
  };
}

function correctionBlocks({ at, corrections }: NonNullable<ReturnPage['saved']>): DocumentBlock[] {
  const since = { day: sayDate(at.slice(0, 10), 'long') };
  if (corrections.length === 0)
    return [{ kind: 'note', text: say('These are the figures that were saved on {day}.', since) }];
  return [
    {
      title: 'Correction',
      detail: say('since the figures that were saved on {day}', since),
      ...itemsTable(corrections, [
        [textHeading('Row'), ({ row }) => row],
        [textHeading('Name'), ({ name }) => name],
        [textHeading('Figure'), ({ what }) => what],
        [amountHeading('Saved', countUnit), ({ saved }) => saved],
        [amountHeading('Now', countUnit), ({ now }) => now],
        [{ heading: 'Change', kind: 'signed', unit: countUnit }, ({ saved, now }) => now - saved],
      ]),
    },
  ];
}
