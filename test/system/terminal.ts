import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { hotelctlFile } from '../run-hotelctl.ts';

/**
 * The built program in a terminal (util-linux's `script`): its output, and the user's input. Ends with the running test.
 *
 * @param columns the width; wide by default, so that no line is broken
 */
export function onTerminal(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> & { readonly HOME: string },
  columns = 400,
  program: readonly string[] = [process.execPath, hotelctlFile],
) {
  const command = [...program, ...args].map(word => `'${word}'`).join(' ');
  const child = spawn(
    'script',
    ['--quiet', '--return', '--command', `stty cols ${columns}; exec ${command}`, '/dev/null'],
    {
      cwd: env.HOME,
      env: { PATH: process.env['PATH'], SHELL: '/bin/sh', TERM: 'xterm', NO_COLOR: '1', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let screen = '';
  child.stdout.setEncoding('utf8').on('data', text => {
    screen += text.replaceAll('\r\n', '\n');
    child.emit('shown');
  });
  child.stdin.on('error', () => {});
  const ended = once(child, 'close').then(([exitCode]) => ({ exitCode, screen }));
  return {
    ended,
    types: (keys: string) => void child.stdin.write(keys),
    /** Resolves when the screen has shown this. */
    async shows(pattern: RegExp) {
      while (!pattern.test(screen)) {
        const gone = await Promise.race([ended, once(child, 'shown').then(() => undefined)]);
        if (gone && !pattern.test(screen))
          throw new Error(`it ended (${gone.exitCode}) without ${pattern}: ${screen}`);
      }
    },
  };
}
