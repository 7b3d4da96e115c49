import { UsageError } from '../errors.ts';
import { type Parameters, problemsOf } from '../platform/parameters.ts';
import type { ReportDefinition, ReportsVersion } from '../platform/reports/report.ts';
import type { Settings } from '../settings/resolve.ts';
import type { Runtime } from './runtime.ts';

/** The request's parameters from flags and settings, checked as the platform would check them. */
export function reportParameters(
  report: ReportDefinition,
  { settings }: Pick<Runtime, 'settings'>,
  options: object,
): Parameters {
  const values: Record<string, string | readonly string[]> = {};
  for (const { wire, repeatable, kind } of report.parameters) {
    const given = Reflect.get(options, wire) as readonly string[] | undefined;
    const fallback = wire === 'propertyId' ? settings.find('property')?.value : undefined;
    const list = (given ?? (fallback === undefined ? [] : [fallback])).map(kind.asSent ?? (value => value));
    if (list.length > 0) values[wire] = repeatable || list.length > 1 ? list : (list[0] ?? '');
  }
  // A property that no flag gave is named after the place that did, so that it can be found and mended.
  const nameOf = ({ wire, flag }: { wire: string; flag: string }) =>
    wire === 'propertyId' && values[wire] !== undefined && Reflect.get(options, wire) === undefined
      ? settings.origin('property')
      : `--${flag}`;
  const problems = problemsOf(report, values, nameOf);
  if (problems.length === 0) return values;
  throw new UsageError(problems.join('; '), { hint: hintFor(report, values) });
}

function hintFor(report: ReportDefinition, values: Parameters): string {
  if (values['propertyId'] === undefined) {
    return 'give --property, set HOTELCTL_PROPERTY, or keep one with `hotelctl profile add NAME --property ID`';
  }
  const example = report.examples[0]?.command;
  return example
    ? `for example \`${example}\``
    : `\`hotelctl reports ${report.name} --help\` shows what it takes`;
}

/** `--reports-version`, checked against what serves this report. */
export function reportsVersionOf(report: ReportDefinition, settings: Settings): ReportsVersion {
  const given = settings.require('reportsVersion');
  const version = report.versions.find(name => name === given);
  if (version) return version;
  throw new UsageError(`${report.name} is not served in reports version ${given}`, {
    hint: `it is served in ${report.versions.join(', ')}; ${given} comes from ${settings.origin('reportsVersion')}`,
  });
}
