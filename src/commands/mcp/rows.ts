import { extname } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { UsageError } from '../../base/errors.ts';
import { knownProperties } from '../../cli/completion/known-lists.ts';
import { connect, useAndClose } from '../../cli/connect.ts';
import { zonesMaxAge } from '../../cli/date-options.ts';
import { presentedError } from '../../cli/error-output.ts';
import { flagWords } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { fetchPropertyList } from '../../cli/properties.ts';
import { propertiesGiven } from '../../cli/property-flags.ts';
import { wordsOfSetting } from '../../cli/settings/settings.ts';
import { dateFlag, snapshotFinder } from '../../cli/snapshot-options.ts';
import { matchingColumns, splitSort } from '../../output/columns.ts';
import { withNewFile } from '../../output/delivery/write-file.ts';
import { boundedRows } from '../../output/json.ts';
import { dateIn } from '../../platform/dates.ts';
import { type Amounts, unitGroupTypes } from '../../platform/reports/report.ts';
import { snapshotsAround } from '../../reports/snapshots/read-snapshot.ts';
import type { Arguments } from './arguments.ts';
import { type CollectedRun, runCollected } from './collected-run.ts';
import { failed, succeeded, type ToolCall, wordsOfCall } from './tools.ts';

/** The rows of a tool, or their file: which columns an agent receives, and beside them what figures count, and of which hotels. */

/** The hotels of the sign-in. A list of today has their time zones; to count them, it is fetched again. */
async function listHotels({ given, signal }: ToolCall, server: Invocation, shown: ReadonlySet<string>) {
  const known = await knownProperties(server, zonesMaxAge);
  const ids = known.map(({ id }) => id);
  if (!given['all_properties'] && [...shown].every(id => ids.includes(id))) return known;
  const interrupted = AbortSignal.any([signal, server.context.interrupted]);
  const invocation = { ...server, context: { ...server.context, interrupted } };
  const connection = connect(invocation, invocation.settings.requireHost('baseUrl'));
  const list = await useAndClose(connection, platform => fetchPropertyList(invocation, platform));
  // A list that is not complete counts hotels that it does not name.
  const unnamed = list.unlisted.map(({ property }) => ({ id: property, timeZone: undefined }));
  return [...list.properties, ...unnamed];
}

/** The types of units that are counted: those of the call, else those of the settings, else bedrooms, as in the morning page. */
function countedTypes(given: Arguments, { settings }: Invocation): readonly string[] {
  const named = [given['unit_group_type'] ?? []].flat().map(String);
  if (named.includes('all')) return unitGroupTypes;
  if (named.length > 0) return named;
  return wordsOfSetting(settings.optional('unitGroupTypes') ?? 'BedRoom');
}

function unitTypeWords({ tool, given }: ToolCall, invocation: Invocation): readonly string[] {
  const named = [given['unit_group_type'] ?? []].flat().filter(type => type !== 'all');
  if (!tool.counts) return flagWords('--unit-group-type', named);
  const types = countedTypes(given, invocation);
  // The platform's own figures are those without a filter.
  const isSet = invocation.settings.find('unitGroupTypes') !== undefined;
  const isAll = types === unitGroupTypes && !isSet && tool.command.startsWith('reports ');
  return isAll ? [] : flagWords('--unit-group-type', types);
}

const countedAmounts = (given: Arguments, { settings }: Invocation) =>
  String(given['amounts'] ?? settings.require('amounts')) as Amounts;

/**
 * The columns of the rows: the key columns, those that `columns` names, or all. Columns of persons are left out without
 * `--with-guest-data`, in files too.
 */
