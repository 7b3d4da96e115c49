import { oneOfValues, type ValueCheck, wholeNumberIn } from '../base/choices.ts';
import {
  type CalendarDate,
  dateForm,
  dateOperations,
  isDate,
  parseDateExpression,
  resolveDate,
} from './dates.ts';
import { safeText } from './safe-text.ts';

/**
 * A parameter kind defines what does not depend on the operation: the check, the placeholder and the choices to suggest. A rule
 * is a sentence and a predicate: the sentence is the help, the error and the sandbox's own message.
 */

/** The values of one request as they are sent: parameter name -> text, or several texts for an array parameter. */
export type Parameters = Readonly<Record<string, string | readonly string[]>>;

export interface ParameterKind {
  readonly placeholder: string;
  /** The requirement that a value does not meet, as a phrase that follows "must be"; undefined for a valid value. */
  readonly mustBe: ValueCheck;
  /** Like `mustBe`, for values that are sent with a warning: the platform may know more than the documented ones. */
  readonly expects?: ValueCheck;
  /** Values to offer in help and completion. `mustBe` decides whether others are refused. */
  readonly choices?: readonly string[];
  /** The platform's spelling of accepted ones: `03`, as of `date +%m`, is the month 3. @param today of the property */
  readonly asSent?: (value: string, today: CalendarDate) => string;
  readonly isRelative?: (value: string) => boolean;
  readonly isWhole?: true;
  /** Of a flag without a value: what is sent if it is given; by default the parameter is omitted. */
  readonly whenGiven?: 'true' | 'false';
}

export interface Parameter {
  readonly wire: string;
  /** The flag name on the command line, without dashes. */
  readonly flag: string;
  readonly kind: ParameterKind;
  readonly required: boolean;
  /** Sent as repeated query values. */
  readonly repeatable: boolean;
  readonly summary: string;
}

/** A sentence, and whether it holds: of the parameters of a request, or of a booking. */
export interface Rule<Subject = Parameters> {
  readonly sentence: string;
  readonly holds: (subject: Subject) => boolean;
}

export const brokenRules = <Subject>(rules: readonly Rule<Subject>[], subject: Subject): string[] =>
  rules.filter(rule => !rule.holds(subject)).map(({ sentence }) => sentence);

const matches = (pattern: RegExp, phrase: string) => (value: string) =>
  pattern.test(value) ? undefined : phrase;

/** Text without control characters; the platform decides which other characters an id may contain. */
export const id: ParameterKind = {
  placeholder: 'ID',
  mustBe: matches(
    /^[ -~\u{a0}-\u{10ffff}]{1,200}$/u,
    'an id of 1 to 200 characters without control characters',
  ),
};

/** Leading zeros are not sent. */
export const countIn = (lowest: number, highest: number, placeholder: string): ParameterKind => ({
  placeholder,
  isWhole: true,
  mustBe: wholeNumberIn(lowest, highest),
  // Other values stay unchanged, and `mustBe` refuses them.
  asSent: value => (/^\d{1,9}$/.test(value) ? String(Number(value)) : value),
});

const monthKind: ParameterKind = {
  ...countIn(1, 12, 'M'),
  choices: Array.from({ length: 12 }, (_, index) => String(index + 1)),
};

/** On the command line also `today`, `yesterday`, `-7d`, `+90d`. */
export const dateKind: ParameterKind = {
  placeholder: 'DATE',
  mustBe: value => (isDate(value) ? undefined : dateForm(value)),
  asSent: (value, today) => resolveDate(value, today) ?? value,
  isRelative: value => !isDate(value),
};

/** `OPERATION_VALUE`, for example `gte_2026-10-01`. */
export const dateExpression: ParameterKind = {
  placeholder: 'EXPR',
  mustBe: value =>
    parseDateExpression(value)
      ? undefined
      : `an expression OPERATION_DATE such as gte_2026-10-01, OPERATION one of ${dateOperations.join(', ')}`,
  choices: dateOperations.map(operation => `${operation}_`),
};

/** A language code, ISO 639-1 with an optional region: `en`, `de`, `pt-BR`. */
export const languageCode: ParameterKind = {
  placeholder: 'CODE',
  mustBe: id.mustBe,
  expects: matches(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'a language code such as en, de or pt-BR'),
  choices: ['en', 'de', 'fr', 'es', 'it', 'nl'],
};

/** A set that grows on the platform: its members are suggested, other values are accepted. */
export const suggestion = (placeholder: string, choices: readonly string[]): ParameterKind => ({
  placeholder,
  choices,
  mustBe: value => {
    const meant = choices.find(choice => choice.toLowerCase() === value.toLowerCase());
    // The platform ignores a value that it does not know, and values are case-sensitive.
    return meant !== undefined && meant !== value ? `spelled ${meant}` : id.mustBe(value);
  },
});

