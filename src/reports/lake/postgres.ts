import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Context } from '../../base/context.ts';
import { HotelctlError, OutputError, SignInError, TemporaryError } from '../../base/errors.ts';
import { assertTlsVerification } from '../../http/address.ts';
import { dateOfDay } from '../../platform/dates.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';
import { columnComment, columnType, copyLine, quoted, quotedText, tableName } from './postgres-text.ts';
import {
  type Partition,
  type PartitionWriter,
  partitionKey,
  type SyncedPartition,
  type SyncedProperty,
  type SyncedView,
  type SyncTarget,
} from './sync-plan.ts';

/**
 * Reports in Postgres: one table per view, named after report and view. A partition is copied into a staging table and replaces
 * the rows of its property and period in one transaction. New columns are added; nothing is ever dropped.
 */
const periodColumn = '_period';
const syncTable = 'hotelctl_sync';
const runTable = 'hotelctl_sync_run';

/** Rows that are collected for one COPY. */
const rowsInCopy = 2000;

/** The database of HOTELCTL_DATABASE_URL, else of the usual PG variables and the file .pgpass. */
export async function openPostgres(context: Context): Promise<SyncTarget> {
  assertTlsVerification(context.env);
  const url = context.env['HOTELCTL_DATABASE_URL'] || undefined;
  if (url !== undefined) context.secrets.registerUrl(url);
  const pool = new pg.Pool({
    ...(url === undefined ? {} : { connectionString: url }),
    max: 8,
    application_name: 'hotelctl sync',
  });
  // An idle connection that breaks is replaced; the next query reports any error.
  pool.on('error', () => {});
  const prepared = new Map<string, Promise<void>>();
  try {
    await databaseWork(() => pool.query(stateTables));
  } catch (error) {
    await pool.end().catch(() => {});
    throw error;
  }
  const prepareOnce = (partition: Partition, views: readonly SyncedView[]) => {
    const name = partition.report.name;
    const known = prepared.get(name) ?? databaseWork(() => prepareTables(pool, name, views));
    prepared.set(name, known);
    return known;
  };
  return {
    async withProperty(property, work) {
      const client = await databaseWork(() => pool.connect());
      try {
        // Released with the connection, also when this process is killed.
        await databaseWork(() =>
          client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`hotelctl ${property}`]),
        );
        return await work(await openDatabaseProperty(client, property, prepareOnce));
      } finally {
        await client
          .query('select pg_advisory_unlock_all()')
          .then(() => client.release())
          .catch(() => client.release(true));
      }
    },
    close: () => pool.end(),
  };
}

/** Two processes that create the same table concurrently would fail, so one lock is used for all of them. */
const locked = (statements: string): string =>
  `begin; select pg_advisory_xact_lock(hashtextextended('hotelctl tables', 0)); ${statements}; commit`;

const stateTables = locked(`
  create table if not exists ${syncTable} (
    property text not null, partition text not null, fetched_on date not null, fetched_at bigint not null,
    primary key (property, partition));
  create table if not exists ${runTable} (property text primary key, started_at bigint not null)`);

async function prepareTables(pool: pg.Pool, report: string, views: readonly SyncedView[]): Promise<void> {
  const statements = views.flatMap(view => {
    const table = quoted(tableName(report, view.name));
    return [
      `create table if not exists ${table} (${quoted(periodColumn)} text not null)`,
      ...view.columns.map(
        column =>
          `alter table ${table} add column if not exists ${quoted(column.name)} ${columnType(column)}`,
      ),
      ...view.columns.map(
        column => `comment on column ${table}.${quoted(column.name)} is ${quotedText(columnComment(column))}`,
      ),
      `create index if not exists ${quoted(`${tableName(report, view.name)}_partition`)} on ${table} ("propertyId", ${quoted(periodColumn)})`,
    ];
  });
  await pool.query(locked(statements.join('; ')));
}

type PrepareTables = (partition: Partition, views: readonly SyncedView[]) => Promise<void>;

