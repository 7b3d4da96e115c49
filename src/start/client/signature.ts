import type { CommandDefinition } from '../../cli/command.ts';
import { type FlagGroups, type FlagMeaning, longFlag } from '../../cli/flags.ts';
import { groups } from '../../commands/groups.ts';
import { quoteFile } from '../../platform/bookings/quote-model.ts';
import { reports } from '../../platform/reports/index.ts';
import { type Call, camelCase } from './calls.ts';
import { type Shape, shapeOfColumns, shapeOfSchema } from './shapes.ts';

export interface ClientOption {
  readonly flag: string;
  readonly form: string;
  readonly meaning: FlagMeaning;
}

/** The options of a function: the flags of its command but for output and connection, in camel case. */
export async function optionsOf({ command, without = [] }: Call): Promise<ReadonlyMap<string, ClientOption>> {
  const { flags = [] } = await definitionOf(command);
  const found = new Map<string, ClientOption>();
  for (const heading of typeof flags === 'function' ? flags() : flags) {
    for (const [title, forms] of Object.entries(heading as FlagGroups)) {
      if (['Output flags:', 'Delivery flags:', 'Run flags:'].includes(title)) continue;
      for (const [form, meaning] of Object.entries(forms)) {
        const flag = longFlag(form);
        const name = camelCase(flag.slice(2));
        const isHidden = typeof meaning === 'object' && meaning.hidden === true;
        if (!isHidden && !without.includes(name)) found.set(name, { flag, form, meaning });
      }
    }
  }
  return found;
}

/** What a function returns; for rows, one of them. */
export async function findShape(call: Call): Promise<Shape | undefined> {
  if (call.returns === 'nothing') return undefined;
  if (call.returns === 'quote') {
    const shape = shapeOfSchema(quoteFile);
    if (shape.kind !== 'object') return undefined;
    const { reservations: _, ...fields } = Object.fromEntries(shape.fields);
    return { kind: 'object', fields: new Map(Object.entries(fields)) };
  }
  const report = reports.find(({ name }) => call.command === `reports ${name}`);
  if (report && call.returns === 'body') return shapeOfSchema((await report.response()).body);
  const { columns } = await definitionOf(call.command);
  return columns ? shapeOfColumns(await columns(undefined)) : undefined;
}

async function definitionOf(command: string): Promise<CommandDefinition> {
  const [group, verb] = command.split(' ');
  const loaded = await groups.find(({ name }) => name === group)?.load();
  const found = verb === undefined ? loaded?.command : loaded?.commands?.[verb];
  if (!found) throw new Error(`there is no command ${command}`);
  return found;
}
