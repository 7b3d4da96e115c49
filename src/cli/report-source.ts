import { UsageError } from '../base/errors.ts';
import type { ReportDefinition, ReportsVersion } from '../platform/reports/report.ts';
import type { ReportSource } from '../reports/fetch-report.ts';
import { connect } from './connect.ts';
import type { Invocation } from './invocation.ts';
import type { Settings } from './settings/resolve.ts';

/** The platform as the source of reports, for the settings of one command. */
interface OpenReportSource extends ReportSource {
  close(): Promise<void>;
}

/**
 * @param report the report whose version of the API is checked; undefined for several reports
 * @param connections the number of concurrent requests
 */
export function openReportSource(
  invocation: Invocation,
  report?: ReportDefinition,
  connections?: number,
): OpenReportSource {
  const { settings, context, warn } = invocation;
  const version = report
    ? checkedVersion(report, settings)
    : (settings.require('reportsVersion') as ReportsVersion);
  const { send, baseUrl, close } = connect(invocation, settings.requireHost('baseUrl'), connections);
  return {
    ...{ send, baseUrl, close, version, newKey: () => context.random.uuid(), warn },
    explainRefusal: async (refusal, { propertyId }) => {
      if (refusal.details.status !== 404 || typeof propertyId !== 'string') return undefined;
      const { unknownProperty } = await import('./properties.ts');
      return unknownProperty(invocation, { send, baseUrl }, propertyId, refusal);
    },
  };
}

/** `--reports-version`, checked against the versions that serve this report. */
function checkedVersion(report: ReportDefinition, settings: Settings): ReportsVersion {
  const given = settings.require('reportsVersion');
  const version = report.versions.find(name => name === given);
  if (version) return version;
  throw new UsageError(`${report.name} is not served in reports version ${given}`, {
    hint: `it is served in ${report.versions.join(', ')}; ${given} comes from ${settings.origin('reportsVersion')}`,
  });
}
