import { readFileSync } from 'node:fs';
import { reports } from '../../src/platform/reports/index.ts';
import { createArgs, type Workbench } from '../bookings/workbench.ts';
import { wordsOf } from '../words.ts';
import { outputFile } from './cell.ts';
import type { Kind } from './expectations.ts';

/** A command that uses the API or the UI integration host, and which of its requests gets the fault. */
export interface Station {
  readonly name: string;
  readonly kind: Kind;
  readonly host: 'api' | 'integration';
  readonly args: (ids: Ids) => readonly string[];
  /** The request that gets the fault, as `--fault` selects it; default: every request to this host. */
  readonly meets?: (ids: Ids) => string;
  readonly counted: { readonly method?: string; readonly address: string };
  /** The output after exit 7. */
  readonly partial?: RegExp;
}

/** The state of the platform for a run: created for each, because runs delete and create. */
export interface Ids {
  readonly view: string;
  readonly privateView: string;
  readonly fresh: string;
}

const target = 'DashboardPropertyContext';
const listed = 'ReservationDetailsTab';
const stay = '--arrival 2026-12-01 --departure 2026-12-03 --adults 2'.split(' ');
const read = (name: string, words: string, address: string, kind: Kind = 'read'): Station => ({
  name,
  kind,
  host: 'api',
  args: () => wordsOf(words),
  counted: { address },
});

/** All reports have one definition and one engine: `npm test` uses one of those that are read completely, and one that is streamed. */
const chosen = process.env['FULL_COUNTS']
  ? reports
  : reports.filter(({ name }) => /^(bed-nights|gross-transactions)$/.test(name));
const reportStations = chosen.map(({ name, examples, listField }) => {
  const [example = ''] = Object.keys(examples);
  // The bed nights of several properties have separate faults.
  const address = name === 'bed-nights' ? 'MUC&month=10' : `/${name}`;
  const line = example.replace(/^hotelctl /, '').replaceAll("'", '');
  return read(`reports ${name}`, line, address, listField === undefined ? 'read' : 'stream');
});

const integration = (
  name: string,
  kind: Kind,
  method: string,
  request: (ids: Ids) => readonly [path: string, line: string],
): Station => ({
  name: `ui-integration ${name}`,
  kind,
  host: 'integration',
  args: ids => wordsOf('ui-integration', request(ids)[1]),
  meets: ids => `method=${method},path=${request(ids)[0]}`,
  counted: { method, address: '/integration/v1/ui-integrations' },
});

