import type { CommandDefinition } from '../../cli/command.ts';
import { untilInterrupted } from '../../cli/own-program.ts';
import { loadCommand } from '../../commands/groups.ts';
import { type CallOption, listOptions } from './calls.ts';
import { checkNames, type Given, readCall, runCall } from './run-call.ts';

/** The flags of `hotelctl sandbox run`; its command is the program that calls. */
export const optionsOfSandbox = (definition: CommandDefinition): readonly CallOption[] =>
  listOptions('sandbox run', definition)
    .filter(({ form }) => form.includes('--'))
    .map(option => (option.name === 'fault' ? { ...option, name: 'faults' } : option));

/** A sandbox for tests: `hotelctl sandbox run` until `close`. Settings of the user would reach its hotels: none is used. */
export async function createSandbox(given: Given = {}): Promise<object> {
  const definition = await loadCommand('sandbox run');
  const options = optionsOfSandbox(definition);
  checkNames(
    'createSandbox',
    given,
    options.map(({ name }) => name),
  );
  const call = readCall('createSandbox', 'sandbox run', definition, options, given);
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('HOTELCTL_'));
  const closing = new AbortController();
  return new Promise((resolve, reject) => {
    const stopped = runCall(
      'createSandbox',
      { ...call, operands: [['hotelctl']] },
      async () => {},
      { env: Object.fromEntries(own) },
      undefined,
      {
        runOnOwnStreams: async ({ env }) => {
          const close = () => {
            closing.abort();
            return stopped;
          };
          resolve({ settings: { env }, close });
          await untilInterrupted(closing.signal);
          return 0;
        },
      },
    );
    stopped.catch(reject);
  });
}
