import { describe, expect, it } from 'vitest';
import { changeProfiles } from '../../../src/cli/profile-change.ts';
import { main } from '../../../src/main.ts';
import { readProfiles, withProfile } from '../../../src/settings/profiles.ts';
import { type TestContextOptions, testContext } from '../../context.ts';

const host = { uid: process.getuid?.() ?? null };

/** Several commands on the same folders, as a person would type them one after the other. */
function person(options: TestContextOptions = {}) {
  const { folders } = testContext();
  return {
    folders,
    async types(line: string, env: Record<string, string> = {}) {
      const context = testContext({ ...options, env, replace: { folders } });
      const exitCode = await main(line.split(' '), context);
      return { exitCode, stdout: context.out(), stderr: context.err() };
    },
  };
}

describe('hotelctl profile', () => {
  it('add, list, show, use, remove', async () => {
    const { types } = person();
    const first = await types('profile add munich --base-url https://api.example.com --property MUC');
    expect(first).toEqual({ exitCode: 0, stdout: '', stderr: 'Profile munich is kept. It is in use.\n' });
    const second = await types(
      'profile add berlin --property BER --scope offline_access --scope reports.read',
    );
    expect(second.stderr).toBe(
      'Profile berlin is kept. `hotelctl profile use berlin` makes it the one in use.\n',
    );

    expect((await types('profile list --format csv')).stdout).toBe(
      'name,inUse,baseUrl,property\r\nmunich,true,https://api.example.com,MUC\r\nberlin,false,,BER\r\n',
    );
    expect((await types('profile list')).stdout).toMatch(/munich +yes +https:\/\/api\.example\.com +MUC\n/);
    expect(JSON.parse((await types('profile list --format json --profile berlin')).stdout)).toEqual([
      { name: 'munich', inUse: false, baseUrl: 'https://api.example.com', property: 'MUC' },
      { name: 'berlin', inUse: true, property: 'BER', scopes: 'offline_access reports.read' },
    ]);

    expect((await types('profile use berlin')).stderr).toBe('Profile berlin is in use.\n');
    expect((await types('profile show --format csv')).stdout).toBe(
      'setting,value\r\nscopes,offline_access reports.read\r\nproperty,BER\r\n',
    );
    expect(JSON.parse((await types('profile show munich --format json')).stdout)).toEqual({
      name: 'munich',
      settings: { baseUrl: 'https://api.example.com', property: 'MUC' },
    });

    expect((await types('profile remove berlin')).stderr).toBe('Profile berlin is removed.\n');
    expect((await types('profile list --format csv --columns name,inUse')).stdout).toBe(
      'name,inUse\r\nmunich,false\r\n',
    );
  });

  it('add changes the settings given and no other', async () => {
    const { types, folders } = person();
    await types('profile add munich --base-url https://api.example.com --property MUC');
    await types('profile add munich --property BER');
    expect((await readProfiles({ folders, host })).profiles.get('munich')).toEqual({
      baseUrl: 'https://api.example.com',
      property: 'BER',
    });
  });

  it.each([
    ['munich --base-url http://api.example.com', '--base-url must be an https:// address'],
    ['munich --auth-url nonsense', '--auth-url must be an https:// address'],
    ['munich --credential-store vault', '--credential-store must be one of keychain, file, env'],
    ['munich --reports-version v9', '--reports-version must be one of v0-nsfw, v1'],
    ['munich --property=', '--property must be given a value'],
    ['mün', 'a profile name is 1 to 64 letters'],
    ['__proto__', 'a profile name is 1 to 64 letters'],
    ['munich --timeout 0', '--timeout must be a whole number from 1 to 86400'],
  ])('add %s is refused, and nothing is kept', async (words, problem) => {
    const { types, folders } = person();
    const { exitCode, stderr } = await types(`profile add ${words}`);
    expect(stderr).toContain(`hotelctl: ${problem}`);
    expect(exitCode).toBe(2);
    expect((await readProfiles({ folders, host })).profiles.size).toBe(0);
  });

  it('names the existing profiles where another is asked for', async () => {
    const { types } = person();
    await types('profile add munich');
    for (const line of ['profile use x', 'profile show x', 'profile remove x', 'auth status --profile x']) {
      const { exitCode, stderr } = await types(line);
      expect(stderr).toBe('hotelctl: there is no profile "x"\nhint: there are: munich\n');
      expect(exitCode).toBe(2);
    }
  });

  it('works also while HOTELCTL_PROFILE names a profile that is not there', async () => {
    const { types } = person();
    const env = { HOTELCTL_PROFILE: 'munich' };
    expect((await types('profile list', env)).exitCode).toBe(0);
    expect((await types('profile add munich --property MUC', env)).exitCode).toBe(0);
    expect((await types('profile add berlin', env)).exitCode).toBe(0);
    expect((await types('profile use berlin', env)).exitCode).toBe(0);
    expect((await types('profile show --format csv', env)).stdout).toContain('property,MUC');
    expect((await types('profile remove munich', env)).exitCode).toBe(0);
    expect((await types('auth status', env)).stderr).toContain('there is no profile "munich"');
  });

  it('with none yet says so aside', async () => {
    expect(await person().types('profile list --format csv')).toEqual({
      exitCode: 0,
      stdout: 'name,inUse,baseUrl,property\r\n',
      stderr: 'no rows\n',
    });
  });

  it('loses no change when several are made at once', async () => {
    const context = testContext();
    const names = Array.from({ length: 12 }, (_, index) => `p${index}`);
    const contexts = names.map(() => ({ ...context, clock: { ...context.clock, sleep: async () => {} } }));
    await Promise.all(
      names.map((name, index) =>
        changeProfiles(contexts[index] ?? context, file => withProfile(file, name, { property: name })),
      ),
    );
    expect([...(await readProfiles(context)).profiles.keys()].sort()).toEqual([...names].sort());
  });
});
