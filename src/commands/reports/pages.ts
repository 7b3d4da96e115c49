import { open, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeFolder } from '../../base/make-folder.ts';
import { groupBy } from '../../base/text.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { shortCause } from '../../cli/several-properties.ts';
import { browserObstacle, openFile } from '../../http/auth/browser.ts';
import { isArranged } from '../../output/columns.ts';
import { type Chunks, deliver } from '../../output/deliver.ts';
import type { Document, Text } from '../../output/document/document.ts';
import type { MailedPage } from '../../output/document/mail.ts';
import { localeFormat, pageFormat } from '../../output/number-format.ts';
import { composeReport, type RenderOptions } from '../../output/render.ts';
import { checkRowCount, leadingView, type RequestResult, type Results } from '../../output/results.ts';
import { StreamTotals } from '../../output/totals.ts';
import { englishText, joinTexts, sayPeriod, saySome } from '../../output/words/messages.ts';
import { dayLength } from '../../platform/dates.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { boundsOf, withoutGaps } from '../../platform/periods.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { joinSome } from '../../platform/safe-text.ts';
import { isAcrossHotels } from '../../reports/figures/groups.ts';
import {
  byFrequency,
  describeOtherDays,
  type NamedGap,
  nameGap,
  withMissing,
} from '../../reports/figures/lines.ts';
import { makeReadable } from './fetch-all.ts';
import type { RunPlan } from './plan.ts';

/** Of a list that is read once, a mail shows these rows. */
const mostKept = 100;

/**
 * Results that keep what a mail shows of them while they are written: the key figures, and the first rows of a list. A run
 * that writes several files or views has no page.
 */
export function keptForMail(results: Results, plan: RunPlan, output: RenderOptions) {
  const figures: (readonly [label: string, value: string])[] = [];
  const kept: RequestResult[] = [];
  const isOnce = plan.report.listField !== undefined && plan.computation === undefined;
  const most = isArranged(output.arrangement) ? Number.POSITIVE_INFINITY : mostKept;
  const hasPage =
    plan.targets === undefined && plan.views.length === 1 && !(isOnce && output.format === 'json');
  // The rows of a CSV have the figures of the platform.
  const view = leadingView(plan.views);
  const readable = (result: RequestResult) =>
    view && plan.basis !== undefined && !plan.computation ? makeReadable(result, view) : result;
  const passing = async function* () {
    for await (const result of results) {
      if (hasPage && isOnce) {
        const { keeping, end } = keepRows(result, most, view?.columns ?? []);
        yield keeping;
        kept.push(end());
      } else {
        yield result;
        kept.push(readable(result));
      }
      figures.push(...(await keyFigures(readable(result), plan)));
    }
  };
  const page = async (): Promise<MailedPage | undefined> => {
    if (!hasPage) return undefined;
    const { composeMail } = await import('../../output/document/mail.ts');
    const mail = await composeMail(await composeReport(output, kept), pageFormat(output.locale));
    return { ...mail, isPart: kept.some(({ excerptOf }) => (excerptOf?.count ?? 0) > most) };
  };
  return { results: passing(), figures, page };
}

/** The same result, whose first rows are kept while they pass. */
function keepRows({ csvRows: _csvRows, ...result }: RequestResult, most: number, columns: readonly Column[]) {
  const rows: ReportRecord[] = [];
  // A page that has all rows adds them up itself.
  const totals = Number.isFinite(most) ? new StreamTotals(columns) : undefined;
  const records = async function* () {
    for await (const batch of result.records()) {
      totals?.add(batch);
      if (rows.length < most) rows.push(...batch.slice(0, most - rows.length));
      checkRowCount(rows.length);
      yield batch;
    }
  };
  return {
    keeping: { ...result, records },
    end: (): RequestResult => ({ ...result, records: () => [rows], ...(totals && { excerptOf: totals }) }),
  };
}

/** Label and value, for the history of a job and a mail without a page. */
async function keyFigures(result: RequestResult, { views, requests }: RunPlan) {
  const { makeTiles } = await import('../../output/chart/chart.ts');
  const { tileWords } = await import('../../output/document/reading.ts');
  const { formatText, withSign } = await import('../../output/words/messages.ts');
  const format = localeFormat(undefined);
  const property = requests.length > 1 ? `${String(result.parameters['propertyId'])}: ` : '';
  return makeTiles(leadingView(views)?.whole?.figures ?? [], result.whole?.(), format).map(
    tile =>
      [
        `${property}${formatText(tile.what, format)}`,
        withSign(tileWords(tile, format).shown, tile.unit, format),
      ] as const,
  );
}

/** How long a page without a file name is kept, for users who come back to its browser tab. */
const kept = dayLength;

