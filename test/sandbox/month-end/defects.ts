import type { Line, Month } from './month-bodies.ts';

/** One thing that is wrong in one report, and the identities that must name it. Others may name it too. */
export interface Defect {
  readonly name: string;
  readonly names: readonly string[];
  readonly plant: (month: Month) => void;
}

const charges = ({ lines }: Month) =>
  lines.filter(
    one => one.creditedAccount.type === 'Revenues' && one.grossAmount > 0 && one.command === 'PostCharge',
  );
/** A charge with VAT on the folio of a guest whose stay lies in the month. */
const chargeOf = (month: Month, type = 'Guest'): Line =>
  charges(month).find(({ reservation, referenceType, taxes }) => {
    const isInside =
      reservation && reservation.arrival >= '2026-10-02' && reservation.departure < '2026-10-30';
    return (
      referenceType === type && taxes?.[0]?.percent === 7 && isInside && reservation.status === 'CheckedOut'
    );
  }) as Line;
const leafOf = ({ revenues }: Month) => {
  const [group] = revenues.children ?? [];
  return { revenues, group: group as typeof revenues, leaf: group?.children?.[0] as typeof revenues };
};
const dayOf = ({ performance }: Month) =>
  performance.businessDays[11] as Month['performance']['businessDays'][number];
const add = (money: { amount: number }, cents: number) => {
  money.amount = Math.round(money.amount * 100 + cents) / 100;
};
const cut = (month: Month, line: Line) => {
  month.lines.splice(month.lines.indexOf(line), 1);
  month.count = month.lines.length;
};
const invoiceOf = ({ invoices }: Month) => (invoices[0] as Month['invoices'][number]).invoice;

