import { problemsOf } from '../../platform/parameters.ts';
import { reports } from '../../platform/reports/index.ts';
import { type ReportDefinition, reportPath, reportScopes } from '../../platform/reports/report.ts';
import { type ComputeReport, computeReport } from '../hotel/reports/index.ts';
import { empty, json, type Operation, parametersOf, unprocessable } from './operation.ts';

/** A route for each report and each version that serves it. */
export const reportOperations = (): Operation[] =>
  reports.flatMap(report => {
    const compute = computeReport[report.name];
    return compute ? report.versions.map(version => reportOperation(report, version, compute)) : [];
  });

/** 422 with every problem, 404 for a property that is not the hotel's, 204 where there is nothing to report. */
function reportOperation(
  report: ReportDefinition,
  version: ReportDefinition['versions'][number],
  compute: ComputeReport,
): Operation {
  return {
    method: report.method,
    path: reportPath(report, version),
    scopes: reportScopes,
    answer(hotel, { query }) {
      const parameters = parametersOf(query, report.parameters);
      const problems = problemsOf(report, parameters, ({ wire }) => wire);
      if (problems.length > 0) return unprocessable(problems);
      const property = hotel.property(String(parameters['propertyId']));
      if (!property) return empty(404);
      const body = compute(hotel, property, parameters);
      return body === null ? empty(204) : json(200, body);
    },
  };
}
