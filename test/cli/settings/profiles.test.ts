import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Folders } from '../../../src/base/context.ts';
import { OutputError, UsageError } from '../../../src/base/errors.ts';
import {
  checkedProfiles,
  checkProfileName,
  chooseProfile,
  profilePath,
  readProfiles,
  withProfile,
  writeProfiles,
} from '../../../src/cli/settings/profiles.ts';
import { testContext } from '../../context.ts';
import { failureOf, thrownBy } from '../../failure-of.ts';

const host = { uid: process.getuid?.() ?? null };

const folders = () => testContext().folders;
const written = (content: string) => {
  const places = folders();
  mkdirSync(places.config, { recursive: true });
  writeFileSync(profilePath(places), content);
  return places;
};

describe('the profile file', () => {
  it('does not exist at first', async () => {
    const file = await readProfiles({ folders: folders(), host });
    expect(file.profiles.size).toBe(0);
    expect(chooseProfile(file, undefined)).toEqual({ name: 'default', values: {}, isUnchosen: false });
  });

  it('does not exist where a part of its path is a file, as with HOME=/dev/null', async () => {
    const { config } = folders();
    mkdirSync(config, { recursive: true });
    writeFileSync(join(config, 'file'), '');
    const places = { ...folders(), config: join(config, 'file', 'hotelctl') };
    expect((await readProfiles({ folders: places, host })).profiles.size).toBe(0);
  });

  it('is refused in a folder that the system does not look up, such as one of another user', async () => {
    // The same path in the code as EACCES, which root never gets.
    const places = { ...folders(), config: `/${'a'.repeat(300)}/hotelctl` };
    const reading = async () => readProfiles({ folders: places, host });
    await expect(reading()).rejects.toThrow(UsageError);
    await expect(reading()).rejects.toThrow('cannot be read (ENAMETOOLONG)');
  });

  it('is read as it was written, and only its owner can read it', async () => {
    const places = folders();
    const munich = { baseUrl: 'https://a.example', property: 'MUC' };
    const file = withProfile({ profiles: new Map() }, 'munich', munich);
    await writeProfiles(places, withProfile(file, 'berlin', {}));
    expect(await readProfiles({ folders: places, host })).toEqual({
      current: 'munich',
      profiles: new Map(Object.entries({ munich, berlin: {} })),
    });
    expect(statSync(profilePath(places)).mode & 0o777).toBe(0o600);
    expect(readdirSync(places.config)).toEqual(['profiles.json']);
  });

  it('may begin with a byte order mark', async () => {
    const folders = written('\ufeff{"version": 1, "profiles": {"a": {}}}');
    const file = await readProfiles({ host, folders });
    expect([...file.profiles.keys()]).toEqual(['a']);
  });

  it.each([
    ['', 'it is not JSON'],
    ['{"version": 1,\n "profiles": {,}}', 'it is not JSON (line 2)'],
    ['[]', 'it is not a JSON object'],
    ['{}', 'its version is missing, this hotelctl reads 1'],
    ['{"version": 2, "profiles": {}}', 'its version is 2, this hotelctl reads 1'],
    ['{"version": "1", "profiles": {}}', 'its version is "1", this hotelctl reads 1'],
    ['{"version": 1, "profiles": {}, "theme": 1}', 'it has an unknown field "theme"'],
    ['{"version": 1, "profiles": {}, "__proto__": {}}', 'it has an unknown field "__proto__"'],
    ['{"version": 1, "profiles": {"a": {"port": "1"}}}', 'profile a has an unknown key "port"'],
    ['{"version": 1, "profiles": {"a": {"__proto__": "x"}}}', 'profile a has an unknown key "__proto__"'],
    ['{"version": 1, "profiles": {"a": {"property": 7}}}', 'property of profile a is not a string'],
    ['{"version": 1, "profiles": {"__proto__": {}}}', '"__proto__" is not a valid profile name'],
    ['{"version": 1, "profiles": {"../x": {}}}', '"../x" is not a valid profile name'],
    ['{"version": 1, "profiles": {"a": {}}, "current": "b"}', '"current" names none of its profiles'],
  ])('is refused as %s', async (content, problem) => {
    const places = written(content);
    const error = await failureOf(readProfiles({ folders: places, host }), UsageError);
    expect(error.message).toBe(`the profile file ${profilePath(places)} is not valid: ${problem}`);
    expect(error.details.hint).toContain('move it away');
    expect(readFileSync(profilePath(places), 'utf8')).toBe(content);
  });

  it('is parsed or refused, whatever it contains, without a crash', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), text => void checkedProfiles(text)));
  });

  it('is unchanged if a new one can’t be written', async () => {
    const places = folders();
    writeFileSync(join(places.config, '..', 'config'), 'a file where the folder should be');
    await expect(writeProfiles(places, { profiles: new Map() })).rejects.toThrow(OutputError);
    expect(readFileSync(places.config, 'utf8')).toBe('a file where the folder should be');
  });
});

describe('a profile file that other users control', () => {
  const refusal = async (change: (path: string, places: Folders) => void, uid = host.uid) => {
    const places = written('{"version": 1, "profiles": {}}');
    change(profilePath(places), places);
    return (await failureOf(readProfiles({ folders: places, host: { uid } }), UsageError)).message;
  };

  it.each([0o666, 0o620, 0o602])('is refused with mode %o', async mode => {
    expect(await refusal(path => chmodSync(path, mode))).toMatch(/can be changed by other users/);
  });

  it('is refused in a folder that other users can change', async () => {
    expect(await refusal((_, places) => chmodSync(places.config, 0o777))).toMatch(/config can be changed by/);
  });

  it('is refused when it belongs to another user than this one or root', async () => {
    const other = (host.uid ?? 0) + 1;
    const message = await refusal(path => {
      if (host.uid === 0) chownSync(path, 4242, 0);
    }, other);
    expect(message).toMatch(/belongs to another user$/);
  });

  it('may be readable by other users, and accessed through a link', async () => {
    const places = written('{"version": 1, "profiles": {"a": {}}}');
    chmodSync(profilePath(places), 0o644);
    renameSync(profilePath(places), `${profilePath(places)}.target`);
    symlinkSync(`${profilePath(places)}.target`, profilePath(places));
    expect((await readProfiles({ folders: places, host })).profiles.size).toBe(1);
    await writeProfiles(places, { profiles: new Map() });
    expect(readFileSync(`${profilePath(places)}.target`, 'utf8')).toContain('"profiles": {}');
  });
});

describe('a profile', () => {
  const file = withProfile(withProfile({ profiles: new Map() }, 'munich', {}), 'berlin', { property: 'BER' });

  it('that does not exist is reported with those that do', () => {
    for (const name of ['hamburg', '__proto__', 'constructor', 'toString']) {
      const { message, hint } = thrownBy(() => chooseProfile(file, name), UsageError);
      expect(message).toBe(`there is no profile "${name}"`);
      expect(hint).toBe('available profiles: munich, berlin');
    }
    expect(() => chooseProfile({ profiles: new Map() }, 'constructor')).toThrow('there is no profile');
  });

  it('has a name that is safe everywhere', () => {
    for (const name of ['munich', 'a', 'M-1.2_x', 'x'.repeat(64)])
      expect(() => checkProfileName(name)).not.toThrow();
    for (const name of ['', '.', '-x', '../x', 'a b', 'a/b', '__proto__', 'x\n', 'ä', 'x'.repeat(65)])
      expect(() => checkProfileName(name), name).toThrow('a profile name is 1 to 64 letters');
  });
});
