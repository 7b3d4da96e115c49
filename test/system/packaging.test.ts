import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root, runProgram as run } from '../repository.ts';
import { type Line, wordsOf } from '../words.ts';

/** What a user gets from the registry: the packed files, installed into an empty folder, run by each supported Node. */
/** The oldest Node that hotelctl runs on, and the newest of the two lines after it; their packages have no install script. */
const nodes = ['20.19.0', '22.23.3', '24.21.0'];
/** Limits in bytes: the content of the package, and the size of an installation with the keychain library and its binary. */
const ceilings = { packed: 1_600_000, unpacked: 5_500_000, installed: 15_000_000 };

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

let folder: string;
let packed: Packed;
const prefix = () => join(folder, '.local');
const nodeFolder = (version: string) => join(folder, 'nodes/node_modules', `node-${version}`, 'bin');
const maxBuffer = 16 * 1024 * 1024;
const offline =
  '--ignore-scripts --no-audit --no-fund --prefer-offline --fetch-timeout=60000 --loglevel=error';
const npm = (args: Line = []) => run('npm', wordsOf(args, offline), { cwd: root, maxBuffer });

/** By the command of the README, in this clone with its dependencies. */
async function installClone() {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, command = ''] = /^npm ci --ignore-scripts && (npm install --global .*)$/m.exec(readme) ?? [];
  const settings = {
    ignore_scripts: 'true',
    prefer_offline: 'true',
    cache: join(homedir(), '.npm'),
    userconfig: join(homedir(), '.npmrc'),
  };
  const env = Object.entries(settings).map(([name, value]) => [`npm_config_${name}`, value]);
  await run('bash', ['-ec', command], {
    cwd: root,
    env: { ...process.env, HOME: folder, ...Object.fromEntries(env) },
  });
  rmSync(join(root, packed.filename));
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hotelctl-packaging-'));
  const { stdout } = await npm(`pack --json --pack-destination ${folder}`);
  const report = JSON.parse(stdout) as Packed[] | Record<string, Packed>;
  packed = Object.values(report)[0] as Packed;
  await installClone();
  const { platform, arch } = process;
  const binaries = nodes.map(version => `node-${version}@npm:node-${platform}-${arch}@${version}`);
  await npm(['install', '--prefix', join(folder, 'nodes'), ...binaries]);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The installed command with its own first line, with only that Node before the system's programs in PATH. */
const hotelctl = (version: string, ...args: string[]) =>
  run(join(prefix(), 'bin/hotelctl'), args, {
    cwd: folder,
    env: {
      PATH: [nodeFolder(version), join(prefix(), 'bin'), '/usr/bin', '/bin'].join(delimiter),
      HOME: folder,
      LANG: 'C.UTF-8',
    },
  });

describe('the package', () => {
  it('contains the program, its completions and documents, and no tests or sources', () => {
    const paths = packed.files.map(({ path }) => path);
    const known =
      /^(package\.json|(README|CHANGELOG|SECURITY)\.md|bin\/(hotelctl\.js|package\.json)|dist\/keychain-child\.cjs|dist\/(parts|client)\/([\w.-]+\.[cm]js|package\.json)|types\/(index|sandbox)\.d\.c?ts|dist\/THIRD-PARTY-NOTICES\.txt|completions\/(_hotelctl|hotelctl\.(bash|fish|ps1))|man\/hotelctl[\w-]*\.1)$/;
    expect(paths.filter(path => !known.test(path))).toEqual([]);
    expect(paths).toContain('dist/THIRD-PARTY-NOTICES.txt');
    // npm links what it finds there, so that `man hotelctl` works.
    expect(readdirSync(join(prefix(), 'share/man/man1'))).toContain('hotelctl-reports-room-nights.1');
  });

  it('stays small', () => {
    expect(packed.size).toBeLessThan(ceilings.packed);
    expect(packed.unpackedSize).toBeLessThan(ceilings.unpacked);
    const files = readdirSync(prefix(), { recursive: true }) as string[];
    const installed = files.reduce((sum, file) => sum + statSync(join(prefix(), file)).size, 0);
    expect(installed).toBeLessThan(ceilings.installed);
  });

  it('is published by the command of the release workflow, as far as a dry run goes', async () => {
    const workflow = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8');
    const [, command = ''] = /run: (npm publish .*)$/m.exec(workflow) ?? [];
    expect(command).toContain('--provenance');
    mkdirSync(join(folder, 'release'));
    cpSync(join(folder, packed.filename), join(folder, 'release', packed.filename));
    const { stdout } = await run('bash', ['-c', `${command} --dry-run`], { cwd: folder });
    const { version: own } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(stdout).toBe(`+ hotelctl@${own}\n`);
  });

  it('brings the license of everything that is bundled', () => {
    const bundled = JSON.parse(readFileSync(join(root, 'dist/bundled.json'), 'utf8')) as string[];
    const notices = readFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
    expect(bundled.length).toBeGreaterThan(10);
    for (const name of bundled) expect(notices).toContain(`\n${name.replace(/(?<=.)@/, ' ')} (`);
  });

  it('has a bill of materials: what is bundled or installed with it, and nothing that only tests', async () => {
    const { stdout } = await run(process.execPath, [join(root, 'scripts/sbom.mjs')], { maxBuffer });
    const { components }: { components: { name: string }[] } = JSON.parse(stdout);
    const names = components.map(({ name }) => name);
    const some = ['@napi-rs/keyring', 'commander', 'undici', 'oidc-provider'];
    expect(names).toEqual(expect.arrayContaining(some));
    expect(names).not.toContain('vitest');
    expect(names).not.toContain('rolldown');
  });
});

