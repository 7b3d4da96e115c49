import * as z from 'zod/mini';
import { assumptions } from './assumptions.ts';
import { nullish } from './models.ts';

/** The list of properties (platform-facts, Booking): pageNumber from 1, 204 past the last page; other fields are no warning. */
export const propertiesPath = assumptions['assume.properties.path'].fallback;
export const propertiesPageSize = 200;

const property = z.object({
  id: z.string(),
  code: nullish(z.string()),
  name: z.string(),
  timeZone: nullish(z.string()),
  currencyCode: nullish(z.string()),
});

export type ListedProperty = z.infer<typeof property>;
export const propertiesPage = z.object({ properties: z.array(property), count: z.number() });

export const propertiesCache = z.array(property);
