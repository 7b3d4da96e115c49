import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/base/errors.ts';
import { Settings } from '../../../src/cli/settings/resolve.ts';
import {
  askedByLogin,
  findSettingDefinition,
  nameFlag,
  settingDefinitions,
} from '../../../src/cli/settings/settings.ts';
import { thrownBy } from '../../failure-of.ts';
import { wordsOf } from '../../words.ts';

/** Settings of each kind, with a valid, different value for each source: of the flag, the environment and a profile. */
const settings = [
  ['baseUrl', 'https://flag.example.com', 'https://env.example.com', 'https://profile.example.com'],
  ['credentialStore', 'env', 'file', 'keychain'],
  ['timeout', '11', '12', '13'],
  ['unitGroupTypes', 'BedRoom', 'BedRoom,ParkingLot', 'MeetingRoom EventSpace'],
  ['decimalComma', 'true', 'false', 'true'],
  ['smtpHost', 'flag.example.com', 'env.example.com', 'profile.example.com'],
  ['property', 'of the flag', 'of the environment', 'of the profile'],
] as const;

describe.each(settings)('%s', (name, flag, environment, profile) => {
  const row = findSettingDefinition(name);
  const flags = { [name]: flag };
  const env = { [row.environment]: environment };
  const kept = { name: 'munich', values: { [name]: profile } };
  const nothing = { name: 'munich', values: {} };

  it('comes from the flag, then the environment, then the profile, then the default', () => {
    expect(new Settings(flags, env, kept).find(name)).toEqual({ value: flag, source: 'flag' });
    expect(new Settings({}, env, kept).find(name)).toEqual({ value: environment, source: 'environment' });
    expect(new Settings({}, {}, kept).find(name)).toEqual({ value: profile, source: 'profile' });
    const last = row.fallback === undefined ? undefined : { value: row.fallback, source: 'default' };
    expect(new Settings({}, {}, nothing).find(name)).toEqual(last);
  });

  it('counts an empty variable as not set', () => {
    expect(new Settings({}, { [row.environment]: '' }, nothing).find(name)?.source).not.toBe('environment');
  });

  it('shows its source', () => {
    expect(new Settings(flags, env, kept).origin(name)).toBe(nameFlag(name));
    expect(new Settings({}, env, kept).origin(name)).toBe(row.environment);
    expect(new Settings({}, {}, kept).origin(name)).toBe(`${name} of profile munich`);
  });

  it('is required and must not be empty', () => {
    expect(new Settings(flags, {}, nothing).require(name)).toBe(flag);
    const empty = thrownBy(() => new Settings({ [name]: ' ' }, {}, nothing).require(name), UsageError);
    expect(empty.message).toBe(`${nameFlag(name)} must be a value that is not empty`);
    if (row.fallback !== undefined) return;
    const missing = thrownBy(() => new Settings({}, {}, nothing).require(name), UsageError);
    expect(missing.message).toBe(`the ${row.summary} is not set`);
    const isAsked = askedByLogin.some(asked => asked === name);
    const save = isAsked ? 'run `hotelctl login` in a terminal' : 'run `hotelctl profile set KEY VALUE`';
    for (const way of [row.environment, save]) expect(missing.hint).toContain(way);
    expect(missing.hint.includes(nameFlag(name))).toBe(row.isProfileFlag !== true && !isAsked);
  });

  it('is saved in a profile by login, unless it is the default or a limit of one command line', () => {
    const expected = row.savedByLogin ? { [name]: flag } : {};
    expect(new Settings(flags, {}, nothing).forProfile()).toEqual(expected);
    expect(new Settings({}, {}, nothing).forProfile()).toEqual({});
  });
});

describe('a host', () => {
  const check = (value: string) => findSettingDefinition('baseUrl').mustBe?.(value);

  it.each(
    wordsOf(
      `https://api.example.com https://api.example.com/ https://api.example.com:8443/platform
        http://127.0.0.1:8970 http://127.9.9.9 http://localhost:8970 http://[::1]:8970`,
    ),
  )('may be %s', value => {
    expect(check(value)).toBeUndefined();
  });

  it.each([
    ...wordsOf(
      `http://api.example.com http://localhost.example.com http://127.0.0.1.example.com http://10.0.0.1
        http://0.0.0.0 ftp://127.0.0.1 file:///etc/passwd javascript:alert(1) api.example.com https://
        https://user:secret@api.example.com https://api.example.com?x=1 https://api.example.com#x`,
    ),
    'https://api.example.com\n',
    ' https://api.example.com',
    'https://api.exam ple.com',
  ])('may not be %j', value => {
    expect(check(value)).toBeTypeOf('string');
    expect(check(value)).not.toContain('secret');
    for (const name of ['authUrl', 'integrationUrl'] as const)
      expect(findSettingDefinition(name).mustBe?.(value)).toBe(check(value));
  });

  it('loses its trailing slashes', () => {
    const settings = new Settings({ baseUrl: 'https://api.example.com//' }, {}, { name: 'x', values: {} });
    expect(settings.requireHost('baseUrl')).toBe('https://api.example.com');
  });
});

const count = (name: 'timeout' | 'maxAttempts', value: string) =>
  new Settings({ [name]: value }, {}, { name: 'x', values: {} }).requireCount(name);

it('numbers are integers within limits', () => {
  expect(count('timeout', '1')).toBe(1);
  expect(count('timeout', '86400')).toBe(86_400);
  expect(count('maxAttempts', '100')).toBe(100);
  for (const wrong of [' 5', ...wordsOf('0 -1 86401 1.5 1e3 0x10 99999999999999999999 NaN ５')]) {
    const { message } = thrownBy(() => count('timeout', wrong), UsageError);
    expect(message).toBe('--timeout must be a whole number from 1 to 86400');
  }
  for (const wrong of ['0', '101'])
    expect(thrownBy(() => count('maxAttempts', wrong), UsageError).hint).toContain('for example 4');
});

it('values from prompts take precedence over everything else', () => {
  const settings = new Settings({}, { HOTELCTL_PROPERTY: 'BER' }, { name: 'x', values: {} });
  expect(settings.with({ property: 'MUC' }).find('property')?.value).toBe('MUC');
  expect(settings.find('property')?.value).toBe('BER');
});

it('no setting shares its name, flag or variable with another', () => {
  for (const part of ['name', 'flag', 'environment'] as const) {
    const all = settingDefinitions.map(row => row[part]);
    expect(new Set(all).size).toBe(all.length);
  }
});
