import { HotelctlError, InterruptedError } from '../../base/errors.ts';
import { openHttp } from '../../cli/connect.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { chooseAmong, fetchProperties } from '../../cli/properties.ts';

/**
 * After a sign-in on a terminal, the property to work with, from the list that this sign-in may read. Undefined
 * when one is set, nobody is there, or the list can't be had: a report then wants `--property`.
 */
export async function chooseProperty(
  invocation: Invocation,
  accessToken: string,
): Promise<string | undefined> {
  const { settings, interactive, context } = invocation;
  if (!interactive || settings.find('property')) return undefined;
  const baseUrl = settings.requireHost('baseUrl');
  const http = openHttp(invocation, { token: async () => accessToken, origins: [new URL(baseUrl).origin] });
  try {
    const properties = await fetchProperties(invocation, http.send, baseUrl);
    const [only] = properties;
    if (!only) return undefined;
    if (properties.length === 1) return only.id;
    return await chooseAmong(context.prompts, 'Property to work with', properties);
  } catch (error) {
    if (!(error instanceof HotelctlError) || error instanceof InterruptedError) throw error;
    await invocation.note('The list of properties could not be read; give --property with a report.');
    return undefined;
  } finally {
    await http.close();
  }
}
