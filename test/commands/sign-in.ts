import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context, Folders } from '../../src/base/context.ts';
import { authorizeAsHotelUser } from '../../src/sandbox/identity/client.ts';
import type { RunningSandbox } from '../../src/sandbox/sandbox.ts';
import { main } from '../../src/start/main.ts';
import { type TestContextOptions, testContext } from '../context.ts';

/** All settings of a sandbox by environment, the tokens in a file. */
export const settingsOf = ({ apiUrl, authUrl, integrationUrl, client }: RunningSandbox) => ({
  HOTELCTL_BASE_URL: apiUrl,
  HOTELCTL_AUTH_URL: authUrl,
  HOTELCTL_INTEGRATION_URL: integrationUrl,
  HOTELCTL_CLIENT_ID: client.clientId,
  HOTELCTL_CLIENT_SECRET: client.clientSecret,
  HOTELCTL_CREDENTIAL_STORE: 'file',
});

export interface Typed extends Omit<TestContextOptions, 'replace'> {
  /** Pastes the URL that the browser ends at; default: the hotel user allows the sign-in. */
  readonly atTheBrowser?: (authorizeUrl: string) => Promise<string>;
  /** Called when the sign-in is stored. */
  readonly onceSaved?: () => void;
  /** Answers to prompts before and after the URL is pasted. */
  readonly before?: readonly (string | boolean)[];
  /** Replaces the child process of the keychain. */
  readonly runChild?: Context['runChild'];
  readonly after?: readonly (string | boolean)[];
}

export const allowing = (url: string) => authorizeAsHotelUser(url, { allow: true });

type Item = readonly [name: string, value: string];

/** A user of one machine: commands one after the other, in the same folders. */
export function person() {
  const folders: Folders = testContext().folders;
  const start = (line: string, options: Typed = {}) => {
    const { atTheBrowser = allowing, before = [], after = [], onceSaved, runChild, ...rest } = options;
    let shown: (url: string) => void = () => {};
    const pasted = new Promise<string>(resolve => {
      shown = resolve;
    }).then(atTheBrowser);
    const context = testContext({
      ...rest,
      stdinLines:
        rest.stdinLines ??
        (async function* () {
          yield await pasted;
        })(),
      answers: [...before, pasted, ...after],
      replace: {
        ...(runChild ? { runChild } : {}),
        folders,
        random: { bytes: randomBytes, uuid: randomUUID, fraction: () => 0 },
      },
    });
    const stderr = {
      ...context.stderr,
      write: async (data: string | Uint8Array) => {
        await context.stderr.write(data);
        const [url] = /http\S+\/connect\/authorize\?\S+/.exec(String(data)) ?? [];
        if (url) shown(url);
        if (String(data).startsWith('Saved to ')) onceSaved?.();
      },
    };
    const ended = main(line.split(' '), { ...context, stderr }).then(exitCode => ({
      exitCode,
      stdout: context.out(),
      stderr: context.err(),
      requested: context.prompted,
    }));
    return { context, ended };
  };
  const credentialsFile = join(folders.state, 'credentials.json');
  const store = (change: (item: Item) => readonly Item[]) => {
    const file = JSON.parse(readFileSync(credentialsFile, 'utf8'));
    const items = Object.fromEntries(Object.entries<string>(file.items).flatMap(change));
    writeFileSync(credentialsFile, `${JSON.stringify({ ...file, items })}\n`);
  };
  return {
    folders,
    start,
    types: (line: string, options?: Typed) => start(line, options).ended,
    credentials: (): Record<string, string> => JSON.parse(readFileSync(credentialsFile, 'utf8')).items,
    /** Changes the stored items without the program. */
    store,
    forget: (item: string) => store(one => (one[0].endsWith(item) ? [] : [one])),
    /** The same sign-in, at another identity host. */
    moveTo: (host: string) =>
      store(([name, value]) => [[name.replace(/http:\/\/127\.0\.0\.1:\d+/, host), value]]),
  };
}
