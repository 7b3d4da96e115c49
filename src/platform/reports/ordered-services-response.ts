import type * as z from 'zod/mini';
import {
  choiceOf,
  date,
  dateTime,
  int32,
  int64,
  list,
  model,
  money,
  nonEmptyText,
  nullish,
  text,
} from '../models.ts';
import { type ColumnFacts, shapedView } from './columns.ts';
import type { ReportResponse } from './report.ts';

/** OrderedServicesItemModel (platform.md, "Ordered services report"). */
const orderedService = model({
  id: text,
  code: text,
  name: nonEmptyText,
  serviceDate: date,
  count: int32,
  guest: nullish(
    model({
      title: nullish(choiceOf('Mr', 'Ms', 'Dr', 'Prof', 'Mrs', 'Other')),
      gender: nullish(choiceOf('Female', 'Male', 'Other', 'Unknown')),
      firstName: nullish(text),
      middleInitial: nullish(text),
      lastName: nonEmptyText,
    }),
  ),
  reservation: nullish(model({ id: text, arrival: dateTime, departure: dateTime, persons: int32 })),
  booking: nullish(model({ id: text })),
  unit: nullish(model({ id: text, name: nonEmptyText })),
  unitGroup: nullish(model({ id: text, code: text, name: nonEmptyText })),
  amount: nullish(money),
});

export type ServiceOrder = z.infer<typeof orderedService>;

const facts: Readonly<Record<string, ColumnFacts>> = {
  serviceDate: { heading: 'Date', weekday: true },
  name: 'Service',
  count: { heading: 'Count', unit: { kind: 'count' }, aggregation: { kind: 'sum' } },
  'unit.name': 'Unit',
  ...Object.fromEntries(
    ['title', 'gender', 'firstName', 'middleInitial'].map(name => [`guest.${name}`, { isPersonal: true }]),
  ),
  'guest.lastName': { heading: 'Guest', isPersonal: true },
  'reservation.id': 'Reservation',
  'amount.amount': { heading: 'Amount', aggregation: { kind: 'sum' } },
  'amount.currency': 'Currency',
};

export const orderedServicesResponse: ReportResponse = {
  body: model({ orderedServices: list(orderedService), count: int64 }),
  item: orderedService,
  views: [
    shapedView(orderedService, facts, {
      name: 'services',
      summary: 'one line for each service, day and reservation',
      shape: {},
      table: {
        columns: [
          'serviceDate',
          'name',
          'count',
          'unit.name',
          'guest.lastName',
          'reservation.id',
          'amount.amount',
        ],
        groupBy: 'serviceDate',
      },
    }),
  ],
};
