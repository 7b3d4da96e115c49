import { confirm, input, password, select } from '@inquirer/prompts';
import type { Context, Prompts } from '../base/context.ts';
import { InterruptedError } from '../base/errors.ts';
import { safeText } from '../platform/safe-text.ts';

/** Nothing is echoed, and no key shows what was typed: the question is the whole line. */
const hidden = { mask: false, toggleMask: false, theme: { style: { maskedText: '' } } } as const;

export const realPrompts: Prompts = {
  input: ({ message, initial, check = () => true }) =>
    ask(place => input({ message, ...(initial && { default: initial }), validate: check }, place)),
  secret: ({ message, signal }) => ask(place => password({ ...hidden, message }, place), signal),
  select: ({ message, choices }) => ask(place => select({ message, choices: [...choices] }, place)),
  confirm: ({ message, initial }) => ask(place => confirm({ message, default: initial }, place)),
};

type Place = Readonly<{ output: NodeJS.WriteStream; signal: AbortSignal }>;

/** Prompts are drawn on standard error: standard output carries only data. */
async function ask<T>(prompt: (place: Place) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const { stdin, stderr: output } = process;
  const ending = new AbortController();
  const ended = AbortSignal.any([ending.signal, ...(signal ? [signal] : [])]);
  // A prompt does not notice that Ctrl-D closes its input, and that Ctrl-Z leaves it paused, but raw after `fg`.
  const continueOrEnd = () => {
    if (stdin.isRaw) stdin.resume();
    else ending.abort(new InterruptedError('SIGINT'));
  };
  const onStop = () => setImmediate(continueOrEnd);
  const onKey = (_: string, { name }: { readonly name?: string }) => name === 'd' && onStop();
  // The prompt ends the process itself if a signal has no listener that stays.
  const onSignal = (name: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => ending.abort(new InterruptedError(name));
  stdin.on('pause', onStop).on('end', onStop).on('keypress', onKey);
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  try {
    return await prompt({ output, signal: ended });
  } catch (error) {
    if (ended.aborted) throw ended.reason;
    throw error instanceof Error && error.name === 'ExitPromptError' ? new InterruptedError('SIGINT') : error;
  } finally {
    stdin.off('pause', onStop).off('end', onStop).off('keypress', onKey);
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('SIGHUP', onSignal);
  }
}

/** Prompts as plain lines, for `--no-animation`. A secret is still read without echo, by the usual prompt. */
export function plainPrompts(context: Context): Prompts {
  const { stderr, stdin, interrupted } = context;
  const print = (text: string) => stderr.write(text);
  const readLine = async () => {
    for await (const line of stdin.lines(interrupted)) return line.trim();
    throw interrupted.aborted ? interrupted.reason : new InterruptedError('SIGINT');
  };
  const input: Prompts['input'] = async ({ message, initial, check = () => true }) => {
    for (;;) {
      await print(`${safeText(message)}${initial ? ` (default: ${safeText(initial)})` : ''}: `);
      const answer = (await readLine()) || (initial ?? '');
      const verdict = check(answer);
      if (verdict === true) return answer;
      await print(`${safeText(verdict)}\n`);
    }
  };
  return {
    input,
    secret: context.prompts.secret,
    async select({ message, choices }) {
      const lines = choices.map(({ name }, index) => `${index + 1}: ${safeText(name)}\n`);
      await print(`${safeText(message)}, ${choices.length} choices\n${lines.join('')}`);
      const isNumber = (text: string) => /^\d+$/.test(text) && choices[Number(text) - 1] !== undefined;
      const check = (text: string) => isNumber(text) || `It must be a number from 1 to ${choices.length}`;
      return choices[Number(await input({ message: 'Number', check })) - 1]?.value ?? '';
    },
    async confirm({ message, initial }) {
      const check = (text: string) => /^(y|yes|n|no)$/i.test(text) || 'It must be yes or no';
      return /^y/i.test(await input({ message, initial: initial ? 'yes' : 'no', check }));
    },
  };
}
