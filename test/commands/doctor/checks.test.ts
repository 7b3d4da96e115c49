import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Context } from '../../../src/base/context.ts';
import { InterruptedError, UsageError } from '../../../src/base/errors.ts';
import { closeFolder } from '../../../src/base/make-folder.ts';
import { type SettingFinding, variablesMissingInCron } from '../../../src/cli/doctor.ts';
import { clockFindings } from '../../../src/commands/doctor/host-checks.ts';
import { completionFindings, folderFindings } from '../../../src/commands/doctor/machine-checks.ts';
import { timeZoneFinding } from '../../../src/commands/doctor/run.ts';
import { unknownVariables } from '../../../src/commands/doctor/settings-checks.ts';
import { type Finding, failedCheck, finding } from '../../../src/platform/finding.ts';
import { temporaryFile, temporaryFolder, testContext } from '../../context.ts';
import { sourcesBelow, textOfFile } from '../../repository.ts';
import { wordsOf } from '../../words.ts';

/** The state of each finding and what was found, as one text. */
const textOf = (findings: readonly Finding[]) => findings.map(({ state, found }) => `${state}: ${found}`);

it.each([
  [[0], 'passed', 'agrees with the hosts'],
  [[60_400], 'passed', 'agrees with the hosts'],
  [[61_000], 'warning', "1 min 1 s behind the hosts' clocks"],
  [[-300_000], 'warning', "5 min ahead of the hosts' clocks"],
  [[-301_000], 'failed', "5 min 1 s ahead of the hosts' clocks"],
  [[172_800_000], 'failed', "2 days behind the hosts' clocks"],
  [[9_000_000], 'failed', "2 h 30 min behind the hosts' clocks"],
  // If hosts disagree, the nearest counts.
  [[400_000, -20], 'passed', 'agrees with the hosts'],
  [[], 'skipped', 'no host sent a date, or `sandbox run` sets today'],
])('the clock of hosts that are ahead by %j ms is %s', (ahead, state, found) => {
  expect(clockFindings(ahead.map(value => ({ ahead: value })))).toMatchObject([{ state, found }]);
});

describe('the time zone', () => {
  const look = (TZ: string) => timeZoneFinding({ TZ }, Date.UTC(2026, 9, 15, 23, 30));

  it('has the date of this machine', () => {
    expect(textOf([look('UTC')])).toEqual(['passed: UTC (TZ): today is 2026-10-15']);
  });

  it.each(['CET-1CEST', 'Nonsense', 'Europe/Atlantis'])('TZ=%s is a warning', TZ => {
    expect(textOf([look(TZ)])).toEqual([`warning: TZ=${TZ} is not an IANA time zone: Node.js uses UTC`]);
  });
});