/** All of them. `quoted` has quote.json and response.json, `total` is the value of --expect-total. */
export const stationsOf = (quoted: Workbench, total: string): readonly Station[] => [
  ...reportStations,
  // A separate file, from a report that is read completely and from one that is streamed.
  read(
    'reports room-nights into a file',
    `reports room-nights --property MUC --month 9 --year 2026 --output ${outputFile}`,
    '/room-nights',
  ),
  read(
    'reports gross-transactions into a file',
    `reports gross-transactions --property MUC --period 2026-10 --output ${outputFile}`,
    '/gross-transactions',
    'stream',
  ),
  {
    name: 'reports bed-nights of three properties',
    kind: 'several',
    host: 'api',
    args: () =>
      wordsOf(`
        reports bed-nights --property MUC --property LND --property TYO --month 9 --year 2026 --output ${outputFile}
      `),
    meets: () => 'path=propertyId=LND',
    counted: { address: 'propertyId=LND' },
    partial: /^(?=[\s\S]*\nMUC,)(?=[\s\S]*\nTYO,)(?![\s\S]*\nLND,)/,
  },
  {
    name: 'reports bed-nights of two properties as JSON',
    kind: 'several',
    host: 'api',
    args: () =>
      wordsOf('reports bed-nights --property MUC --property LND --month 9 --year 2026 --format json'),
    meets: () => 'path=propertyId=LND',
    counted: { address: 'propertyId=LND' },
    partial: /^\[\n[\s\S]*"propertyId": "MUC"[\s\S]*\n\]\n$/,
  },
  // The ledger of a close and of a journal is one of several requests.
  // A first close reads the ledger of earlier months before its own: the month before is the first request.
  read(
    'close',
    `close --property MUC --period 2026-10 --output ${outputFile}`,
    'gross-transactions?propertyId=MUC&dateFilter=gte_2026-09-01',
    'stream',
  ),
  read(
    'journal',
    `journal --property MUC --period 2026-10-15 --without-close --output ${outputFile}`,
    '/gross-transactions',
    'stream',
  ),
  // Its other parts are written.
  {
    name: 'pack',
    kind: 'several',
    host: 'api',
    args: () => wordsOf(`pack --property MUC --period 2026-09 --format html --output ${outputFile}`),
    counted: { address: 'revenues?propertyId=MUC&from=2026-09-01' },
    partial: /Missing: Revenues/,
  },
  read('properties list', 'properties list', '/inventory/v1/properties'),
  read('offers list', `offers list --property MUC ${stay.join(' ')}`, '/booking/v1/offers'),
  read(
    'offers services',
    `offers services --rate-plan MUC-NONREF-DBL ${stay.join(' ')}`,
    '/booking/v1/service-offers',
  ),
  read(
    'bookings quote',
    'bookings quote --property MUC --reservation arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-NONREF-DBL',
    '/booking/v1/offers',
  ),
  read(
    'api with a query',
    'api /reports/v0-nsfw/reports/room-nights?propertyId=MUC&month=8&year=2026 --query @',
    'MUC&month=8',
  ),
  {
    name: 'bookings create',
    kind: 'create',
    host: 'api',
    args: () => createArgs(quoted, total),
    counted: { method: 'POST', address: '/booking/v1/bookings' },
  },
  integration('list', 'read', 'GET', () => [listed, `list ${listed}`]),
  integration('get', 'read', 'GET', ({ view }) => [view, `get ${target} ${view}`]),
  {
    ...integration('test', 'read', 'GET', ({ privateView: id }) => [`${id}/$test`, `test ${target} ${id}`]),
    counted: { address: '$test' },
  },
  integration('create', 'create', 'POST', ({ fresh }) => [
    target,
    `create ${target} --code ${fresh} --label View --source-url https://views.example/${fresh} --source-type public`,
  ]),
  {
    name: 'api, a creation',
    kind: 'create',
    host: 'integration',
    args: ({ fresh }) =>
      wordsOf(
        `api POST integration:/integration/v1/ui-integrations/${target} --query id -f`,
        [`code=api-${fresh}`],
        '-f label=View -f sourceType=Public -f',
        [`sourceUrl=https://views.example/api-${fresh}`],
      ),
    meets: () => 'method=POST',
    counted: { method: 'POST', address: '/integration/v1/ui-integrations' },
  },
  integration('update, reading', 'read', 'GET', ({ view }) => [view, `update ${target} ${view} --label O`]),
  integration('update', 'replace', 'PUT', ({ view }) => [view, `update ${target} ${view} --label Other`]),
  integration('delete', 'delete', 'DELETE', ({ view }) => [view, `delete ${target} ${view} --yes`]),
];

/** For commands that use no UI integration. */
export const noIds: Ids = { view: '', privateView: '', fresh: '' };

let made = 0;
/** The sandboxes that have a view to list. */
const listing = new WeakSet<object>();

/** A public and a private view, registered without faults, and an unused code. */
export async function newIds({ sandbox, env }: Workbench): Promise<Ids> {
  const register = async (sourceType: string, at = target) => {
    const code = `view-${++made}`;
    const url = sandbox.integrationUrl.replace('https:', 'http:');
    const authorization = `Bearer ${env['HOTELCTL_ACCESS_TOKEN']}`;
    const view = { code, label: 'View', sourceUrl: `https://views.example/${code}`, sourceType };
    const response = await fetch(`${url}/integration/v1/ui-integrations/${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(view),
    });
    return ((await response.json()) as { id: string }).id;
  };
  if (!listing.has(sandbox)) await register('Public', listed);
  listing.add(sandbox);
  return { view: await register('Public'), privateView: await register('Private'), fresh: `view-${++made}` };
}

/** A quote belongs to the host that it was requested from, by its URL. */
export const quoteText = (bench: Workbench) => readFileSync(bench.file('quote.json'), 'utf8');
