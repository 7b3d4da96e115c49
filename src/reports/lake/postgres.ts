import pg from 'pg';
import type { Context } from '../../base/context.ts';
import { RefusedError } from '../../base/errors.ts';
import { assertTlsVerification } from '../../http/address.ts';
import { cellText } from '../../output/number-format.ts';
import { chooseStorageType, columnStorages, type StorageType } from '../../output/parquet/column-storage.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord } from '../../platform/records.ts';
import { columnDefinition } from '../../platform/reports/columns.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { type DatabaseConnection, openConnection } from './postgres-connection.ts';
import { databaseSettings } from './postgres-settings.ts';
import {
  isValidRecord,
  type Partition,
  type PartitionWriter,
  partitionKey,
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

const rowsInCopy = 2000;

/** Connects to the database and closes the connection, for checks. @returns where it is */
export async function greetPostgres(context: Context, timeout: number): Promise<string> {
  assertTlsVerification(context.env);
  const settings = await databaseSettings(context);
  const connection = await openConnection(settings, context, timeout);
  await connection.close();
  return `${settings.host}:${settings.port}`;
}

/**
 * Prepares the tables on one connection. After that, one connection for each property does all of its work, so that none
 * waits for another one.
 *
 * @param reports those whose tables are prepared
 * @param host the platform, as `identifyPlatform` names it
 * @param timeout milliseconds for each statement
 */
export async function openPostgres(
  context: Context,
  reports: readonly ReportDefinition[],
  host: string | undefined,
  timeout: number,
  warn: (message: string) => Promise<void>,
): Promise<SyncTarget> {
  assertTlsVerification(context.env);
  const settings = await databaseSettings(context);
  if (settings.weakness) await warn(`warning: ${settings.weakness}`);
  const withConnection = async <T>(work: (connection: DatabaseConnection) => Promise<T>): Promise<T> => {
    const connection = await openConnection(settings, context, timeout);
    try {
      await connection.query(formatSession(timeout));
      return await work(connection);
    } finally {
      await connection.close();
    }
  };
  const counts: string[] = [];
  await withConnection(async connection => {
    await prepareSyncTable(connection);
    for (const report of reports) counts.push(...(await prepareTables(connection, report, warn)));
  });
  return {
    withProperty: (property, work) =>
      withConnection(async connection => {
        // Released with the connection, also when this process is killed.
        await connection.query('select pg_advisory_lock(hashtextextended($1, 0))', [`hotelctl ${property}`]);
        return work(await openDatabaseProperty(connection, property, host, counts.join(' union all ')));
      }),
    close: async () => {},
  };
}

/**
 * Times without an offset are in UTC, as in a Parquet file. Notices of triggers are not sent. A lock that is not free is
 * reported by the server before the time limit of the statement ends.
 */
const formatSession = (timeout: number) =>
  `set timezone = 'UTC'; set client_min_messages = error; set lock_timeout = ${Math.ceil(timeout * 0.8)}`;

/** Two processes that create the same table concurrently would fail, so one lock is used for all of them. */
const tablesLock = `select pg_advisory_xact_lock(hashtextextended('hotelctl tables', 0))`;

const syncColumns = `property text not null, partition text not null, fetched_on date not null, fetched_at bigint not null,
  row_count bigint not null, services text not null default '', host text, primary key (property, partition)`;

/** `if not exists` would need the right to create tables, also if they exist. */
async function prepareSyncTable(connection: DatabaseConnection): Promise<void> {
  await connection.query(`begin; ${tablesLock}`);
  const columns = await readComments(connection, syncTable);
  if (columns.size === 0) await connection.query(`create table ${syncTable} (${syncColumns})`);
  else if (!columns.has('host')) await connection.query(`alter table ${syncTable} add column host text`);
  await connection.query('commit');
}

/**
 * A table that is up to date is not changed: that would wait for every process that is writing to it.
 *
 * @returns for each table, the query that counts the rows of each partition of a property ($1)
 */
async function prepareTables(
  connection: DatabaseConnection,
  report: ReportDefinition,
  warn: (message: string) => Promise<void>,
) {
  const { views } = await report.response();
  await connection.query(`begin; ${tablesLock}`);
  for (const view of views) {
    const name = tableName(report.name, view.name);
    const comments = await readComments(connection, quoted(name));
    const statements = tableStatements(name, view, comments);
    const added = comments.size === 0 ? [] : view.columns.filter(column => !comments.has(column.name));
    if (added.some(column => column.name === 'propertyId'))
      throw new RefusedError(
        `Postgres: the table ${name} has no column propertyId, so its rows have no property`,
        { hint: `remove it with \`drop table ${name}\`: its months are then fetched again` },
      );
    if (added.length > 0)
      await warn(
        `warning: the table ${name} had no column ${added.map(column => column.name).join(', ')}: months that are up to date have no values there; run it once with --refetch 9999d`,
      );
    if (statements.length > 0) await connection.query(statements.join('; '));
  }
  await connection.query('commit');
  return views.map(
    view => `select '${report.name}/' || ${periodColumn} as partition, count(*) as found
      from ${quoted(tableName(report.name, view.name))} where "propertyId" = $1 group by 1`,
  );
}

/** The comment of each column that a table has, by the column's name; none if there is no table. */
async function readComments(connection: DatabaseConnection, table: string) {
  const found = await connection.query(
    `select attname, col_description(attrelid, attnum) as comment from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
    [table],
  );
  return new Map(found.map(({ attname, comment }) => [attname, comment]));
}

function tableStatements(name: string, { columns }: SyncedView, comments: ReadonlyMap<unknown, unknown>) {
  const table = quoted(name);
  const missing = columns.filter(column => !comments.has(column.name));
  const described = columns.filter(column => comments.get(column.name) !== columnComment(column));
  return [
    ...(comments.size > 0 ? [] : [`create table ${table} (${quoted(periodColumn)} text not null)`]),
    ...missing.map(
      column => `alter table ${table} add column ${quoted(column.name)} ${types[chooseStorageType(column)]}`,
    ),
    ...described.map(
      column => `comment on column ${table}.${quoted(column.name)} is ${quotedText(columnComment(column))}`,
    ),
    ...(missing.length > 0
      ? [
          `create index if not exists ${quoted(`${name}_partition`)} on ${table} ("propertyId", ${quoted(periodColumn)})`,
        ]
      : []),
  ];
}

/** Partitions of which others have deleted rows, or a whole table, are not there any more. */
async function openDatabaseProperty(
  connection: DatabaseConnection,
  property: string,
  host: string | undefined,
  counts: string,
): Promise<SyncedProperty> {
  const synced = await connection.query(
    `select partition, to_char(fetched_on, 'YYYY-MM-DD') as day, fetched_at::text as fetched_at, services, host
     from ${syncTable} left join (${counts}) as counts using (partition) where property = $1
     group by property, partition having row_count <= coalesce(sum(found), 0)`,
    [property],
  );
  const other = synced.find(record => record['host'] !== null && record['host'] !== host)?.['host'];
  if (other)
    throw new RefusedError(`Postgres: the tables have the reports of ${property} of the host ${other}`, {
      hint: `choose another database; if only the address has changed, run \`update ${syncTable} set host = null\``,
    });
  return {
    partitions: new Map(
      synced.flatMap(({ partition, day, fetched_at, services }) => {
        const [fetchedOn, fetchedAt] = [String(day), Number(fetched_at)];
        const record = { fetchedOn, fetchedAt, services: String(services) };
        return isValidRecord(record) ? [[String(partition), record] as const] : [];
      }),
    ),
    async open(partition, views) {
      await connection.query('begin');
      return tableWriter(connection, partition, host, views);
    },
  };
}

