import { nearestFirst } from '../base/choices.ts';
import { UsageError } from '../base/errors.ts';
import type { ReportDefinition } from '../platform/reports/report.ts';

/** All views of a report, as a value of `--view`. */
export const allViews = 'all';

/**
 * The names of the views that `--view` gives, in its order: one, several separated by commas, or all.
 *
 * @throws UsageError for an unknown, repeated or empty name
 */
export function givenViews({ name, views }: ReportDefinition, flag: string): readonly string[] {
  if (flag === allViews) return views;
  const given = flag.split(',').map(word => word.trim());
  for (const [index, view] of given.entries()) {
    if (!views.includes(view)) {
      const { suggestion, names } = nearestFirst(view, views);
      throw new UsageError(`--view: ${name} has no view "${view}"`, {
        hint: `${suggestion ? `did you mean ${suggestion}? ` : ''}views: ${names.join(', ')}${views.length > 1 ? `, or ${allViews}` : ''}`,
      });
    }
    if (given.indexOf(view) < index) {
      throw new UsageError(`--view names ${view} twice`, { hint: 'name each view once' });
    }
  }
  return given;
}
