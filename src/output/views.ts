import type { View } from '../platform/records.ts';
import type { RequestResult, Results } from './results.ts';

/** A response in each of these views. The key figures, which all views of a report share, are those of the first. */
export function inViews(
  views: readonly View<never>[],
  resultOf: (view: View<never>) => RequestResult,
): readonly RequestResult[] {
  const leading = leadingView(views);
  return views.map(view => {
    const { whole, ...result } = resultOf(view);
    return { ...result, view, ...(whole && view === leading ? { whole } : {}) };
  });
}

/** The view whose key figures are shown: the first one that has any. */
export const leadingView = (views: readonly View<never>[]): View<never> | undefined =>
  views.find(({ whole }) => whole) ?? views[0];

/** For a page: the views of a request follow each other. */
export async function* viewByView(results: Results): AsyncGenerator<RequestResult> {
  for await (const result of results) yield* result.inViews ?? [result];
}

/**
 * For a workbook: the requests of a property follow each other in each of its views, because they share a sheet. Results
 * of a single view are passed on as they come.
 */
export async function* sheetBySheet(results: Results): AsyncGenerator<RequestResult> {
  const held: (readonly RequestResult[])[] = [];
  let property: unknown;
  for await (const result of results) {
    if (!result.inViews) {
      yield result;
      continue;
    }
    const next = result.parameters['propertyId'];
    if (next !== property) yield* transposed(held.splice(0));
    property = next;
    held.push(result.inViews);
  }
  yield* transposed(held);
}

const transposed = (rows: readonly (readonly RequestResult[])[]): RequestResult[] =>
  (rows[0] ?? []).flatMap((_, view) => rows.flatMap(row => row[view] ?? []));
