import type { Prompts } from '../base/context.ts';
import { cardDataIn } from '../platform/booking/card-guard.ts';
import { refuseCard } from './card-refusal.ts';
import type { Invocation } from './invocation.ts';

/**
 * One line from a person, without blanks around it. Every answer is looked at as flags and files are: a card typed into a
 * question must not get any further.
 *
 * @param mustBe what is wrong with an answer, as a phrase that follows "It must be"
 */
export async function ask(
  prompts: Prompts,
  message: string,
  initial: string | undefined,
  mustBe: (text: string) => string | undefined,
): Promise<string> {
  const check = (text: string) => {
    if (cardDataIn(text)) return 'hotelctl never takes a card';
    const phrase = mustBe(text.trim());
    return phrase === undefined ? true : `It must be ${phrase}`;
  };
  const question = { message, check, ...(initial === undefined ? {} : { initial }) };
  const answer = (await prompts.input(question)).trim();
  refuseCard(answer, 'the answer');
  return answer;
}

/** What a flag gave, or what a person says in its place; undefined where it is missing and nobody can be asked. */
export async function givenOrAsked(
  { interactive, context }: Pick<Invocation, 'interactive' | 'context'>,
  given: string | undefined,
  message: string,
): Promise<string | undefined> {
  const text = given?.trim();
  if (text || !interactive) return text || undefined;
  return askForText(context.prompts, message);
}

export const askForText = (prompts: Prompts, message: string): Promise<string> =>
  ask(prompts, message, undefined, answer => (answer === '' ? 'something' : undefined));
