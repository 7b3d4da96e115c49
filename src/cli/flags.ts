import { UsageError } from '../base/errors.ts';
import { alignments } from '../platform/compared-period.ts';
import type { CalendarDate } from '../platform/dates.ts';
import type { Parameter, Parameters } from '../platform/parameters.ts';
import { type SettingDefinition, type SettingName, settingDefinitions } from './settings/settings.ts';

export type FlagMeaning =
  | string
  | {
      readonly summary: string;
      /** Offered in help and completion. commander does not check them: the messages of the commands are better. */
      readonly choices?: readonly string[] | undefined;
      /** Offered in completion only, because other values are valid too. */
      readonly suggestions?: readonly string[];
      readonly fallback?: string;
      readonly repeatable?: boolean;
      /** Collected as `repeatable`, but only one value is valid: a second one is an error of the parameter. */
      readonly takesOne?: boolean;
      readonly mandatory?: boolean;
      readonly hidden?: boolean;
      /** Only `--help --verbose` shows the flag. */
      readonly isDetail?: boolean;
      /** What the short help shows as an example: `--by month`. */
      readonly example?: string;
      /** Programs must set it; on a terminal, hotelctl prompts for it. */
      readonly required?: boolean;
      /** A whole number: a program passes it as a number. */
      readonly isWhole?: boolean;
      /** The name of a file whose content programs pass, on standard input. */
      readonly input?: boolean;
      /** Of a terminal or a script: the functions of the library and the tools of agents do not have it. */
      readonly onlyOnCommandLine?: boolean;
      /** The name of the option, if it differs from the flag in camel case. */
      readonly name?: string;
    };

/** Flags by their form: `-o, --output <file>`. */
export type Flags = Readonly<Record<string, FlagMeaning>>;

/**
 * The flags of a command by the heading in its help. A flag is declared once: the options of the command's function are
 * typed from the declaration, with `Options`.
 */
export type FlagGroups = Readonly<Record<string, Flags>>;

export type FlagDeclaration = Exclude<FlagMeaning, string>;

export const declarationIn = (meaning: FlagMeaning): FlagDeclaration =>
  typeof meaning === 'string' ? { summary: meaning } : meaning;

export interface DeclaredFlag {
  readonly heading: string;
  /** `-o, --output <file>` */
  readonly form: string;
  readonly meaning: FlagDeclaration;
}

/** The flags of a command without those of its settings, in their order. */
export const declaredFlags = ({
  flags = [],
}: {
  readonly flags?: readonly FlagGroups[] | (() => readonly FlagGroups[]);
}): readonly DeclaredFlag[] =>
  (typeof flags === 'function' ? flags() : flags).flatMap(group =>
    Object.entries(group).flatMap(([heading, forms]) =>
      Object.entries(forms).map(([form, meaning]) => ({ heading, form, meaning: declarationIn(meaning) })),
    ),
  );

export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** `--label-translation` of `--label-translation <language=text>`. */
export const longFlag = (form: string): string => /--[\w-]+/.exec(form)?.[0] ?? form;

/** `labelTranslation`, as commander names the option of `--label-translation`. */
export const optionName = (long: string): string =>
  long.replace(/^--/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** A message or hint for the caller of a function or a tool, who sets arguments: `--expect-total` is `expectTotal` there. */
export const namingArguments = (text: string, nameOf: (flag: string) => string): string =>
  text
    .replace('; remove this line from the history of your shell', '')
    .replace(/--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)/g, (_, flag: string) => nameOf(flag));

export function flagWords(flag: string, value: unknown): readonly string[] {
  if (typeof value === 'boolean' || value === undefined) return value ? [flag] : [];
  return [value].flat().map(one => `${flag}=${String(one)}`);
}

/** The values of an option that may be given several times; none if it was not given. */
export function givenValues(options: OptionValues, name: string): readonly string[] {
  const given = options[name];
  return typeof given === 'object' ? given : [];
}

