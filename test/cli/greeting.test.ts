import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/start/run.ts';
import { runMain } from '../commands/in-process.ts';
import { testContext } from '../context.ts';
import { expectFailure, expectSuccess } from '../expect-run.ts';
import type { Line } from '../words.ts';

/** `hotelctl` without arguments, on a terminal. */
const greeting = async (env: Record<string, string>, columns = 100) => {
  const { stdout } = await expectSuccess(runMain([], { terminal: true, columns, env }), /^$/);
  return stdout;
};
const hosts = {
  HOTELCTL_BASE_URL: 'https://api.example',
  HOTELCTL_AUTH_URL: 'https://id.example',
  HOTELCTL_CLIENT_ID: 'c',
};
const nextCommands = (text: string) =>
  [...text.matchAll(/^ {2}hotelctl (.*?)(?: {3,}.*)?$/gm)].map(match => match[1] ?? '');

describe('hotelctl without arguments, on a terminal', () => {
  it('without a configured platform shows how to try it, and how to start', async () => {
    const text = await greeting({});
    expect(text).toContain('Signed in   no (no platform is set)\n');
    expect(nextCommands(text)).toEqual([
      'sandbox run -- hotelctl reports room-nights --property MUC --period 2026-10',
      'login',
      'help environment',
    ]);
  });

  it('without a sign-in suggests signing in', async () => {
    const text = await greeting({ ...hosts, HOTELCTL_CREDENTIAL_STORE: 'env' });
    expect(text).toContain('Signed in   no\nProfile     default, https://api.example\n');
    expect(nextCommands(text)[0]).toBe('login');
  });

  it('signed in without a property suggests the list of properties, with one a report', async () => {
    const without = await greeting({ ...hosts, HOTELCTL_ACCESS_TOKEN: 'token' });
    expect(without).toContain('Property    none chosen\n');
    expect(nextCommands(without).slice(0, 2)).toEqual(['properties list', 'profile set property ID']);
    const text = await greeting({ ...hosts, HOTELCTL_ACCESS_TOKEN: 'token', HOTELCTL_PROPERTY: 'MUC' });
    expect(text).toContain(
      'Signed in   by HOTELCTL_ACCESS_TOKEN\nProfile     default, https://api.example\nProperty    MUC\n',
    );
    expect(nextCommands(text)[0]).toBe('reports property-performance --period last-month');
    expect(text).not.toContain(' token');
  });

  it('reports that the store is not accessible, without an error', async () => {
    const text = await greeting({ ...hosts, HOTELCTL_CREDENTIAL_STORE: 'nonsense' });
    expect(text).toMatch(/Signed in {3}unknown: HOTELCTL_CREDENTIAL_STORE must be/);
  });

  it('fits a narrow screen, and escapes the values of a profile file', async () => {
    const text = await greeting(
      { ...hosts, HOTELCTL_ACCESS_TOKEN: 'token', HOTELCTL_PROPERTY: 'M\u001b[31mUC' },
      60,
    );
    expect(text).not.toContain('\u001b');
    const prose = text
      .split('\n')
      .filter(line => !line.startsWith('  hotelctl') && !line.startsWith('hotelctl'));
    for (const line of prose) expect(line.length, line).toBeLessThanOrEqual(60);
  });

  it('accepts the global flags: another profile, plain text', async () => {
    const { folders } = testContext();
    const profiles = {
      version: 1,
      current: 'berlin',
      profiles: { berlin: { baseUrl: 'https://b.example' }, munich: { baseUrl: 'https://m.example' } },
    };
    mkdirSync(folders.config, { recursive: true });
    writeFileSync(join(folders.config, 'profiles.json'), JSON.stringify(profiles));
    const env = { HOTELCTL_CREDENTIAL_STORE: 'env', PAGER: '' };
    const bare = (words: Line = []) => runMain(words, { terminal: true, env, replace: { folders } });
    for (const words of [
      ['--profile', 'munich'],
      ['-q', '--no-animation', '--profile=munich'],
    ]) {
      expect((await bare(words)).stdout).toContain('Profile     munich, https://m.example\n');
    }
    expect((await bare('--no-color')).stdout).toContain('Profile     berlin, https://b.example\n');
    await expectFailure(bare('--profile nope'), 2, 'there is no profile "nope"');
    writeFileSync(join(folders.config, 'profiles.json'), JSON.stringify({ ...profiles, current: undefined }));
    const { stdout } = await bare();
    expect(stdout).toContain('Profile     none selected of berlin, munich\n');
    expect(nextCommands(stdout)[0]).toBe('profile use NAME');
    expect((await bare('-q --help')).stdout).toMatch(/^Usage: /);
    expect((await bare('-q -V')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('suggests commands that exist', async () => {
    const texts = await Promise.all([
      greeting({}),
      greeting({ ...hosts, HOTELCTL_CREDENTIAL_STORE: 'env' }),
      greeting({ ...hosts, HOTELCTL_ACCESS_TOKEN: 'token' }),
      greeting({ ...hosts, HOTELCTL_ACCESS_TOKEN: 'token', HOTELCTL_PROPERTY: 'MUC' }),
    ]);
    for (const line of texts.flatMap(nextCommands)) {
      if (line.startsWith('help ')) continue;
      const tree = await buildProgram('all');
      for (const group of tree.commands)
        for (const command of [group, ...group.commands])
          if (command.commands.length === 0) command.exitOverride().action(() => {});
      await tree.exitOverride().parseAsync(line.split(' '), { from: 'user' });
    }
  });
});
