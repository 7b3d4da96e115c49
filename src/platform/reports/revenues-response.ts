import { list, model, money, nullish, type Schema } from '../models.ts';
import type { ReportRecord } from '../records.ts';
import { exportAccount } from './account-models.ts';
import {
  columnsOfModel,
  describedColumns,
  intervalColumns,
  intervalLead,
  intervalWords,
  recordLedBy,
} from './columns.ts';
import type { ReportResponse } from './report.ts';

const own = { account: exportAccount, netAmount: money, grossAmount: money };

/** Revenues (platform facts, Reports): a tree, each account with its own amounts and its children's. */
const account: Schema = model({
  ...own,
  get children() {
    return nullish(list(account));
  },
});

interface Account {
  readonly children?: readonly Account[] | null;
}

const facts = {
  'account.name': 'Account',
  'account.number': 'Number',
  'netAmount.amount': 'Revenue',
  'netAmount.currency': 'Currency',
  'grossAmount.amount': 'Revenue',
};

const net = { kind: 'money', currency: 'netAmount.currency' } as const;

export const revenuesResponse: ReportResponse = {
  body: account,
  views: [
    {
      name: 'accounts',
      summary: 'the accounts in depth-first order, each with its depth in the tree',
      columns: [
        ...intervalColumns,
        { name: 'depth', type: 'number', storage: 'int32' },
        ...describedColumns(facts, columnsOfModel(model(own))),
      ],
      table: {
        title: records => ['Revenues', ...intervalWords(records[0], 'exclusive')].join(' · '),
        columns: ['account.name', 'account.number', 'netAmount.amount', 'grossAmount.amount'],
        indentBy: { column: 'account.name', depth: 'depth' },
      },
      charts: [
        {
          title: 'Revenue net by account',
          kind: 'bars',
          label: 'account.name',
          value: 'netAmount.amount',
          unit: net,
          only: { column: 'depth', values: [1] },
          largestFirst: true,
        },
      ],
      whole: {
        record: body => body as ReportRecord,
        figures: [
          { title: 'Revenue net', value: 'netAmount.amount', unit: net },
          {
            title: 'Revenue gross',
            value: 'grossAmount.amount',
            unit: { kind: 'money', currency: 'grossAmount.currency' },
          },
        ],
      },
      *records(body, parameters) {
        yield* walk(body as Account, 0);
        function* walk({ children, ...node }: Account, depth: number): Generator<ReportRecord> {
          yield recordLedBy({ ...intervalLead(parameters), depth }, node as ReportRecord);
          for (const child of children ?? []) yield* walk(child, depth + 1);
        }
      },
    },
  ],
};
