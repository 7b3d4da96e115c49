import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { freePort } from './http/auth/loopback-ports.ts';
import { runProgram } from './repository.ts';
import { requires } from './system/prerequisites.ts';
import { wordsOf } from './words.ts';

/** Debian's PostgreSQL, started for a test file. It refuses to run as root, so root becomes the user `postgres`. */
const binaries = () => {
  const versions = '/usr/lib/postgresql';
  const found = existsSync(versions)
    ? readdirSync(versions).map(version => join(versions, version, 'bin'))
    : [];
  const folder = found.find(candidate => existsSync(join(candidate, 'initdb')));
  return folder ?? versions;
};

const asServer = (command: string, args: readonly string[]): [string, string[]] =>
  process.getuid?.() === 0 ? ['runuser', ['-u', 'postgres', '--', command, ...args]] : [command, [...args]];

/** One server for all tests of a file. Call the result inside a test. */
export function sharedPostgres() {
  let stop: () => Promise<void>;
  let url = '';
  beforeEach(requires(join(binaries(), 'initdb'), 'postgresql'));
  beforeAll(async () => {
    if (!existsSync(join(binaries(), 'initdb'))) return;
    const folder = mkdtempSync(join(tmpdir(), 'hotelctl-postgres-'));
    if (process.getuid?.() === 0) {
      const { stdout } = await runProgram('id', ['-u', 'postgres']);
      chownSync(folder, Number(stdout), 0);
    }
    const data = join(folder, 'data');
    await runProgram(
      ...asServer(join(binaries(), 'initdb'), wordsOf(`-D ${data} -U hotel --auth=trust -E UTF8 --no-sync`)),
    );
    const port = await freePort();
    const server = spawn(
      ...asServer(join(binaries(), 'postgres'), [
        '-D',
        data,
        '-p',
        String(port),
        '-k',
        folder,
        '-h',
        '127.0.0.1',
        '-F',
      ]),
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await new Promise<void>((resolve, reject) => {
      server.stderr.on('data', text => String(text).includes('ready to accept connections') && resolve());
      server.once('exit', code => reject(new Error(`postgres ended with ${code}`)));
    });
    url = `postgres://hotel@127.0.0.1:${port}/postgres`;
    stop = async () => {
      const ended = new Promise(resolve => server.once('exit', resolve));
      await runProgram(...asServer(join(binaries(), 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop']));
      await ended;
      rmSync(folder, { recursive: true, force: true });
    };
  });
  afterAll(() => stop?.());
  return {
    url: () => url,
    query: async (sql: string, database = url): Promise<Record<string, unknown>[]> => {
      const client = new pg.Client({ connectionString: database });
      await client.connect();
      try {
        return (await client.query(sql)).rows;
      } finally {
        await client.end();
      }
    },
  };
}
