import type { Command } from 'commander';
import {
  describedFlag,
  furtherHelp,
  listExamples,
  listTopics,
  nameCommand,
  topicNames,
} from '../../src/cli/help.ts';
import { type Block, type Topic, topics } from '../../src/cli/topics.ts';
import { argumentsOf, commandTree, everyCommand, flagsOf, usageOf } from './commands.ts';

/** Manual pages, `man hotelctl-reports-room-nights`: one for each command and each topic. */
export async function manualPages(version: string): Promise<Record<string, string>> {
  const pages: Record<string, string> = {};
  for (const command of everyCommand(await commandTree())) {
    const name = nameCommand(command).replaceAll(' ', '-');
    pages[`man/${name}.1`] = await commandPage(command, name, version);
  }
  for (const [name, topic] of Object.entries(topics))
    pages[`man/hotelctl-${name}.1`] = topicPage(name, topic, version);
  return pages;
}

async function commandPage(command: Command, name: string, version: string): Promise<string> {
  const summary = command.summary() || command.description().replace(/\.$/, '').replace(/^T/, 't');
  const lines = [
    head(name, version),
    section('NAME', `${text(name)} \\- ${text(summary)}`),
    section('SYNOPSIS', `.B ${text(usageOf(command))}`),
    section('DESCRIPTION', paragraphs(command.description())),
  ];
  if (command.commands.length > 0) {
    lines.push(
      section('COMMANDS', command.commands.map(child => term(child.name(), child.summary())).join('\n')),
    );
  }
  if (argumentsOf(command)) {
    lines.push(
      section(
        'ARGUMENTS',
        command.registeredArguments
          .map(argument => term(argument.name(), describedFlag(argument)))
          .join('\n'),
      ),
    );
  }
  for (const [heading, flags] of flagsOf(command)) {
    lines.push(
      section(
        heading.toUpperCase(),
        flags.map(option => term(option.flags, describedFlag(option))).join('\n'),
      ),
    );
  }
  const examples = listExamples(command);
  if (examples.length > 0) {
    const shown = examples.map(({ command: line, explains }) => `# ${explains}\n${line}`).join('\n\n');
    lines.push(section('EXAMPLES', verbatim(shown)));
  }
  const [, further] = /^.*?:\n([\s\S]*)$/.exec((await furtherHelp(command, 78)).trim()) ?? [];
  if (further) lines.push(section('VIEWS AND COLUMNS', verbatim(further)));
  lines.push(section('SEE ALSO', seeAlso(command)));
  return `${lines.join('\n')}\n`;
}

function seeAlso(command: Command): string {
  const parent = command.parent ? [nameCommand(command.parent).replaceAll(' ', '-')] : [];
  const children = command.commands.map(child => nameCommand(child).replaceAll(' ', '-'));
  const topics = command.parent ? (command.commands.length > 0 ? [] : listTopics(command)) : topicNames;
  return [...parent, ...children, ...topics.map(topic => `hotelctl-${topic}`)]
    .map(page => `.BR ${text(page)} (1)`)
    .join(' ,\n');
}

const topicPage = (name: string, { summary, blocks }: Topic, version: string): string =>
  `${[
    head(`hotelctl-${name}`, version),
    section('NAME', `hotelctl\\-${text(name)} \\- ${text(summary)}`),
    section('DESCRIPTION', blocks.map(roff).join('\n')),
    section('SEE ALSO', '.BR hotelctl (1)'),
  ].join('\n')}\n`;

function roff(block: Block): string {
  if ('text' in block) return paragraphs(block.text);
  if ('heading' in block) return `.SS ${text(block.heading)}`;
  if ('example' in block) return verbatim(block.example);
  return Object.entries(block.terms)
    .map(([name, meaning]) => term(name, meaning))
    .join('\n');
}

// No date: a page is the same whenever it is made.
const head = (name: string, version: string) =>
  `.TH "${text(name.toUpperCase())}" 1 "" "hotelctl ${version}" "hotelctl"\n.nh\n.ad l`;
const section = (title: string, body: string) => `.SH "${text(title)}"\n${body}`;
const paragraphs = (words: string) =>
  words
    .split('\n\n')
    .map(part => `.PP\n${text(part)}`)
    .join('\n');
const term = (name: string, meaning: string) => `.TP\n.B ${text(name)}\n${text(meaning || name)}`;
const verbatim = (lines: string) => `.PP\n.nf\n.RS 4\n${text(lines)}\n.RE\n.fi`;

/** Text that roff shows as it stands: no escape, no request at the beginning of a line, hyphens that can be copied. */
const text = (words: string) =>
  words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('’', "'")
    .replace(/^([.'])/gm, '\\&$1')
    .replace(/^$/gm, '\\&');
