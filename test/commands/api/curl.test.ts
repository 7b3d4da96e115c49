import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlCommand } from '../../../src/commands/api/run.ts';
import { anyCharacter } from '../../any-character.ts';
import { temporaryFile } from '../../context.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { counted } from '../../full-counts.ts';
import { runProgram } from '../../repository.ts';
import { wordsOfWindows } from '../../windows-words.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';

/** The words that bash passes to curl for each of the commands, and what curl would read from its standard input. */
async function handedToCurl(...commands: readonly string[]): Promise<{ words: string[]; stdin: string }[]> {
  const curl =
    'curl() { printf "%s\\0" "$@"; printf "\\0"; case " $* " in *" @- "*) cat ;; esac; printf "\\0\\0\\0"; }';
  const { stdout } = await runProgram('bash', ['-c', [curl, ...commands].join('\n')], {
    env: { PATH: process.env['PATH'], HOTELCTL_TOKEN: 'the-token' },
  });
  return stdout
    .split('\0\0\0')
    .slice(0, -1)
    .map(output => {
      const [words = '', stdin = ''] = output.split('\0\0');
      return { words: words.split('\0'), stdin };
    });
}

const dryRun = async (url: string, words: Line, stdinLines: string[] = []) => {
  const line = wordsOf('api', words, '--dry-run');
  return (await expectSuccess(runMain(line, { env: signedIn(url), stdinLines }))).stdout;
};

