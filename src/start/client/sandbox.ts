import { loadCommand } from '../../commands/groups.ts';
import { type CallOption, listOptions } from './calls.ts';
import { checkNames, commandWords, type Given } from './given.ts';
import { runLine } from './run-call.ts';

/** The flags of `hotelctl sandbox run`; its command is the program that calls. */
export const optionsOfSandbox = async (): Promise<readonly CallOption[]> =>
  listOptions('sandbox run', await loadCommand('sandbox run'))
    .filter(({ flag }) => flag)
    .map(option => (option.name === 'fault' ? { ...option, name: 'faults' } : option));

/**
 * For tests of programs that use the library: `hotelctl sandbox run`, whose command runs until `close`. Settings of the user
 * would reach the hotels of the sandbox, so that none is used.
 */
export async function createSandbox(given: Given = {}): Promise<object> {
  const options = await optionsOfSandbox();
  checkNames(
    'createSandbox',
    given,
    options.map(({ name }) => name),
  );
  const { words } = commandWords('createSandbox', options, given, ['sandbox', 'run']);
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('HOTELCTL_'));
  let end = () => {};
  const closed = new Promise<void>(resolve => {
    end = resolve;
  });
  return new Promise((resolve, reject) => {
    const stopped = runLine(
      'createSandbox',
      [...words, '--', 'hotelctl'],
      '',
      async () => {},
      { env: Object.fromEntries(own) },
      undefined,
      {
        runOnOwnStreams: async ({ env }) => {
          const close = () => {
            end();
            return stopped;
          };
          resolve({ settings: { env }, close });
          await closed;
          return 0;
        },
      },
    );
    stopped.catch(reject);
  });
}
