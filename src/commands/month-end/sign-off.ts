import { readChoice } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { findArchive } from '../../cli/archive.ts';
import { referenceTime } from '../../cli/date-options.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { propertiesGiven } from '../../cli/property-flags.ts';
import { dateIn } from '../../platform/dates.ts';
import { nameOfPeriod, readMonth } from '../../platform/periods.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { Archive } from '../../reports/archive/archive.ts';
import {
  type ChainEntry,
  type CloseEvent,
  isClose,
  listChain,
  readResult,
  type StoredClose,
  storeEvent,
} from '../../reports/close/stored-closes.ts';
import { differencesIn, findSignOff } from './close-result.ts';
import type { AcceptFlags, SignFlags } from './flags.ts';

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
  throw new UsageError(
    `${safeText(property, 100)} has no close${isNewest ? '' : ` ${safeText(number, 20)}`} of ${month}`,
    {
      hint: numbers
        ? `its closes: ${numbers}`
        : `run \`hotelctl close --property ${safeText(property, 100)} --period ${month}\`${instead}`,
    },
  );
}

/** The chain of a property, and the close in it that the flags name. Works offline. */
export async function findChosen(
  { context }: Invocation,
  archive: Archive,
  property: string,
  { period, close }: Pick<SignFlags, 'period' | 'close'>,
) {
  const month = readMonth(period, dateIn(undefined, referenceTime(context)), 'a close');
  const chain = await listChain(archive, property);
  return { chain, close: requireClose(chain, property, nameOfPeriod(month), close) };
}

async function findSigned(open: OpenInvocation, options: AcceptFlags | SignFlags) {
  const invocation = await open(options);
  const [property, ...others] = propertiesGiven(invocation, options);
  if (property === undefined || others.length > 0)
    throw new UsageError('only one property can be accepted or signed at a time', {
      hint: 'add --property ID',
    });
  const archive = await findArchive(invocation, 'closes');
  const { close } = await findChosen(invocation, archive, property, options);
  const { sequence, period: month } = close.about;
  const store = async (words: string, event: Pick<CloseEvent, 'kind'> & Partial<CloseEvent>) => {
    const zone = close.about.zone ?? undefined;
    await storeEvent(archive, property, invocation.context, zone, {
      ...event,
      period: month,
      of: close.hash,
    });
    await invocation.note(`${property} ${month}, close ${sequence}: ${words}`);
  };
  return { close, store };
}

const readName = (flag: string, text: string | undefined): string => {
  const name = safeText(text ?? '', 200).trim();
  if (name !== '') return name;
  throw new UsageError(`${flag} is required`, { hint: `for example ${flag} "A. Berger"` });
};

/** `hotelctl close accept CHECK`: why a difference is accepted. Works offline. */
export async function acceptCheck(open: OpenInvocation, options: AcceptFlags, check: string) {
  const [by, reason] = [readName('--by', options.by), readName('--reason', options.reason)];
  const { close, store } = await findSigned(open, options);
  const found = differencesIn(await readResult(close));
  if (found.length === 0)
    throw new UsageError(`close ${close.about.sequence} of ${close.about.period} has nothing to accept`, {
      hint: 'all of its checks agree, or are explained',
    });
  const id = readChoice(
    'the check',
    check,
    found.map(each => each.id),
  );
  const { difference } = found.find(each => each.id === id) ?? {};
  await store(`${id} accepted by ${by}`, { kind: 'acceptance', check: id, reason, by, difference });
}

/** `hotelctl close sign`: who prepared or reviewed a close. Works offline. */
export async function signClose(open: OpenInvocation, options: SignFlags) {
  const { prepared, reviewed } = options;
  if ((prepared === undefined) === (reviewed === undefined))
    throw new UsageError('add --prepared NAME or --reviewed NAME', {
      hint: 'sign twice if one person did both',
    });
  const role = prepared === undefined ? 'reviewed' : 'prepared';
  const by = readName(`--${role}`, prepared ?? reviewed);
  const { store } = await findSigned(open, options);
  await store(`${role} by ${by}`, { kind: 'signature', role, by });
}

/** The checks of a close that are open, and that no one has accepted. */
export async function openChecksOf(close: StoredClose, chain: readonly ChainEntry[]): Promise<string[]> {
  const { checks } = await readResult(close);
  const { accepted } = findSignOff(chain, close, checks);
  return checks.flatMap(({ id, state }) => (state === 'open' && !accepted?.has(id) ? id : []));
}
