import type { Prompts } from '../base/context.ts';
import { cardDataIn } from '../platform/bookings/card-guard.ts';
import { refuseCard } from './card-refusal.ts';
import type { Invocation } from './invocation.ts';

/**
 * Reads one trimmed line at a prompt. Card data is refused as in flags and files.
 *
 * @param mustBe returns the requirement that a value does not meet, as a phrase that follows "It must be"
 */
export async function promptForValue(
  prompts: Prompts,
  message: string,
  initial: string | undefined,
  mustBe: (text: string) => string | undefined,
): Promise<string> {
  const check = (text: string) => {
    if (cardDataIn(text)) return 'hotelctl never accepts card data';
    const phrase = mustBe(text.trim());
    return phrase === undefined ? true : `It must be ${phrase}`;
  };
  const question = { message, check, ...(initial === undefined ? {} : { initial }) };
  const answer = (await prompts.input(question)).trim();
  refuseCard(answer, 'the input');
  return answer;
}

/** The value of a flag, or the value that the user enters; undefined if it is missing and hotelctl cannot prompt. */
export async function givenOrPrompted(
  { interactive, context }: Pick<Invocation, 'interactive' | 'context'>,
  given: string | undefined,
  message: string,
): Promise<string | undefined> {
  const text = given?.trim();
  if (text || !interactive) return text || undefined;
  return promptForText(context.prompts, message);
}

export const promptForText = (prompts: Prompts, message: string): Promise<string> =>
  promptForValue(prompts, message, undefined, answer => (answer === '' ? 'something' : undefined));
