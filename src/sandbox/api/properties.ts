import { empty, json } from '../../http/local/handler.ts';
import { type Parameter, problemsOf } from '../../platform/parameters.ts';
import { isoDate } from '../hotel/calendar.ts';
import type { Property } from '../hotel/property.ts';
import { unprocessable } from '../routes.ts';
import { type Operation, parametersOf } from './operation.ts';

const page = (wire: string, summary: string, highest: number): Parameter => ({
  wire,
  flag: wire,
  kind: {
    name: wire,
    placeholder: 'N',
    mustBe: text =>
      /^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= highest
        ? undefined
        : `a whole number from 1 to ${highest}`,
  },
  required: false,
  repeatable: false,
  summary,
});

const paging = {
  parameters: [
    page('pageNumber', 'which page, from 1 on', 999_999_999),
    page('pageSize', 'how many to a page', 200),
  ],
  rules: [],
};

/** GET /inventory/v1/properties: no scope beyond a valid token, 204 past the last page. */
export const listProperties: Operation = {
  method: 'GET',
  path: '/inventory/v1/properties',
  scopes: [],
  answer(hotel, { query }) {
    const parameters = parametersOf(query, paging.parameters);
    const problems = problemsOf(paging, parameters, ({ wire }) => wire);
    if (problems.length > 0) return unprocessable(problems);
    const size = Number(parameters['pageSize'] ?? 100);
    const start = (Number(parameters['pageNumber'] ?? 1) - 1) * size;
    const properties = hotel.properties.slice(start, start + size).map(propertyItem);
    return properties.length === 0 ? empty(204) : json(200, { properties, count: hotel.properties.length });
  },
};

const propertyItem = (property: Property) => ({
  id: property.id,
  code: property.code,
  name: property.name,
  description: property.description,
  location: property.address,
  timeZone: property.timeZone,
  currencyCode: property.currency.code,
  created: `${isoDate(property.opened)}T08:00:00Z`,
  status: 'Live',
  isArchived: false,
});