/** Staging tables of this connection, and the rows collected for the next COPY into each. */
function tableWriter(
  connection: DatabaseConnection,
  { property, report, period }: Partition,
  host: string | undefined,
  views: readonly SyncedView[],
): PartitionWriter {
  const stages = views.map(({ name, columns }) => ({
    name,
    table: quoted(tableName(report.name, name)),
    staging: quoted(`staging_${tableName(report.name, name)}`),
    columns: [...columns.map(column => column.name), periodColumn].map(quoted).join(', '),
    line: copyLine(columns),
    lines: [] as string[],
    isCreated: false,
  }));
  const flush = async (stage: (typeof stages)[number]) => {
    const { table, staging, columns, lines } = stage;
    // Without the rules of columns that others have added: the database fills them in the table itself.
    const source = `select ${columns} from ${table} with no data`;
    if (!stage.isCreated)
      await connection.query(`create temporary table ${staging} on commit drop as ${source}`);
    stage.isCreated = true;
    if (lines.length > 0)
      await connection.copy(`copy ${staging} (${columns}) from stdin`, lines.splice(0).join(''));
  };
  return {
    async add(view, record) {
      for (const stage of stages.filter(({ name }) => name === view)) {
        stage.lines.push(stage.line(record, period));
        if (stage.lines.length >= rowsInCopy) await flush(stage);
      }
    },
    async commit({ fetchedOn, fetchedAt, services }) {
      let rows = 0;
      for (const stage of stages) {
        await flush(stage);
        const { table, staging, columns } = stage;
        await connection.query(
          `delete from ${table} where "propertyId" = $1 and ${quoted(periodColumn)} = $2`,
          [property, period],
        );
        const insert = `insert into ${table} (${columns}) select ${columns} from ${staging} returning 1`;
        const [added] = await connection.query(
          `with added as (${insert}) select count(*) as rows from added`,
        );
        rows += Number(added?.['rows'] ?? 0);
      }
      await connection.query(
        `insert into ${syncTable} (property, partition, fetched_on, fetched_at, row_count, services, host)
         values ($1, $2, $3, $4, $5, $6, $7) on conflict (property, partition)
         do update set fetched_on = $3, fetched_at = $4, row_count = $5, services = $6, host = $7`,
        [property, partitionKey({ report, period }), fetchedOn, fetchedAt, rows, services, host],
      );
      await connection.query('commit');
    },
    abandon: async () => void (await connection.query('rollback').catch(() => {})),
  };
}

