import { dateIn } from '../platform/dates.ts';
import { parseJson } from '../platform/json.ts';
import { type Amounts, unitGroupTypes } from '../platform/reports/report.ts';
import { type Arguments, closedSchema } from './arguments.ts';
import { type CollectedRun, runCollected } from './collected-run.ts';
import { flagWords } from './flags.ts';
import type { Invocation } from './invocation.ts';
import { propertiesGiven } from './property-flags.ts';
import { wordsOfSetting } from './settings/settings.ts';

/** What figures count, and of which hotels: beside the rows that a program or an agent receives. */

/** A command, as a program calls it. */
interface Counting {
  readonly command: string;
  /** Long names of the flags that it may set, without dashes. */
  readonly flags: readonly string[];
  /** Its figures count units of chosen types. */
  readonly counts: boolean;
}

const zones = new WeakMap<Invocation, ReadonlyMap<string, string>>();

/** The time zones of the hotels by id; none if the list cannot be fetched now. */
export async function findHotels(invocation: Invocation, signal: AbortSignal) {
  const known = zones.get(invocation);
  if (known) return known;
  const page = { offset: 0, limit: Number.POSITIVE_INFINITY };
  const { exitCode, rows } = await runCollected(invocation, ['properties', 'list', '--format=ndjson'], {
    signal,
    page,
  });
  const found = new Map(
    rows.map(line => {
      const { id, timeZone } = parseJson(line) as { id: string; timeZone: string };
      return [id, timeZone] as const;
    }),
  );
  if (exitCode === 0) zones.set(invocation, found);
  return found;
}

/** The types of units that are counted: those of the call, else those of the settings, else bedrooms, as in the morning page. */
function countedTypes(given: Arguments, { settings }: Invocation): readonly string[] {
  const named = [given['unit_group_type'] ?? []].flat().map(String);
  if (named.includes('all')) return unitGroupTypes;
  if (named.length > 0) return named;
  const set = wordsOfSetting(settings.optional('unitGroupTypes') ?? '');
  return set.length > 0 ? set : ['BedRoom'];
}

export function unitTypeWords(tool: Counting, given: Arguments, invocation: Invocation): readonly string[] {
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

const named = { type: 'object', additionalProperties: { type: 'string' } };

export const basisSchema = closedSchema(
  { hotels: closedSchema({ counted: { type: 'integer' }, expected: { type: 'integer' } }) },
  {
    unitTypes: { type: 'array', items: { type: 'string' } },
    amounts: { enum: ['net', 'gross'] },
    period: { type: ['string', 'array', 'null'], items: { type: 'string' } },
    businessDay: { anyOf: [{ type: 'string' }, named] },
    timeZones: named,
  },
);

export function basisOf(
  tool: Counting,
  given: Arguments,
  invocation: Invocation,
  hotels: ReadonlyMap<string, string>,
  run: Pick<CollectedRun, 'shown' | 'counted' | 'empty' | 'failed'>,
) {
  const { context } = invocation;
  const { counted, empty, failed } = run;
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