/** The options of declared flags; flags that are declared at runtime, such as those of a report, are not part of it. */
export type Options<Groups extends FlagGroups> = {
  readonly [Flag in FlagIn<Groups> as OptionName<Flag, Defined>]: OptionValue<Flag>;
} & { readonly [Flag in FlagIn<Groups> as OptionName<Flag, Optional>]?: OptionValue<Flag> };

type FlagIn<Groups> = Groups extends unknown
  ? { [Heading in keyof Groups]: FormsIn<Groups[Heading]> }[keyof Groups]
  : never;
type FormsIn<Flags> = { [Form in keyof Flags]: readonly [Form, Flags[Form]] }[keyof Flags];

type Defined =
  | readonly [`--no-${string}`, unknown]
  | readonly [unknown, { readonly fallback: string } | { readonly mandatory: true }];
type Optional = 'optional';

type OptionName<Flag, Wanted> = Flag extends readonly [`--no-${string}`, { readonly hidden: true }]
  ? never
  : Flag extends Defined
    ? Wanted extends Optional
      ? never
      : NameIn<Flag>
    : Wanted extends Optional
      ? NameIn<Flag>
      : never;
type NameIn<Flag> = Flag extends readonly [unknown, { readonly name: infer Name extends string }]
  ? Name
  : Flag extends readonly [`${string}--${infer Form}`, unknown]
    ? CamelCase<Form extends `${infer Long} ${string}` ? Long : Form>
    : never;
type CamelCase<Words extends string> = Words extends `no-${infer Rest}`
  ? CamelCase<Rest>
  : Words extends `${infer First}-${infer Rest}`
    ? `${First}${Capitalize<CamelCase<Rest>>}`
    : Words;

type OptionValue<Flag> = Flag extends readonly [unknown, { readonly repeatable: true }]
  ? readonly string[]
  : Flag extends readonly [`${string}<${string}`, unknown]
    ? string
    : boolean;

export const connectionHeading = 'Connection flags:';

export function settingFlags(names: readonly SettingName[], heading = connectionHeading): FlagGroups {
  const flags: Record<string, FlagMeaning> = {};
  for (const definition of settingDefinitions) {
    const { name, flag, summary, environment, choices, repeatable = false } = definition;
    if (!names.includes(name)) continue;
    const usual = shownDefault(definition);
    const remark = usual === undefined ? environment : `${environment}, default ${usual}`;
    flags[flag] = { summary: `${summary} (${remark})`, choices, repeatable, name };
  }
  return { [heading]: flags };
}

/** The same flags, which only `--help --verbose` shows. */
export const asDetails = (flags: Flags): Flags =>
  Object.fromEntries(
    Object.entries(flags).map(([form, meaning]) => [form, { ...declarationIn(meaning), isDetail: true }]),
  );

/** A long default is only in the help topic: it would not fit beside the flag. */
const shownDefault = ({ fallback, usual }: SettingDefinition): string | undefined =>
  fallback !== undefined && fallback.length > 20 ? 'in `hotelctl help environment`' : (fallback ?? usual);

/** What the figures of a hotel count, and what its amounts are. */
export const figureFlags = settingFlags(['unitGroupTypes', 'amounts'], 'Flags:');

export const portfolioFlags = {
  'Flags:': {
    '--portfolio <file>':
      'CSV file with property, name, region and other columns (default portfolio.csv in the configuration folder)',
    '--currency <code>': 'convert amounts to this currency, with --rates',
    '--rates <file>':
      'CSV file with the columns currency, rate (of one unit in --currency) and optionally from, to',
  },
} as const;

export const alignFlag = {
  '--align <what>': {
    summary: 'what last year compares: the same weekday, or the same date',
    fallback: 'weekday',
    choices: alignments,
  },
} as const;

export const connectionSettings = [
  ...(['baseUrl', 'authUrl', 'clientId', 'credentialStore', 'timeout', 'maxAttempts'] as const),
] satisfies readonly SettingName[];

