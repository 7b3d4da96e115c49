import * as z from 'zod/mini';

/**
 * GET /inventory/v1/properties (platform-facts, Booking): pageNumber from 1, 204 past the last page. The interface
 * is another team's and larger than what is used here, so its unknown fields are no concern of ours.
 */
export const propertiesPath = '/inventory/v1/properties';
export const propertiesPageSize = 200;

const property = z.object({
  id: z.string(),
  code: z.optional(z.string()),
  name: z.string(),
  timeZone: z.optional(z.string()),
  currencyCode: z.optional(z.string()),
});

export type ListedProperty = z.infer<typeof property>;
export const propertiesPage = z.object({ properties: z.array(property), count: z.number() });

/** What of them is kept for later. */
export const propertiesCache = z.array(property);
