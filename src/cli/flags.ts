import { UsageError } from '../base/errors.ts';

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
      readonly mandatory?: boolean;
      readonly hidden?: boolean;
      /** Only `--help --verbose` shows the flag. */
      readonly isDetail?: boolean;
      /** Programs must set it; on a terminal, hotelctl prompts for it. */
      readonly required?: boolean;
      /** A whole number: a program passes it as a number. */
      readonly isWhole?: boolean;
      /** The name of a file whose content programs pass, on standard input. */
      readonly input?: boolean;
      /** Whether `{property}` and others in the name of a file are replaced. */
      readonly hasPlaceholders?: boolean;
      /** Of a terminal or a script: the functions of the library and the tools of agents do not have it. */
      readonly onlyOnCommandLine?: boolean;
      /** The name of the option, if it differs from the flag in camel case. */
      readonly name?: string;
    };

/** Flags by their form: `-o, --output <file>`; `--property <id>...` may be repeated. */
export type Flags = Readonly<Record<string, FlagMeaning>>;

/** The flags of a command; some have another heading in the help than `Flags:`. `Options` types what they declare. */
export type FlagGroups = Readonly<Record<`-${string}`, FlagMeaning>> & HeadedFlags;
export type HeadedFlags = Readonly<Record<`${string}:`, Flags>>;

export type FlagDeclaration = Exclude<FlagMeaning, string>;

export const declarationIn = (meaning: FlagMeaning): FlagDeclaration =>
  typeof meaning === 'string' ? { summary: meaning } : meaning;

export interface DeclaredFlag {
  readonly heading: string;
  /** `-o, --output <file>` */
  readonly form: string;
  readonly meaning: FlagDeclaration;
}

export interface WithFlags {
  /** In their order in the help. A function where the declaration takes time. */
  readonly flags?: readonly FlagGroups[] | (() => readonly FlagGroups[]);
}

/** The flags of a command without those of its settings, in their order. */
export const declaredFlags = ({ flags = [] }: WithFlags): readonly DeclaredFlag[] =>
  (typeof flags === 'function' ? flags() : flags).flatMap(group => flagsUnder('Flags:', group));

const flagsUnder = (heading: string, group: object): readonly DeclaredFlag[] =>
  Object.entries(group).flatMap(([key, value]) => {
    if (!key.startsWith('-')) return flagsUnder(key, value);
    const form = key.replace(/\.\.\.$/, '');
    const repeated = form === key ? {} : { repeatable: true };
    return { heading, form, meaning: { ...declarationIn(value), ...repeated } };
  });

export type OptionValues = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** `--label-translation` of `--label-translation <language=text>`. */
export const longFlag = (form: string): string => /--[\w-]+/.exec(form)?.[0] ?? form;

/** `labelTranslation`, as commander names the option of `--label-translation`. */
export const optionName = (long: string): string =>
  long.replace(/^--/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** The name of the option of a flag: `color` for `--no-color`. */
export const flagAttribute = (form: string): string => optionName(longFlag(form).replace('--no-', '--'));

type NamedFlag = readonly [name: string, value: string | undefined];

/**
 * A message or hint for the caller of a function or a tool, who sets arguments: `--expect-total` is `expectTotal` there. A command
 * line is worded as a call, or stays one that a person runs if `nameCall` returns none.
 */
export const namingArguments = (
  text: string,
  nameOf: (flag: string) => string,
  nameCall: (command: string, flags: readonly NamedFlag[]) => string | undefined = () => undefined,
): string =>
  text
    .replace('; remove this line from the history of your shell', '')
    .replace(commandsAndFlags, (words, command = '', key = '', given = '', flag?: string) => {
      if (flag !== undefined) return nameOf(flag);
      const flags = [...given.matchAll(/--(\S+)(?: ([^- ]\S*))?/g)].map(
        ([, name = '', value]) => [name, value] as const,
      );
      const call = nameCall(command, key ? [['key', key], ...flags] : flags);
      return call === undefined ? words : `\`${call}\``;
    });

/** A command line whose last words are the key of a booking or flags, another one, or a flag. */
const commandsAndFlags =
  /`hotelctl ([a-z -]+?)(?: (KEY|[\da-f]{8}-[\da-f-]{27}))?((?: --[a-z-]+(?: [^-\s`][^\s`]*)?)*)`|`hotelctl [^`]*`|--([a-z][a-z0-9]*(?:-[a-z0-9]+)*)/g;

/** Whether a program's value is an empty list that sets nothing. Of properties, it is an error: none must not become the usual one. */
export const setsNothing = (name: string, value: unknown): boolean =>
  Array.isArray(value) && value.length === 0 && name !== 'property';

export function flagWords(flag: string, value: unknown): readonly string[] {
  if (typeof value === 'boolean' || value === undefined) return value ? [flag] : [];
  return [value].flat().map(one => `${flag}=${String(one)}`);
}

export const givenValues = (options: OptionValues, name: string): readonly string[] =>
  [options[name] ?? []].flat().filter(value => typeof value === 'string');

/** The options of declared flags; flags that are declared at runtime, such as those of a report, are not part of it. */
export type Options<Groups extends FlagGroups> = {
  readonly [Flag in Extract<FlagIn<Groups>, Defined> as NameIn<Flag>]: OptionValue<Flag>;
} & { readonly [Flag in Exclude<FlagIn<Groups>, Defined> as NameIn<Flag>]?: OptionValue<Flag> };

type FlagIn<Groups> = Groups extends unknown
  ? {
      [Key in keyof Groups]: Key extends `-${string}` ? readonly [Key, Groups[Key]] : FlagIn<Groups[Key]>;
    }[keyof Groups]
  : never;

type Defined =
  | readonly [`--no-${string}`, unknown]
  | readonly [unknown, { readonly fallback: string } | { readonly mandatory: true }];
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

type OptionValue<Flag> = Flag extends readonly [`${string}...`, unknown]
  ? readonly string[]
  : Flag extends readonly [`${string}<${string}`, unknown]
    ? string
    : boolean;

export const connectionHeading = 'Connection flags:';

/** A duration such as `90s`, `5m`, `1h` or `30d`, in milliseconds. */
export function duration(flag: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})(s|m|h|d)$/.exec(text) ?? [];
  const milliseconds = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit ?? ''];
  if (count && milliseconds && Number(count) > 0) return Number(count) * milliseconds;
  throw new UsageError(`${flag} must be a duration such as 90s, 5m, 1h or 30d`, {
    hint: `for example \`${flag} 5m\``,
  });
}
