import { readFileSync } from 'node:fs';
import { toJSONSchema } from 'zod/mini';
import { exitCodes } from '../src/base/errors.ts';
import { version } from '../src/base/version.ts';
import { settingDefinitions } from '../src/cli/settings/settings.ts';
import { assumptionKeys, assumptions } from '../src/platform/assumptions.ts';
import { bookingModel } from '../src/platform/bookings/booking-request.ts';
import { serviceOffers, stayOffers } from '../src/platform/bookings/offers.ts';
import {
  quoteFile,
  serviceOffersResponse,
  stayOffersResponse,
} from '../src/platform/bookings/quote-model.ts';
import { double, type Schema, schemaDefinition } from '../src/platform/models.ts';
import { propertiesPage } from '../src/platform/properties.ts';
import { reports } from '../src/platform/reports/index.ts';
import { reportPath } from '../src/platform/reports/report.ts';
import { registeredList, testResponse } from '../src/platform/ui-integrations/registration.ts';
import { exampleContext } from '../src/platform/ui-integrations/targets.ts';
import { bookErrors } from '../src/sandbox/faults/books.ts';
import { faults } from '../src/sandbox/faults/faults.ts';
import { expectedOf, type Kind, kinds } from '../test/faults/expectations.ts';
import { modules } from '../test/modules.ts';
import { clientTypes } from './reference/client-types.ts';
import { manualPages } from './reference/manual.ts';
import { referencePages } from './reference/markdown.ts';
import { surface } from './reference/surface.ts';
import { missedGoals, speedFigures } from './speed.ts';

/**
 * Every generated file, by its path: the quote's schema, the reference with the surface, the
 * manual pages with their list in package.json, and the parts of docs/settings.md, docs/speed.md, docs/architecture.md, docs/decisions.md,
 * docs/faults.md, docs/platform.md and the READMEs of `src/`
 * between `<!-- NAME -->` and `<!-- end -->`. `npm run generate` writes them. A test fails when one is out of date, or
 * when its source no longer exists.
 */
export async function generatedFiles(root: URL): Promise<Readonly<Record<string, string>>> {
  const manual = await manualPages(version);
  return {
    ...languageFiles(root),
    'src/platform/our-names.json': `${JSON.stringify(
      Object.fromEntries(Object.entries(ourNames).map(([key, names]) => [key, names.join(' ')])),
      null,
      2,
    )}\n`,
    'docs/quote.schema.json': `${JSON.stringify(quoteSchema(), null, 2)}\n`,
    'docs/platform.md': withRegions(readFileSync(new URL('docs/platform.md', root), 'utf8'), platformTables),
    ...(await clientTypes()),
    ...(await referencePages()),
    ...manual,
    'package.json': withManual(readFileSync(new URL('package.json', root), 'utf8'), Object.keys(manual)),
    'docs/reference/surface.txt': await surface(),
    ...folderReadmes(root),
    'docs/architecture.md': withRegion(
      readFileSync(new URL('docs/architecture.md', root), 'utf8'),
      'modules',
      moduleTable(),
    ),
    'docs/decisions.md': withRegion(
      readFileSync(new URL('docs/decisions.md', root), 'utf8'),
      'missed goals',
      missedGoals(root),
    ),
    'docs/faults.md': withRegion(
      withRegion(
        withRegion(readFileSync(new URL('docs/faults.md', root), 'utf8'), 'kinds', kindList()),
        'faults',
        faultTable(),
      ),
      'books',
      table(
        ['error', 'the books'],
        bookErrors.map(({ name, summary }) => [`\`${name}\``, summary]),
      ),
    ),
    'docs/settings.md': withRegion(
      withRegion(readFileSync(new URL('docs/settings.md', root), 'utf8'), 'settings', settingsTable()),
      'exit codes',
      exitCodeTable(),
    ),
    'docs/speed.md': withRegion(
      readFileSync(new URL('docs/speed.md', root), 'utf8'),
      'speed',
      speedTable(root),
    ),
  };
}

