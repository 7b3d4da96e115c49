import pg from 'pg';
import { expect, it } from 'vitest';
import { HotelctlError } from '../../../src/base/errors.ts';
import { databaseProblem } from '../../../src/reports/lake/postgres-connection.ts';

/** The error for a message of the server, which was sent this password. */
function problemOf(code: string, text: string, password = 'p"7') {
  const error = Object.assign(new pg.DatabaseError(text, text.length, 'error'), { code });
  const problem = databaseProblem(error, { place: 'db:5432', password });
  if (!(problem instanceof HotelctlError)) throw problem;
  return problem;
}

it.each([
  'p"7',
  encodeURIComponent('p"7'),
  JSON.stringify('p"7'),
  Buffer.from('p"7').toString('hex'),
  ...['', 'a', 'ab'].map(before => Buffer.from(`${before}p"7 and more`).toString('base64')),
])('a message with the password as %s is not shown', text => {
  expect(problemOf('28P01', `wrong: ${text}`).message).toBe(
    'Postgres: its message is not shown: it contains the password',
  );
});

it.each([
  ['28P01', 3],
  ['08006', 5],
  ['57P01', 5],
  ['53300', 5],
  ['40P01', 5],
  ['55P03', 5],
  ['22008', 6],
  ['22021', 6],
  ['53100', 8],
  ['42501', 8],
  ['3D000', 8],
])('SQLSTATE %s is exit %i', (code, exitCode) => {
  expect(problemOf(code, 'what happened').exitCode).toBe(exitCode);
});

it.each(['EAI_AGAIN', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENETUNREACH'])(
  '%s is exit 5',
  code => {
    const error = Object.assign(new Error(code), { code, syscall: 'connect' });
    expect(databaseProblem(error, { place: 'db:5432', password: undefined })).toMatchObject({ exitCode: 5 });
  },
);
