import { RefusedError, TemporaryError } from '../../base/errors.ts';
import type { Platform } from '../../bookings/requests.ts';
import {
  checkDateFlags,
  checkSome,
  dependsOnToday,
  noteExclusiveEnd,
  referenceTime,
  requestDates,
} from '../../cli/date-options.ts';
import { givenValues } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { RunProperty } from '../../cli/properties.ts';
import { checkValues, propertiesGiven } from '../../cli/property-flags.ts';
import { wordsOfSetting } from '../../cli/settings/settings.ts';
import { sentValues } from '../../cli/shared-flags.ts';
import { describePeriod, joinTexts, namePart, say, saySome } from '../../output/words/messages.ts';
import { addDays, type CalendarDate, dateIn } from '../../platform/dates.ts';
import { readWholeNumber } from '../../platform/numbers.ts';
import { type Parameters, propertyId } from '../../platform/parameters.ts';
import { isRelative, mayBeSplit, parsePeriod, periodName } from '../../platform/periods.ts';
import type { View } from '../../platform/records.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import type { Computation } from '../../reports/figures/computed.ts';
import type { AnsweringSource } from './as-of.ts';
import type { ReportOptions } from './flags.ts';

type Expanding = Pick<View<never>, 'expands'>;

/** Replaces the hotels of `--all-properties` while all other flags are checked, before the hotels are requested. */
const anyProperty = '*';

/**
 * The parameters of every request of a command line: each property with each period, validated by the platform's rules.
 * The first check works offline, so that a typo is reported before anything is sent. One id that is not valid does not stop
 * the other properties: those that cannot be requested are `refused`.
 *
 * @param checkTogether throws if the requests of one property cannot be compared, or read from snapshots
 * @returns makes them, with the properties and their dates that the platform knows
 */
export function planRequests(
  report: ReportDefinition,
  invocation: Invocation,
  options: ReportOptions,
  views: readonly Expanding[],
  checkTogether?: Computation['checkRequests'],
) {
  checkDateFlags(report, options, invocation.context);
  const given = propertiesGiven(invocation, options);
  const now = referenceTime(invocation.context);
  const here = dateIn(undefined, now);
  const { unitGroupTypes = wordsOfSetting(invocation.settings.optional('unitGroupTypes') ?? '') } = options;
  const makeRequests = (property: string, today: CalendarDate) =>
    requestDates(report, options, today).map(date =>
      checkValues(
        report,
        invocation,
        options,
        {
          ...sentValues(report.parameters, { ...options, unitGroupTypes }, today),
          ...date,
          ...expansionsOf(views, options),
          ...(property === '' ? {} : { propertyId: property }),
        },
        `\`${Object.keys(report.examples)[0]}\``,
      ),
    );
  const isMoving = dependsOnToday(report, options);
  const todayInUtc = new Date(now).toISOString().slice(0, 10);
  const anywhere = [here, todayInUtc, addDays(todayInUtc, -1), addDays(todayInUtc, 1)];
  const typed = given.find(isId) ?? given[0] ?? '';
  checkSome(isMoving ? anywhere : [here], today => {
    const requests = makeRequests(options.allProperties ? anyProperty : typed, today);
    checkTogether?.(requests, today);
  });
  return async (network: AnsweringSource & Platform) => {
    const listed = options.allProperties
      ? await network.everyProperty()
      : given.map((property): RunProperty => ({ property }));
    const today = isMoving ? network.todayOf : async () => here;
    const requests: Parameters[] = [];
    const unfinished = new Map<Parameters, string>();
    const books = new Set<CalendarDate>();
    for (const { property } of listed.filter(isRequested)) {
      const day = await today(property).catch(async (error: unknown) => {
        // A report whose requests are the same wherever the property is can do without its time zone.
        const possible = new Set(anywhere.map(one => JSON.stringify(makeRequests(property, one))));
        if (!(error instanceof TemporaryError) || possible.size > 1) throw error;
        const instead = `today is ${here}, in the time zone of this machine`;
        await invocation.note(`the time zone of ${property} is not known (${error.message}): ${instead}`);
        return here;
      });
      const booked = await network.bookedOn?.(property).catch(() => undefined);
      if (booked) books.add(booked);
      for (const request of makeRequests(property, day)) {
        requests.push(request);
        const name = periodName(report.period, request);
        const days = parsePeriod(name, day);
        // A period that begins today is of days to come, unless it is today.
        if (days && (days.first < day || days.first === days.last) && days.first <= day && day <= days.last)
          unfinished.set(request, name);
      }
    }
    await noteExclusiveEnd(report, requests, options, invocation);
    return {
      requests,
      /** What people must know about earlier books, or about periods that are not over: in the title, and as a note. */
      toDate:
        books.size > 0
          ? { title: say('as of {days}', { days: saySome([...books].map(describePeriod)) }) }
          : describeUnfinished(unfinished, requests.length),
      refused: listed
        .filter(each => !isRequested(each))
        .map(({ property, error }) => ({
          property,
          error:
            error ??
            new RefusedError(`the id of a property must be ${propertyId.kind.mustBe(property)}`, {
              hint: 'run `hotelctl properties list`',
            }),
        })),
      /** Whether the command line may send more than one request, on any day and for any number of properties. */
      isSeveral:
        options.allProperties === true ||
        given.length > 1 ||
        requests.length > 1 ||
        (options.period ?? []).some(text => isRelative(text) && mayBeSplit(report.period, text)),
    };
  };
}

function describeUnfinished(unfinished: ReadonlyMap<Parameters, string>, of: number) {
  const names = [...new Set(unfinished.values())];
  if (names.length === 0) return undefined;
  const note = `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} not over: figures are as of today`;
  const state = say('not over, as of today');
  const periods = joinTexts(names.map(describePeriod), ', ');
  return { note, title: unfinished.size === of ? state : namePart(periods, state) };
}

const isId = (property: string): boolean => propertyId.kind.mustBe(property) === undefined;
const isRequested = ({ property, error }: RunProperty): boolean => error === undefined && isId(property);

function expansionsOf(views: readonly Expanding[], options: ReportOptions): Parameters {
  const wanted = views.flatMap(({ expands }) => expands ?? []);
  return wanted.length === 0 ? {} : { expand: [...new Set([...givenValues(options, 'expand'), ...wanted])] };
}

export const readConcurrency = ({ concurrency = '8' }: ReportOptions): number =>
  readWholeNumber('--concurrency', concurrency, {
    least: 1,
    most: 100,
    hint: 'the platform allows about 100 requests a second for each client and account',
  });
