import { exitCodes } from '../../src/base/errors.ts';
import { nameCommand, topicNames } from '../../src/cli/help.ts';
import { settingDefinitions } from '../../src/cli/settings/settings.ts';
import { otherVariables } from '../../src/cli/topics.ts';
import { assumptionKeys, assumptionVariable } from '../../src/platform/assumptions.ts';
import { reports } from '../../src/platform/reports/index.ts';
import { argumentsOf, commandTree, everyCommand } from './commands.ts';

/**
 * Everything that a script of somebody else may rely on, a line each: commands, arguments, flags, choices, columns of
 * every view, variables, exit codes. A line that goes away or changes breaks somebody: it is a matter for the changelog.
 */
export async function surface(): Promise<string> {
  const commands = everyCommand(await commandTree()).flatMap(command => {
    const path = nameCommand(command);
    return [
      `command ${[path, argumentsOf(command)].filter(Boolean).join(' ')}`,
      ...command.registeredArguments.flatMap(argument =>
        argument.argChoices ? [`  choices ${argument.name()}: ${argument.argChoices.join(' ')}`] : [],
      ),
      ...command.options.map(
        option => `  flag ${option.flags}${option.argChoices ? `: ${option.argChoices.join(' ')}` : ''}`,
      ),
    ];
  });
  const views = await Promise.all(
    reports.map(async report => {
      const { views } = await report.response();
      return views.map(
        view => `view ${report.name} ${view.name}: ${view.columns.map(({ name }) => name).join(' ')}`,
      );
    }),
  );
  return `${[
    ...commands,
    ...topicNames.map(topic => `topic ${topic}`),
    ...views.flat(),
    ...settingDefinitions.map(({ environment }) => `variable ${environment}`),
    ...assumptionKeys.map(key => `variable ${assumptionVariable(key)}`),
    ...otherVariables.map(name => `variable ${name}`),
    ...exitCodes.map(({ code, name }) => `exit ${code} ${name}`),
  ].join('\n')}\n`;
}
