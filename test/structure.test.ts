import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { modules } from './modules.ts';

const packagesOfPlatform = ['zod/mini', 'big.js', 'lossless-json'];

const src = resolve(import.meta.dirname, '../src');
const files = (readdirSync(src, { recursive: true }) as string[]).filter(file => file.endsWith('.ts'));
const folderOf = (file: string) => file.split('/')[0] ?? '';
const imports = new Map(modules.map(({ folder, imports }) => [folder, [folder, ...imports]]));

const importing = /^(?:import|export)( type)?[^;=]*? from '([^']+)'|import\('([^']+)'\)/gm;
const importsOf = (file: string) => {
  const found = [...readFileSync(join(src, file), 'utf8').matchAll(importing)];
  return found.map(([, types, name, lazy]) => {
    return { typesOnly: types !== undefined, from: name ?? lazy ?? '', isLazy: lazy !== undefined };
  });
};

describe('the modules', () => {
  it.each(files)('%s imports only what its folder may', file => {
    const folder = folderOf(file);
    for (const { from, typesOnly } of importsOf(file)) {
      if (!from.startsWith('.')) {
        if (folder === 'platform' && !typesOnly) expect(packagesOfPlatform).toContain(from);
        continue;
      }
      const target = relative(src, resolve(src, dirname(file), from));
      // The only imports from outside src/: package.json, for the version, and the scripts of completion.
      if (target === '../package.json' || target.startsWith('../completions/')) continue;
      expect(imports.get(folder), `${file} imports ${target}`).toContain(folderOf(target));
    }
  });

  it('keep command groups apart: a group imports no other group', () => {
    const groupOf = (file: string) => /^commands\/([\w-]+)\//.exec(file)?.[1];
    const crossing = files.flatMap(file =>
      importsOf(file)
        .map(({ from }) => relative(src, resolve(src, dirname(file), from)))
        .filter(target => groupOf(file) && groupOf(target) && groupOf(file) !== groupOf(target))
        .map(target => `${file} imports ${target}`),
    );
    expect(crossing).toEqual([]);
  });

  it('keep the HTTP core apart from sign-in: only http/auth imports http/auth', () => {
    const crossing = files
      .filter(file => /^http\/[^/]+\.ts$/.test(file))
      .filter(file => importsOf(file).some(({ from }) => from.startsWith('./auth/')));
    expect(crossing).toEqual([]);
  });

  it('have at most 35 files at the top of a folder, and 350 lines in a file', () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([folder, count]) => folder === '.' || count > 35)).toEqual([]);
    const linesOf = (file: string) => readFileSync(join(src, file), 'utf8').split('\n').length - 1;
    expect(files.filter(file => linesOf(file) > 350)).toEqual([]);
  });

  it('have no circle of imports between files, type-only imports included', () => {
    const targetsOf = (file: string) => {
      const own = importsOf(file).filter(({ from }) => from.startsWith('.'));
      const targets = own.map(({ from }) => relative(src, resolve(src, dirname(file), from)));
      return targets.filter(target => files.includes(target));
    };
    const graph = new Map(files.map(file => [file, targetsOf(file)]));
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: readonly string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (path.includes(file) || done.has(file)) return;
      for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(circles).toEqual([]);
  });

  it('have no fragment: a small file with one importer in its own folder is a part of that importer', () => {
    // Each is small and has one importer, and stays: `index.ts` files list definitions (a command, a report), one file each.
    const kept: Readonly<Record<string, string>> = {};
    const importers = new Map<string, { readonly file: string; readonly isLazy: boolean }[]>();
    for (const file of files) {
      for (const { from, isLazy } of importsOf(file).filter(({ from }) => from.startsWith('.'))) {
        const target = relative(src, resolve(src, dirname(file), from));
        importers.set(target, [...(importers.get(target) ?? []), { file, isLazy }]);
      }
    }
    const fragments = files.filter(file => {
      const [only, ...others] = importers.get(file) ?? [];
      if (!only || others.length > 0 || only.isLazy) return false;
      const lines = readFileSync(join(src, file), 'utf8').split('\n').length - 1;
      return lines <= 60 && dirname(only.file) === dirname(file) && basename(only.file) !== 'index.ts';
    });
    expect(fragments.filter(file => !(file in kept))).toEqual([]);
    expect(Object.keys(kept).filter(file => !fragments.includes(file))).toEqual([]);
  });

  it('has no leftovers and no mocks', () => {
    for (const file of files) {
      expect(readFileSync(join(src, file), 'utf8'), file).not.toMatch(/\b(TODO|FIXME|XXX|HACK)\b/);
    }
    const tests = readdirSync(import.meta.dirname, { recursive: true }) as string[];
    for (const file of tests.filter(name => name.endsWith('.ts') && name !== 'structure.test.ts')) {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8');
      expect(text, file).not.toMatch(/vi\.(mock|doMock|stubGlobal)/);
    }
  });

  it('are those that exist', () => {
    expect([...new Set(files.map(folderOf))].sort()).toEqual(modules.map(({ folder }) => folder).sort());
  });
});

