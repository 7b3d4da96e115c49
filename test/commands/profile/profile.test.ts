import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changeProfiles } from '../../../src/cli/profile-changes.ts';
import { readProfiles, withProfile } from '../../../src/cli/settings/profiles.ts';
import { type TestContextOptions, temporaryFile, temporaryFolder, testContext } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import type { Line } from '../../words.ts';
import { runMain } from '../in-process.ts';

const host = { uid: process.getuid?.() ?? null };

/** Several commands in the same folders, as a user would run them one after the other. */
function person(options: TestContextOptions = {}) {
  const { folders } = testContext();
  return {
    folders,
    types: (line: Line, env: Record<string, string> = {}) =>
      runMain(line, { ...options, env, replace: { folders } }),
    profiles: async () => (await readProfiles({ folders, host })).profiles,
  };
}

const profilesOf = (profiles: object) => JSON.stringify({ version: 1, profiles });

it('hotelctl profile show --assumptions lists each value with its source, also without a profile', async () => {
  const { types } = person();
  const shown = async (line: string, env: Record<string, string> = {}) => {
    const { stdout } = await types(`${line} --format json`, env);
    const rows: { assumption: string; value: string; source: string }[] = JSON.parse(stdout);
    return rows.find(({ assumption }) => assumption === 'assume.bookings.path');
  };
  const line = 'profile show --assumptions';
  const fallback = { value: '/booking/v1/bookings', source: 'default' };
  expect(await shown(line)).toMatchObject(fallback);
  await types('profile add munich --property MUC');
  await types('profile set assume.bookings.path /booking/v2/bookings');
  expect(await shown(line)).toMatchObject({ value: '/booking/v2/bookings', source: 'profile' });
  await types('profile add berlin --property BER');
  expect(await shown(`${line} --profile berlin`)).toMatchObject(fallback);
  const named = 'profile show munich --assumptions --profile berlin';
  expect(await shown(named)).toMatchObject({ source: 'profile' });
  const env = { HOTELCTL_ASSUME_BOOKINGS_PATH: '/b', HOTELCTL_ASSUME_OFFERS_FIELDS: 'notUsedHere=x' };
  expect(await shown(line, env)).toMatchObject({ value: '/b', source: 'environment' });
});

