import type { Command } from 'commander';
import type { CommandDefinition } from '../../src/cli/command.ts';
import {
  describedFlag,
  findDefinition,
  furtherHelp,
  listExamples,
  listTopics,
  nameCommand,
} from '../../src/cli/help.ts';
import { rowShape, type Shape, shapeOfSchema } from '../../src/cli/result.ts';
import { type Block, topics } from '../../src/cli/topics.ts';
import { argumentsOf, commandTree, everyCommand, flagsOf, usageOf } from './commands.ts';

/** The reference: a page for each group of commands, one for the topics, and a first page that lists them. */
export async function referencePages(): Promise<Record<string, string>> {
  const root = await commandTree();
  const pages: Record<string, string> = {};
  for (const group of root.commands) {
    const sections = await Promise.all(everyCommand(group).map(command => section(command)));
    pages[`docs/reference/${group.name()}.md`] = `${sections.join('\n\n')}\n`;
  }
  pages['docs/reference/topics.md'] = `# Help topics\n\n${Object.entries(topics)
    .map(
      ([name, { summary, blocks }]) =>
        `## ${name}\n\n${[`${capital(summary)}.`, ...blocks.map(markdown)].join('\n\n')}`,
    )
    .join('\n\n')}\n`;
  const lines = root.commands.map(
    group => `| [${nameCommand(group)}](${group.name()}.md) | ${group.summary()} |`,
  );
  pages['docs/reference/README.md'] = `${[
    '# Reference',
    'Generated from the command tree by `npm run generate`. `hotelctl COMMAND --help` prints the same text.',
    `| command | description |\n| --- | --- |\n${lines.join('\n')}`,
    `Help topics (\`hotelctl help TOPIC\`): ${Object.keys(topics)
      .map(name => `[${name}](topics.md#${name})`)
      .join(', ')}.`,
    `## Flags of every command\n\n${flagTables(root)}`,
    '[surface.txt](surface.txt) lists every command, flag, column, variable and exit code, one per line.',
  ].join('\n\n')}\n`;
  return pages;
}

async function section(command: Command): Promise<string> {
  const isGroup = command.parent?.parent === null;
  const parts = [
    `${isGroup ? '#' : '##'} ${nameCommand(command)}`,
    escaped(command.description()),
    `\`\`\`text\n${usageOf(command)}\n\`\`\``,
  ];
  if (command.commands.length > 0) {
    parts.push(
      command.commands
        .map(
          child =>
            `- [${nameCommand(child)}](#${nameCommand(child).replaceAll(' ', '-')}): ${escaped(child.summary())}`,
        )
        .join('\n'),
    );
  }
  if (argumentsOf(command)) {
    parts.push(
      table(
        ['argument', 'meaning'],
        command.registeredArguments.map(argument => [`\`${argument.name()}\``, describedFlag(argument)]),
      ),
    );
  }
  parts.push(flagTables(command));
  const examples = listExamples(command);
  if (examples.length > 0) {
    parts.push(
      `\`\`\`text\n${examples.map(({ command: line, explains }) => `# ${explains}\n${line}`).join('\n\n')}\n\`\`\``,
    );
  }
  const further = (await furtherHelp(command, 110)).trim();
  if (further) parts.push(`\`\`\`text\n${further}\n\`\`\``);
  parts.push(...(await resultParts(findDefinition(command))));
  if (command.commands.length === 0) {
    parts.push(
      `See also: ${listTopics(command)
        .map(topic => `[${topic}](topics.md#${topic})`)
        .join(', ')}.`,
    );
  }
  return parts.filter(Boolean).join('\n\n');
}

/** What the command returns, as it declares it: decimals are exact, and most cells may be empty. */
async function resultParts({ returns }: Partial<CommandDefinition> = {}): Promise<string[]> {
  const part = (title: string, shape: Shape | undefined) =>
    shape ? [`${title}:`, `\`\`\`text\n${fieldLines(shape).join('\n')}\n\`\`\``] : [];
  const schema = await (returns?.bodies ?? returns?.document)?.();
  return [
    ...part('A row of `--format ndjson`', returns && (await rowShape(returns))),
    ...part(
      returns?.bodies
        ? 'The body of `--format json`; several requests are an array of {parameters, report}'
        : 'The document',
      schema && shapeOfSchema(schema),
    ),
  ];
}

function fieldLines(shape: Shape, path = '', above: readonly Shape[] = []): string[] {
  if (above.includes(shape)) return [`${path}: as above`];
  if (shape.kind === 'list') return fieldLines(shape.of, `${path}[]`, above);
  if (shape.kind !== 'object') return [`${path}: ${shape.kind}`];
  return [...shape.fields].flatMap(([name, field]) =>
    fieldLines(field.shape, path === '' ? name : `${path}.${name}`, [...above, shape]),
  );
}

const flagTables = (command: Command): string =>
  flagsOf(command)
    .map(([heading, flags]) =>
      table(
        [lowerFirst(heading), 'meaning'],
        flags.map(option => [`\`${option.flags}\``, describedFlag(option)]),
      ),
    )
    .join('\n\n');

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows.map(cells => cells.map(escaped))]
    .map(cells => `| ${cells.join(' | ')} |`)
    .join('\n');

function markdown(block: Block): string {
  if ('text' in block) return escaped(block.text);
  if ('heading' in block) return `### ${block.heading}`;
  if ('example' in block) return `\`\`\`text\n${block.example}\n\`\`\``;
  return table(
    ['', ''],
    Object.entries(block.terms).map(([term, meaning]) => [`\`${term}\``, meaning]),
  );
}

/** Text as it stands: a table's bars and what Markdown would read as markup keep their letters. */
const escaped = (text: string) =>
  text
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 ? part : part.replace(/[<>*_[\]]/g, '\\$&')))
    .join('')
    .replaceAll('|', '\\|');

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