async function chooseRowColumns({ tool, given }: ToolCall, invocation: Invocation, withGuestData = false) {
  const { rows, keys } = tool.returns;
  const { view, by, compare } = given as Partial<Record<string, string>>;
  const computed = { by, compare, view, budget: invocation.settings.optional('budget') };
  const all = (await rows?.(view, computed)) ?? [];
  const find = (path: string) => all.find(({ name }) => name === path);
  const named = [given['columns'] ?? []]
    .flat()
    .flatMap(text => String(text).split(','))
    .map(name => name.trim());
  const areAll = named.length === 1 && named[0] === 'all';
  const wanted = named.length > 0 && !areAll ? named : undefined;
  const hidden = (name: string) =>
    !withGuestData && matchingColumns(all, name).some(({ isPersonal }) => isPersonal);
  const { name: sorted } = splitSort(String(given['sort'] ?? ''));
  // An order shows the names too.
  for (const name of [...(wanted ?? []), sorted]) {
    if (hidden(name))
      throw new UsageError(`${name} names a person and is left out`, {
        hint: 'start `hotelctl mcp --with-guest-data`',
      });
  }
  const isAll = given['save_as'] !== undefined || areAll;
  const usual = isAll ? undefined : await keys?.(view, computed, countedAmounts(given, invocation));
  // Rows show what they are sorted by.
  const chosen = wanted ?? (usual && [...usual, ...[sorted].filter(find)]) ?? all.map(({ name }) => name);
  // An amount is nothing without its currency.
  const complete = chosen.flatMap(name => {
    const unit = find(name)?.unit;
    const currency = unit?.kind === 'money' ? unit.currency : name.replace(/\bamount$/, 'currency');
    return !chosen.includes(currency) && find(currency) ? [name, currency] : [name];
  });
  // So is a row without its hotel.
  const hotel = ['propertyId', 'propertyIds', 'id'].filter(name => find(name)).slice(0, 1);
  return [...new Set([...hotel, ...complete])].filter(name => withGuestData || !find(name)?.isPersonal);
}

async function countListed(call: ToolCall, invocation: Invocation) {
  const words = [...wordsOfCall(call), '--format=ndjson'];
  return (await runCollected(invocation, words, { ...call, page: { offset: 0, limit: 0 } })).counted;
}

/** @param notes gets why the number of all hotels may be too small */
async function basisOf(call: ToolCall, invocation: Invocation, run: CollectedRun, notes: string[]) {
  const { tool, given } = call;
  const { context } = invocation;
  const { empty, failed, saved } = run;
  const ids = [given['property'] ?? []].flat().map(String);
  const isNamed = tool.flags.includes('property') && !given['all_properties'];
  const named = isNamed ? propertiesGiven(invocation, ids.length > 0 ? { propertyId: ids } : {}) : [];
  const isCounted = run.counted.size > 0 || !saved;
  // The run of one hotel does not report how each hotel has ended, and a list that is saved is counted from its rows.
  const counted = isCounted
    ? run.counted
    : named.length === 1
      ? new Set(named)
      : await countListed(call, invocation);
  const hotelsOfRows = saved === null ? run.shown : counted;
  const list = await listHotels(call, invocation, hotelsOfRows).catch(error => {
    const { message } = presentedError(error, context.secrets, call.inWords);
    if (given['all_properties']) notes.push(`the basis may lack properties that have no rows: ${message}`);
    return knownProperties(invocation);
  });
  const hotels = new Map(list.map(({ id, timeZone }) => [id, timeZone ?? undefined]));
  const wanted = given['all_properties'] ? [...hotels.keys()] : named;
  const missing = new Set([...wanted.filter(id => !counted.has(id)), ...empty, ...failed]);
  const shown = [...hotelsOfRows].filter(id => hotels.has(id));
  // The books of a snapshot are those of its day.
  const find = snapshotFinder(invocation);
  const bookedOn = async (id: string) => {
    const today = dateIn(hotels.get(id), context.clock.now());
    const day = dateFlag('as_of', String(given['as_of'] ?? 'today'), today);
    return given['nearest'] ? snapshotsAround(await find(id), day).nearest?.taken : day;
  };
  const businessDays = Object.fromEntries(
    await Promise.all(shown.map(async id => [id, await bookedOn(id)] as const)),
  );
  const days = [...new Set(Object.values(businessDays))];
  const timeZones = Object.fromEntries(shown.map(id => [id, hotels.get(id)]));
  const isDated = tool.flags.includes('period') || tool.counts;
  return {
    ...(tool.counts && {
      unitTypes: countedTypes(given, invocation),
      amounts: countedAmounts(given, invocation),
    }),
    ...(isDated && { period: given['period'] ?? null }),
    ...(isDated && days.length > 0 && { businessDay: days.length === 1 ? days[0] : businessDays }),
    ...(isDated && shown.length > 0 && shown.length <= 50 && { timeZones }),
    hotels: {
      counted: counted.size,
      expected: counted.size + missing.size,
      ...(missing.size > 0 && { missing: [...missing].slice(0, 50) }),
    },
  };
}

