// Mutation testing: `npm run mutation` for all areas of quality/areas.json, `npm run mutation -- lock csv` for some.
// Stryker changes the sources in a copy, one small change at a time, and a change that no test notices survives. The
// scores go into docs/quality.md, the survivors to standard output.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Stryker } from '@stryker-mutator/core';
import { lowestScore, scoreOf, scoresOf, withScores } from '../quality/table.mjs';

const root = new URL('..', import.meta.url);
process.chdir(fileURLToPath(root));
const areas = JSON.parse(readFileSync('quality/areas.json', 'utf8'));
const wanted = process.argv.slice(2);
const unknown = wanted.filter(name => !(name in areas));
if (unknown.length > 0) {
  console.error(`no such area: ${unknown.join(', ')}; there are ${Object.keys(areas).join(', ')}`);
  process.exit(2);
}

for (const name of wanted.length > 0 ? wanted : Object.keys(areas)) {
  const { mutate, tests } = areas[name];
  process.env['MUTATION_TESTS'] = tests.join(',');
  process.env['MUTATION_SOURCES'] = mutate.join(',');
  const folder = mkdtempSync(join(tmpdir(), `hotelctl-mutation-${name}-`));
  // Also when the run is interrupted, which ends the process from within Stryker.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const report = join('reports', 'mutation', `${name}.json`);
  await new Stryker({
    mutate,
    testRunner: 'vitest',
    vitest: { configFile: 'quality/vitest.config.mjs', related: false },
    plugins: ['@stryker-mutator/vitest-runner'],
    coverageAnalysis: 'perTest',
    concurrency: 1,
    timeoutMS: 10_000,
    disableTypeChecks: false,
    // Stryker would rewrite the one there is with a part of the compiler that version 7 has no more.
    tsconfigFile: 'no-tsconfig.json',
    tempDirName: folder,
    ignorePatterns: ['/dist', '/docs', '/bench', '/reports'],
    reporters: ['progress-append-only', 'clear-text', 'json'],
    clearTextReporter: {
      allowColor: false,
      allowEmojis: false,
      logTests: false,
      reportTests: false,
      reportScoreTable: false,
    },
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
  }).runMutationTest();
  const scores = scoresOf(JSON.parse(readFileSync(report, 'utf8')));
  console.log(name, scores);
  if (scoreOf(scores) < lowestScore) {
    console.error(`${name} has a score below ${lowestScore} %`);
    process.exitCode = 1;
  }
  const document = new URL('docs/quality.md', root);
  writeFileSync(document, withScores(readFileSync(document, 'utf8'), name, scores));
}
