import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../context.ts';
import { wordsOf } from '../words.ts';
import { charactersOfToken, connectAgent, useAgent } from './agent.ts';
import { naiveAnswers } from './naive.ts';
import { questions } from './questions.ts';

/** What an agent answers is right, and cheap: at most two calls, and 4,000 tokens. */

const used = useAgent();

describe('an agent answers', () => {
  it.each(questions.map(question => [question.words, question] as const))(
    '%s',
    async (_, { calls, says, answer }) => {
      expect(calls.length).toBeLessThanOrEqual(2);
      const values: unknown[] = [];
      let characters = 0;
      for (const [name, given = {}] of calls) {
        const { text, isError, value } = await used.agent.call(
          name,
          typeof given === 'function' ? given(values[0]) : given,
        );
        expect(isError, text).toBe(false);
        characters += text.length;
        values.push(value);
      }
      expect(characters).toBeLessThan(4000 * charactersOfToken);
      expect(says(...values)).toEqual(await answer(naiveAnswers(used.chain)));
    },
  );
});

describe('a wrong call', () => {
  const inOtherWords: Readonly<Record<string, readonly string[]>> = {
    property: ['hotel', 'property_id', 'properties'],
    period: ['month', 'date_range', 'dates'],
    by: ['group_by'],
    compare: ['compare_with', 'versus_last_year'],
    columns: ['fields'],
    sort: ['order_by', 'sort_by'],
    limit: ['top', 'max_rows'],
    adults: ['guests'],
    arrival: ['check_in'],
  };
  const misspelled = (name: string) => [
    name.slice(0, -1),
    /\w\wy$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}s`,
    name.replace(/_(.)/g, (_, letter) => letter.toUpperCase()),
    name.replaceAll('_', '-'),
    `--${name.replaceAll('_', '-')}`,
    name.toUpperCase(),
  ];

  it('of any tool with one argument in another spelling or word names the right one', async () => {
    let count = 0;
    const { tools, call, client } = await connectAgent(used.chain.env, [
      ...wordsOf('--allow-bookings --output-folder'),
      temporaryFolder(),
    ]);
    expect(tools.length).toBe(used.agent.tools.length + 1);
    for (const { name, inputSchema } of tools) {
      const names = Object.keys(inputSchema.properties ?? {});
      for (const right of names)
        for (const wrong of [...misspelled(right), ...(inOtherWords[right] ?? [])]) {
          if (names.includes(wrong)) continue;
          const { text, isError } = await call(name, { [wrong]: 'x' });
          expect(isError, `${name} ${wrong}`).toBe(true);
          const said = wrong.startsWith('-') ? 'arguments, not flags' : `no argument ${wrong}`;
          expect(text).toMatch(new RegExp(`^${name} has ${said}\\nhint: .*\\b${right}\\b`));
          count += 1;
        }
    }
    expect(count).toBeGreaterThan(500);
    await client.close();
  });
});
