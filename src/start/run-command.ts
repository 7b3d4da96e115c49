import { UsageError } from '../base/errors.ts';
import { unicodePattern } from '../base/text.ts';
import type { CommandDefinition, PlannedRun } from '../cli/command.ts';
import { declaredFlags, longFlag, type OptionValues } from '../cli/flags.ts';
import type { Invocation, OpenInvocation } from '../cli/invocation.ts';
import type { DeliveryOptions } from '../cli/shared-flags.ts';

/** A command with the values of its flags and arguments, which a command line or a function of the library names. */
export interface NamedCommand {
  readonly definition: CommandDefinition;
  /** `reports room-nights` */
  readonly name: string;
  readonly options: OptionValues & DeliveryOptions;
  readonly operands: Parameters<CommandDefinition['plan']>[2];
}

/** A command with the flags of a delivery reports its end, whether its plan or its run has failed. */
export async function runNamedCommand(open: OpenInvocation, command: NamedCommand): Promise<void> {
  const { definition, name, options } = command;
  // What was sent is reported as it is, also if an upgrade replaces the files of the program meanwhile.
  if (definition.changes === 'platform')
    await Promise.all([import('../cli/error-output.ts'), import('../cli/status-line.ts')]);
  const run = async () => {
    const planned = await planNamedCommand(open, command);
    // Before anything is requested or stored.
    await checkOutput(command);
    await planned();
  };
  const invocation = reportsItsEnd(command) ? await open(options) : undefined;
  if (!invocation || !requestsDelivery(invocation, options)) return run();
  const { withDelivery } = await import('../cli/delivery.ts');
  return withDelivery(invocation, options, name, run);
}

/** @throws OutputError if its file cannot be written */
export async function checkOutput({ definition, options: { output } }: NamedCommand): Promise<void> {
  if (typeof output === 'string' && findFlag(definition, '--output')?.form.endsWith('<file>'))
    await (await import('../output/deliver.ts')).checkTarget(output);
}

/** Validates the command line, without sending or writing anything. @throws UsageError */
export async function planNamedCommand(
  open: OpenInvocation,
  { definition, name, options, operands }: NamedCommand,
): Promise<PlannedRun> {
  const output = String(options['output']);
  const [placeholder] = /\{\w+\}/.exec(output) ?? [];
  if (findFlag(definition, '--output')?.meaning.hasPlaceholders) {
    if (output.includes('{')) (await import('../output/deliver.ts')).isFileNameTemplate(output);
  } else if (placeholder !== undefined)
    throw new UsageError(`--output: \`hotelctl ${name}\` does not replace ${placeholder}`, {
      hint: `omit ${placeholder}, or run the command once for each file`,
    });
  return definition.plan(open, options, operands);
}

const findFlag = (definition: CommandDefinition, long: string) =>
  declaredFlags(definition).find(({ form }) => longFlag(form) === long);

/** Whether its delivery flags are about its own end; those of `schedule add` are about the runs of a job. */
export const reportsItsEnd = ({ definition, name }: NamedCommand): boolean =>
  name !== 'schedule add' && findFlag(definition, '--mail-to') !== undefined;

/** The modules for mail and heartbeat are loaded only when a run needs them. */
const requestsDelivery = ({ settings }: Invocation, { mailTo, metrics, notifyOn }: DeliveryOptions) =>
  [mailTo, metrics, notifyOn, settings.find('heartbeat')].some(value => value !== undefined);

/** A quick check, so that most commands need not load the thorough one: 13 digits, or the name of a card's code. */
const mayHoldCard = (words: readonly string[]): boolean => {
  const text = words.join(' ');
  // Compiling a class of Unicode takes a millisecond.
  const digit = /^[ -~]*$/.test(text) ? /\d|%[0-9a-f]{2}/i : unicodePattern`[\p{Nd}\p{No}]|%[0-9a-fA-F]{2}`;
  const digits = text.split(digit).length - 1;
  return digits >= 13 || /cv[cnv]|csc|security|verification/i.test(text);
};

/** Before the words are parsed: no message may repeat a card number, and no command may store or send one. */
export async function refuseCards(words: readonly string[]): Promise<void> {
  if (!mayHoldCard(words)) return;
  const { refuseCardInWords } = await import('../cli/input.ts');
  refuseCardInWords(words);
}
