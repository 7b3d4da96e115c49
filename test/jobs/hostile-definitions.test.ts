import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { UsageError } from '../../src/base/errors.ts';
import {
  crontabLine,
  launchdPlist,
  systemdUnits,
  windowsTask,
  wordsOfCrontabLine,
} from '../../src/jobs/definitions.ts';
import {
  airflowDag,
  githubWorkflow,
  type HostedJob,
  kubernetesCronJob,
} from '../../src/jobs/hosted-definitions.ts';
import { parseRecurrence } from '../../src/jobs/recurrence.ts';
import { temporaryFolder } from '../context.ts';
import { requireProgram } from '../system/prerequisites.ts';
import { wordsOfWindows } from '../windows-words.ts';

/**
 * Values that mean something in one of the languages of the definitions. Each definition is read back by a parser that is
 * not hotelctl's: sh, systemd-analyze, xmllint, the yaml package, python3 with Jinja, and Kubernetes' rule for variables.
 */
const folder = temporaryFolder();
const daily = parseRecurrence('day 06:30');

const fragments = [
  ..."% %% %h $ $$ $HOME $(SECRET) $(Arg0) `id` {% {# #} \\ \\\\ \\% ' ; # & < > ]]> }} é 😀 !".split(' '),
  ...'.sh a - = ~ * | B=c "'.split(' '),
  ...[' ', '  ', '\u2028', '{{ x }}', '{% raw %}', `\${{ secrets.X }}`, `\${{`],
];
const controls = ['\n', '\r', '\t', '\u0000', '\u0085', '\u001b', '\nExecStartPre=/bin/touch x\n'];
const hostile = fc
  .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 8 })
  .map(parts => parts.join(''));
const pieces = fc.constantFrom(...fragments, '\n', '\r\n', '\t', '\u0085', '\u001b');
const anything = fc.array(pieces, { minLength: 1, maxLength: 8 }).map(parts => parts.join(''));

const seed = Number(process.env['FAST_CHECK_SEED']);
/** Values of one run: a parser of another project reads those of a language in one start. */
const sample = <T>(values: fc.Arbitrary<T>, numRuns: number): T[] => fc.sample(values, { numRuns, seed });

const print = 'printf "%s\\0" "$@"';
const programOf = (...words: string[]) => ({ job: 'close', words: ['/bin/sh', '-c', print, 'sh', ...words] });
/** The words that each of these commands prints, which one shell runs. */
function printedBy(commands: readonly string[]): string[][] {
  const end = 'end of a command';
  const script = commands.map(command => `${command}\nprintf '${end}'\n`).join('');
  const printed = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split(end).slice(0, -1);
  return printed.map(text => text.split('\0').slice(0, -1));
}

/** What cron passes to the shell, of the original program and of versions that keep two backslashes. */
function commandsOfCron(line: string): string[] {
  const text = line.split(' ').slice(5).join(' ');
  return [true, false].map(joinsBackslashes => {
    let command = '';
    for (let index = 0; index < text.length; index += 1) {
      const [character = '', next = ''] = [text[index], text[index + 1]];
      if (character === '%') break;
      if (character !== '\\') command += character;
      else {
        index += 1;
        command += next === '%' || (next === '\\' && joinsBackslashes) ? next : `\\${next}`;
      }
    }
    return command;
  });
}

it('a crontab line runs exactly these words', () => {
  requireProgram('crontab', 'cron');
  const words = sample(fc.tuple(hostile, hostile), 60);
  const programs = words.map(pair => programOf(...pair));
  const lines = programs.map(program => crontabLine(program, daily));
  const crontab = lines.map(line => `${line} # job close`);
  writeFileSync(join(folder, 'crontab'), `${crontab.join('\n')}\n`);
  execFileSync('crontab', ['-n', join(folder, 'crontab')], { stdio: 'pipe' });
  expect(printedBy(crontab.flatMap(commandsOfCron))).toEqual(words.flatMap(pair => [pair, pair]));
  expect(lines.map(wordsOfCrontabLine)).toEqual(programs.map(program => program.words));
});

/** The rule of systemd: `$$` is a dollar sign, and one of them begins a variable. */
const unescaped = (text: string) => text.replace(/\$(\$?)/g, (_, second: string) => second || 'a variable');

it('a systemd unit starts exactly these words', () => {
  requireProgram('systemd-analyze', 'systemd');
  const words = sample(hostile, 25);
  const files = words.map((word, index) => {
    const path = join(folder, `hotelctl-${index}.service`);
    writeFileSync(path, systemdUnits(programOf(word), daily, 0).service);
    return path;
  });
  const dump = execFileSync('systemd-analyze', ['verify', '--user', ...files], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, SYSTEMD_LOG_LEVEL: 'debug', XDG_RUNTIME_DIR: folder },
  });
  const started = words.map((_, index) => {
    const unit = dump.split(`-> Unit hotelctl-${index}.service:`)[1]?.split('-> Unit ')[0] ?? '';
    expect(unit.match(/-> Exec\w+:/g)).toEqual(['-> ExecStart:']);
    const line = /\n\s*Command Line: ([^\n]*)/.exec(unit)?.[1] ?? '';
    // The dump does not quote a word with a tilde or a number sign.
    return `printf '%s\\0' ${line.replace(/"(?:\\.|[^"\\])*"|\S+/g, word => (word.startsWith('"') ? word : `'${word}'`))}`;
  });
  const found = printedBy(started).map(line => line.map(unescaped));
  expect(found).toEqual(words.map(word => ['/bin/sh', '-c', print, 'sh', word]));
});

