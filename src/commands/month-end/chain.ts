import { askForName, readChoice } from '../../base/choices.ts';
import { PartialError, RefusedError, UsageError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import { findArchive, noteLacking, refuseNoClosesLeft, rememberedCloses } from '../../cli/archive.ts';
import { planVerified, unreadFolder, verifiedColumns } from '../../cli/checklist.ts';
import { checkPeriod, referenceTime } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { propertiesGiven, type SeveralProperties } from '../../cli/property-flags.ts';
import { collectResults } from '../../cli/several-properties.ts';
import type { OutputOptions } from '../../cli/shared-flags.ts';
import { columnsWithWords, planRecords } from '../../cli/write-records.ts';
import type { Pieces } from '../../output/document/document.ts';
import { asPieces, namePart, say } from '../../output/words/messages.ts';
import { dateIn } from '../../platform/dates.ts';
import { finding } from '../../platform/finding.ts';
import { readWholeNumber } from '../../platform/numbers.ts';
import { monthAfter, nameOfPeriod, readMonth } from '../../platform/periods.ts';
import { type Column, momentWords, numberColumn, textColumn, textColumns } from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import { safeText } from '../../platform/safe-text.ts';
import { type Archive, listArchivedProperties, locateKind } from '../../reports/archive/archive.ts';
import {
  type ChainEntry,
  type CloseEvent,
  findGaps,
  findOutdated,
  isClose,
  listChain,
  listCloseFolders,
  readResult,
  requireUnchanged,
  type StoredClose,
  storeEvent,
} from '../../reports/close/stored-closes.ts';
import { verifyCloses } from '../../reports/close/verify-closes.ts';
import { describeUnsigned, differencesIn, findNotAccepted, findSignOff, shownState } from './close-result.ts';
import type { AcceptFlags, SignFlags, VerifyFlags } from './flags.ts';

type ChainOptions = OutputOptions & SeveralProperties;

export const closeColumns: readonly Column[] = [
  propertyColumn,
  textColumn('period', 'Month'),
  numberColumn('sequence', 'Close'),
  // In the time of the property, as on the page.
  { ...textColumn('closedAt', 'Closed'), display: ({ closedAt }) => momentWords(String(closedAt ?? '')) },
  ...textColumns('state', 'hash'),
  { ...textColumn('previous', 'Hash before'), role: 'technical' },
  { ...textColumn('folder', 'Folder'), role: 'technical' },
];

/** What `read` makes of each property that has closes, or had some: that nothing is left of them is an error of it. */
async function readEach<Result>(
  invocation: Invocation,
  named: readonly string[],
  read: (archive: Archive, property: string) => Promise<Result>,
) {
  const archive = await findArchive(invocation, 'closes');
  const kept = await listArchivedProperties(archive, 'closes');
  const closed = [...new Set([...kept, ...(await rememberedCloses(invocation, archive))])].sort();
  const unknown = named.find(property => !closed.includes(property));
  if (unknown !== undefined && closed.length > 0) {
    const listed = `properties with closes: ${closed.slice(0, 12).join(', ')}`;
    throw new RefusedError(`there are no closes of ${safeText(unknown, 100)}`, {
      hint: safeText(askForName(unknown, closed) ?? listed),
    });
  }
  const chosen = (named.length > 0 ? named : closed).map(property => ({ property }));
  const collected = await collectResults(invocation, chosen, async ({ property }) => {
    await refuseNoClosesLeft(invocation, archive, property);
    return read(archive, property);
  });
  return { ...collected, archive };
}

/** Undefined for a close whose result was changed. */
async function stateOf(entry: ChainEntry, chain: readonly ChainEntry[]): Promise<Pieces | undefined> {
  if (isClose(entry)) {
    const result = await readResult(entry).catch(() => undefined);
    return result && asPieces(shownState({ ...result, ...findSignOff(chain, entry, result.checks) }));
  }
  const { kind, by = '', check = '', role, format = '' } = entry.about;
  if (kind === 'export') return say('exported as {format}', { format });
  if (kind === 'signature') return namePart(say(role === 'reviewed' ? 'reviewed' : 'prepared'), [by]);
  return namePart(say('{check} accepted', { check }), [by]);
}

/** `hotelctl close list`: works offline. */
export async function planCloseList(invocation: Invocation, options: ChainOptions) {
  const table = { columns: ['propertyId', 'period', 'sequence', 'closedAt', 'state', 'hash'] };
  const named = propertiesGiven(invocation, options);
  const { columns, add } = columnsWithWords(closeColumns, 'state');
  const write = await planRecords(invocation, options, { name: 'closes', columns, table });
  return async () => {
    const damaged: string[] = [];
    const { results, failed, finish } = await readEach(invocation, named, async (archive, propertyId) => {
      return { propertyId, folders: await listCloseFolders(archive, propertyId) };
    });
    await write(async () => {
      const records = [];
      for (const { propertyId, folders } of results) {
        const gaps = findGaps(folders);
        damaged.push(...gaps.map(gap => `${propertyId}: ${gap}`));
        records.push(...gaps.map(gap => add({ propertyId }, [gap])));
        const chain = folders.flatMap(({ close }) => close ?? []);
        const periods = [...new Set(folders.map(({ period }) => period))];
        for (const last of periods.filter(period => !periods.includes(monthAfter(period))))
          await warnOfOutdated(invocation, propertyId, chain.filter(isClose), last);
        for (const { entry, period, sequence, close } of folders) {
          const state = close && (await stateOf(close, chain));
          if (state === undefined) damaged.push(entry.folder);
          const { hash, manifest: { previous } = {}, about: { closedAt } = {} } = close ?? {};
          const record = { propertyId, period, sequence, closedAt, hash, previous, folder: entry.folder };
          records.push(add(record, state ?? say('damaged')));
        }
      }
      const without = results.flatMap(({ folders, propertyId }) => (folders.length > 0 ? [] : propertyId));
      await noteLacking(invocation, 'close', without);
      records.push(...without.map(propertyId => add({ propertyId }, say('no close'))));
      return [...records, ...failed.map(({ property, cause }) => add({ propertyId: property }, [cause]))];
    });
    if (damaged.length === 0) return finish();
    const what = `${countText(damaged.length, 'close')} damaged or missing; the others were listed`;
    const messages = [...damaged, ...failed.map(({ property, cause }) => `${property}: ${cause}`)];
    throw new PartialError(what, { hint: 'run `hotelctl close verify`', messages });
  };
}

/** `hotelctl close verify`: works offline. Exit 10 if a close was changed or removed, and if there is none to verify. */
export async function planCloseCheck(invocation: Invocation, options: ChainOptions & VerifyFlags) {
  const heads = (options.head ?? []).map(readHead);
  const named = propertiesGiven(invocation, options);
  const view = { name: 'closes', columns: verifiedColumns('Close') };
  const none = 'check --data-dir and the profile, or run `hotelctl close` first';
  const write = await planVerified(invocation, options, view, none);
  return async () => {
    const { results, failed, archive } = await readEach(invocation, named, async (archive, property) => {
      return { title: property, findings: await verifyCloses(archive, property) };
    });
    const all = results.flatMap(({ findings }) => findings);
    const isKept = (head: string) =>
      all.some(({ state, found }) => state === 'passed' && found.includes(`, ${head}`));
    const lost = heads.filter(head => !isKept(head));
    const findings = lost.map(head =>
      finding(`close ${head}`, 'failed', 'it is not there, or was changed', 'restore it from a backup'),
    );
    const read = [...results, ...failed.map(({ property, cause }) => unreadFolder(property, cause))];
    const parts = [...read, { title: 'Noted hashes', findings }].filter(part => part.findings.length > 0);
    await write(parts, locateKind(archive.dataDir, 'closes'));
  };
}

/** A hash that was noted elsewhere: it shows that the newest closes were not removed. */
function readHead(text: string): string {
  if (/^[0-9a-f]{16,64}$/.test(text)) return text;
  throw new UsageError('--head must be the hash of a close: 16 to 64 hexadecimal digits', {
    hint: '`hotelctl close` and `hotelctl close verify` print it, and files of `hotelctl journal` have its first 16 digits',
  });
}

/** @throws UsageError for a value of `--close` that no close has */
export function checkCloseNumber(number: string | undefined): void {
  const hint = 'run `hotelctl close list` to see the closes';
  if (number !== undefined && number !== 'last')
    readWholeNumber('--close', number, { least: 1, most: 999_999, words: 'above 0, or last', hint });
}

/** A close of a month: the newest, which is also `last`, or the one with a number. @throws UsageError if there is none */
export function requireClose(
  chain: readonly ChainEntry[],
  property: string,
  month: string,
  number?: string,
  instead = '',
): StoredClose {
  const of = chain.filter(isClose).filter(({ about }) => about.period === month);
  const isNewest = number === undefined || number === 'last';
  const found = isNewest ? of.at(-1) : of.find(({ about }) => String(about.sequence) === number);
  if (found) return found;
  const numbers = of.map(({ about }) => about.sequence).join(', ');
  const id = safeText(property, 100);
  throw new UsageError(`${id} has no close${isNewest ? '' : ` ${safeText(number, 20)}`} of ${month}`, {
    hint: numbers
      ? `its closes: ${numbers}`
      : `run \`hotelctl close --property ${id} --period ${month}\`${instead}`,
  });
}

/** The chain of a property. What is missing or was changed in it is named: what was made of the rest goes on without it. */
export async function readChain({ warn }: Invocation, archive: Archive, property: string) {
  const chain = await listChain(archive, property);
  const name = (words: string) => warn(`warning: ${safeText(words)}; run \`hotelctl close verify\``);
  for (const gap of findGaps(chain.map(({ about }) => about))) await name(`${property}: ${gap}`);
  for (const close of chain.filter(isClose))
    await requireUnchanged(close).catch(({ message }: Error) => name(message));
  return chain;
}

/** The chain of a property, and the close in it that the flags name: a warning says that its openings have changed. Works offline. */
export async function findChosen(
  invocation: Invocation,
  archive: Archive,
  property: string,
  { period, close }: Pick<SignFlags, 'period' | 'close'>,
) {
  const month = readMonth(period, dateIn(undefined, referenceTime(invocation.context)), 'a close');
  const chain = await readChain(invocation, archive, property);
  await warnOfOutdated(invocation, property, chain.filter(isClose), nameOfPeriod(month));
  return { chain, close: requireClose(chain, property, nameOfPeriod(month), close) };
}

async function warnOfOutdated({ warn }: Invocation, property: string, closes: StoredClose[], month: string) {
  // A close that was changed is named as such.
  const outdated = await findOutdated(closes, monthAfter(month)).catch(() => undefined);
  if (outdated) await warn(`warning: ${property}: ${outdated.words}`);
}

type Judgment = Pick<CloseEvent, 'kind'> & Partial<CloseEvent> & { readonly words: string };

/** Plans an event of the chain. @param judge what a person says of the close that the flags name, in words and as it is kept */
function planEvent(
  invocation: Invocation,
  options: AcceptFlags | SignFlags,
  judge: (close: StoredClose, chain: readonly ChainEntry[]) => Promise<Judgment>,
) {
  checkPeriod(invocation, options.period, today => readMonth(options.period, today, 'a close'));
  checkCloseNumber(options.close);
  const [property, ...others] = propertiesGiven(invocation, options);
  if (property === undefined || others.length > 0)
    throw new UsageError('only one property can be accepted or signed at a time', {
      hint: 'add --property ID',
    });
  return async () => {
    const archive = await findArchive(invocation, 'closes');
    const { chain, close } = await findChosen(invocation, archive, property, options);
    const { sequence, period, zone } = close.about;
    const { words, ...event } = await judge(close, chain);
    const own = { ...event, period, of: close.hash };
    await storeEvent(archive, property, invocation.context, zone ?? undefined, own);
    await invocation.note(`${property} ${period}, close ${sequence}: ${words}`);
  };
}

const readName = (flag: string, text: string | undefined): string => {
  const name = safeText(text ?? '', 200).trim();
  if (name !== '') return name;
  const example = flag === '--reason' ? 'Deposit of a key' : 'A. Berger';
  throw new UsageError(`${flag} is required`, { hint: `for example ${flag} "${example}"` });
};

/** `hotelctl close accept CHECK`: why a difference is accepted. Works offline. */
export async function planAcceptance(invocation: Invocation, options: AcceptFlags, check: string) {
  const [by, reason] = [readName('--by', options.by), readName('--reason', options.reason)];
  return planEvent(invocation, options, async (close, chain) => {
    const { sequence, period } = close.about;
    const differences = differencesIn((await readResult(close)).checks);
    if (differences.size === 0)
      throw new UsageError(`close ${sequence} of ${period} has nothing to accept`, {
        hint: 'all of its checks agree, or are explained',
      });
    const id = readChoice('the check', check, [...differences.keys()]);
    const difference = differences.get(id);
    const other = chain.filter(isClose).findLast(each => each.about.period === period && each !== close);
    // One that was changed is named, and does not keep a person from accepting a check of this one.
    const kept = other && (await readResult(other).catch(() => undefined));
    const others = kept ? differencesIn(kept.checks) : differences;
    if ((others.get(id) ?? difference) !== difference) {
      const what = `${id} of close ${sequence} differs from that of close ${other?.about.sequence}`;
      // Someone else may have closed the month since the user has seen it.
      if (options.close !== String(sequence))
        throw new UsageError(what, { hint: `see close ${sequence}, and add --close ${sequence}` });
      await invocation.warn(`warning: ${close.entry.property}: ${what}`);
    }
    return { words: `${id} accepted by ${by}`, kind: 'acceptance', check: id, reason, by, difference };
  });
}

/** `hotelctl close sign`: who prepared or reviewed a close. Works offline. */
export async function planSignature(invocation: Invocation, options: SignFlags) {
  const { prepared, reviewed } = options;
  if ((prepared === undefined) === (reviewed === undefined))
    throw new UsageError('add --prepared NAME or --reviewed NAME', {
      hint: 'sign twice if one person did both',
    });
  const role = prepared === undefined ? 'reviewed' : 'prepared';
  const by = readName(`--${role}`, prepared ?? reviewed);
  return planEvent(invocation, options, async (close, chain) => {
    await warnOfOpenChecks(invocation, close, chain);
    return { words: `${role} by ${by}`, kind: 'signature', role, by };
  });
}

/** The checks of a close that are open, and that no one has accepted: a warning names them, and a signature of an earlier close. */
export async function warnOfOpenChecks(
  { warn }: Invocation,
  close: StoredClose,
  chain: readonly ChainEntry[],
): Promise<string[]> {
  const { checks } = await readResult(close);
  const signOff = findSignOff(chain, close, checks);
  const open = findNotAccepted({ ...signOff, checks }, 'open').map(({ id }) => id);
  const { about, entry } = close;
  const unsigned = describeUnsigned(signOff);
  if (unsigned) await warn(`warning: ${entry.property}: ${unsigned}`);
  if (open.length > 0)
    await warn(
      `warning: ${entry.property}: close ${about.sequence} of ${about.period} has open checks that are not accepted: ${open.join(', ')}`,
    );
  return open;
}
