import { wrapText } from '../../output/prose.ts';

/**
 * The content of `hotelctl help TOPIC`, for subjects that belong to no single command. A topic is text, lists of terms
 * and examples; the terminal, the manual pages and the reference are generated from the same blocks.
 */
export interface Topic {
  readonly name: string;
  readonly summary: string;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly text: string }
  | { readonly heading: string }
  | { readonly terms: readonly (readonly [term: string, meaning: string])[] }
  /** Lines that are shown unchanged. */
  | { readonly example: string };

/** @param width of the screen, in columns */
export function showTopic({ blocks }: Topic, width: number): string {
  return `${blocks.map(block => showBlock(block, width)).join('\n\n')}\n`;
}

function showBlock(block: Block, width: number): string {
  if ('text' in block) return wrapText(block.text, width);
  if ('heading' in block) return `${block.heading}:`;
  if ('example' in block) return block.example.replace(/^/gm, '  ');
  const column = Math.min(Math.max(...block.terms.map(([term]) => term.length)) + 2, 36);
  return block.terms
    .map(([term, meaning]) => {
      const lines = wrapText(meaning, Math.max(width - column - 2, 20)).split('\n');
      const apart = term.length + 2 > column;
      const first = apart ? `  ${term}\n  ${' '.repeat(column)}` : `  ${term.padEnd(column)}`;
      return first + lines.join(`\n  ${' '.repeat(column)}`);
    })
    .join('\n');
}