describe('the folders', () => {
  const placed = () => {
    const context = testContext();
    for (const folder of [context.folders.config, context.folders.state]) mkdirSync(folder, { mode: 0o700 });
    return context;
  };
  const look = (context: Context, write?: Parameters<typeof folderFindings>[2]) =>
    folderFindings(context, context.folders.data, write);
  const failing = (code: string) => async () => {
    throw Object.assign(new Error(), { code });
  };

  it('are ok, and no file is left in them', async () => {
    const context = placed();
    const passed = (check: string) => ({ check, state: 'passed' });
    expect(await look(context)).toMatchObject(['configuration', 'state and cache', 'data'].map(passed));
    expect(readdirSync(context.folders.state)).toEqual([]);
  });

  it('that do not exist are checked, and not created', async () => {
    const context = testContext();
    const { config, state, data } = context.folders;
    const found = (path: string) => ({ found: `${path} does not exist yet and can be created` });
    expect(await look(context)).toMatchObject([config, state, data].map(found));
    expect(existsSync(context.folders.state)).toBe(false);
  });

  it.each([
    ['ENOSPC', 'no space is left', 'free disk space, or set HOTELCTL_STATE_DIR to another one'],
    ['EROFS', 'the file system is read-only', 'fix the folder, or set HOTELCTL_STATE_DIR to another one'],
    ['EACCES', 'permission denied', 'fix the folder, or set HOTELCTL_STATE_DIR to another one'],
  ])('that fail with %s: that of the state is fatal, the other one a warning', async (code, what, fix) => {
    const context = placed();
    expect(await look(context, failing(code))).toMatchObject([
      { state: 'warning' },
      { state: 'failed', found: `${context.folders.state} is not writable: ${what}`, fix },
      { check: 'data', state: 'passed' },
    ]);
  });

  it('with a file in their place are reported', async () => {
    const context = testContext();
    const path = temporaryFile('file', '');
    const folders = { data: path, config: path, state: join(path, 'state') };
    const findings = await look({ ...context, folders });
    const data = { check: 'data', state: 'warning', found: expect.stringContaining('is not writable') };
    expect(findings).toMatchObject([{ state: 'warning' }, { state: 'failed' }, data]);
  });

  it('that other users can read are a warning with the command that fixes it', async () => {
    const context = placed();
    const { state, config } = context.folders;
    chmodSync(state, 0o750);
    chmodSync(config, 0o755);
    const [first, second] = await look(context);
    expect(first).toMatchObject({ state: 'passed' });
    expect(second).toMatchObject({ state: 'warning', fix: `run: chmod go= ${state}` });
    chmodSync(config, 0o775);
    expect(await look(context)).toMatchObject([{ fix: `run: chmod go-w ${config}` }, {}, {}]);
  });

  describe('on Windows', () => {
    const user = 'S-1-5-21-11-22-33-1001';
    /** @param list what icacls saves; undefined if it saves nothing */
    const withList = (list: string | undefined) => {
      const context = placed();
      const runChild: Context['runChild'] = async ({ file, args }) => {
        expect(file).toMatch(/^C:\\Windows\\System32\\(whoami|icacls)\.exe$/);
        const [folder = '', , saved = ''] = args;
        if (file.includes('icacls') && list !== undefined)
          writeFileSync(saved, `${basename(folder)}\r\n${list}\r\n`, 'utf16le');
        return { exitCode: 0, timedOut: false, stdout: `"pc\\ada","${user}"\r\n`, stderr: '' };
      };
      const env = { USERDOMAIN: 'PC', USERNAME: 'ada b' };
      return { ...context, runChild, env, host: { ...context.host, platform: 'win32' as const, uid: null } };
    };
    const own = `(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;FA;;;${user})(A;OICIIO;GA;;;CO)`;

    it.each([
      ['only this user', `D:PAI${own}`, 'passed', 'passed'],
      ['all users may read', `D:AI${own}(A;OICIID;0x1200a9;;;BU)`, 'passed', 'warning'],
      ['signed-in users may change it', `D:AI${own}(A;OICIID;0x1301bf;;;AU)`, 'warning', 'warning'],
      ['another user may change it', `D:${own}(A;;FA;;;S-1-5-21-11-22-33-1002)`, 'warning', 'warning'],
      ['others are denied', `D:${own}(D;OICI;FA;;;BU)`, 'passed', 'passed'],
      ['no list', 'D:NO_ACCESS_CONTROL', 'warning', 'warning'],
      ['unreadable', undefined, 'passed', 'passed'],
    ])('their access lists are checked: %s', async (_, list, first, second) => {
      const context = withList(list);
      const found = await look(context);
      expect(found.map(({ state }) => state)).toEqual([first, second, 'passed']);
      const { state } = context.folders;
      const granted = '"PC\\ada b:(OI)(CI)F" "*S-1-5-18:(OI)(CI)F" "*S-1-5-32-544:(OI)(CI)F"';
      const fix = `run: icacls ${state} /inheritance:r /grant:r ${granted}`;
      if (second === 'warning') expect(found[1]?.fix).toBe(fix);
      expect(found[1]?.found.includes('could not be read')).toBe(list === undefined);
      expect(readdirSync(state)).toEqual([]);
    });

    it('a new one outside the folder of the user is closed, and one within is closed already', () => {
      const runs: (readonly string[])[] = [];
      const home = join(temporaryFolder(), 'ada');
      const run = (file: string, args: readonly string[]) => void runs.push([file, ...args]);
      for (const path of [join(home, 'AppData/hotelctl'), join(home, '../shared'), home])
        closeFolder(path, { home, env: { USERNAME: 'ada' }, run });
      expect(runs.map(([, path]) => path)).toEqual([join(home, '../shared'), home]);
      expect(runs[0]?.slice(2, 5)).toEqual(['/inheritance:r', '/grant:r', 'ada:(OI)(CI)F']);
    });
  });

  it('that belong to another user are a warning', async () => {
    const context = placed();
    const host = { ...context.host, uid: (context.host.uid ?? 0) + 1 };
    const found = `${context.folders.config} belongs to another user`;
    const expected = [{ state: 'warning', found }, { state: 'warning' }, { state: 'passed' }];
    expect(await look({ ...context, host })).toMatchObject(expected);
  });
});