it('systemd starts a program whose path contains its own signs', () => {
  requireProgram('systemd-analyze', 'systemd');
  const place = join(folder, 'a $HOME %h');
  mkdirSync(place);
  writeFileSync(join(place, 'node'), '#!/bin/sh\n', { mode: 0o755 });
  const { service } = systemdUnits({ job: 'close', words: [join(place, 'node')] }, daily, 0);
  const path = join(folder, 'hotelctl-path.service');
  writeFileSync(path, service);
  // It fails if the program does not exist.
  execFileSync('systemd-analyze', ['verify', '--user', path], {
    stdio: 'pipe',
    env: { ...process.env, XDG_RUNTIME_DIR: folder },
  });
});

function textIn(file: string, xpath: string): string {
  requireProgram('xmllint', 'libxml2-utils');
  const words = ['--nonet', '--nowarning', '--xpath', `string(${xpath})`, file];
  return execFileSync('xmllint', words, { encoding: 'utf8' }).slice(0, -1);
}

it('a launch agent contains exactly these words', () => {
  fc.assert(
    fc.property(hostile, word => {
      const path = join(folder, 'close.plist');
      writeFileSync(path, launchdPlist(programOf(word), daily, '/tmp/x.log'));
      expect(textIn(path, '/plist/dict/array/string[5]')).toBe(word);
    }),
    { numRuns: 25 },
  );
});

it('a Windows task contains exactly these words, or is refused', () => {
  fc.assert(
    fc.property(hostile, word => {
      const program = { job: 'close', words: ['C:\\node.exe', word] };
      if (/%[^%]+%|\$\(/.test(word)) {
        expect(() => windowsTask(program, daily, '2026-11-21')).toThrow(UsageError);
        return;
      }
      const path = join(folder, 'task.xml');
      writeFileSync(path, Buffer.from(`\u{feff}${windowsTask(program, daily, '2026-11-21')}`, 'utf16le'));
      expect(wordsOfWindows(textIn(path, '//*[local-name()="Arguments"]'))).toEqual([word]);
    }),
    { numRuns: 40 },
  );
});

it.each(controls)('a definition for this machine refuses %j in a path', control => {
  const program = programOf(`a${control}b`);
  expect(() => crontabLine(program, daily)).toThrow('cannot pass on');
  expect(() => systemdUnits(program, daily, 0)).toThrow('cannot pass on');
  expect(() => launchdPlist(program, daily, '/tmp/x.log')).toThrow('cannot pass on');
  expect(() => windowsTask(program, daily, '2026-11-21')).toThrow('cannot pass on');
});

const hostedOf = (word: string, variable: string): HostedJob => ({
  job: 'close',
  recurrence: daily,
  command: ['reports', word],
  environment: { HOTELCTL_SMTP_USER: variable },
  secrets: ['HOTELCTL_CLIENT_SECRET'],
  files: ['x.csv'],
  timeZone: 'UTC',
  retries: 3,
});
/** The words of command lines of hotelctl. */
const wordsOfCommands = (commands: readonly string[]) =>
  printedBy(commands.map(command => command.replace(/^hotelctl/, "printf '%s\\0'")));

/** GitHub's expressions, of which a definition has text only. */
const evaluated = (text: string) =>
  text.replace(/\$\{\{(.*?)\}\}/gs, (expression, inside: string) => {
    const [, literal] = /^ '([^']*)' $/.exec(inside) ?? [];
    if (literal === undefined) throw new Error(`an expression: ${expression}`);
    return literal;
  });

it('a GitHub workflow contains exactly these words', () => {
  const pairs = sample(fc.tuple(anything, anything), 60);
  const steps = pairs.map(pair => parse(githubWorkflow(hostedOf(...pair))).jobs.run.steps.at(-2));
  expect(steps.map(({ env }) => evaluated(env.HOTELCTL_SMTP_USER))).toEqual(pairs.map(([, value]) => value));
  const commands = steps.map(({ run }) => evaluated(run));
  expect(wordsOfCommands(commands)).toEqual(pairs.map(([word]) => ['reports', word]));
});

/** The rule of Kubernetes: `$(NAME)` is a variable, `$$` is a dollar sign. */
function expanded(text: string): string {
  return text.replace(/\$(\$|\([^)]*\))/g, (_, what: string) => {
    if (what !== '$') throw new Error(`a variable: ${what}`);
    return '$';
  });
}

it('a Kubernetes CronJob contains exactly these words', () => {
  fc.assert(
    fc.property(anything, anything, (word, variable) => {
      const cronJob = parse(kubernetesCronJob(hostedOf(word, variable)));
      const [{ args, env }] = cronJob.spec.jobTemplate.spec.template.spec.containers;
      const { value } = env.find(({ name }: { name: string }) => name === 'HOTELCTL_SMTP_USER');
      expect([args.map(expanded), expanded(value)]).toEqual([['reports', word], variable]);
    }),
    { numRuns: 200 },
  );
});

it('an Airflow DAG contains exactly these words', () => {
  requireProgram('python3', 'python3');
  requireProgram('/usr/lib/python3/dist-packages/jinja2/__init__.py', 'python3-jinja2');
  const pairs = sample(fc.tuple(anything, anything), 100);
  const path = join(folder, 'dags.json');
  writeFileSync(path, JSON.stringify(pairs.map(([word, variable]) => airflowDag(hostedOf(word, variable)))));
  const script = join(import.meta.dirname, 'rendered-dags.py');
  const printed = execFileSync('python3', [script, path], { encoding: 'utf8' });
  const read: [string, Record<string, string>][] = JSON.parse(printed);
  expect(read.map(([, env]) => env['HOTELCTL_SMTP_USER'])).toEqual(pairs.map(([, value]) => value));
  expect(wordsOfCommands(read.map(([command]) => command))).toEqual(pairs.map(([word]) => ['reports', word]));
});
