import { confirm, input, password, select } from '@inquirer/prompts';
import type { Prompts } from '../base/context.ts';
import { InterruptedError } from '../base/errors.ts';

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
