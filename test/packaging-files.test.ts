import { execFileSync, spawnSync } from 'node:child_process';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { textOfFile as read, root } from './repository.ts';

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile');

  it('passes a linter, which detects a mistake', () => {
    expect(validate(dockerfile)).toEqual([]);
    expect(validate(dockerfile.replace('WORKDIR /exports', 'WORKDIRS /exports'))).not.toEqual([]);
  });

  it('runs as a user without privileges and names only files of the repository', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
    // A number: Kubernetes cannot check a name.
    expect(last).toMatch(/^USER 1000:1000$/m);
    expect(last).not.toMatch(/^USER root$/m);
  });

  it('pins its base images by digest', () => {
    const images = dockerfile.match(/^FROM .*$/gm) ?? [];
    for (const image of images) expect(image).toMatch(/^FROM node:[\w.-]+@sha256:[0-9a-f]{64}( AS build)?$/);
  });

  it('copies nothing that git ignores', () => {
    const names = (file: string) =>
      read(file)
        .replace(/^\/|\/$/gm, '')
        .split('\n');
    expect(names('.dockerignore')).toEqual(expect.arrayContaining(names('.gitignore')));
  });
});

it('names the programs that a release needs before it starts', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/release.mjs'], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: '/nonexistent' },
  });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^npm run release needs programs that are not installed: npm .*dpkg-deb .*\n$/);
  expect(stderr).toContain('aarch64-linux-gnu-strip (Debian package binutils-aarch64-linux-gnu)');
  const programs = [...stderr.matchAll(/([\w-]+) \(Debian/g)].map(([, program = '']) => program);
  const readme = read('README.md');
  const unnamed = programs.filter(program => !readme.includes(`\`${program}\``) && program !== 'npm');
  expect(unnamed).toEqual([]);
});

interface WorkflowJob {
  readonly container?: string;
  readonly env?: object;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
    readonly env?: object;
  }[];
}

describe.each(['ci', 'release', 'systems'])('the workflow %s', name => {
  const workflow = parse(read(`.github/workflows/${name}.yml`));
  const jobs = Object.values<WorkflowJob>(workflow.jobs);

  it('names scripts that exist', () => {
    const commands = jobs.flatMap(({ steps }) => steps.map(({ run = '' }) => run));
    const scripts = commands.flatMap(run => run.match(/(?:scripts\/[\w.-]+|\.ci\/run)/g) ?? []);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(read(script)).not.toBe('');
  });

  it('pins actions and images by digest, and persists no credentials of git', () => {
    for (const { container, steps } of jobs) {
      expect(container ?? '@sha256:').toContain('@sha256:');
      for (const { uses = '', with: inputs } of steps) {
        if (uses !== '') expect(uses).toMatch(/@[0-9a-f]{40}$/);
        if (uses.startsWith('actions/checkout@')) expect(inputs?.['persist-credentials']).toBe(false);
      }
    }
  });

  it('runs code of the repository and its packages without a secret and with read access only', () => {
    for (const { permissions = workflow.permissions, steps, env } of jobs) {
      const runsCode = steps.some(({ run = '' }) => /\.ci\/run|npm ci|scripts\//.test(run));
      if (!runsCode) continue;
      expect(permissions).toEqual({ contents: 'read' });
      expect([env, ...steps.map(step => step.env)].filter(Boolean)).toEqual([]);
    }
  });
});

describe('a release', () => {
  const { jobs } = parse(read('.github/workflows/release.yml'));

  it('gives each job only its permission', () => {
    const permissions = Object.entries<WorkflowJob>(jobs).map(([name, job]) => [name, job.permissions]);
    expect(Object.fromEntries(permissions)).toEqual({
      test: { contents: 'read' },
      package: { contents: 'read' },
      macos: { contents: 'read' },
      'sign-macos': {},
      'sign-windows': {},
      npm: { 'id-token': 'write' },
      github: { contents: 'write' },
    });
  });

  it('publishes what was built after the tests, and runs none of its scripts', () => {
    const names = ['package', 'macos', 'sign-macos', 'sign-windows', 'npm', 'github'];
    const needs = names.map(name => jobs[name].needs);
    const before = ['package', 'sign-macos', 'sign-windows'];
    expect(needs).toEqual(['test', 'test', 'macos', 'package', before, 'npm']);
    expect(jobs.npm.steps.at(-1).run).toContain('--ignore-scripts');
  });

  it('is made with one version of Node.js, on each system', () => {
    const [, version] = /nodeVersion = '(.*)'/.exec(read('scripts/executables.mjs')) ?? [];
    for (const name of ['release', 'systems']) {
      expect(read(`.github/workflows/${name}.yml`)).toContain(`node-version: ${version}\n`);
    }
  });

  it('is refused if the tag is not the version', () => {
    const release = () =>
      execFileSync('node', ['scripts/release.mjs'], {
        cwd: root,
        stdio: 'pipe',
        env: { ...process.env, GITHUB_REF_NAME: 'v9.9.9' },
      });
    expect(release).toThrow('the tag is v9.9.9, and package.json has version');
  });
});