describe('the completion', () => {
  const place = (folder: string, path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };

  const completion = (env: Readonly<Record<string, string>>, platform: NodeJS.Platform = 'linux') =>
    completionFindings({ env, host: { ...testContext().host, platform } });

  const profile = '.config/powershell/Microsoft.PowerShell_profile.ps1';
  it.each([
    ['/bin/bash', '.bashrc', 'source <(hotelctl completion bash)\n'],
    ['/usr/bin/zsh', '.zfunc/_hotelctl', '#compdef hotelctl\n'],
    ['/usr/bin/fish', '.config/fish/completions/hotelctl.fish', 'complete -c hotelctl\n'],
    ['/usr/bin/pwsh', profile, 'hotelctl completion powershell |\n'],
  ])('of %s is found in ~/%s', async (SHELL, path, text) => {
    const HOME = temporaryFolder();
    const [before] = await completion({ SHELL, HOME });
    expect(before?.state).toBe('skipped');
    expect(before?.fix).toContain('hotelctl completion ');
    place(HOME, path, `# hotelctl completion is a comment\n`.repeat(path.endsWith('rc') ? 1 : 0));
    place(HOME, path, text);
    const found = expect.stringContaining(join(HOME, path));
    expect(await completion({ SHELL, HOME })).toMatchObject([{ state: 'passed', found }]);
  });

  it('in a comment is not installed, and sh has no completion', async () => {
    const HOME = temporaryFolder();
    place(HOME, '.bashrc', '# source <(hotelctl completion bash)\n');
    expect(await completion({ SHELL: '/bin/bash', HOME })).toMatchObject([{ state: 'skipped' }]);
    expect(await completion({ SHELL: '/bin/sh', HOME })).toMatchObject([{ found: 'no completion for sh' }]);
    expect(await completion({ HOME })).toMatchObject([{ found: 'SHELL is not set' }]);
    expect(await completion({ SHELL: '/bin/bash' })).toMatchObject([{ found: 'HOME is not set' }]);
  });

  it('on Windows is that of PowerShell, unless SHELL names another one', async () => {
    const USERPROFILE = temporaryFolder();
    const skipped = (fix: string) => [{ state: 'skipped', fix: expect.stringContaining(fix) }];
    expect(await completion({ USERPROFILE }, 'win32')).toMatchObject(skipped('$PROFILE'));
    const file = 'Documents/WindowsPowerShell/Microsoft.PowerShell_profile.ps1';
    place(USERPROFILE, file, 'hotelctl completion powershell | Out-String | Invoke-Expression');
    expect(await completion({ USERPROFILE }, 'win32')).toMatchObject([{ state: 'passed' }]);
    const bash = { USERPROFILE, SHELL: '/usr/bin/bash.exe' };
    expect(await completion(bash, 'win32')).toMatchObject(skipped('bash'));
  });
});

