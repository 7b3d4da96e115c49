import type { Prompts } from '../base/context.ts';
import { capitalized, shellWords } from '../base/text.ts';
import type { Platform } from '../bookings/requests.ts';
import { anyDay } from '../platform/dates.ts';
import type { Parameter } from '../platform/parameters.ts';
import { parsePeriod, periodForms } from '../platform/periods.ts';
import type { OptionValues } from './flags.ts';
import { promptForValue } from './input.ts';
import type { Invocation } from './invocation.ts';
import { promptForProperty } from './properties.ts';

interface Asking {
  /** `reports room-nights`, for the command line without prompts. */
  readonly command: string;
  readonly parameters: readonly Parameter[];
  /** Parameter names that `--period` replaces. */
  readonly byPeriod?: readonly string[];
}

/** Prompts for missing required parameters, of an interactive invocation, and prints the command line without prompts. */
export async function withAnswers<Options extends OptionValues>(
  { command, parameters, byPeriod = [] }: Asking,
  invocation: Invocation,
  options: Options,
  platform: Platform,
): Promise<Options> {
  const { prompts } = invocation.context;
  const answers: Record<string, readonly string[]> = {};
  const words: string[] = [];
  for (const { wire, flag, kind, summary } of missing(parameters, byPeriod, invocation, options)) {
    const isDate = byPeriod.includes(wire);
    if (isDate && answers['period']) continue;
    const answer = isDate
      ? await promptForPeriod(prompts)
      : wire === 'propertyId'
        ? await promptForProperty(invocation, platform)
        : await promptForValue(prompts, capitalized(summary), undefined, text =>
            kind.mustBe(kind.asSent?.(text, anyDay) ?? text),
          );
    answers[isDate ? 'period' : wire] = [answer];
    words.push(isDate ? '--period' : `--${flag}`, answer);
  }
  if (words.length === 0) return options;
  const { profile } = invocation.flags;
  const { platform: system } = invocation.context.host;
  const line = shellWords([...words, ...(profile === undefined ? [] : ['--profile', profile])], system);
  await invocation.note(`Without prompts: \`hotelctl ${command} ${line}\``);
  return { ...options, ...answers };
}

function missing(
  parameters: readonly Parameter[],
  byPeriod: readonly string[],
  { settings }: Invocation,
  options: OptionValues,
): Parameter[] {
  const isGiven = (name: string) => options[name] !== undefined;
  return parameters.filter(({ wire, required }) => {
    if (!required || isGiven(wire)) return false;
    if (wire === 'propertyId') return !isGiven('allProperties') && settings.find('property') === undefined;
    return !(byPeriod.includes(wire) && isGiven('period'));
  });
}

async function promptForPeriod(prompts: Prompts): Promise<string> {
  const periods = { 'Last month': 'last-month', 'This month': 'this-month', Yesterday: 'yesterday' };
  const chosen = await prompts.select({
    message: 'Period',
    choices: Object.entries({ ...periods, 'Other period...': '' }).map(([name, value]) => ({ name, value })),
  });
  if (chosen !== '') return chosen;
  return promptForValue(prompts, 'Period (2026-10, 2026-Q3, or 2026-10-01..2026-10-14)', undefined, text =>
    // Whether the text has a valid format does not depend on the current day.
    parsePeriod(text, anyDay) ? undefined : `one of the forms ${periodForms.join(', ')}`,
  );
}
