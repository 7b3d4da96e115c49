import { UndocumentedResponseError } from '../base/errors.ts';
import { readJson } from '../http/body.ts';
import { type Send, sizeCaps } from '../http/exchange.ts';
import { refusalOf } from '../http/refusal.ts';
import {
  type ListedProperty,
  propertiesPage,
  propertiesPageSize,
  propertiesPath,
} from '../platform/properties.ts';

/** Every property that this sign-in may read, page by page. */
export async function fetchEveryProperty(send: Send, baseUrl: string): Promise<ListedProperty[]> {
  const found: ListedProperty[] = [];
  for (let page = 1; ; page += 1) {
    const url = `${baseUrl}${propertiesPath}?pageNumber=${page}&pageSize=${propertiesPageSize}`;
    const response = await send({
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      repeatable: true,
      authorize: true,
    });
    if (response.status === 204) {
      await response.discard();
      return found;
    }
    if (response.status !== 200) throw await refusalOf(response, 'the list of properties');
    const parsed = propertiesPage.safeParse(await readJson(response, sizeCaps.small));
    if (!parsed.success) {
      throw new UndocumentedResponseError('the list of properties is not as documented', {
        hint: 'check the API host; report it if that is right',
      });
    }
    const { properties, count } = parsed.data;
    found.push(...properties);
    if (found.length >= count || properties.length === 0) return found;
  }
}
