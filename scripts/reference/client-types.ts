import type { CommandDefinition } from '../../src/cli/command.ts';
import type { OptionValues } from '../../src/cli/flags.ts';
import { rowShape, type Shape, shapeOfSchema } from '../../src/cli/result.ts';
import { groups as commandGroups, loadCommand } from '../../src/commands/groups.ts';
import { type CallOption, callsOf, listOptions } from '../../src/start/client/calls.ts';
import { inWordsOfCaller, settings } from '../../src/start/client/run-call.ts';
import { optionsOfSandbox } from '../../src/start/client/sandbox.ts';

/** Options that change what a function returns: each has its own overload. */
const reshaping = ['format', 'output', 'view'];
const computing = ['by', 'compare'];

/** The names of all commands, and the types of the library, from the declarations of the commands. */
export async function clientTypes(): Promise<Readonly<Record<string, string>>> {
  const verbs: Record<string, string> = {};
  for (const { name, load } of commandGroups) {
    const { command, commands = {} } = await load();
    verbs[name] = [...(command ? ['.'] : []), ...Object.keys(commands)].join(' ');
  }
  const members = new Map<string, string[]>();
  const declared: string[] = [];
  for (const [path, command] of callsOf(verbs)) {
    const definition = await loadCommand(command);
    const type = path.split('.').map(capital).join('');
    const options = listOptions(command, definition);
    const { overloads, types } = await makeOverloads(type, options, definition);
    declared.push(...types, optionsText(type, options));
    const summary = definition.summary ?? (definition.text ?? '').split(/[.:] /)[0];
    const [group = '', name] = path.split('.');
    const lines = [
      `    /** ${capital(String(summary))}. */`,
      ...overloads.map(text => `    ${name === undefined ? '' : name}${text};`),
    ];
    members.set(group, [...(members.get(group) ?? []), ...lines]);
  }
  const properties = [...members].map(
    ([group, lines]) => `  readonly ${group}: {\n${lines.join('\n')}\n  };`,
  );
  const options = settings.map(
    ({ name, summary }) => `  /** ${capital(summary)}. */\n  ${name}?: string | number | boolean;`,
  );
  const text = `${head}
export interface ClientOptions {
${options.join('\n')}
${ownOptions}}

export interface Hotelctl {
${properties.join('\n')}
  /** Any operation of the platform; decimals of the body are texts, and an empty body is undefined. */
  request(method: string, path: string, options?: RequestOptions): Promise<unknown>;
}

/** A client with the settings of a profile, the environment and these options, in ascending precedence. */
export declare function createHotelctl(options?: ClientOptions): Hotelctl;

${declared.join('\n\n')}
`;
  const created = optionsText('Sandbox', optionsOfSandbox(await loadCommand('sandbox run')));
  // A module may name the types of CommonJS, which are in the package once.
  const same = (name: string) =>
    `// Generated from the definitions of hotelctl.\n\nexport * from './${name}.cjs';\n`;
  return {
    'src/commands/verbs.json': `${JSON.stringify(verbs, null, 2)}\n`,
    'types/index.d.cts': text,
    'types/index.d.ts': same('index'),
    'types/sandbox.d.cts': `${sandboxHead}\n${created}\n`,
    'types/sandbox.d.ts': same('sandbox'),
  };
}

const sandboxHead = `// Generated from the definitions of hotelctl.

import type { ClientOptions } from './index.cjs';

/** The platform with invented hotels, served in this process. */
export interface Sandbox {
  /** For \`createHotelctl\`: the addresses, a signed-in hotel user, and empty folders for what hotelctl stores. */
  readonly settings: ClientOptions;
  /** Frees the ports and removes the folders. */
  close(): Promise<void>;
}

export declare function createSandbox(options?: SandboxOptions): Promise<Sandbox>;
`;

const errorNames = [
  ...['Usage', 'SignIn', 'Refused', 'Temporary', 'UndocumentedResponse', 'Partial', 'Output'],
  ...['OutcomeUnknown', 'CheckFailed', 'Interrupted'],
];

