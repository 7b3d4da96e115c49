import { confirm, input, password, select } from '@inquirer/prompts';
import type { Context, Prompts } from '../base/context.ts';
import { InterruptedError } from '../base/errors.ts';
import { safeText } from '../platform/safe-text.ts';

/** Prompts are drawn on standard error: standard output carries only data. */
const onStandardError = { output: process.stderr };

/** Nothing is echoed, and no key shows what was typed: the question is the whole line. */
const hidden = { mask: false, toggleMask: false, theme: { style: { maskedText: '' } } } as const;

export const realPrompts: Prompts = {
  input: ({ message, initial, check }) =>
    interruptible(
      input(
        { message, ...(initial === undefined ? {} : { default: initial }), validate: check ?? (() => true) },
        onStandardError,
      ),
    ),
  secret: ({ message, signal }) =>
    interruptible(
      password({ ...hidden, message }, { ...onStandardError, ...(signal ? { signal } : {}) }),
      signal,
    ),
  select: ({ message, choices }) =>
    interruptible(select({ message, choices: [...choices] }, onStandardError)),
  confirm: ({ message, initial }) => interruptible(confirm({ message, default: initial }, onStandardError)),
};

async function interruptible<T>(prompt: Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await prompt;
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') throw new InterruptedError('SIGINT');
    if (signal?.aborted) throw signal.reason;
    throw error;
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