/** The translations in the order of their templates, so that two changes rarely meet in a line. */
const languageFiles = (root: URL) =>
  Object.fromEntries(
    ['de', 'fr', 'es', 'it'].map(language => {
      const path = `src/output/words/${language}.json`;
      const messages: Record<string, string> = JSON.parse(readFileSync(new URL(path, root), 'utf8'));
      const sorted = Object.entries(messages).sort(([one], [other]) => (one < other ? -1 : 1));
      return [path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`];
    }),
  );

const ofReports = (name: string) =>
  reports.filter(({ assumes }) => assumes?.key === `assume.${name}.fields`).map(({ response }) => response());
const fieldsOfReports = async (name: string) =>
  fieldNames(...(await Promise.all(ofReports(name))).flatMap(({ body, item = body }) => [body, item]));
/** Our names that the pairs of an assumption change. */
const ourNames: Readonly<Record<string, readonly string[]>> = {
  'assume.bookings.fields': fieldNames(bookingModel),
  'assume.offers.parameters': stayOffers.parameters.map(({ wire }) => wire),
  'assume.offers.fields': fieldNames(stayOffersResponse),
  'assume.serviceOffers.parameters': serviceOffers.parameters.map(({ wire }) => wire),
  'assume.serviceOffers.fields': fieldNames(serviceOffersResponse),
  'assume.transactions.fields': await fieldsOfReports('transactions'),
  'assume.revenues.fields': await fieldsOfReports('revenues'),
  'assume.taxDetails.fields': await fieldsOfReports('taxDetails'),
  'assume.travelPurposes.fields': await fieldsOfReports('travelPurposes'),
  'assume.businessDays.fields': await fieldsOfReports('businessDays'),
  'assume.properties.parameters': ['pageNumber', 'pageSize'],
  'assume.properties.fields': fieldNames(propertiesPage),
  'assume.uiIntegrations.fields': [...fieldNames(registeredList, testResponse), 'count'],
  'assume.views.parameters': Object.keys(exampleContext),
  'assume.views.fields': ['url', 'expTimestamp'],
};

/** The names of all fields of models, also of those inside others. */
function fieldNames(...models: readonly Schema[]): readonly string[] {
  const names = new Set<string>();
  // What is added to a set is visited by its loop too.
  const parts = new Set(models);
  for (const part of parts) {
    const { shape = {}, element = part, innerType = part } = schemaDefinition(part);
    for (const name of Object.keys(shape)) names.add(name);
    for (const inner of [...Object.values(shape), element, innerType]) parts.add(inner);
  }
  return [...names];
}

/** The tables of the page about the platform. Comments in `src/` that cite `platform.md` mean this page. */
const platformTables = {
  reports: () =>
    table(
      ['report', 'request'],
      reports.map(report => [`\`${report.name}\``, `\`${report.method} ${reportPath(report, 'v0-nsfw')}\``]),
    ),
  assumptions: () =>
    table(
      ['key', 'what is assumed', 'default', 'used by', 'how you notice that it is wrong'],
      assumptionKeys.map(key => {
        const { assumes, fallback, usedBy, noticed } = assumptions[key];
        return [`\`${key}\``, assumes, `\`${fallback}\``, usedBy, noticed];
      }),
    ),
  names: () =>
    table(
      ['key', 'our names'],
      Object.entries(ourNames).map(([key, names]) => [
        `\`${key}\``,
        names.map(name => `\`${name}\``).join(', '),
      ]),
    ),
};

/** A page with these regions. */
const withRegions = (page: string, regions: Readonly<Record<string, () => string>>) =>
  Object.entries(regions).reduce((text, [name, make]) => withRegion(text, name, make()), page);

/** The README of each folder of `src/`, with the imports that test/structure.test.ts allows. */
const folderReadmes = (root: URL) =>
  Object.fromEntries(
    modules.map(({ folder, imports }) => {
      const path = `src/${folder}/README.md`;
      const importers = modules.filter(other => other.imports.includes(folder)).map(other => other.folder);
      const text = `May be imported by: ${listOf(importers)}. May import: ${listOf(imports)}.`;
      return [path, withRegion(readFileSync(new URL(path, root), 'utf8'), 'imports', text)];
    }),
  );

const listOf = (folders: readonly string[]) =>
  folders.length === 0 ? 'nothing' : folders.map(folder => `\`${folder}\``).join(', ');

/** npm links manual pages only if the package lists each of them. */
const withManual = (packageFile: string, pages: readonly string[]) =>
  `${JSON.stringify({ ...JSON.parse(packageFile), man: pages.map(page => `./${page}`) }, null, 2)}\n`;

/** Folders in which everything is generated. */
export const generatedFolders = ['docs/reference', 'man', 'types'];

const kindList = () =>
  Object.entries(kinds)
    .map(([kind, commands]) => `- ${kind}: ${commands}`)
    .join('\n');

/** From the expectations that test/faults checks for every command. */
const faultTable = () =>
  table(
    ['fault', 'the host', ...Object.keys(kinds)],
    faults.map(({ name, summary }) => [
      `\`${name}\``,
      summary,
      ...(Object.keys(kinds) as Kind[]).map(kind => {
        const { exit, tries } = expectedOf(name, kind);
        return tries === 1 ? String(exit) : `${exit}, ${tries} attempts`;
      }),
    ]),
  );

/** The schema of the file that `bookings quote` writes, for programs that create or check quotes without hotelctl. */
const quoteSchema = () => ({
  title: 'hotelctl quote, version 1',
  ...toJSONSchema(quoteFile, {
    // An exact number may be a double or a decimal in memory; in JSON it is a number.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if ((zodSchema as unknown) === double) jsonSchema.type = 'number';
    },
  }),
});

function withRegion(text: string, name: string, content: string): string {
  const region = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end -->)`);
  if (!region.test(text)) throw new Error(`there is no region "${name}"`);
  return text.replace(region, (_, begin: string, end: string) => `${begin}${content}\n${end}`);
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');

/** From the last run of `npm run bench`. */
function speedTable(root: URL): string {
  const { paragraph, rows } = speedFigures(root);
  return `${paragraph}\n\n${table(['what', 'figure', 'measured', 'goal'], rows)}`;
}

const moduleTable = () =>
  table(
    ['folder', 'owns', 'imports'],
    modules.map(({ folder, owns, imports }) => [
      `\`${folder}/\``,
      owns,
      imports.map(name => `\`${name}\``).join(', ') || 'nothing',
    ]),
  );

const settingsTable = () =>
  table(
    ['setting', 'flag', 'environment', 'default'],
    settingDefinitions.map(({ summary, flag, environment, fallback, usual, isProfileFlag }) => [
      summary,
      isProfileFlag ? `\`${flag}\` of \`profile add\`` : `\`${flag}\``,
      `\`${environment}\``,
      fallback === undefined ? (usual ?? 'none') : `\`${fallback}\``,
    ]),
  );

const exitCodeTable = () =>
  table(
    ['code', 'meaning', 'what a script does'],
    exitCodes.map(({ code, meaning, next }) => [String(code), meaning, next]),
  );
