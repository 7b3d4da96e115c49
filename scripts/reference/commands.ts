import type { Command, Option } from 'commander';
import { nameCommand } from '../../src/cli/help.ts';
import { buildProgram } from '../../src/start/run.ts';

/** The whole command tree as data, for the reference, the manual pages and the surface. */
export async function commandTree(): Promise<Command> {
  return buildProgram('all');
}

/** A command and everything below it, in the order of the help. */
export const everyCommand = (command: Command): Command[] => [
  command,
  ...command.commands.flatMap(everyCommand),
];

/** Flags of the command itself by their headings, required ones first; the global flags are listed once, at the root. */
export function flagsOf(command: Command): [heading: string, flags: Option[]][] {
  const groups = new Map<string, Option[]>();
  for (const option of command.options.filter(({ hidden }) => !hidden)) {
    const heading = (option.helpGroupHeading ?? (command.parent ? 'Flags:' : 'Global flags:')).replace(
      /:$/,
      '',
    );
    groups.set(heading, [...(groups.get(heading) ?? []), option]);
  }
  const last = ['Flags', 'Output flags', 'Connection flags'];
  return [...groups].sort(([a], [b]) => last.indexOf(a) - last.indexOf(b));
}

export const argumentsOf = (command: Command): string =>
  command.registeredArguments
    .map(argument => {
      const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
      return argument.required ? `<${name}>` : `[${name}]`;
    })
    .join(' ');

/** `hotelctl reports room-nights [flags]`; a command may define its own usage: `hotelctl api [flags] [METHOD] PATH` */
export function usageOf(command: Command): string {
  const usual = [argumentsOf(command), command.commands.length > 0 ? '<command>' : '', '[flags]'];
  const ownUsage = command.usage();
  return [nameCommand(command), ...(ownUsage.startsWith('[options]') ? usual : [ownUsage])]
    .filter(Boolean)
    .join(' ');
}
