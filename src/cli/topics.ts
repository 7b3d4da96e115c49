import { exitCodes } from '../base/errors.ts';
import { wrapText } from '../output/prose.ts';
import type { TopicName } from './help.ts';
import { settingDefinitions } from './settings/settings.ts';
import cronTopic from './topics/cron.md?raw';
import environmentTopic from './topics/environment.md?raw';
import exitCodesTopic from './topics/exit-codes.md?raw';
import formatsTopic from './topics/formats.md?raw';
import periodsTopic from './topics/periods.md?raw';

/** A topic of `hotelctl help TOPIC`: the terminal, the manual pages and the reference are made from the same blocks. */
export interface Topic {
  readonly summary: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly text: string }
  | { readonly heading: string }
  | { readonly terms: Readonly<Record<string, string>> }
  /** Lines that are shown unchanged. */
  | { readonly example: string };

function showBlock(block: Block, width: number): string {
  if ('text' in block) return wrapText(block.text, width);
  if ('heading' in block) return `${block.heading}:`;
  if ('example' in block) return block.example.replace(/^/gm, '  ');
  const terms = Object.entries(block.terms);
  const column = Math.min(Math.max(...terms.map(([term]) => term.length)) + 2, 36);
  return terms
    .map(([term, meaning]) => {
      const lines = wrapText(meaning, Math.max(width - column - 2, 20)).split('\n');
      const apart = term.length + 2 > column;
      const first = apart ? `  ${term}\n  ${' '.repeat(column)}` : `  ${term.padEnd(column)}`;
      return first + lines.join(`\n  ${' '.repeat(column)}`);
    })
    .join('\n');
}

/** Terms that other files list; a topic has `{settings}` in their place. */
const computedTerms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '{exit codes}': Object.fromEntries(
    exitCodes.map(({ code, meaning, next }) => [code, `${meaning}. Then: ${next}`]),
  ),
  '{settings}': Object.fromEntries(
    settingDefinitions.map(({ environment, summary, flag, usual, fallback = usual, isProfileFlag }) => [
      environment,
      `${summary}; ${isProfileFlag ? 'profile add ' : ''}${flag.split(' ')[0]}${fallback ? `; default ${fallback}` : ''}`,
    ]),
  ),
};

/** The Markdown of a topic: its title is the summary, a list has terms with their meanings, and what is indented is an example. */
function readTopic(markdown: string): Topic {
  const [title = '', ...parts] = markdown.trim().split('\n\n');
  return { summary: title.replace('# ', ''), blocks: parts.map(readBlock) };
}

function readBlock(part: string): Block {
  if (part.startsWith('## ')) return { heading: part.replace('## ', '') };
  if (part.startsWith('    ')) return { example: part.replace(/^ {4}/gm, '') };
  const listed = [...part.matchAll(/^- (.+?): (.+)$/gm)].map(([, term, meaning]) => [term, meaning]);
  const terms = computedTerms[part] ?? Object.fromEntries(listed);
  return Object.keys(terms).length > 0 ? { terms } : { text: part.replaceAll('\n', ' ') };
}

export const topics: Readonly<Record<TopicName, Topic>> = {
  'exit-codes': readTopic(exitCodesTopic),
  environment: readTopic(environmentTopic),
  formats: readTopic(formatsTopic),
  periods: readTopic(periodsTopic),
  cron: readTopic(cronTopic),
};

/** Variables besides those of settings: secrets that are never a flag, folders, and common conventions. */
export const otherVariables: readonly string[] = topics.environment.blocks
  .flatMap(block => ('terms' in block ? Object.keys(block.terms) : []))
  .flatMap(names => names.split(', '))
  .filter(name => !settingDefinitions.some(({ environment }) => environment === name));

export function showTopic(name: TopicName, width: number): string {
  return `${topics[name].blocks.map(block => showBlock(block, width)).join('\n\n')}\n`;
}