describe('the environment', () => {
  it('with a typo in the name of a variable is a warning that suggests the right one', async () => {
    const found = 'HOTELCTL_BASEURL is set, but hotelctl has no such variable';
    expect(unknownVariables({ HOTELCTL_BASEURL: 'https://secret.example' })).toEqual([
      finding('environment', 'warning', found, 'did you mean HOTELCTL_BASE_URL?'),
    ]);
  });

  it('with only known variables has no finding', async () => {
    const named = sourcesBelow('src').flatMap(
      file => textOfFile(file).match(/(?<=')HOTELCTL_[A-Z_]+(?=')/g) ?? [],
    );
    expect(named).toContain('HOTELCTL_NO_ANIMATION');
    expect(unknownVariables(Object.fromEntries(named.map(name => [name, 'x'])))).toEqual([]);
  });
});

describe('variables that are missing in cron', () => {
  const setting = (name: string, value: string, source: string): SettingFinding => ({
    ...finding(name, 'passed', ''),
    setting: { name, value, source },
  });
  const baseUrl = { HOTELCTL_BASE_URL: 'https://api.example' };

  it('are ok when a profile has the same value', () => {
    const there = [setting('baseUrl', 'https://api.example', 'baseUrl of profile munich')];
    expect(textOf(variablesMissingInCron(baseUrl, there))).toEqual([
      'passed: set here but not in cron, where baseUrl of profile munich has the same value',
    ]);
  });

  it('are a warning when cron uses another value, or none', () => {
    expect(textOf(variablesMissingInCron(baseUrl, []))).toEqual(['warning: set here but not in cron']);
    const there = [setting('credentialStore', 'keychain', 'default')];
    // A setting of the terminal, or of this sandbox, does not matter to a job.
    expect(variablesMissingInCron({ HOTELCTL_NO_ANIMATION: '1', HOTELCTL_SANDBOX: '1' }, [])).toEqual([]);
    const other = variablesMissingInCron({ HOTELCTL_CREDENTIAL_STORE: 'file' }, there);
    expect(textOf(other)).toEqual(['warning: set here but not in cron, where it is keychain (the default)']);
  });

  it('include proxies, certificates and folders, and never show a value', () => {
    const named = wordsOf(
      'HOTELCTL_CLIENT_SECRET HOTELCTL_CONFIG_DIR HTTPS_PROXY NODE_EXTRA_CA_CERTS TZ XDG_STATE_HOME',
    );
    const env = Object.fromEntries(named.map(name => [name, 'http://user:canary@proxy.example']));
    const findings = variablesMissingInCron({ ...env, HTTP_PROXY: '', EDITOR: 'canary' }, []);
    const found = findings.map(({ check, state }) => `${check} ${state}`);
    expect(found).toEqual(named.map(name => `${name} warning`));
    expect(JSON.stringify(findings)).not.toContain('canary');
    expect(findings[2]?.fix).toBe('set HTTPS_PROXY in the crontab; see docs/unattended.md');
  });

  it('are ok when the store has the secret', () => {
    const there = [finding('client secret', 'passed', 'saved in the credential store')];
    const findings = variablesMissingInCron({ HOTELCTL_CLIENT_SECRET: 'canary' }, there);
    expect(findings).toMatchObject([{ state: 'passed' }]);
  });
});

describe('an error of a check', () => {
  it('becomes a finding with the message of the error, and without the message of a defect', () => {
    const usage = new UsageError('no\u001b[31m way', { hint: 'run `hotelctl doctor`; or do without' });
    const found = finding('clock', 'failed', 'no\\u{1b}[31m way', 'do without');
    expect(failedCheck('clock', usage)).toEqual(found);
    const defect = JSON.stringify(failedCheck('clock', new TypeError('canary')));
    expect(defect).toMatch(/\(TypeError\)(?!.*canary)/);
  });

  it('ends all checks after an interruption', () => {
    const interruption = new InterruptedError('SIGINT');
    expect(() => failedCheck('clock', interruption)).toThrow(interruption);
  });
});
