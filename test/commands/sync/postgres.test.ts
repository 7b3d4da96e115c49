import { chownSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { counted } from '../../full-counts.ts';
import { certificateFor } from '../../http/certificate.ts';
import { sharedPostgres } from '../../postgres.ts';
import { killedAfter } from '../../run-hotelctl.ts';
import { runInProcess } from '../../run-in-process.ts';
import { localServer, roomNightsListener, signedIn } from '../local-server.ts';
import { hotelWith } from './hotel-with.ts';
import { runOn } from './run-sync.ts';

/** Debian's PostgreSQL, and hotelctl as processes that are killed. */
const postgres = sharedPostgres();
beforeEach(() => postgres.query('drop table if exists hotelctl_sync'));

/** A platform whose room nights are all of the same generation, `rows` of them. */
let generation = 1;
const rows = 1000;
const reservation = (index: number) => `R${index}\t\\${generation}\n`;
const { url } = await localServer(roomNightsListener(rows, () => generation, reservation));

const line = ['sync', 'postgres', '--property', 'MUC', '--report', 'room-nights', '--period', '2026-11'];
const env = () => ({ ...signedIn(url), HOTELCTL_DATABASE_URL: postgres.url() });

describe('bad data of one property', () => {
  it('in gross-transactions, such as the offset +99:00, does not stop the others, and is named', async () => {
    const bad = '2026-10-05T00:00:00+99:00';
    const hotel = await hotelWith('LND', text => text.replaceAll(/"2026-10-05T[^"]*"/g, `"${bad}"`));
    const line =
      'sync postgres --property LND,MUC,TYO --report gross-transactions --report revenues --period 2026-10';
    const ended = runOn('2026-11-21', line, { ...env(), ...hotel });
    const named = '  - LND gross-transactions 2026-10: Postgres: ';
    await expectFailure(ended, 7, '5 partitions written', named, bad);
    const table = 'gross_transactions_transactions';
    const ids = `select "propertyId" as id from ${table} where _period = '2026-10' group by 1 order by 1`;
    const written = await postgres.query(ids);
    expect(written).toEqual([{ id: 'MUC' }, { id: 'TYO' }]);
    await postgres.query(`drop table ${table}`);
  });

  it('an id with a NUL does not stop the others, and is named', async () => {
    const hotel = await hotelWith('', text => text.replaceAll('"id":"LND"', '"id":"L\\u0000D"'));
    const line = 'sync postgres --all-properties --report revenues --period 2026-10';
    const ended = runOn('2026-11-21', line, { ...env(), ...hotel });
    await expectFailure(ended, 7, '1 of 3 properties failed', / {2}- L.+D: /);
  });
});

it.each([temporaryFolder(), 'postgres'])(
  'a month has the services of the run that wrote it, and loses none (%#)',
  async target => {
    const platform = await hotelWith('', text => text);
    const sync = (services: string) => {
      const line = `sync ${target} --property MUC --period 2026-08 --report ordered-services --service ${services}`;
      return runOn('2026-11-21', line, { ...env(), ...platform });
    };
    await expectSuccess(sync('MUC-BRKF'), '1 partition written');
    const refused = 'it has the orders of MUC-BRKF, which this run would remove';
    await expectFailure(sync('MUC-PARK'), 4, refused, 'hint: add --service MUC-BRKF, or');
    await expectSuccess(sync('MUC-PARK --service MUC-BRKF'), '1 partition written');
    await expectSuccess(sync('MUC-BRKF --service MUC-PARK'), '0 partitions written, 1 were up to date');
  },
);

describe('tables and rights that were changed', () => {
  const sync = (day: string, database = postgres.url()) =>
    runOn(day, line, { ...env(), HOTELCTL_DATABASE_URL: database });

  it('a role that may not create tables writes to those that exist', async () => {
    await sync('2026-11-21');
    await postgres.query(`create role writer login; revoke create on schema public from public;
      grant select, insert, update, delete on all tables in schema public to writer`);
    const asWriter = postgres.url().replace('hotel@', 'writer@');
    await expectSuccess(sync('2026-11-22', asWriter), '1 partition written');
    await postgres.query('drop table room_nights_breakdown');
    await expectFailure(sync('2026-11-23', asWriter), 8, 'permission denied for schema public');
  });

  it('a column that was dropped is named, because months that are up to date have no values in it', async () => {
    const table = 'room_nights_breakdown';
    await sync('2026-11-21');
    await postgres.query(`alter table ${table} drop column number`);
    await expectSuccess(sync('2026-11-22'), `the table ${table} had no column number`);
    expect((await sync('2026-11-22')).stderr).not.toContain('had no column');
    await postgres.query(`alter table ${table} drop column "propertyId"`);
    await expectFailure(sync('2026-11-22'), 4, `the table ${table} has no column propertyId`, 'drop table');
    await postgres.query(`drop table ${table}`);
  });

  it('columns that have values of their own are filled by the database', async () => {
    await sync('2026-11-24');
    await postgres.query(`alter table room_nights_breakdown add column id bigint generated always as identity,
      add column loaded timestamptz not null default now()`);
    await expectSuccess(sync('2026-11-25'), '1 partition written');
    const found = await postgres.query('select count(distinct id)::int as n from room_nights_breakdown');
    expect(found).toEqual([{ n: rows + 1 }]);
  });

  it('a column that must not be null is named, and the other reports are written', async () => {
    await postgres.query('alter table room_nights_breakdown add column note text');
    await postgres.query('truncate room_nights_breakdown');
    await postgres.query('alter table room_nights_breakdown alter column note set not null');
    const hotel = await hotelWith('', text => text);
    const ended = runOn('2026-11-26', [...line, '--report', 'revenues'], { ...env(), ...hotel });
    const named =
      '  - MUC room-nights 2026-11: Postgres: null value in column "note" of relation "room_nights_breakdown"';
    await expectExit(ended, 7, '1 partition written', named);
    const hint = 'hint: change this rule of the table: hotelctl fills only the columns of the report';
    await expectFailure(sync('2026-11-27'), 4, 'column "note"', hint);
    await postgres.query('alter table room_nights_breakdown drop column note');
  });

  it('a column that is too narrow is named, with its table, and what to do', async () => {
    await sync('2026-11-26');
    const type = (to: string) =>
      postgres.query(`alter table room_nights_breakdown alter column breakdown type ${to}`);
    await type('varchar(3) using left(breakdown, 3)');
    const column = '(column "breakdown" of the table room_nights_breakdown)';
    const hint = 'hint: change the type of this column back, or drop the table';
    await expectFailure(sync('2026-11-27'), 4, `too long for type character varying(3) ${column}`, hint);
    await type('integer using 1');
    await expectFailure(sync('2026-11-27'), 4, 'invalid input syntax for type integer: "', column, hint);
    await type('text');
  });

  it.each([
    ['a database that does not exist', 'nothing', 'check the name of the database'],
    ['a read-only one', 'postgres?options=-c%20default_transaction_read_only%3Don', 'connect to the primary'],
  ])('%s is exit 8 with its hint', async (_, name, hint) => {
    const database = postgres.url().replace(/postgres$/, name);
    await expectFailure(sync('2026-11-28', database), 8, `hint: ${hint}`);
  });

  it('a table that was dropped, or of which rows were deleted, is written again, with closed months', async () => {
    await sync('2027-03-01');
    await expectSuccess(sync('2027-03-02'), '0 partitions written, 1 were up to date');
    await postgres.query('drop table room_nights_breakdown');
    await expectSuccess(sync('2027-03-03'), '1 partition written');
    await postgres.query(`delete from room_nights_reservations where key = 'C7'`);
    await expectSuccess(sync('2027-03-04'), '1 partition written');
    await expectSuccess(sync('2027-03-05'), '0 partitions written, 1 were up to date');
    await postgres.query('drop table room_nights_breakdown, room_nights_reservations');
  });
});

describe('sync postgres', () => {
  it('writes one table per view, with exact types and comments', async () => {
    const { stdout } = await expectSuccess(runOn('2026-11-21', line, env()), '1 partition written');
    expect(stdout).toBe('');
    const columns = await postgres.query(
      `select column_name, data_type, col_description('room_nights_breakdown'::regclass, ordinal_position::int) as comment
       from information_schema.columns where table_name = 'room_nights_breakdown' order by ordinal_position`,
    );
    const types = columns.map(({ column_name, data_type }) => `${column_name} ${data_type}`);
    expect(types.join(', ')).toBe(
      '_period text, propertyId text, year integer, month integer, breakdown text, key text, number integer, percent numeric',
    );
    expect(columns.find(({ column_name }) => column_name === 'number')?.['comment']).toContain('Number');
    const [row] = await postgres.query(
      `select percent::text as percent, "propertyId", _period from room_nights_breakdown where key = 'C7'`,
    );
    expect(row).toEqual({ percent: '12.345678901234567', propertyId: 'MUC', _period: '2026-11' });
    const reservations = `select "reservationId" from room_nights_reservations where key = 'C7'`;
    const [text] = await postgres.query(reservations);
    expect(text).toEqual({ reservationId: 'R7\t\\1\n' });
  });

  it('replaces the whole period, keeps other rows and columns, and skips closed months', async () => {
    await postgres.query('alter table room_nights_breakdown add column note text');
    // As if the table was made by a version that did not have this column yet.
    await postgres.query('alter table room_nights_breakdown drop column percent');
    await postgres.query(
      `insert into room_nights_breakdown (_period, "propertyId", note) values ('2020-01', 'MUC', 'mine')`,
    );
    generation = 2;
    await runOn('2026-11-21', line, env());
    const query = 'select number, count(*)::int as n from room_nights_breakdown group by 1 order by 1';
    expect(await postgres.query(query)).toEqual([
      { number: 2, n: rows + 1 },
      { number: null, n: 1 },
    ]);
    const [added] = await postgres.query(
      `select count(*)::int as n, min(percent)::text as percent from room_nights_breakdown where percent is not null`,
    );
    expect(added).toEqual({ n: rows, percent: '12.345678901234567' });
    const notes = await postgres.query('select note from room_nights_breakdown where note is not null');
    expect(notes).toEqual([{ note: 'mine' }]);
    await runOn('2027-03-01', line, env());
    await expectSuccess(runOn('2027-03-02', line, env()), '0 partitions written, 1 were up to date');
    const other = { ...env(), ...(await hotelWith('', text => text)) };
    await expectFailure(runOn('2027-03-02', line, other), 4, 'have the reports of MUC of the host');
  });

  it('leaves the old period or the new one in each table if it is killed', { timeout: 240_000 }, async () => {
    await runOn('2026-11-21', line, env());
    const whole = async () => {
      const counts = await Promise.all(
        [
          'select number as g, count(*)::int as n from room_nights_breakdown where number is not null group by 1',
          `select substring("reservationId" from '\\\\(\\d+)')::int as g, count(*)::int as n from room_nights_reservations group by 1`,
        ].map(sql => postgres.query(sql)),
      );
      return counts.map(found => found[0]);
    };
    const rounds = counted(6, 50);
    let killed = 0;
    for (let round = 0; round < rounds; round += 1) {
      generation += 1;
      // From before the first query to after the commit, in steps that differ from round to round.
      if (await killedAfter(150 + ((round * 37) % 50) * 12, line, { ...env(), HOME: temporaryFolder() }))
        killed += 1;
      const [breakdown, reservations] = await whole();
      expect(breakdown?.['n']).toBe(rows + 1);
      expect(reservations?.['n']).toBe(rows);
      expect(breakdown?.['g']).toBe(reservations?.['g']);
      expect(breakdown?.['g']).toBeLessThanOrEqual(generation);
    }
    expect(killed).toBeGreaterThan(rounds / 10);
  });

  it('does not duplicate rows when two processes sync the same hotel', async () => {
    await Promise.all([runOn('2026-11-21', line, env()), runOn('2026-11-21', line, env())]);
    const query = 'select count(*)::int as n from room_nights_breakdown where number is not null';
    expect(await postgres.query(query)).toEqual([{ n: rows + 1 }]);
  });

  it('has one connection for each property, more properties than are worked on at a time', async () => {
    const properties = Array.from({ length: 20 }, (_, index) => `H${index}`);
    await postgres.query('drop table if exists room_nights_breakdown, room_nights_reservations');
    const words = `sync postgres --report room-nights --period 2026-11 --property ${properties.join(',')}`;
    const few = await localServer(roomNightsListener(3, () => generation, reservation));
    await expectSuccess(runOn('2026-11-21', words, { ...env(), ...signedIn(few.url) }), '20 partitions');
    const query = 'select count(distinct "propertyId")::int as n from room_nights_breakdown';
    expect(await postgres.query(query)).toEqual([{ n: 20 }]);
  });

  it('does not change tables that are up to date, which would wait for other writers', async () => {
    await runOn('2026-11-21', line, env());
    const [before] = await postgres.query(`select max(xmin::text::bigint) as changed from pg_class`);
    generation += 1;
    await expectSuccess(runOn('2026-11-21', line, env()));
    const [after] = await postgres.query(
      `select count(*)::int as n from pg_class
       where relname like 'room_nights%' and xmin::text::bigint > ${before?.['changed']}`,
    );
    expect(after).toEqual({ n: 0 });
  });

  it('does not wait longer than the time limit for a process that works on the same property', async () => {
    const other = new pg.Client({ connectionString: postgres.url() });
    await other.connect();
    try {
      await other.query(`select pg_advisory_lock(hashtextextended('hotelctl MUC', 0))`);
      const flags = '--property MUC,LND --report room-nights --period 2026-11 --timeout 10';
      const held = '  - MUC: Postgres: another process has held a lock';
      const ended = runOn('2026-11-21', `sync postgres ${flags}`, env());
      await expectExit(ended, 7, held, '1 partition written');
    } finally {
      await other.end();
    }
  });

  it('reads times without an offset in UTC, whatever the time zone of the user is', async () => {
    await postgres.query(`alter role hotel set timezone = 'Asia/Tokyo'`);
    const moment = '"2026-10-05T08:00:00"';
    const hotel = await hotelWith('MUC', text => text.replaceAll(/"2026-10-05T[^"]*"/g, moment));
    const line = 'sync postgres --property MUC --report gross-transactions --period 2026-10';
    await runOn('2026-11-21', line, { ...env(), ...hotel });
    await postgres.query('alter role hotel reset timezone');
    const times = await postgres.query(
      `select distinct to_char("timestamp" at time zone 'UTC', 'HH24:MI') as time from gross_transactions_transactions
       where ("timestamp" at time zone 'UTC')::date = '2026-10-05'`,
    );
    expect(times).toEqual([{ time: '08:00' }]);
  });

  it('does not trust a date that was recorded while the clock was ahead', async () => {
    await runOn('2027-11-21', line, env());
    await expectSuccess(runOn('2026-11-21', line, env()), '1 partition written');
    await postgres.query(`update hotelctl_sync set fetched_on = 'infinity'`);
    await expectSuccess(runOn('2026-11-21', line, env()), '1 partition written');
  });

  it('signs in with PGUSER and ~/.pgpass, and a wrong password there is exit 3', async () => {
    await postgres.query(`create role anna login password 'a-secret-word'`);
    await postgres.query('create database hotel owner anna');
    const [hba] = await postgres.query('show hba_file');
    const rules = ['host all anna 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 trust'];
    const lines = rules.map(rule => `select '${rule}'`).join(' union all ');
    await postgres.query(`copy (${lines}) to '${hba?.['hba_file']}'`);
    await postgres.query('select pg_reload_conf()');
    const { hostname, port } = new URL(postgres.url());
    const home = temporaryFolder();
    const run = (password: string) => {
      writeFileSync(join(home, '.pgpass'), `${hostname}:${port}:hotel:anna:${password}\n`, { mode: 0o600 });
      const account = { PGHOST: hostname, PGPORT: port, PGUSER: 'anna', PGDATABASE: 'hotel' };
      return runInProcess(line, { env: { ...signedIn(url), HOME: home, ...account } });
    };
    await expectSuccess(run('a-secret-word'), '1 partition written');
    const ended = run('another-word');
    const refused = await expectFailure(ended, 3, 'Postgres: ', 'hint: check PGUSER and ~/.pgpass');
    expect(refused.stderr).not.toContain('another-word');
  });
});

it('a server with TLS is written to with a verified certificate', async () => {
  const { file, key } = certificateFor('0.0.0.0');
  const [hba] = await postgres.query('show hba_file');
  const folder = dirname(String(hba?.['hba_file']));
  const { uid, gid } = statSync(folder);
  for (const [name, content] of [
    ['server.crt', readFileSync(file)],
    ['server.key', key],
  ] as const) {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    chownSync(join(folder, name), uid, gid);
  }
  await postgres.query('alter system set ssl = on');
  await postgres.query('select pg_reload_conf()');
  while ((await postgres.query('show ssl'))[0]?.['ssl'] !== 'on');
  const { port } = new URL(postgres.url());
  const server = `postgres://hotel@0.0.0.0:${port}/postgres?sslrootcert=${file}`;
  await expectSuccess(
    runInProcess(line, { env: { ...env(), HOTELCTL_DATABASE_URL: server } }),
    '1 partition written',
  );
});