const head = `// Generated from the definitions of hotelctl.

/** A decimal with the digits of the platform, such as '1234.50': a number of JavaScript would round it. */
export type Decimal = string;

/** Await it for all rows, or read them as they arrive with \`for await\`. The call starts then. */
export type Rows<Row> = Promise<Row[]> & AsyncIterable<Row>;

/** With \`columns\`, a row has only these. */
export type Chosen<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Name in keyof Value]?: Chosen<Value[Name]> | null }
    : Value;

/** The platform's body of one request, with the parameters of the request; null is an empty response. */
export interface ReportBody<Body> {
  parameters: { [name: string]: string | string[] };
  report: Body | null;
}

/** The first member always exists: a request that fails is an error. */
export type ReportBodies<Body> = [ReportBody<Body>, ...ReportBody<Body>[]];

/** Every error has the exit code of the command line, and a hint what to do next. */
export declare class HotelctlError extends Error {
  readonly code: string;
  readonly exitCode: number;
  readonly details: {
    readonly hint: string;
    readonly status?: number;
    readonly messages?: readonly string[];
    readonly trackingId?: string;
    readonly fields?: { readonly [name: string]: unknown };
  };
  /** Of an awaited call with PartialError or CheckFailedError: what it would have returned, with what succeeded. */
  readonly result?: unknown;
}
${errorNames.map(name => `export declare class ${name}Error extends HotelctlError {}`).join('\n')}

/** The second argument of every function. */
export interface CallSettings {
  /** Ends the call, which rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Milliseconds after which the call ends with TemporaryError. */
  timeout?: number | undefined;
  /** Of a call that books: it is booked once, as with \`reference\`. */
  idempotencyKey?: string | undefined;
  profile?: string | undefined;
}

export interface RequestOptions extends CallSettings {
  query?: { [name: string]: string | number | boolean | readonly (string | number | boolean)[] | undefined };
  /** A text is sent as it is, everything else as JSON. */
  body?: unknown;
  headers?: { [name: string]: string };
}
`;