async function openDatabaseProperty(
  client: pg.PoolClient,
  property: string,
  prepare: PrepareTables,
): Promise<SyncedProperty> {
  const query = (text: string, values: readonly unknown[] = []) =>
    databaseWork(() => client.query(text, [...values]));
  const run = await query(`select started_at::text as started_at from ${runTable} where property = $1`, [
    property,
  ]);
  const started = run.rows[0]?.started_at;
  const synced = await query(
    `select partition, fetched_on - date '1970-01-01' as day, fetched_at::text as fetched_at from ${syncTable} where property = $1`,
    [property],
  );
  return {
    unfinishedSince: started === undefined ? undefined : Number(started),
    partitions: new Map(
      synced.rows.map(({ partition, day, fetched_at }) => [
        partition as string,
        { fetchedOn: dateOfDay(day), fetchedAt: Number(fetched_at) },
      ]),
    ),
    async recordRun(startedAt) {
      if (startedAt === undefined) await query(`delete from ${runTable} where property = $1`, [property]);
      else {
        const upsert = `insert into ${runTable} values ($1, $2) on conflict (property) do update set started_at = $2`;
        await query(upsert, [property, startedAt]);
      }
    },
    async open(partition, views) {
      await prepare(partition, views);
      await query('begin');
      return tableWriter(client, partition, views);
    },
  };
}

/** Staging tables of this connection, and the rows collected for the next COPY into each. */
function tableWriter(
  client: pg.PoolClient,
  partition: Partition,
  views: readonly SyncedView[],
): PartitionWriter {
  const { property, report, period } = partition;
  const writers = new Map(
    views.map(view => {
      const columns = [...view.columns.map(({ name }) => name), periodColumn].map(quoted).join(', ');
      const table = quoted(tableName(report.name, view.name));
      return [
        view.name,
        {
          table,
          staging: quoted(`staging_${view.name}`),
          columns,
          line: copyLine(view.columns),
          lines: [] as string[],
          staged: false,
        },
      ];
    }),
  );
  const flush = async (writer: typeof writers extends Map<string, infer W> ? W : never) => {
    const { table, staging, columns, lines } = writer;
    if (!writer.staged) {
      writer.staged = true;
      await client.query(`create temporary table ${staging} (like ${table}) on commit drop`);
    }
    if (lines.length === 0) return;
    const copy = client.query(copyFrom(`copy ${staging} (${columns}) from stdin`));
    await pipeline(Readable.from([lines.splice(0).join('')]), copy);
  };
  return {
    async add(view: string, record: ReportRecord) {
      const writer = writers.get(view);
      if (!writer) throw new Error(`no view ${view}`);
      writer.lines.push(writer.line(record, period));
      if (writer.lines.length >= rowsInCopy) await databaseWork(() => flush(writer));
    },
    commit: (synced: SyncedPartition) =>
      databaseWork(async () => {
        for (const writer of writers.values()) {
          await flush(writer);
          const { table, staging, columns } = writer;
          await client.query(
            `delete from ${table} where "propertyId" = $1 and ${quoted(periodColumn)} = $2`,
            [property, period],
          );
          await client.query(`insert into ${table} (${columns}) select ${columns} from ${staging}`);
        }
        await client.query(
          `insert into ${syncTable} values ($1, $2, $3, $4)
           on conflict (property, partition) do update set fetched_on = $3, fetched_at = $4`,
          [property, partitionKey(partition), synced.fetchedOn, synced.fetchedAt],
        );
        await client.query('commit');
      }),
    abandon: async () => void (await client.query('rollback').catch(() => {})),
  };
}

/** Failures of the database as errors with an exit code: sign-in 3, not reachable 5, anything else 8. */
async function databaseWork<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HotelctlError || !(error instanceof Error)) throw error;
    const code = 'code' in error ? String(error.code) : '';
    const message = `Postgres: ${safeText(error.message || code, 300)}`;
    if (code.startsWith('28')) {
      throw new SignInError(message, {
        hint: 'check PGUSER and ~/.pgpass, or HOTELCTL_DATABASE_URL',
        cause: error,
      });
    }
    if (/^E[A-Z]+$/.test(code) || code.startsWith('08') || code.startsWith('57')) {
      throw new TemporaryError(message, {
        hint: 'check that the database runs, and PGHOST and PGPORT',
        cause: error,
      });
    }
    throw new OutputError(message, {
      hint: 'check the privileges and the tables of the database',
      cause: error,
    });
  }
}