/** A duration such as `90s`, `5m`, `1h` or `30d`, in milliseconds. */
export function duration(flag: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})(s|m|h|d)$/.exec(text) ?? [];
  const milliseconds = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit ?? ''];
  if (count && milliseconds && Number(count) > 0) return Number(count) * milliseconds;
  throw new UsageError(`${flag} must be a duration such as 90s, 5m, 1h or 30d`, {
    hint: `for example \`${flag} 5m\``,
  });
}

/** The files of both flags; undefined without them. @throws UsageError for one of them */
export function readTlsFiles(
  { tlsCert, tlsKey }: { readonly tlsCert?: string; readonly tlsKey?: string },
  hint: string,
) {
  if (tlsCert !== undefined && tlsKey !== undefined) return { certFile: tlsCert, keyFile: tlsKey };
  if (tlsCert === undefined && tlsKey === undefined) return undefined;
  throw new UsageError('--tls-cert and --tls-key must be used together', { hint });
}

export const notifyEvents = ['failure', 'always', 'change'] as const;

const heading = 'Delivery flags:';
const eventMeaning =
  'when to send the email; change means after a failure, or when the file has changed since the last email';

/** Flags of everything that can run unattended: who is notified about the end of the run. */
export const deliveryFlags = {
  [heading]: {
    '--mail-to <address>': {
      summary: 'email the page, or the file and a summary, to this address; may be repeated',
      repeatable: true,
    },
    '--notify-on <event>': {
      summary: `${eventMeaning} (default always; failure for a job that writes no page)`,
      choices: notifyEvents,
      isDetail: true,
    },
    '--metrics <file>': {
      summary: 'write Prometheus metrics of the run to this file (.prom)',
      isDetail: true,
    },
    ...asDetails(settingFlags(['heartbeat'], heading)[heading] ?? {}),
  },
} as const;

export type DeliveryOptions = Options<typeof deliveryFlags>;

/**
 * The flags of an operation's parameters: one group for each, in their order. They are not mandatory options of
 * commander: a setting may supply them, and `findProblems` has better messages. All are collected, even if only one value is
 * allowed, so that a second one is an error and never replaces the first.
 *
 * @param property the summary of the flag for the property
 * @param heading default: required flags and filters
 */
export const parameterFlags = (parameters: readonly Parameter[], property: string, heading?: string) =>
  parameters.map(({ wire, flag, kind, summary, repeatable, required }) => {
    const words = wire === 'propertyId' ? property : `${summary}${repeatable ? '; may be repeated' : ''}`;
    const takesOne = !repeatable && wire !== 'propertyId';
    // A setting may name the property.
    const isRequired = required && wire !== 'propertyId';
    const { choices, isWhole = false } = kind;
    const meaning: FlagMeaning = kind.whenGiven
      ? { summary: words, name: wire }
      : { summary: words, name: wire, choices, isWhole, required: isRequired, repeatable: true, takesOne };
    const form = kind.whenGiven ? `--${flag}` : `--${flag} <${kind.placeholder.toLowerCase()}>`;
    return { [heading ?? (required ? 'Required flags:' : 'Filters:')]: { [form]: meaning } };
  });

/** The hint where no property is set. */
export const setProperty =
  'add --property, set HOTELCTL_PROPERTY, or save one with `hotelctl profile set property ID`';

/** The values of these flags as they are sent, except for the property: each property has its own request. */
export function sentValues(
  parameters: readonly Parameter[],
  options: OptionValues,
  today: CalendarDate,
): Parameters {
  const values: Record<string, string | readonly string[]> = {};
  for (const { wire, kind, repeatable } of parameters) {
    if (options[wire] === true && kind.whenGiven) values[wire] = kind.whenGiven;
    if (wire === 'propertyId') continue;
    const list = givenValues(options, wire).map(value => kind.asSent?.(value, today) ?? value);
    if (list.length > 0) values[wire] = repeatable || list.length > 1 ? list : (list[0] ?? '');
  }
  return values;
}