/** Programs that use the package as a library: a nightly job for a warehouse, and a script. library.test.ts compiles others. */
const consumers = ['job.mjs', 'script.cjs'];

it.each(nodes)('programs that use the package run on Node.js %s', async version => {
  const place = mkdtempSync(join(folder, 'consumers-'));
  mkdirSync(join(place, 'node_modules'));
  symlinkSync(join(prefix(), 'lib/node_modules/hotelctl'), join(place, 'node_modules/hotelctl'));
  const printed = await Promise.all(
    consumers.map(async file => {
      cpSync(join(import.meta.dirname, 'consumers', file), join(place, file));
      const words = wordsOf('sandbox run --quiet --today 2026-11-21 --');
      return (await hotelctl(version, ...words, join(nodeFolder(version), 'node'), join(place, file))).stdout;
    }),
  );
  expect(printed).toEqual([
    expect.stringMatching(/^MUC \d+ \d+\nLND \d+ \d+\nTYO \d+ \d+\n$/),
    expect.stringMatching(/^\d{3,4} 1 2\n$/),
  ]);
});

describe.each(nodes)('installed, on Node %s', version => {
  it('prints its version', async () => {
    const { stdout: node } = await run(join(nodeFolder(version), 'node'), ['--version']);
    expect(node).toBe(`v${version}\n`);
    const { version: own } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect((await hotelctl(version, '--version')).stdout).toBe(`${own}\n`);
  });

  it('keeps compiled code where Node.js can, in a folder that only the user can use', async () => {
    const state = join(folder, `state-${version}`);
    const env = { PATH: `${nodeFolder(version)}:/usr/bin:/bin`, HOME: folder, HOTELCTL_STATE_DIR: state };
    await run(join(prefix(), 'bin/hotelctl'), ['reports', '--help'], { env });
    expect(existsSync(join(state, 'compiled'))).toBe(!version.startsWith('20.'));
    if (version.startsWith('20.')) return;
    expect(statSync(join(state, 'compiled')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(state, 'compiled')).length).toBe(1);
  });

  it('runs the main commands', async () => {
    const shown = /^```\n(\$ [\s\S]*?)^```$/m.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? '';
    const [, report = ''] = /^\$ hotelctl (.*)$/m.exec(shown) ?? [];
    const words = wordsOf('sandbox run --today 2026-11-21 -- hotelctl', report);
    const { stdout } = await hotelctl(version, ...words);
    expect(`$ hotelctl ${report}\n${stdout}`).toBe(shown);
  });

  it('has its keychain library, which reports that there is no bus here', async () => {
    const settings = wordsOf('--base-url https://api.example --auth-url https://id.example --client-id c');
    const failure = hotelctl(version, 'auth', 'token', ...settings);
    await expect(failure).rejects.toMatchObject({ code: 3 });
    await failure.catch(({ stderr }) => expect(stderr).toMatch(/^hotelctl: the keychain .*bus/));
  });
});
