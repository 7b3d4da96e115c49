import { describeItem } from '../../base/item-outcome.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { leadingView } from '../../output/results.ts';
import { haveFigures } from '../../output/totals.ts';
import {
  describePeriod,
  englishText,
  namePart,
  nameSome,
  say,
  saySome,
  uniqueTexts,
} from '../../output/words/messages.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { findDays, periodName } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import type { ReportResponse } from '../../platform/reports/report.ts';
import type { RunPlan } from './plan.ts';

/** What readers of the figures must know of them: read from the bodies, and complete after the last one. */
export function makeFigureNotes(
  { settings }: Invocation,
  { report, requests, failed, snapshotNotes = [], views, computation, output: { format, columns } }: RunPlan,
  response: ReportResponse,
) {
  const view = leadingView(views);
  // Notes are in the order of the requests, not of their responses.
  const ids = [...new Set(requests.map(({ propertyId }) => String(propertyId)))];
  const others = new Map<string, ReadonlySet<string>>();
  /** What the platform has zeros of was not open. */
  const having = new Set<string>();
  const [{ columns: measures = [] } = {}] = response.views;
  const requested = requests.flatMap(request => findDays(report.period, request) ?? []);
  const onBody = (body: unknown, parameters: Parameters) => {
    const id = String(parameters['propertyId']);
    // Rows of `--compare` have other bodies too, and one request may have the days of several periods.
    const { first = '' } = findDays(report.period, parameters) ?? {};
    const isRequested = requested.some(period => period.first <= first && first <= period.last);
    if (isRequested && haveFigures([body as ReportRecord], measures)) having.add(id);
    const names = response.otherUnits?.(body) ?? [];
    if (names.length > 0) others.set(id, new Set([...(others.get(id) ?? []), ...names]));
  };
  const unequal = new Set<string>();
  const ofUnits = () => {
    if (settings.find('unitGroupTypes') !== undefined) return [];
    const words = ids
      .filter(id => others.has(id))
      .map(id => [`${id} (`, ...nameSome([...(others.get(id) ?? [])]), ')']);
    if (words.length === 0 && requests.some(request => 'unitGroupIds' in request)) return [];
    // A summary has no unit groups that could be named.
    return [
      words.length === 0
        ? say('all unit groups are counted')
        : say('includes units other than bedrooms: {units}', { units: saySome(words) }),
    ];
  };
  const emptyRequests = () =>
    requests.filter(
      ({ propertyId: id }) => !having.has(String(id)) && !failed.some(({ property }) => property === id),
    );
  /** Of several hotels, those that the platform has nothing of: a row that is not there names none. */
  const withoutFigures = () =>
    (requests.length < 2 ? [] : emptyRequests()).map(request => {
      const periods = describePeriod(periodName(report.period, request));
      return namePart([String(request['propertyId'])], say('no figures for {periods}', { periods }));
    });
  const isSummary = view?.name === 'summary' && computation === undefined;
  return {
    reading: {
      onBody,
      onUnequal: (parameters: Parameters) => void unequal.add(String(parameters['propertyId'])),
    },
    /** The hotels with figures, once their bodies are read. */
    having: (): ReadonlySet<string> => having,
    emptyItems: () => emptyRequests().map(({ propertyId: id }) => describeItem(String(id), undefined, true)),
    onPages: () => [
      ...(unequal.size === 0
        ? []
        : [
            say('The rows of {hotels} do not add up to the figures of the whole period.', {
              hotels: nameSome(ids.filter(id => unequal.has(id))),
            }),
          ]),
      ...withoutFigures(),
      ...uniqueTexts(snapshotNotes),
      ...ofUnits(),
    ],
    /** A table of computed rows names them with what follows from it. */
    warnings: () => (computation ? [] : withoutFigures().map(englishText)),
    printed: () => {
      // A page of figures without days names what they count; so does a table that is not only of chosen columns.
      if (others.size === 0 && !(isSummary && format === 'table' && columns === undefined)) return [];
      const why = others.size > 0 ? 'to omit the others' : 'to count only bedrooms';
      return ofUnits().map(note => `${englishText(note)}; add --unit-group-type BedRoom ${why}`);
    },
  };
}
