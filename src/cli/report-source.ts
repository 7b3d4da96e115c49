import { UsageError } from '../base/errors.ts';
import { type ReportDefinition, type ReportsVersion, reportsVersions } from '../platform/reports/report.ts';
import type { ReportSource } from '../reports/fetch-report.ts';
import { connect } from './connect.ts';
import type { Invocation } from './invocation.ts';
import type { Settings } from './settings/resolve.ts';

/**
 * @param report the report whose version of the API is checked; undefined for several reports
 * @param connections the number of concurrent requests
 */
export function openReportSource(invocation: Invocation, report?: ReportDefinition, connections?: number) {
  const { settings, context, warn } = invocation;
  const version = settings.require('reportsVersion');
  if (!isKnownVersion(version)) {
    const known = reportsVersions.join(', ');
    void warn(`warning: the reports version ${version} is sent, but hotelctl knows only ${known}`);
  } else if (report) checkVersion(report, version, settings);
  const { send, baseUrl, close } = connect(invocation, settings.requireHost('baseUrl'), connections);
  const source: ReportSource = {
    ...{ send, baseUrl, version, newKey: () => context.random.uuid(), warn },
    explainRefusal: async (refusal, parameters) => {
      const { explainNotFound } = await import('./properties.ts');
      return explainNotFound(invocation, { send, baseUrl }, parameters, refusal);
    },
  };
  return { ...source, close };
}

const isKnownVersion = (version: string): version is ReportsVersion =>
  reportsVersions.some(known => known === version);

/** @throws UsageError for a known version that does not serve this report */
function checkVersion(report: ReportDefinition, version: ReportsVersion, settings: Settings): void {
  if (report.versions.includes(version)) return;
  throw new UsageError(`${report.name} is not served in reports version ${version}`, {
    hint: `it is served in ${report.versions.join(', ')}; ${version} comes from ${settings.origin('reportsVersion')}`,
  });
}