/** The documented sales channels; the platform adds new ones, so other values are accepted. */
export const channelCodes = [
  'Direct',
  'BookingCom',
  'Ibe',
  'ChannelManager',
  'Expedia',
  'Homelike',
  'Hrs',
  'AltoVita',
  'DesVu',
  'Gimsi',
];
export const channelCodeKind = suggestion('CHANNEL', channelCodes);

/** Of a stay, in requests, reports and bookings. */
export const travelPurposes = ['Business', 'Leisure'] as const;

/** A documented set that may grow: other values are sent with a warning. */
export const expectedChoice = (placeholder: string, choices: readonly string[]): ParameterKind => ({
  ...choice(placeholder, choices),
  mustBe: id.mustBe,
  expects: oneOfValues(choices),
});

/** A closed set: other values are refused before sending. */
export const choice = (placeholder: string, choices: readonly string[]): ParameterKind => ({
  placeholder,
  mustBe: oneOfValues(choices),
  choices,
});

/** The flag of a parameter names one value in words: `unit-group` of `unitGroupIds`, `property` of `propertyId`. */
const flagOf = (wire: string, repeatable: boolean): string =>
  wire.replace(repeatable ? /(Id)?s?$/ : /Id$/, '').replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

const parameterMaker =
  (form: Pick<Parameter, 'required' | 'repeatable'>) =>
  (wire: string, kind: ParameterKind, summary: string, flag = flagOf(wire, form.repeatable)): Parameter => ({
    wire,
    flag,
    kind,
    summary,
    ...form,
  });
export const requiredParameter = parameterMaker({ required: true, repeatable: false });
export const optionalParameter = parameterMaker({ required: false, repeatable: false });
export const repeatedParameter = parameterMaker({ required: false, repeatable: true });

/** A flag of several properties is split at its commas; one property has none, and two would be sent as one. */
const oneProperty: ParameterKind = {
  ...id,
  mustBe: value => (value.includes(',') ? 'the id of one property' : id.mustBe(value)),
};
export const propertyId = requiredParameter('propertyId', oneProperty, 'property id');
export const month = requiredParameter('month', monthKind, 'month, 1 to 12');
export const year = requiredParameter('year', countIn(1900, 9999, 'Y'), 'year, four digits');
export const fromDay = requiredParameter('from', dateKind, 'first day');
export const lastDay = requiredParameter('to', dateKind, 'last day (inclusive)');
export const dayAfterLast = requiredParameter('to', dateKind, 'day after the last (exclusive)');

export const listValues = (parameters: Parameters, wire: string): readonly string[] => {
  const value = parameters[wire];
  return value === undefined ? [] : typeof value === 'string' ? [value] : value;
};

export const firstValue = (parameters: Parameters, wire: string): string =>
  listValues(parameters, wire)[0] ?? '';

/** The expressions of `dateFilter`; those that are not valid are left out. */
export const readDateFilter = (parameters: Parameters) =>
  listValues(parameters, 'dateFilter').flatMap(text => parseDateExpression(text) ?? []);

/** The query of a request, in the definition's order; an array parameter as repeated values. */
export function queryString(
  { parameters }: { readonly parameters: readonly Parameter[] },
  values: Parameters,
): string {
  const query = new URLSearchParams();
  for (const { wire } of parameters) for (const value of listValues(values, wire)) query.append(wire, value);
  return query.toString();
}

/**
 * Everything that is wrong with a request, one sentence each; empty for a valid request. The client makes one usage
 * error of them, the sandbox the messages of a 422. `nameOf` returns a parameter's name as its reader knows it.
 */
export function findProblems(
  definition: { readonly parameters: readonly Parameter[]; readonly rules: readonly Rule[] },
  values: Parameters,
  nameOf: (parameter: Parameter) => string,
): string[] {
  const problems: string[] = [];
  for (const parameter of definition.parameters) {
    const given = listValues(values, parameter.wire);
    if (parameter.required && given.length === 0) problems.push(`${nameOf(parameter)} is required`);
    if (!parameter.repeatable && given.length > 1) {
      problems.push(`${nameOf(parameter)} is specified more than once`);
      continue;
    }
    for (const value of given) {
      const phrase = parameter.kind.mustBe(value);
      if (phrase) problems.push(`${nameOf(parameter)} must be ${phrase}`);
    }
  }
  if (problems.length > 0) return problems;
  return brokenRules(definition.rules, values);
}

/** The values that are sent although they are not documented, each as a sentence for a warning. */
export const unexpectedValues = (
  { parameters }: { readonly parameters: readonly Parameter[] },
  values: Parameters,
): string[] =>
  parameters.flatMap(({ wire, flag, kind }) =>
    listValues(values, wire).flatMap(value => {
      const phrase = kind.expects?.(value);
      return phrase === undefined
        ? []
        : [`--${flag} ${safeText(value, 60)} is sent, but it should be ${phrase}`];
    }),
  );
