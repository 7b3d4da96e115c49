import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runOn } from '../../commands/sync/run-sync.ts';
import { temporaryFolder } from '../../context.ts';
import { duckRows } from '../../duckdb.ts';
import { expectSuccess } from '../../expect-run.ts';
import { codeBlocks } from '../../repository.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';
import { smallHotel } from '../../sandbox/test-hotel.ts';
import { requireProgram } from '../../system/prerequisites.ts';
import { wordsOf } from '../../words.ts';

const blocks = (document: string, language: string) => codeBlocks(`docs/${document}`, language);

/** The queries of docs/archive.md and docs/scale.md, run by DuckDB over files that hotelctl wrote. */
const queries = ['archive.md', 'scale.md'].flatMap(document =>
  blocks(document, 'sql').map(sql => [document, sql] as const),
);

it('the guides have three queries', () => expect(queries).toHaveLength(3));

describe('a query of the guides', () => {
  const folder = temporaryFolder();
  let host = '';
  beforeAll(async () => {
    const day = new Date().toISOString().slice(0, 10);
    const { env } = await servedHotel(smallHotel(day));
    host = new URL(env.HOTELCTL_BASE_URL).host;
    const archive = { ...env, HOTELCTL_DATA_DIR: folder };
    await runOn(day, 'snapshot take --property MUC --ahead 60d', archive);
    const target = join(folder, 'lake');
    const reports = '--report property-performance --report revenues';
    await runOn(day, `sync ${target} --property MUC --period last-month ${reports}`, archive);
  });

  it.each(queries)('%s: %s', async (_, sql) => {
    const inFolder = sql.replace(/'(lake|snapshots)\//g, `'${folder}/$1/`);
    const rows = await duckRows(inFolder.replaceAll('api.example.com', host));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(Object.values(row)).not.toContain(null);
  });
});

/**
 * The definitions of docs/scale.md for engines and schedulers that cannot run here: their syntax is checked, the columns that they name
 * are looked up in a lake, and the command of hotelctl in each of them is run.
 */
const only = (found: readonly string[]): string => {
  if (found.length !== 1) throw new Error(`${found.length} blocks instead of one`);
  return found[0] as string;
};

const python = blocks('scale.md', 'python');
const spark = only(python.filter(block => block.includes('spark.read')));
const airflow = only(python.filter(block => block.includes('airflow')));
const trino = only(blocks('scale.md', 'text').filter(block => block.includes('create table')));
const job = only(blocks('scale.md', 'yaml').filter(block => block.includes('kind: Job')));

/** Runs a shard's command of the guide in the last month before this day, with its lake in a folder of the test. */
async function shardWrites(words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const today = '2026-11-21';
  const { env } = await servedHotel(smallHotel(today));
  const lake = join(temporaryFolder(), 'lake');
  const [program, ...args] = words;
  expect(program).toBe('hotelctl');
  const line = args.map(word => (word === '/lake' ? lake : word));
  await expectSuccess(runOn(today, line, { ...env, ...more }), ' 0 failed\n');
  return lake;
}

it.each([
  ['Spark', spark],
  ['Airflow', airflow],
])('%s: the example is Python', (_, block) => {
  requireProgram('python3', 'python3');
  execFileSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: block });
});

it('Kubernetes has a Job whose shards are as many as its completions, and whose command runs', async () => {
  const { apiVersion, spec } = parse(job);
  const [container] = spec.template.spec.containers;
  const shards = { name: 'HOTELCTL_SHARDS', value: String(spec.completions) };
  expect([apiVersion, spec.completionMode, container.env]).toEqual(['batch/v1', 'Indexed', [shards]]);
  const volumes = spec.template.spec.volumes.map(({ name }: { name: string }) => name);
  for (const { name } of container.volumeMounts) expect(volumes).toContain(name);
  await shardWrites(container.command, { HOTELCTL_SHARDS: '16', JOB_COMPLETION_INDEX: '3' });
});

it('Airflow runs shards that exist', async () => {
  const [, command = ''] = /bash_command=f"([^"]+)"/.exec(airflow) ?? [];
  await shardWrites(command.replace('{shard}', '16').split(' '));
});

it('Spark and Trino name columns and folders that a lake has, with their types', async () => {
  const lake = await shardWrites(
    wordsOf('hotelctl sync /lake --all-properties --report property-performance'),
  );
  const folder = 'property-performance/days';
  expect(existsSync(join(lake, folder))).toBe(true);
  expect([spark, trino].every(block => block.includes(`lake/${folder}`))).toBe(true);
  const days = `read_parquet('${lake}/${folder}/*/*/data.parquet', hive_partitioning = true)`;
  const described = await duckRows(`describe select * from ${days}`);
  const types = new Map(described.map(row => [row['column_name'], row['column_type']?.toLowerCase()]));
  for (const [, name = ''] of spark.matchAll(/"`?([\w.]+)`?": "sum"/g)) expect(types.has(name)).toBe(true);
  for (const [, name = ''] of spark.matchAll(/groupBy\("(\w+)", "(\w+)"\)/g))
    expect(types.has(name)).toBe(true);
  const columns = [
    ...trino.matchAll(/(?:"([\w.]+)"|\b(property|period)) (integer|decimal\(38,18\)|varchar)/g),
  ];
  expect(columns).toHaveLength(5);
  for (const [, quoted, plain, type] of columns)
    expect([quoted ?? plain, types.get(quoted ?? plain ?? '')]).toEqual([quoted ?? plain, type]);
  const [, query = ''] = /^(select .*hive\.hotel\.days.*);$/m.exec(trino) ?? [];
  const rows = await duckRows(query.replace('hive.hotel.days', days));
  expect(rows.length).toBeGreaterThan(2);
});
