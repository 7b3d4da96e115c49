import { confirm, input, password, select } from '@inquirer/prompts';
import type { Prompts } from '../base/context.ts';
import { InterruptedError } from '../base/errors.ts';

/** Prompts are drawn on standard error: standard output carries only data. */
const onStandardError = { output: process.stderr };

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
      password({ message, mask: false }, { ...onStandardError, ...(signal ? { signal } : {}) }),
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