const ownOptions = `  /** Default: HOTELCTL_PROFILE, else the profile in use. */
  profile?: string | undefined;
  /** A token of the caller, in place of the stored sign-in; a function is called for each call of the client. */
  accessToken?: string | (() => string | Promise<string>) | undefined;
  /** Receives warnings and notes, one line each. */
  onNote?: ((line: string) => void) | undefined;
  /** Ends running calls, which reject with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Milliseconds after which a call ends with TemporaryError. */
  timeout?: number | undefined;
  /** In place of the environment of the process. */
  env?: { [name: string]: string | undefined } | undefined;
`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The signatures of a function, the most special first, and the types that they name. */
async function makeOverloads(type: string, options: readonly CallOption[], definition: CommandDefinition) {
  const { returns = {} } = definition;
  const types: string[] = [];
  const overloads: string[] = [];
  const names = options.map(({ name }) => name);
  const isOptional = options.every(({ isRequired }) => !isRequired) && !hasDates(options);
  const add = (extra: string, result: string, needsOptions = true) =>
    overloads.push(
      `(options${needsOptions || !isOptional ? '' : '?'}: ${type}Options${extra}, settings?: CallSettings): ${result}`,
    );
  const declare = (name: string, shape: Shape | undefined) => {
    if (shape) types.push(...interfaces(name, shape));
    return name;
  };
  const choicesOf = (name: string) => {
    const found = options.find(option => option.name === name);
    return (found?.meaning.choices ?? []).filter(choice => !['all', 'json', 'ndjson'].includes(choice));
  };
  const union = (values: readonly string[]) => values.map(value => `'${value}'`).join(' | ');
  const chosen = choicesOf('view').length > 0 ? '; view?: string' : '';
  const figures = computing.filter(name => names.includes(name) && returns.bodies !== undefined);
  const free = `${chosen}${figures.map(name => `; ${name}?: string`).join('')}`;
  if (names.includes('output')) add(` & { output: string; format?: string${free} }`, 'Promise<void>');
  const binary = choicesOf('format').filter(format => ['xlsx', 'parquet', 'datev'].includes(format));
  const readable = choicesOf('format').filter(format => !binary.includes(format));
  if (binary.length > 0) add(` & { format: ${union(binary)}${free} }`, 'Promise<Uint8Array>');
  if (readable.length > 0) add(` & { format: ${union(readable)}${free} }`, 'Promise<string>');
  if (figures.length > 0) {
    // The rows of each way to compute them; a field that one of them lacks is absent.
    const addFigures = async (name: string, ways: readonly OptionValues[], extra: string) => {
      // A view without figures that can be compared is refused.
      const shapes = await Promise.all(
        ways.map(way => rowShape(returns, way['view'] as string, way).catch(() => undefined)),
      );
      const shape = shapes.flatMap(one => one ?? []).reduce(merged);
      add(` & { ${extra} }`, `Rows<${declare(`${type}${name}`, shape)}>`);
    };
    const compare = 'last-year';
    const ways = figures.includes('by') ? groupedBy.map(by => ({ by })) : [];
    const views = choicesOf('view').map(view => ({ compare, view }));
    const compared = [{ compare }, ...views, ...ways.map(way => ({ ...way, compare }))];
    await addFigures(
      'Compared',
      compared,
      `compare: string${ways.length > 0 ? '; by?: string' : ''}${chosen}`,
    );
    // `by` chooses the view itself.
    if (ways.length > 0)
      await addFigures('Grouped', ways, 'by: string; compare?: undefined; view?: undefined');
  }
  const views = choicesOf('view');
  const isUsual = (view: string) => view === views[0] && returns.bodies === undefined;
  for (const view of views.filter(one => !isUsual(one))) {
    const name = declare(
      `${type}${capital(view.replace(/-(.)/g, (_, letter) => letter.toUpperCase()))}`,
      await rowShape(returns, view),
    );
    add(` & { view: '${view}' }`, `Rows<${name}>`);
  }
  const { switches = [] } = returns;
  for (const name of switches) {
    const shape = await rowShape(returns, undefined, { [name]: true });
    add(` & { ${name}: true }`, `Rows<${declare(`${type}${capital(name)}`, shape)}>`);
  }
  const off = switches.map(name => ` & { ${name}?: false | undefined }`).join('');
  const usual = views.length > 0 && returns.bodies === undefined ? ` & { view?: '${views[0]}' }` : off;
  if (returns.bodies) {
    add(
      ' & { columns?: undefined; sort?: undefined; limit?: undefined }',
      `Promise<ReportBodies<${declare(type, shapeOfSchema(await returns.bodies()))}>>`,
      false,
    );
  } else if (returns.document) {
    const name = declare(type, shapeOfSchema(await returns.document()));
    add('', `Promise<${name} & { /** Pass it on unchanged. */ json: string }>`, false);
  } else if (returns.rows) {
    const shape = await rowShape(returns);
    const isWhole = shape?.kind === 'object' && [...shape.fields.values()].some(({ optional }) => !optional);
    if (isWhole && names.includes('columns')) add(`${usual} & { columns: string }`, `Rows<Chosen<${type}>>`);
    add(usual, `Rows<${declare(type, shape)}>`, usual === '' ? false : !isOptional);
  } else if (returns.file || !names.includes('output'))
    add('', returns.file ? 'Promise<string>' : 'Promise<void>', false);
  return { overloads, types };
}

/** With a mix, and a column of the portfolio. */
const groupedBy = ['month', 'week', 'weekday', 'unit-group', 'property', 'channel', 'region'];

/** The fields of both; those that only one has are optional, as all cells are. */
function merged(one: Shape, other: Shape): Shape {
  if (one.kind !== 'object' || other.kind !== 'object') return other;
  const fields = new Map(one.fields);
  for (const [name, field] of other.fields) {
    const before = fields.get(name);
    fields.set(name, before ? { ...field, shape: merged(before.shape, field.shape) } : field);
  }
  return { kind: 'object', fields };
}

