import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(resolve(root, file), 'utf8');

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile');

  it('passes a linter, which detects a mistake', () => {
    expect(validate(dockerfile)).toEqual([]);
    expect(validate(dockerfile.replace('WORKDIR /exports', 'WORKDIRS /exports'))).not.toEqual([]);
  });

  it('runs as a user without privileges and names only files of the repository', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last).not.toMatch(/^USER root$/m);
    expect(last).toMatch(/^HEALTHCHECK .*"doctor"/m);
  });

  it('copies nothing that git ignores', () => {
    const names = (file: string) =>
      read(file)
        .split('\n')
        .map(line => line.replace(/^\/|\/$/g, ''));
    expect(names('.dockerignore')).toEqual(expect.arrayContaining(names('.gitignore')));
  });
});

describe('the workflows', () => {
  it.each(['ci', 'release'])('%s is valid YAML whose scripts exist', name => {
    const { jobs } = parse(read(`.github/workflows/${name}.yml`));
    const scripts = Object.values(jobs as Record<string, { steps: { run?: string }[] }>)
      .flatMap(({ steps }) => steps.map(({ run }) => run ?? ''))
      .flatMap(run => run.match(/(?:scripts\/[\w.-]+|\.ci\/run)/g) ?? []);
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(read(script)).not.toBe('');
  });
});

describe('a release', () => {
  it('is made by the owner of the files, although the tests before it run as root', () => {
    const { jobs } = parse(read('.github/workflows/release.yml'));
    const steps = (jobs.publish.steps as { run?: string }[]).map(({ run }) => run ?? '');
    const tests = steps.indexOf('sudo bash .ci/run');
    expect(tests).toBeGreaterThan(0);
    expect(steps.slice(tests + 1, tests + 3)).toEqual([
      'sudo chown -R "$(id -u):$(id -g)" .',
      'node scripts/release.mjs',
    ]);
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