/** How reports are stored in Postgres: names of tables and columns, types, and the text format of COPY. */
const tableName = (report: string, view: string): string => `${report}_${view}`.replaceAll('-', '_');

const { escapeIdentifier: quoted, escapeLiteral: quotedText } = pg;

const types: Readonly<Record<StorageType, string>> = {
  text: 'text',
  int32: 'integer',
  int64: 'bigint',
  decimal: 'numeric',
  date: 'date',
  timestamp: 'timestamptz',
};

function columnComment(column: Column): string {
  const { heading, name, tax, unit } = column;
  return [
    columnDefinition(name) ?? heading ?? name,
    tax,
    unit?.kind === 'money' ? `in ${unit.currency}` : unit?.kind,
    columnStorages[chooseStorageType(column)].note,
  ]
    .filter(Boolean)
    .join(', ');
}

/** One record as a line of COPY, with the period at its end. */
function copyLine(columns: readonly Column[]): (record: ReportRecord, period: string) => string {
  const cells = columns.map(column => {
    const [read, type] = [valueReader(column.name), chooseStorageType(column)];
    return (record: ReportRecord) => copyCell(read(record), type);
  });
  return (record, period) => `${[...cells.map(cell => cell(record)), escaped(period)].join('\t')}\n`;
}

function copyCell(value: FieldValue, type: StorageType): string {
  if (value === null || value === undefined) return '\\N';
  // Postgres would round the seventh decimal of a second; Parquet files truncate it.
  if (type === 'timestamp') return escaped(String(value).replace(/(\.\d{6})\d+/, '$1'));
  return escaped(cellText(value));
}

/** Text in Postgres cannot contain a NUL character. */
const escapes = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\ufffd' };
const escaped = (text: string): string =>
  text.replace(/[\\\t\n\r\0]/g, found => escapes[found as keyof typeof escapes]);