export interface RowOptions {
  readonly withGuestData?: boolean;
  readonly outputFolder?: string;
}

export async function readRows(
  invocation: Invocation,
  call: ToolCall,
  { withGuestData, outputFolder = '' }: RowOptions,
): Promise<CallToolResult> {
  const { given } = call;
  const { offset = 0, limit = 50 } = given as { offset?: number; limit?: number };
  const name = given['save_as'] as string | undefined;
  if (name !== undefined && (given['offset'] ?? given['limit']) !== undefined)
    throw new UsageError('save_as saves all rows', { hint: 'omit offset and limit' });
  const columns = await chooseRowColumns(call, invocation, withGuestData);
  const words = [...wordsOfCall(call), ...unitTypeWords(call, invocation), `--columns=${columns.join(',')}`];
  const describe = async (outcome: CollectedRun, before: readonly string[] = []) => {
    const notes = [...before, ...outcome.notes];
    return { basis: await basisOf(call, invocation, outcome, notes), notes };
  };
  if (name !== undefined) {
    const { outcome, file, isWhole } = await withNewFile(name, outputFolder, async save => {
      const line = [...words, `--format=${extname(name).slice(1)}`, '--output=-'];
      const outcome = await runCollected(invocation, line, { ...call, save });
      return { outcome, isWhole: !isFailure(outcome) };
    });
    if (!isWhole) return failed(outcome.notes);
    const total = outcome.saved ?? 0;
    const page = { rows: [], offset: 0, total, more: false };
    const about = { name: file, rows: total, size: outcome.size, columns };
    return succeeded({ ...page, ...(await describe(outcome)), file: about });
  }
  const readPage = (line: readonly string[]) =>
    runCollected(invocation, [...line, '--format=ndjson'], { ...call, page: { offset, limit } });
  let outcome = await readPage(words);
  const notes: string[] = [];
  const inPercent = String(given['sort'] ?? '').replace(/\.change(\.\w+)?(?=$|:)/, '.changePercent');
  const isMixed = / has amounts in /.test(outcome.failure?.message ?? '');
  if (isMixed && inPercent !== given['sort']) {
    const page = await readPage(
      words.map(word => (word.startsWith('--sort=') ? `--sort=${inPercent}` : word)),
    );
    // Not every change has a percentage.
    if (page.exitCode !== 2) {
      outcome = page;
      notes.push(`sorted by ${inPercent}, because the amounts have several currencies`);
    }
  }
  const { exitCode, total } = outcome;
  if (exitCode !== 0 && total === 0) return failed(outcome.notes);
  const rows = boundedRows(outcome.rows);
  const next = offset + rows.length;
  // An agent that adds its limit to the offset would miss the rows in between.
  if (rows.length < outcome.rows.length)
    notes.push(`only ${rows.length} rows fit into a result: continue with offset ${next}, or choose columns`);
  return succeeded(
    { rows, offset, total, more: next < total, ...(await describe(outcome, notes)) },
    isFailure(outcome),
  );
}

/** If some hotels failed, or a check is open, the basis and the notes say so beside the rows or the file. */
const isFailure = ({ exitCode }: CollectedRun) => ![0, 7, 10].includes(exitCode);