/**
 * Writes a page and shows it. Without a file name it is a temporary file that only its owner can read, because reports
 * contain names of guests. If no browser can be opened, a note says where the page is: it was written, which is a
 * success.
 */
export async function openPage(
  invocation: Invocation,
  name: string,
  output: string | undefined,
  chunks: Chunks,
) {
  const { context } = invocation;
  const file = output === undefined ? await privatePage(invocation, name) : resolve(output);
  try {
    await deliver(chunks, file, context);
  } catch (error) {
    if (output === undefined) await rm(file, { force: true }).catch(() => {});
    throw error;
  }
  const opened = browserObstacle(context) === undefined && (await openFile(pathToFileURL(file), context));
  await invocation.note(opened ? `opened ${file}` : `no browser could be opened here; the page is ${file}`);
}

async function privatePage({ context }: Invocation, name: string): Promise<string> {
  const folder = join(context.folders.state, 'pages');
  makeFolder(folder, 0o700);
  await removeOld(folder, context.clock.now());
  const file = join(folder, `${name}-${Buffer.from(context.random.bytes(8)).toString('hex')}.html`);
  // Created empty with its mode; the page that replaces it keeps the mode.
  await (await open(file, 'wx', 0o600)).close();
  return file;
}

/** Old pages are removed on a best-effort basis: failures are ignored. */
async function removeOld(folder: string, now: number) {
  for (const name of await readdir(folder).catch(() => [])) {
    const page = join(folder, name);
    const { mtimeMs = now } = (await stat(page).catch(() => undefined)) ?? {};
    if (name.endsWith('.html') && now - mtimeMs > kept) await rm(page, { force: true }).catch(() => {});
  }
}

/**
 * How many of the hotels a page has, and of which period. One of which some periods failed is missing too, and these are named.
 *
 * @param subject without the hotels, which are counted
 * @param having the hotels that the platform has figures of, for a report that knows them
 */
export function describeFailures(
  document: Document,
  subject: Text,
  { report, requests, refused, failed, words: { names, describeUnlisted }, computation }: RunPlan,
  having: ReadonlySet<string> | undefined,
): Document {
  const requested = [
    ...requests.map(({ propertyId }) => String(propertyId)),
    ...refused.map(({ property }) => property),
  ];
  const all = [...new Set(requested)];
  const expected = all.length;
  const incomplete = groupBy(failed, ({ property }) => property);
  const empty = all.filter(property => !incomplete.has(property) && having?.has(property) === false);
  const lacking = [...incomplete].map(([property, parts]) => {
    const isWhole = parts.length >= requested.filter(each => each === property).length;
    const periods = isWhole ? [] : parts.map(({ period }) => period);
    return {
      name: [names.get(property) ?? property, joinSome(periods, 3, ', ')].filter(Boolean).join(' '),
      cause: parts[0] ? shortCause(parts[0].error) : '',
    };
  });
  const missing: readonly NamedGap[] = [
    ...lacking,
    ...empty.map(property => nameGap({ property, name: names.get(property) })),
  ];
  const counts = { hotels: expected - missing.length, expected };
  const isAcross = isAcrossHotels(computation?.grouping);
  const isPage = document.blocks.length > 0;
  const unlisted = (isPage && isAcross && describeUnlisted?.(all.map(property => ({ property })))) || [];
  const hotels = findPeriods(report, requests);
  const days = hotels.map(({ property, day }) => ({ name: names.get(property) ?? property, day }));
  const [usual] = byFrequency(days.map(({ day }) => day));
  const periods = (hotels.find(({ day }) => day === usual)?.periods ?? []).map(sayPeriod);
  // The title of many months counts them; it has the hotels.
  const isNamed = periods.every(period => englishText(document.title).includes(englishText(period)));
  const basis = joinTexts([isNamed ? undefined : saySome(periods), document.basis]);
  const known = { ...document, ...(expected > 1 && { subject }), ...(basis.length > 0 && { basis }) };
  // The title of a table of one hotel names its days.
  const others = isPage || isAcross ? describeOtherDays(days) : [];
  return withMissing(known, counts, missing, [...others, ...unlisted]);
}

/** The periods of each hotel; none of a request without an end. */
function findPeriods(report: ReportDefinition, requests: readonly Parameters[]) {
  const requested = requests.flatMap(request => {
    const { first, last } = boundsOf(report.period, request);
    const property = String(request['propertyId']);
    return first === undefined || last === undefined ? [] : [{ property, first, last }];
  });
  return [...groupBy(requested, ({ property }) => property)].map(([property, own]) => {
    const periods = withoutGaps(own);
    return { property, periods, day: periods.at(-1)?.last ?? '' };
  });
}