describe('hotelctl profile', () => {
  it('set with an empty value removes a setting, and files keep their full path for other folders', async () => {
    const { types, profiles } = person();
    await types('profile add munich --property MUC --budget budget.csv');
    await types('profile set portfolio /data/portfolio.csv');
    const files = { budget: expect.stringMatching(/^.+\/budget\.csv$/), portfolio: '/data/portfolio.csv' };
    expect((await profiles()).get('munich')).toEqual({ property: 'MUC', ...files });
    await expectSuccess(types(['profile', 'set', 'property', '']), 'Removed property from profile munich.\n');
    expect((await profiles()).get('munich')).toEqual(files);
    const other = types(['profile', 'set', 'property', '', '--profile', 'berlin']);
    await expectFailure(other, 2, 'there is no profile "berlin"');
  });

  it('add, list, show, use, remove', async () => {
    const { types } = person();
    const add = types('profile add munich --base-url https://api.example.com --property MUC');
    await expectSuccess(add, /^Saved profile munich\. It is the current profile\.\n$/);
    const second = types('profile add berlin --property BER --scope offline_access --scope reports.read');
    const hint = /^Saved profile berlin\. Run `hotelctl profile use berlin` to make it the current one\.\n$/;
    await expectSuccess(second, hint);

    expect((await types('profile list --format csv')).stdout).toBe(
      'name,inUse,baseUrl,property\r\nmunich,true,https://api.example.com,MUC\r\nberlin,false,,BER\r\n',
    );
    expect((await types('profile list')).stdout).toMatch(/munich +yes +https:\/\/api\.example\.com +MUC\n/);
    expect(JSON.parse((await types('profile list --format json --profile berlin')).stdout)).toEqual([
      { name: 'munich', inUse: false, baseUrl: 'https://api.example.com', property: 'MUC' },
      { name: 'berlin', inUse: true, property: 'BER', scopes: 'offline_access reports.read' },
    ]);

    expect((await types('profile use berlin')).stderr).toBe('Profile berlin is now the current profile.\n');
    expect((await types('profile show --format csv')).stdout).toBe(
      'setting,value\r\nscopes,offline_access reports.read\r\nproperty,BER\r\n',
    );
    expect(JSON.parse((await types('profile show munich --format json')).stdout)).toEqual({
      name: 'munich',
      settings: { baseUrl: 'https://api.example.com', property: 'MUC' },
    });

    const job = 'schedule add night --scheduler none --every "day 06:30" --profile berlin -- brief';
    await expectSuccess(types(job));
    const follow = '\nJobs without --property now use LND: night.\n';
    await expectSuccess(types('profile set property LND --profile berlin'), follow);
    expect((await types('profile remove berlin')).stderr).toBe(
      'Removed profile berlin.\nwarning: job night uses profile berlin and will fail; add it again with another profile, or run `hotelctl schedule remove night`\n' +
        'Choose the current profile: hotelctl profile use munich\n',
    );
    const { stdout } = await types('profile list --format csv --columns name,inUse');
    expect(stdout).toBe('name,inUse\r\nmunich,false\r\n');
    const notSet =
      'the API host is not set\nhint: run `hotelctl profile use NAME`, or set HOTELCTL_BASE_URL\n';
    await expectFailure(types('properties list'), 2, notSet);
    const select =
      'no profile "default"\nhint: run `hotelctl profile use NAME`; available profiles: munich\n';
    for (const line of ['profile set property BER', 'profile get property'])
      await expectFailure(types(line), 2, select);
  });

  it.each([
    ['profile set credentialStore disk', '\nhint: it is the credential store to use\n'],
    ['profile set bom maybe', '\nhint: it is whether to start CSV files with a byte order mark'],
    ['profile set propertty MUC', 'hotelctl: the key must be one of baseUrl, '],
    ['profile set baseUrl http://api.example.com', 'hotelctl: baseUrl must be an https:// address'],
    ['profile set clientSecret x', '\nhint: a profile contains no secrets: `hotelctl login` saves'],
    [
      'profile set assume.bookings.path',
      'hotelctl: VALUE is required\nhint: specify the path to which a booking',
    ],
    ['profile set assume.offers.fields rateplan.id=x', '\nhint: did you mean ratePlan? our names: '],
    ['profile unset budget', 'did you mean `hotelctl profile set`?'],
    ['profile add munich --base-url http://a.example', 'hotelctl: --base-url must be an https:// address'],
    ['profile add mün', 'hotelctl: a profile name is 1 to 64 letters'],
    ['profile use x', 'hotelctl: there is no profile "x"\nhint: available profiles: munich\n'],
  ])('%s is refused, and nothing is changed', async (words, problem) => {
    const { types, profiles } = person();
    await types('profile add munich --property MUC');
    await expectFailure(types(words), 2, problem);
    expect(Object.fromEntries(await profiles())).toEqual({ munich: { property: 'MUC' } });
  });

  it('set, get: one value, validated as everywhere', async () => {
    const created = 'Created profile default with property.\n';
    await expectSuccess(person().types('profile set property MUC'), created);
    const { types, profiles } = person();
    await types('profile add munich --property MUC');
    await expectSuccess(types('profile set delimiter ;'), /^Set delimiter of profile munich\.\n$/);
    expect((await types('profile get delimiter')).stdout).toBe(';\n');
    expect((await types('profile get property --profile munich')).stdout).toBe('MUC\n');
    const none = 'hotelctl: profile munich has no baseUrl\nhint: run `hotelctl profile set baseUrl VALUE`\n';
    await expectFailure(types('profile get baseUrl'), 2, none);
    expect((await profiles()).get('munich')).toEqual({ property: 'MUC', delimiter: ';' });
  });

  it('export, import: a file transfers a profile to another machine', async () => {
    const { types } = person();
    await types('profile add munich --base-url https://api.example.com --property MUC');
    const exported = await types('profile export');
    expect(exported.stdout).toBe(
      '{\n  "version": 1,\n  "profiles": {\n    "munich": {\n      "baseUrl": "https://api.example.com",\n' +
        '      "property": "MUC"\n    }\n  }\n}\n',
    );
    const file = join(temporaryFolder(), 'munich.json');
    expect((await types(`profile export munich -o ${file}`)).exitCode).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(exported.stdout);

    const other = person();
    const { stderr } = await other.types(`profile import ${file} --yes`);
    expect(stderr).toBe('Saved profile munich. Run `hotelctl login --profile munich` to sign in.\n');
    await other.types(`profile import ${file} --profile test --yes`);
    const { current, profiles } = await readProfiles({ folders: other.folders, host });
    expect(current).toBe('munich');
    expect(profiles.get('munich')).toEqual({ baseUrl: 'https://api.example.com', property: 'MUC' });
    expect(profiles.get('test')).toEqual(profiles.get('munich'));
  });

  const plain = profilesOf({ a: { baseUrl: 'http://x.example' } });
  it.each([
    ['not JSON', '{', 'is not an exported profile: it is not JSON'],
    ['bytes', Buffer.of(0x81, 0xff), 'profile.json": it is not text'],
    ['two profiles', profilesOf({ a: {}, b: {} }), 'is not an exported profile: it contains 2 profiles'],
    ['plain HTTP', plain, 'is not an exported profile: baseUrl must be an https'],
  ])('import refuses a file with %s, and saves nothing', async (_, content: string | Buffer, problem) => {
    const file = temporaryFile('profile.json', content);
    const { types, profiles } = person();
    await expectFailure(types(`profile import ${file}`), 2, problem);
    expect((await profiles()).size).toBe(0);
  });

  const exportedFile = (munich: Record<string, string>) =>
    temporaryFile('profile.json', profilesOf({ munich }));
  /** What a file of an attacker adds to a profile that signs in and sends mail. */
  const attack = {
    integrationUrl: 'https://evil.example',
    smtpHost: 'mail.evil.example',
    heartbeat: 'https://ping.evil.example/secret-path?key=secret',
  };

  it('import never adds to a profile that exists, with --yes too', async () => {
    const { types, profiles } = person();
    await types('profile add munich --base-url https://api.example.com --smtp-user me');
    const before = await profiles();
    const message =
      /^hotelctl: profile munich already exists\nhint: add --profile NAME to import under .*\n$/;
    for (const values of [attack, { baseUrl: 'https://api.example.com' }, {}])
      await expectFailure(types(`profile import ${exportedFile(values)} --yes`), 2, message);
    expect(await profiles()).toEqual(before);
  });

  it('import without a terminal names the hosts, and requires --yes', async () => {
    const { types, profiles } = person();
    const file = exportedFile({ ...attack, property: 'MUC' });
    await expectFailure(
      types(`profile import ${file}`),
      2,
      'the import names where tokens and passwords are sent: integrationUrl https://evil.example, ',
      'smtpHost mail.evil.example, heartbeat https://ping.evil.example\nhint: add --yes if you trust these hosts\n',
    );
    expect((await profiles()).size).toBe(0);
    // A profile without hosts changes nothing that matters.
    await expectSuccess(types(`profile import ${exportedFile({ property: 'MUC' })}`));
  });

  it.each([
    [true, 0],
    [false, 2],
  ])('import on a terminal shows the hosts, also under --quiet, and prompts: %s', async (answer, code) => {
    const { types, profiles } = person({ terminal: true, answers: [answer] });
    const ended = types(`profile import --quiet ${exportedFile(attack)}`);
    const shown = '  integrationUrl https://evil.example\n  smtpHost mail.evil.example\n';
    expect((await expectExit(ended, code, shown)).stderr).not.toContain('secret');
    expect((await profiles()).size).toBe(answer ? 1 : 0);
  });

  it('works while HOTELCTL_PROFILE names a profile that does not exist', async () => {
    const { types } = person();
    const env = { HOTELCTL_PROFILE: 'munich' };
    for (const words of ['list', 'add munich --property MUC', 'add berlin', 'use berlin'])
      await expectSuccess(types(`profile ${words}`, env));
    expect((await types('profile show --format csv', env)).stdout).toContain('property,MUC');
    await expectSuccess(types('profile remove munich', env));
    expect((await types('auth status', env)).stderr).toContain('there is no profile "munich"');
  });

  it('loses no change of several processes', async () => {
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