export const defects: readonly Defect[] = [
  {
    name: 'unsold units',
    names: ['P1', 'P5'],
    plant: month => {
      dayOf(month)['unsoldCount'] += 1;
    },
  },
  {
    name: 'occupancy',
    names: ['P2'],
    plant: month => {
      dayOf(month)['occupancyPercentage'] += 0.5;
    },
  },
  { name: 'ADR', names: ['P3'], plant: month => add(dayOf(month)['grossAdr'], 5) },
  { name: 'RevPAR', names: ['P4'], plant: month => add(dayOf(month)['revPar'], 5) },
  {
    name: 'sum of the days',
    names: ['P5'],
    plant: month => add(month.performance['grossFoodAndBeveragesRevenue'], 100),
  },
  {
    name: 'sum of the unit groups',
    names: ['P5'],
    plant: month => {
      (dayOf(month).unitGroups[0] as { soldCount: number }).soldCount += 1;
    },
  },
  {
    name: 'net above gross',
    names: ['P6'],
    plant: month => {
      for (const one of [month.performance, dayOf(month)]) add(one['netOtherRevenue'], 100);
      for (const one of dayOf(month).unitGroups.slice(0, 1)) add(one['netOtherRevenue'], 100);
    },
  },
  {
    name: 'a room night too many',
    names: ['N1', 'N2'],
    plant: month => {
      month.rooms.total += 1;
    },
  },
  {
    name: 'a breakdown of bed nights',
    names: ['N2'],
    plant: ({ beds }) => {
      (beds.travelPurposeBreakdown[0] as { number: number }).number -= 1;
    },
  },
  {
    name: 'the percentages of arrivals',
    names: ['N3'],
    plant: ({ arrivals }) => {
      (arrivals.countryOfResidenceBreakdown[0] as { percent: number }).percent += 1;
    },
  },
  {
    name: 'an adult too many',
    names: ['A1'],
    plant: month => {
      month.arrivals.totalAdults += 1;
    },
  },
  {
    name: 'fewer guests than units',
    names: ['A2'],
    plant: ({ arrivals }) => Object.assign(arrivals, { total: 3, totalAdults: 3, totalChildren: 0 }),
  },
  {
    name: 'a cent in a group of revenues',
    names: ['R1'],
    plant: month => add(leafOf(month).group.grossAmount, 1),
  },
  {
    name: 'a cent in an account of revenues',
    names: ['R2'],
    plant: month => {
      for (const node of Object.values(leafOf(month))) add(node.grossAmount, 1);
    },
  },
  {
    name: 'the net of an account of revenues',
    names: ['R3'],
    plant: month => {
      for (const node of Object.values(leafOf(month))) add(node.netAmount, 3);
    },
  },
  { name: 'a lost line', names: ['R2', 'R3', 'G7'], plant: month => cut(month, chargeOf(month)) },
  {
    name: 'a doubled line',
    names: ['G4', 'R2', 'R3', 'G7'],
    plant: month => {
      month.lines.push(structuredClone(chargeOf(month)));
      month.count = month.lines.length;
    },
  },
  {
    name: 'a line three times',
    names: ['G4', 'R2'],
    plant: month => {
      for (let copies = 0; copies < 2; copies++) month.lines.push(structuredClone(chargeOf(month)));
      month.count = month.lines.length;
    },
  },
  {
    name: 'another count',
    names: ['G3'],
    plant: month => {
      month.count += 1;
    },
  },
  {
    name: 'a cent',
    names: ['G1', 'R2'],
    plant: month => {
      const line = chargeOf(month);
      line.grossAmount = Math.round(line.grossAmount * 100 + 1) / 100;
    },
  },
  {
    name: 'the VAT of a line',
    names: ['G2'],
    plant: month => {
      const line = chargeOf(month);
      const tax = (line.taxes ?? [])[0] as { amount: number };
      tax.amount = Math.round(tax.amount * 1e8 + 1e6) / 1e8;
      line.netAmount = Math.round(line.netAmount * 1e8 - 1e6) / 1e8;
    },
  },
  {
    name: 'a wrong rate',
    names: ['R3', 'V1', 'V2'],
    plant: month => {
      const line = chargeOf(month);
      const net = Math.round((line.grossAmount * 1e10) / 119);
      line.netAmount = net / 1e8;
      line.taxes = [
        { type: 'Normal', percent: 19, amount: (Math.round(line.grossAmount * 1e8) - net) / 1e8 },
      ];
    },
  },
  {
    name: 'a moved day',
    names: ['G5'],
    plant: month => {
      const line = chargeOf(month);
      line.date = `${line.date.slice(0, 8)}31`;
    },
  },
  {
    name: 'another currency',
    names: ['G6'],
    plant: month => {
      chargeOf(month).currency = 'CHF';
    },
  },
  {
    name: 'a lost payment',
    names: ['G7'],
    plant: month => {
      const { reference } = chargeOf(month);
      const isPayment = (line: Line) =>
        line.reference === reference && line.creditedAccount.type === 'Receivables';
      const line = month.lines.find(one => isPayment(one));
      if (line) cut(month, line);
    },
  },
  {
    name: 'a prepayment used twice',
    names: ['G7'],
    plant: month => {
      const received = new Set(
        month.lines.filter(({ command }) => command === 'PostPrepayment').map(({ reference }) => reference),
      );
      const isUsed = (line: Line) => line.creditedAccount.type === 'Liabilities' && line.grossAmount < 0;
      const line = month.lines.find(one => isUsed(one) && received.has(one.reference)) as Line;
      month.lines.push({ ...structuredClone(line), sourceEntryNumber: 'again' });
      month.count = month.lines.length;
    },
  },
  {
    name: 'a lost line of the VAT on prepayments',
    names: ['G9'],
    plant: month => cut(month, month.lines.find(({ command }) => command === 'PostPrepaymentVat') as Line),
  },
  {
    name: 'a tax on a transitory item',
    names: ['T1'],
    plant: month => {
      const line = month.lines.find(one => one.creditedAccount.type === 'TransitoryItems') as Line;
      line.taxes = [{ type: 'Normal', percent: 19, amount: 0.8 }];
    },
  },
  { name: 'a lost invoice', names: ['I3'], plant: month => void month.invoices.shift() },
  { name: 'a sub-total', names: ['I1'], plant: month => add(invoiceOf(month).subTotal, 500) },
  {
    name: 'the VAT of an invoice',
    names: ['I2'],
    plant: month => {
      const [detail] = invoiceOf(month).taxDetails.filter(({ vatPercent }) => vatPercent === 7);
      if (detail) add(detail.tax, 50);
      if (detail) add(detail.net, -50);
    },
  },
  {
    name: 'an open amount',
    names: ['I4'],
    plant: month => add(invoiceOf(month).outstandingPayment, 1_000_000),
  },
  {
    name: 'a service of another month',
    names: ['S2'],
    plant: ({ services }) => {
      (services[0] as { serviceDate: string }).serviceDate = '2026-11-01';
    },
  },
];
