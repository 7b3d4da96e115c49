import { connect, useAndClose } from '../../cli/connect.ts';
import { flagWords } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { fetchPropertiesOnce } from '../../cli/properties.ts';
import { propertiesGiven } from '../../cli/property-flags.ts';
import { wordsOfSetting } from '../../cli/settings/settings.ts';
import { dateIn } from '../../platform/dates.ts';
import { type Amounts, unitGroupTypes } from '../../platform/reports/report.ts';
import type { Arguments } from './arguments.ts';
import type { CollectedRun } from './collected-run.ts';
import type { ToolCall } from './tools.ts';

/** What figures count, and of which hotels: beside the rows that an agent receives. */

/** The time zones of the hotels by id. */
async function listZones(invocation: Invocation) {
  const connection = connect(invocation, invocation.settings.requireHost('baseUrl'));
  const list = await useAndClose(connection, platform => fetchPropertiesOnce(invocation, platform));
  return new Map(list.map(({ id, timeZone }) => [id, timeZone ?? undefined]));
}

/** The types of units that are counted: those of the call, else those of the settings, else bedrooms, as in the morning page. */
function countedTypes(given: Arguments, { settings }: Invocation): readonly string[] {
  const named = [given['unit_group_type'] ?? []].flat().map(String);
  if (named.includes('all')) return unitGroupTypes;
  if (named.length > 0) return named;
  const set = wordsOfSetting(settings.optional('unitGroupTypes') ?? '');
  return set.length > 0 ? set : ['BedRoom'];
}

export function unitTypeWords({ tool, given }: ToolCall, invocation: Invocation): readonly string[] {
  const named = [given['unit_group_type'] ?? []].flat().filter(type => type !== 'all');
  if (!tool.counts) return flagWords('--unit-group-type', named);
  const types = countedTypes(given, invocation);
  // The platform's own figures are those without a filter.
  const isAll = types === unitGroupTypes && tool.command.startsWith('reports ');
  return isAll ? [] : flagWords('--unit-group-type', types);
}

/** Net or gross, as a call or the settings say. */
export const countedAmounts = (given: Arguments, { settings }: Invocation) =>
  String(given['amounts'] ?? settings.require('amounts')) as Amounts;

export async function basisOf({ tool, given }: ToolCall, invocation: Invocation, run: CollectedRun) {
  const { context } = invocation;
  const { counted, empty, failed } = run;
  const hotels = await listZones(invocation).catch(() => new Map<string, undefined>());
  const named = [given['property'] ?? []].flat().map(String);
  const expected = given['all_properties']
    ? hotels.size
    : tool.flags.includes('property')
      ? propertiesGiven(invocation, named.length > 0 ? { propertyId: named } : {}).length
      : 0;
  const shown = [...run.shown].filter(id => hotels.has(id));
  const zonesOfShown = shown.map(id => hotels.get(id));
  const days = zonesOfShown.map(zone => dateIn(zone, context.clock.now()));
  const ofShown = <T>(values: readonly T[]) => Object.fromEntries(shown.map((id, at) => [id, values[at]]));
  const isDated = tool.flags.includes('period') || tool.counts;
  return {
    ...(tool.counts && {
      unitTypes: countedTypes(given, invocation),
      amounts: countedAmounts(given, invocation),
    }),
    ...(isDated && { period: given['period'] ?? null }),
    ...(isDated && days.length > 0 && { businessDay: new Set(days).size === 1 ? days[0] : ofShown(days) }),
    ...(isDated && shown.length > 0 && shown.length <= 50 && { timeZones: ofShown(zonesOfShown) }),
    hotels: { counted: counted.size, expected: Math.max(expected, counted.size + empty.size + failed.size) },
  };
}