describe('api --dry-run', () => {
  it('prints a curl command that shows where the token comes from, and sends nothing', async () => {
    const server = await localServer();
    const words = 'POST /booking/v1/bookings -F n=1 --idempotency-key k1 -H constructor:2 -H __proto__:1';
    expect(await dryRun(server.url, wordsOf(words, ['-f', "name=it's"]))).toBe(
      '# HOTELCTL_TOKEN=$(hotelctl auth token)\n' +
        `printf 'Authorization: Bearer %s' "$HOTELCTL_TOKEN" | curl --globoff --header @- --request POST ` +
        `--header 'accept: application/json' --header 'content-type: application/json' --header 'constructor: 2' ` +
        `--header '__proto__: 1' --header 'idempotency-key: k1' --data-raw '{"name":"it'\\''s","n":1}' ${server.url}/booking/v1/bookings\n`,
    );
    expect(server.connections()).toBe(0);
  });

  it('is read by bash as the same request, whatever its fields contain', async () => {
    const binary = fc.string({ unit: anyCharacter });
    const hostile = ["'", '"', '$(id)', '`id`', '!!', '\\', '\n', '*', '~', '-x', '@file', '#', ' ', ''];
    const values = [...hostile, ...fc.sample(binary, counted(20, 60))];
    const requests = values.map(value => ({
      method: 'PUT' as const,
      url: `https://api.example/a?b=${encodeURIComponent(Buffer.from(value).toString())}&c=[1]{2}'`,
      headers: { 'x-a': value.replace(/[^ -~]/g, '') },
      body: JSON.stringify({ [value]: value }),
      repeatable: false,
      authorize: true,
    }));
    const handed = await handedToCurl(...requests.map(request => curlCommand(request, {})));
    expect(handed).toHaveLength(values.length);
    for (const [index, { words, stdin }] of handed.entries()) {
      const request = requests[index];
      const value = values[index] ?? '';
      const data = words[words.indexOf('--data-raw') + 1] ?? '';
      expect(JSON.parse(data)).toEqual({ [value]: value });
      const header = `x-a: ${request?.headers['x-a']}`;
      expect(words.filter(word => word !== data)).toEqual(
        wordsOf('--globoff --header @- --request PUT --header', [header, '--data-raw', request?.url ?? '']),
      );
      expect(stdin).toBe('Authorization: Bearer the-token');
    }
  });

  it('is one line for PowerShell and cmd on Windows, whatever its fields contain', () => {
    const request = { method: 'GET' as const, headers: {}, repeatable: true, authorize: true };
    const read = { ...request, url: 'https://api.example/a?b=1&c=2' };
    expect(curlCommand(read, { profile: 'm', platform: 'win32' })).toBe(
      'hotelctl --profile m auth token | curl.exe --globoff --variable "token@-" --expand-header ' +
        '"Authorization: Bearer {{token:trim}}" "https://api.example/a?b=1&c=2"\n',
    );
    const values = ["'", '"', '$(id)', '`', '&|<>^', '%PATH%', '\\', '\\"', ' ', '{}', 'ü', '-x'];
    for (const value of [...values, ...fc.sample(fc.string(), 60)]) {
      const body = JSON.stringify({ [value]: value });
      const url = `https://api.example/a?$b=${encodeURIComponent(value)}`;
      const put = { ...request, method: 'PUT' as const, url, headers: { 'x-a': 'b c' }, body };
      const line = curlCommand({ ...put, authorize: false }, { platform: 'win32' });
      expect(line).toMatch(/^curl\.exe --% /);
      const unquoted = line.split('"').filter((_, index) => index % 2 === 0);
      expect(unquoted.join(' '), 'signs of cmd outside of quotes').not.toMatch(/[|&<>^]/);
      const words = wordsOfWindows(line.trimEnd());
      expect(words.slice(2, -2)).toEqual(wordsOf('--globoff --request PUT --header "x-a: b c" --data-raw'));
      expect(JSON.parse(words.at(-2) ?? '')).toEqual({ [value]: value });
      expect(words.at(-1)).toBe(url);
    }
    const inQuotes = { ...request, url: 'https://api.example/a', body: 'a "b & c"' };
    const problem = 'cannot be printed in a command line';
    expect(() => curlCommand(inQuotes, { platform: 'win32' })).toThrow(problem);
  });

  it('names the file of --input, and includes standard input', async () => {
    const file = temporaryFile("it's a body", '{}');
    const fromFile = await dryRun('https://api.example', ['PUT', '/a', '--input', file]);
    expect((await handedToCurl(fromFile))[0]?.words).toContain(`@${file}`);
    const fromInput = await dryRun('https://api.example', 'PUT /a --input -', ['{', '  "n": 1.50', '}']);
    expect((await handedToCurl(fromInput))[0]?.words).toContain('{"n":1.5}');
    const options = { env: signedIn('https://api.example'), stdinLines: ['\u001b[2J'] };
    await expectFailure(runMain('api PUT /a --input - --dry-run', options), 2);
  });

  it('has no token for a URL that takes none', async () => {
    const env = { ...signedIn('https://api.example'), HOTELCTL_AUTH_URL: 'https://identity.example' };
    const path = '/.well-known/openid-configuration';
    const { stdout } = await runMain(`api HEAD auth:${path} --dry-run`, { env });
    const command = "curl --globoff --head --header 'accept: application/json'";
    expect(stdout).toBe(`${command} https://identity.example${path}\n`);
  });

  it('is run by the real curl as hotelctl sends it, and the token is in no list of processes', async () => {
    const seen: object[] = [];
    let lists = '';
    const server = await localServer(async (request, response) => {
      const { method, url, headers } = request;
      const { authorization, 'idempotency-key': key, 'content-type': type } = headers;
      seen.push({ method, url, authorization, key, type, body: await text(request) });
      // While curl waits for the response: the readable arguments of every process of this machine.
      for (const entry of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
        try {
          lists += readFileSync(`/proc/${entry}/cmdline`, 'utf8');
        } catch {
          // The process has ended since.
        }
      }
      response.end('{}');
    });
    const fields = ['-f', 'text=ü \' " $HOME [1-2]', '-F', 'n=9007199254740993'];
    const words = wordsOf('POST /a', fields, '--idempotency-key k1');
    await runMain(['api', ...words], { env: signedIn(server.url) });
    const command = await dryRun(server.url, words);
    const token = signedIn('').HOTELCTL_ACCESS_TOKEN;
    const env = { PATH: process.env['PATH'], HOTELCTL_TOKEN: token };
    const bash = spawn('bash', ['-c', command], { env, stdio: 'ignore' });
    await new Promise(resolve => bash.on('close', resolve));
    expect(seen).toHaveLength(2);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[1]).toMatchObject({ authorization: `Bearer ${token}` });
    expect(lists).toContain('--globoff');
    expect(lists).not.toContain(token);
  });
});