/** Every command group exports one of them, which `src/commands/groups.ts` loads. */
const declared = ['command', 'commands'];

it('exported names are unique in src', () => {
  const places = new Map<string, string[]>();
  const exported = /^export (?:abstract |async )*(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;
  for (const file of files) {
    for (const [, name = ''] of readFileSync(join(src, file), 'utf8').matchAll(exported))
      places.set(name, [...(places.get(name) ?? []), file]);
  }
  // An overloaded function is exported several times from one file.
  const repeated = [...places].filter(([, where]) => new Set(where).size > 1);
  expect(places.size).toBeGreaterThan(1000);
  expect(repeated.filter(([name]) => !declared.includes(name))).toEqual([]);
});

describe('the README of a folder', () => {
  const names = readdirSync(src, { recursive: true }) as string[];
  const documented = names.filter(name => basename(name) === 'README.md').map(name => dirname(name));
  const readmeOf = (folder: string) => readFileSync(join(src, folder, 'README.md'), 'utf8');
  /** The nearest folder with a README that contains a path. */
  const describing = (path: string): string =>
    documented.includes(dirname(path)) || dirname(path) === '.' ? dirname(path) : describing(dirname(path));

  it.each(documented)('%s is short, and names only files that exist', folder => {
    const text = readmeOf(folder);
    expect(text.split('\n').length).toBeLessThan(45);
    const named = [...text.matchAll(/`(\w[\w.-]*(?:\/[\w.-]*)*(?:\.ts|\/))`/g)].map(match => match[1] ?? '');
    expect(named.length).toBeGreaterThan(1);
    const own = names.filter(name => name.startsWith(`${folder}/`));
    const example = /^NAME(-response)?\.ts$|\/NAME\.ts$/;
    const missing = named.filter(
      name =>
        !example.test(name) &&
        !own.some(file => `/${file}`.endsWith(`/${name.replace(/\/$/, '')}`)) &&
        ![src, resolve(src, '..')].some(from => existsSync(join(from, name))),
    );
    expect(missing).toEqual([]);
  });

  it('exists for every top folder and every large one; smaller ones are in the README above them', () => {
    const folders = [...new Set(files.map(file => dirname(file)))].filter(folder => folder !== '.');
    const undescribed = folders.filter(folder => {
      if (documented.includes(folder)) return false;
      const isLarge = files.filter(file => dirname(file) === folder).length > 10;
      if (!folder.includes('/') || isLarge) return true;
      const above = describing(folder);
      return !readmeOf(above).includes(`\`${folder.slice(above.length + 1)}/`);
    });
    expect(undescribed).toEqual([]);
  });

  it('names every file that is imported from outside its folder', () => {
    const unnamed = new Set<string>();
    for (const file of files) {
      for (const { from } of importsOf(file).filter(({ from }) => from.startsWith('.'))) {
        const target = relative(src, resolve(src, dirname(file), from));
        const folder = describing(target);
        if (folder === '.' || !files.includes(target) || file.startsWith(`${folder}/`)) continue;
        const isNamed = [relative(folder, target), basename(target)].some(name =>
          readmeOf(folder).includes(`\`${name}\``),
        );
        if (!isNamed) unnamed.add(target);
      }
    }
    expect([...unnamed]).toEqual([]);
  });
});

describe('the dependencies', () => {
  const lock = JSON.parse(readFileSync(resolve(src, '../package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean; optional?: boolean; version?: string }>;
  };

  it('need no install script', () => {
    const entries = Object.entries(lock.packages);
    const scripted = entries.filter(([, entry]) => entry.hasInstallScript && !entry.optional);
    // The script of esbuild only replaces its start file; it was installed without it here.
    expect(scripted.map(([name]) => name)).toEqual(['node_modules/esbuild']);
  });

  it('have exact versions', () => {
    const manifest = readFileSync(resolve(src, '../package.json'), 'utf8');
    const { dependencies, devDependencies } = JSON.parse(manifest);
    for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
      // DuckDB numbers its releases for Node as 1.5.5-r.5, and postject has no other releases than 1.0.0-alpha.
      expect(range, name).toMatch(/^\d+\.\d+\.\d+(-(r|alpha)\.\d+)?$/);
    }
  });
});
