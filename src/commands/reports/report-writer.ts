import { deliverOutput } from '../../cli/deliver-output.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { ReportRendering } from '../../cli/render-options.ts';
import { deliver } from '../../output/deliver.ts';
import { type RenderOptions, render } from '../../output/render.ts';
import type { RequestResult, Results } from '../../output/results.ts';
import type { Parameters } from '../../platform/parameters.ts';
import type { View } from '../../platform/records.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import type { DerivedRows } from './computed-rows.ts';
import type { ReportOptions } from './flags.ts';

/** The heading of computed rows, and the sections below it. */
interface ComputedHeading {
  readonly heading: string;
  readonly sections: readonly DerivedRows[];
}

/**
 * Writes results to standard output, a file or the browser, and returns the number of rows.
 *
 * @param hasSeveral whether the run has several requests; the key figures then name the property of each
 */
export const reportWriter =
  (
    invocation: Invocation,
    report: ReportDefinition,
    options: ReportOptions,
    rendering: ReportRendering,
    names: ReadonlyMap<string, string>,
    hasSeveral: boolean,
  ) =>
  async (
    results: Results,
    target: string | undefined,
    several: boolean,
    computed?: ComputedHeading,
  ): Promise<number | undefined> => {
    const settled = rendering.optionsFor(target, several || options.envelope === true, names);
    const figures: RunFigures = [];
    const watched = wantsFigures(invocation, options)
      ? withKeyFigures(results, rendering.view, hasSeveral, figures)
      : results;
    const rendered = render(computed ? headed(settled, computed) : settled, watched);
    if (!options.open) {
      await deliverOutput(invocation, { ...rendered, figures }, target);
      return rendered.rows();
    }
    const { openPage } = await import('../../cli/open-page.ts');
    await openPage(invocation, report.name, target, file =>
      deliver(rendered.chunks, file, invocation.context),
    );
    return rendered.rows();
  };

/** Computed rows have one heading, that of all their requests; a section has its own. */
const headed = (options: RenderOptions, { heading, sections }: ComputedHeading): RenderOptions => ({
  ...options,
  view: { ...options.view, table: { columns: [], ...options.view.table, title: () => heading } },
  ...(options.about
    ? {
        about: {
          ...options.about,
          sectionOf: (parameters: Parameters) => ({
            heading: sections.find(({ result }) => result.parameters === parameters)?.heading ?? heading,
            details: [],
          }),
        },
      }
    : {}),
});

/** The key figures of a run, label and value, for the mail that is sent at its end. */
type RunFigures = (readonly [label: string, value: string])[];

/** Whether the key figures are used: by `--mail-to` of this command, or by the job that runs it. */
const wantsFigures = (
  { context }: Invocation,
  { mailTo }: { readonly mailTo?: readonly string[] },
): boolean => mailTo !== undefined || Boolean(context.env['HOTELCTL_RUN_FACTS']);

/** The same results; the key figures of each are added to the list after it has been written. */
async function* withKeyFigures(
  results: Results,
  view: Pick<View<never>, 'whole'>,
  several: boolean,
  figures: RunFigures,
): AsyncGenerator<RequestResult> {
  const { figuresOf } = await import('../../output/chart/chart.ts');
  for await (const result of results) {
    yield result;
    const property = several ? `${String(result.parameters['propertyId'])}: ` : '';
    for (const { title, text, unit } of figuresOf(view.whole?.figures ?? [], result.whole?.())) {
      figures.push([`${property}${title}`, unit === '' || text.includes(unit) ? text : `${text} ${unit}`]);
    }
  }
}
