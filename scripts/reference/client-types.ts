import type { DeclaredFlag } from '../../src/cli/flags.ts';
import { settingDefinitions } from '../../src/cli/settings/settings.ts';
import { type Call, calls, findShape, listOptions, type Shape } from '../../src/start/client/calls.ts';

/** The types of the library, from the same table as its functions. One text for `import` and one for `require`. */
export async function clientTypes(): Promise<Readonly<Record<string, string>>> {
  const groups = new Map<string, string[]>();
  const declared: string[] = [];
  for (const [path, call] of Object.entries(calls)) {
    const [group = '', name = ''] = path.split('.');
    const type = `${capital(group)}${capital(name)}`;
    const shape = await findShape(call);
    if (shape) declared.push(...interfaces(type, shape));
    declared.push(await optionsText(type, call));
    const text = `    /** ${capital(call.summary)}. */\n    ${name}(options${isOptional(call) ? '?' : ''}: ${type}Options): ${returnText(type, call)};`;
    groups.set(group, [...(groups.get(group) ?? []), text]);
  }
  const members = [...groups].map(
    ([group, functions]) => `  readonly ${group}: {\n${functions.join('\n')}\n  };`,
  );
  const text = `${head}
export interface ClientOptions {
${settingDefinitions.map(({ name, summary }) => `  /** ${capital(summary)}. */\n  ${name}?: string;`).join('\n')}
${ownOptions}}

export interface Hotelctl {
${members.join('\n')}
}

/** A client with the settings of a profile, the environment and these options, in ascending precedence. */
export declare function createHotelctl(options?: ClientOptions): Hotelctl;

${declared.join('\n\n')}
`;
  return { 'types/index.d.ts': text, 'types/index.d.cts': text };
}

const head = `// Generated from the definitions of hotelctl.

/** A decimal with the digits of the platform, such as '1234.50': a number of JavaScript would round it. */
export type Decimal = string;

/** Every error has the exit code of the command line, and a hint what to do next. */
export declare class HotelctlError extends Error {
  readonly code: string;
  readonly exitCode: number;
  readonly details: { readonly hint: string; readonly status?: number; readonly messages?: readonly string[] };
}
${[
  'Usage',
  'SignIn',
  'Refused',
  'Temporary',
  'UndocumentedResponse',
  'Partial',
  'Output',
  'OutcomeUnknown',
  'CheckFailed',
  'Interrupted',
]
  .map(name => `export declare class ${name}Error extends HotelctlError {}`)
  .join('\n')}
`;

const ownOptions = `  /** Default: HOTELCTL_PROFILE, else the profile in use. */
  profile?: string;
  /** A token of the caller, in place of the stored sign-in; a function is called for each call of the client. */
  accessToken?: string | (() => string | Promise<string>);
  /** Receives warnings and notes, one line each. */
  onNote?: (line: string) => void;
  /** Ends running calls with InterruptedError. */
  signal?: AbortSignal;
`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const returnText = (type: string, { returns }: Call): string =>
  ({
    body: `Promise<${type} | undefined>`,
    rows: `AsyncIterable<${type}>`,
    list: `Promise<${type}[]>`,
    row: `Promise<${type}>`,
    quote: `Promise<${type} & { /** Pass it on unchanged. */ json: string }>`,
    nothing: 'Promise<void>',
  })[returns];

/** A setting may supply every option of a report; an operand is required. */
const isOptional = ({ operands = [], input }: Call) => operands.length === 0 && input === undefined;

async function optionsText(type: string, call: Call): Promise<string> {
  const { operands = [], input: [inputName] = [''] } = call;
  const required = [...operands, ...(inputName === '' ? [] : [inputName])].map(name => `  ${name}: string;`);
  const options = [...(await listOptions(call))].map(([name, option]) => optionText(name, option));
  return `export interface ${type}Options {\n${[...required, ...options].join('\n')}\n}`;
}

function optionText(name: string, { form, meaning }: DeclaredFlag): string {
  const { summary, choices, repeatable, takesOne } = meaning;
  const words =
    choices && choices.length <= 20
      ? `${choices.map(choice => `'${choice}'`).join(' | ')} | (string & {})`
      : 'string';
  const value = form.includes('<') ? `${words} | number` : 'boolean';
  const type = repeatable && !takesOne ? `${value} | readonly string[]` : value;
  return `  /** ${capital(summary).replaceAll('*/', '')}. */\n  ${name}?: ${type};`;
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