/** Required dates, which `period` replaces. */
const requiredDates = (options: readonly CallOption[]) =>
  options.filter(({ heading, meaning }) => heading === 'Dates:' && meaning.required === true);
const hasDates = (options: readonly CallOption[]) => requiredDates(options).length > 0;

function optionsText(type: string, options: readonly CallOption[]): string {
  const dates = requiredDates(options);
  const byPeriod = dates.length > 0 ? [...dates, ...options.filter(({ name }) => name === 'period')] : [];
  const isApart = ({ name, heading }: CallOption) =>
    reshaping.includes(name) || (computing.includes(name) && heading === 'Comparison flags:');
  const lines = options
    .filter(option => !isApart(option) && !byPeriod.includes(option))
    .map(option => optionText(option));
  const body = `{\n${lines.join('\n')}\n}`;
  if (dates.length === 0) return `export interface ${type}Options ${body}`;
  const period = byPeriod.filter(({ name }) => name === 'period').map(option => optionText(option, true));
  const single = dates.map(option => optionText(option, true));
  return `export type ${type}Options = ${body} & ({\n${period.join('\n')}\n} | {\n${single.join('\n')}\n});`;
}

function optionText({ name, form, meaning, isRequired }: CallOption, mustBe = isRequired): string {
  const { summary, choices, repeatable = false } = meaning;
  const words =
    choices && choices.length <= 20
      ? `${choices.map(choice => `'${choice}'`).join(' | ')} | (string & {})`
      : 'string';
  const isValue = !form.includes('--') || form.includes('<');
  // A number has no currency.
  const orNumber = form.endsWith('<money>') ? '' : ' | number';
  const value = isValue ? `${words}${orNumber}` : 'boolean';
  const type = repeatable ? `${value} | readonly (string | number)[]` : value;
  // What a command line reads from a file or standard input, a program passes as it is.
  const content = meaning.input && form.endsWith('<file>') ? 'content of the ' : '';
  const text = capital(inWordsOfCaller(`${content}${summary}`))
    .replaceAll('*/', '')
    .replace(/ may be repeated/, ' may be a list');
  return `  /** ${text.replace(/; - (is|reads it from) standard input[^;]*/, '')}. */\n  ${name}${mustBe ? '' : '?'}: ${type}${mustBe ? '' : ' | undefined'};`;
}

/** The interface, and another one for a part that contains itself. */
function interfaces(type: string, shape: Shape): string[] {
  const parts = new Map<Shape, string>();
  const visit = (inner: Shape, above: readonly Shape[]): void => {
    if (above.includes(inner)) parts.set(inner, inner === shape ? type : `${type}Part`);
    else if (inner.kind === 'list') visit(inner.of, above);
    else if (inner.kind === 'object')
      for (const field of inner.fields.values()) visit(field.shape, [...above, inner]);
  };
  visit(shape, []);
  return [...new Map([[shape, type], ...parts])].map(
    ([part, name]) => `export interface ${name} ${shapeText(part, '', parts, true)}`,
  );
}

function shapeText(shape: Shape, indent: string, named: ReadonlyMap<Shape, string>, isRoot = false): string {
  const name = isRoot ? undefined : named.get(shape);
  if (name) return name;
  switch (shape.kind) {
    case 'object': {
      const inner = `${indent}  `;
      const fields = [...shape.fields].map(([name, { shape: field, optional }]) => {
        const key = /^\w+$/.test(name) ? name : `'${name}'`;
        return `${inner}${key}${optional ? '?' : ''}: ${shapeText(field, inner, named)}${optional ? ' | null' : ''};`;
      });
      if (shape.isOpen) fields.push(`${inner}[further: string]: unknown;`);
      return `{\n${fields.join('\n')}\n${indent}}`;
    }
    case 'list':
      return `${shapeText(shape.of, indent, named)}[]`;
    default:
      return { text: 'string', whole: 'number', decimal: 'Decimal', boolean: 'boolean', any: 'unknown' }[
        shape.kind
      ];
  }
}
