import type { Invocation } from '../../cli/invocation.ts';
import { isMailed } from '../../cli/write-records.ts';
import { isForPeople } from '../../output/format.ts';
import { leadingView } from '../../output/results.ts';
import type { Parameters } from '../../platform/parameters.ts';
import type { ReportResponse } from '../../platform/reports/report.ts';
import { joinSome } from '../../platform/safe-text.ts';
import type { ReportOptions } from './flags.ts';
import type { RunPlan } from './plan.ts';

/** What readers of the figures must know of them: read from the bodies, and complete after the last one. */
export async function makeFigureNotes(
  invocation: Invocation,
  options: ReportOptions,
  { views, computation, output: { format, columns } }: RunPlan,
  otherUnits: NonNullable<ReportResponse['otherUnits']>,
) {
  const { settings } = invocation;
  const view = leadingView(views);
  const isComputed = computation !== undefined;
  const isRead = isComputed || isForPeople(format);
  const { findBasis } = isRead || isMailed(invocation, options) ? await import('./chosen-ratios.ts') : {};
  const others = new Map<string, ReadonlySet<string>>();
  const hotels = { chosen: new Set<string>(), other: new Set<string>(), neither: new Set<string>() };
  const onBody = (body: unknown, parameters: Parameters) => {
    const id = String(parameters['propertyId']);
    const names = otherUnits(body);
    if (names.length > 0) others.set(id, new Set([...(others.get(id) ?? []), ...names]));
    if (view && findBasis)
      hotels[findBasis([...view.records(body as never, parameters)], view.columns)].add(id);
  };
  const ofRatios = (bases: readonly ('other' | 'neither')[]) => {
    const [amounts, platforms] = settings.require('amounts') === 'net' ? ['net', 'gross'] : ['gross', 'net'];
    const notes = {
      other: `RevPAR is computed from ${amounts} revenue, and the platform's figure is ${platforms}`,
      neither: isComputed
        ? "RevPAR stays empty, because the platform's figure agrees with neither net nor gross revenue"
        : "RevPAR is the platform's figure, which agrees with neither net nor gross revenue",
    };
    return bases.flatMap(basis =>
      hotels[basis].size === 0 ? [] : [`${notes[basis]}: ${joinSome([...hotels[basis]], 3, ', ')}`],
    );
  };
  const ofUnits = () => {
    if (settings.find('unitGroupTypes') !== undefined) return [];
    const words = [...others].map(([id, names]) => `${id} (${joinSome([...names], 3, ', ')})`);
    // A summary has no unit groups that could be named.
    return [
      words.length === 0
        ? 'all unit groups are counted'
        : `not only bedrooms are counted: ${joinSome(words, 2, ', ')}`,
    ];
  };
  const showsRatios =
    isRead &&
    (columns === undefined ||
      columns.some(({ aggregation }) => aggregation?.kind === 'ratio' && aggregation.or));
  const isSummary = view?.name === 'summary' && !isComputed;
  return {
    onBody,
    onPages: () => [...ofUnits(), ...ofRatios(['other', 'neither'])],
    printed: () => [
      // A page of figures without days names what they count; so does a table that is not only of chosen columns.
      ...(others.size > 0 || (isSummary && format === 'table' && columns === undefined)
        ? ofUnits().map(
            note =>
              `${note}; add --unit-group-type BedRoom ${others.size > 0 ? 'to omit the others' : 'to count only bedrooms'}`,
          )
        : []),
      // The check of the days against the whole period has warned of a basis that is neither.
      ...(showsRatios ? ofRatios(view?.requires ? ['other'] : ['other', 'neither']) : []),
    ],
  };
}
