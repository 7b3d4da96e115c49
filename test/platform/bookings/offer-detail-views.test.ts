import { expect, it } from 'vitest';
import {
  feesView,
  nightsView,
  serviceDatesView,
  taxesView,
} from '../../../src/platform/bookings/offer-views.ts';
import type { ServiceOffer, StayOffer } from '../../../src/platform/bookings/quote-model.ts';

import { eur } from './quote-head.ts';

const offer: StayOffer = {
  ratePlan: { id: 'RP' },
  unitGroup: { id: 'UG' },
  totalGrossAmount: eur(200),
  timeSlices: [
    { from: '2026-12-01', to: '2026-12-02', totalGrossAmount: eur(90), availableUnits: 3 },
    { from: '2026-12-02', to: '2026-12-03', totalGrossAmount: eur(110), availableUnits: 1 },
  ],
  fees: [{ name: 'Cleaning', totalAmount: { grossAmount: 6, netAmount: 5 } }],
  cityTax: { grossAmount: 4 },
  taxDetails: [{ vatType: 'Reduced', vatPercent: 7, net: eur(186.92), tax: eur(13.08) }],
};
const stay = { propertyId: 'MUC', ratePlan: { id: 'RP' }, unitGroup: { id: 'UG' } };
const parameters = { propertyId: 'MUC' };

it('the nights of an offer have their prices and the units that are left', () => {
  const rows = [...nightsView.records({ offers: [offer] }, parameters)];
  expect(rows).toEqual(offer.timeSlices?.map(slice => ({ ...stay, ...slice })));
});

it('the fees of an offer have their names, and the city tax is one of them in either spelling', () => {
  const cleaning = { name: 'Cleaning', totalAmount: { grossAmount: 6, netAmount: 5, currency: 'EUR' } };
  const cityTax = { kind: 'city tax', totalAmount: { grossAmount: 4, currency: 'EUR' } };
  expect([...feesView.records({ offers: [offer] }, parameters)]).toEqual([
    { ...stay, kind: 'fee', ...cleaning },
    { ...stay, ...cityTax },
  ]);
  const newer = { ...offer, cityTax: undefined, cityTaxes: [{ name: 'Kurtaxe', totalGrossAmount: eur(4) }] };
  const [, named] = feesView.records({ offers: [newer] }, parameters);
  expect(named).toMatchObject({ ...cityTax, name: 'Kurtaxe' });
});

it('the taxes of an offer are one row for each VAT type', () => {
  expect([...taxesView.records({ offers: [offer] }, parameters)]).toEqual([
    { ...stay, vatType: 'Reduced', vatPercent: 7, net: eur(186.92), tax: eur(13.08) },
  ]);
});

it('the dates of a service have their amounts', () => {
  const amount = { grossAmount: 10, netAmount: 9 };
  const date = { serviceDate: '2026-12-01', amount, isDefaultDate: true };
  const counted = { service: { id: 'S' }, count: 2 };
  const totalAmount = { grossAmount: 10, currency: 'EUR' };
  const service: ServiceOffer = { ...counted, totalAmount, dates: [date] };
  const rows = [...serviceDatesView.records({ services: [service] }, { ratePlanId: 'RP' })];
  const own = { ratePlanId: 'RP', amount: { ...amount, currency: 'EUR' } };
  expect(rows).toEqual([{ ...counted, ...date, ...own }]);
});
