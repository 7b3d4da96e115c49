import Big from 'big.js';
import { countText } from '../../base/text.ts';
import { stringifyJson } from '../../platform/json.ts';
import {
  checkAgainstModel,
  type ModelCheck,
  noDifferences,
  quickCheck,
  type Schema,
} from '../../platform/models.ts';
import { isExactNumber, plainNumber } from '../../platform/numbers.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { ReportRecord, RowShape, View } from '../../platform/records.ts';
import { propertyLead } from '../../platform/reports/columns.ts';
import { safeText } from '../../platform/safe-text.ts';
import { CsvRowWriter, loadQuoting } from '../csv.ts';
import type { CsvRows, RequestResult } from '../results.ts';
import { CellRows } from '../rows/cell-rows.ts';
import { RecordReader } from '../rows/record-reader.ts';
import { allowRecord, type FieldPlan, planRows, type RequestedDay } from '../rows/row-plan.ts';
import { tuneForRecords } from '../tune-engine.ts';
import type { StreamDetails } from './json-source.ts';
import { type BatchReader, type Part, readBatchInto, readParts } from './list-body.ts';

/**
 * Records from a body of any size: this folder reads a report whose list may be larger than memory, and larger than the
 * longest string, element by element as the bytes are received. Small bodies are read the same way.
 */
interface StreamedResponse {
  /** The body's array that is streamed, the model of one element and the model of the whole body. */
  readonly list: string;
  readonly item: Schema;
  readonly body: Schema;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly details: StreamDetails;
  /**
   * Decides on the response and throws to reject it: called when elements have faults, before they are passed on, and
   * once at the end with the complete result.
   */
  readonly onCheck: (check: ModelCheck) => void | Promise<void>;
  /** What else is decided on before its element is passed on, as faults are. */
  readonly decidedEarly: 'nothing' | 'missing' | 'everything';
  /** Whether a date that does not exist is emptied; JSON keeps it. */
  readonly emptiesDates: boolean;
  /** Whether records keep the order of their fields, for NDJSON: it is lost where they are made from the bytes, which is faster. */
  readonly keepsFields: boolean;
  readonly day?: RequestedDay | undefined;
}

/** What may differ from the model without being a fault. */
const differences = ['unknownFields', 'unknownValues', 'missing', 'wrongDates', 'strayDays'] as const;
type Difference = (typeof differences)[number];
const eachDifference = <Value>(make: (kind: Difference) => Value) =>
  Object.fromEntries(differences.map(kind => [kind, make(kind)])) as Record<Difference, Value>;

/**
 * The result of a request whose body is a stream. It can be read once, as records or as JSON.
 *
 * Reading throws UndocumentedResponseError (exit 6) for text that is not JSON, TemporaryError (exit 5) for a body that
 * breaks off, and any error of `onCheck`.
 */
export function streamedResult(
  view: StreamedView,
  parameters: Parameters,
  response: StreamedResponse,
): RequestResult {
  let count: unknown;
  const checked = async function* (check = listCheck(response), readBatch?: BatchReader) {
    tuneForRecords();
    for await (const part of checkedParts(response, check, readBatch)) {
      if (part.kind === 'field' && part.name === 'count') count = part.value;
      yield part;
    }
  };
  /** The cells of these columns, from the bytes. The next rows take the place of those before. */
  async function* readRows(shape: RowShape, columns: readonly string[]) {
    const rows = new CellRows(columns.length, shape.each !== undefined);
    const readers = columns.map(valueReader);
    const addRows = (element: unknown) => {
      for (const record of view.records(element as never, parameters))
        rows.addRow(readers.map(read => read(record)));
      return true;
    };
    const check = listCheck(response);
    const plan = planRows(response.item, shape, columns, response.day);
    const readBatch = readBatchInto({
      reader: new RecordReader(plan, rows),
      begin: () => rows.clear(),
      addParsed: (element, index) => check.allows(plan, element, index) && addRows(element),
      end: (source, _, elements) => {
        rows.bytes = source.bytes;
        rows.origin = source.start;
        return { kind: 'rows', rows, elements };
      },
    });
    for await (const part of checked(check, readBatch)) {
      if (part.kind === 'elements') {
        rows.clear();
        part.elements.forEach(addRows);
      }
      if (part.kind === 'elements' || part.kind === 'rows') yield rows;
    }
  }
  async function* parsedItems() {
    for await (const part of checked()) if (part.kind === 'elements') yield part.elements;
  }
  /** The elements, made from the bytes. */
  async function* makeItems() {
    const check = listCheck(response);
    const plan = planRows(response.item, {}, [], response.day);
    const reader = new RecordReader(plan);
    let elements: unknown[] = [];
    const readBatch = readBatchInto({
      reader,
      begin: () => {
        elements = [];
      },
      addRead: () => elements.push(reader.record),
      addParsed: (element, index) => check.allows(plan, element, index) && elements.push(element) > 0,
      end: (_, first) => ({ kind: 'elements', elements, first, isChecked: true }),
    });
    for await (const part of checked(check, readBatch))
      if (part.kind === 'elements') yield part.elements as ReportRecord[];
  }
  return {
    parameters,
    records: async function* () {
      for await (const elements of response.keepsFields ? parsedItems() : makeItems())
        yield elements.flatMap(element => [...view.records(element as never, parameters)]);
    },
    count: () => (isExactNumber(count) ? count : undefined),
    csvRows: async function* (layout): AsyncGenerator<CsvRows> {
      const columns = layout.columns.map(({ name }) => name);
      const writer = new CsvRowWriter(layout, propertyLead(parameters), await loadQuoting());
      for await (const rows of readRows(view.shape ?? {}, columns)) yield writer.write(rows);
    },
    items: makeItems,
    json: () => formatJson(checked(listCheck({ ...response, emptiesDates: false })), response.list),
  };
}

type StreamedView = Pick<View<never>, 'records' | 'shape'>;

async function* checkedParts(
  { bytes, list, details, onCheck }: StreamedResponse,
  check: ReturnType<typeof listCheck>,
  readBatch?: BatchReader,
): AsyncGenerator<Part> {
  const around: [name: string, value: unknown][] = [];
  let other: { readonly value: unknown } | undefined;
  for await (const part of readParts(bytes, list, details, readBatch)) {
    if (part.kind === 'elements') {
      check.count(part.elements.length);
      const faults = part.isChecked ? [] : check.faultsOf(part.elements, part.first);
      if (check.isRefused(faults)) await onCheck({ ...check.found(), faults });
    } else if (part.kind === 'rows') check.count(part.elements);
    else if (part.kind === 'field') around.push([part.name, part.value]);
    else if (part.kind === 'list-begins') around.push([list, []]);
    else if (part.kind === 'other') other = part;
    yield part;
  }
  await onCheck(check.end(other ? other.value : Object.fromEntries(around)));
}

/** The body as stringifyJson writes it, indented with two spaces. */
async function* formatJson(parts: AsyncIterable<Part>, list: string): AsyncGenerator<string> {
  let before = '{\n';
  let isObject = true;
  for await (const part of parts) {
    if (part.kind === 'other') {
      isObject = false;
      yield stringifyJson(part.value, 2);
    } else if (part.kind === 'field') {
      yield `${before}${linesWithin(stringifyJson({ [part.name]: part.value }, 2), 1)}`;
      before = ',\n';
    } else if (part.kind === 'list-begins') {
      yield `${before}  ${stringifyJson(list)}: [`;
      before = '\n';
    } else if (part.kind === 'elements') {
      // Inside two enclosing lists, the elements have the same indentation as in the body.
      yield before + linesWithin(stringifyJson([part.elements], 2), 2);
      before = ',\n';
    } else if (part.kind === 'list-ends') {
      yield before === '\n' ? ']' : '\n  ]';
      before = ',\n';
    }
  }
  if (isObject) yield before === '{\n' ? '{}' : '\n}';
}

/** The text without its first and last lines; `count` on each side. */
function linesWithin(text: string, count: number): string {
  let [from, to] = [0, text.length];
  for (let line = 0; line < count; line++) {
    from = text.indexOf('\n', from) + 1;
    to = text.lastIndexOf('\n', to - 1);
  }
  return text.slice(from, to);
}

/** The maximum number of unknown fields and values that a warning names. */
const mostReported = 20;

/**
 * Checks a response that is received in parts: each element against the model of an item as it is read, and the other
 * fields against the model of the body at the end.
 */
function listCheck({ item, list, body, decidedEarly, emptiesDates, day }: StreamedResponse) {
  const conforms = quickCheck(item);
  const readDay = valueReader(day?.path ?? '');
  let length = 0;
  const early = differences.filter(kind => decidedEarly === 'everything' || decidedEarly === kind);
  const unknown = eachDifference(() => new Set<string>());
  const remember = (check: ModelCheck) => {
    for (const kind of differences) {
      for (const one of check[kind] ?? []) if (unknown[kind].size < mostReported) unknown[kind].add(one);
    }
  };
  /** What is not a fault, so far. */
  const found = () => eachDifference((kind): readonly string[] => [...unknown[kind]]);
  /** Whether elements are decided on before they are passed on. */
  const isRefused = (faults: readonly string[]) =>
    faults.length > 0 || early.some(kind => unknown[kind].size > 0);
  /** The first few faults of these elements; empty if they are as documented. Unknown fields are collected. */
  const faultsOf = (elements: readonly unknown[], first: number): readonly string[] => {
    const faults: string[] = [];
    for (const [offset, element] of elements.entries()) {
      if (!conforms(element)) {
        const check = checkAgainstModel(item, element, `${list}[${first + offset}]`, emptiesDates);
        remember(check);
        faults.push(...check.faults);
        if (faults.length >= mostReported) break;
      }
      const date = readDay(element as ReportRecord);
      if (day && typeof date === 'string' && !day.isRequested(date))
        remember({ ...noDifferences, strayDays: [`${list}[].${day.path}: ${safeText(date, 60)}`] });
    }
    return faults;
  };
  return {
    found,
    isRefused,
    faultsOf,
    count: (elements: number) => {
      length += elements;
    },
    /** Whether an element that the reader gave up is passed on; those like it are then read from their bytes. */
    allows: (plan: FieldPlan, element: unknown, index: number) =>
      !isRefused(faultsOf([element], index)) && allowRecord(plan, element),
    /** The complete result, including the other fields of the body and whether `count` matches the length of the list. */
    end: (around: unknown): ModelCheck => {
      const check = checkAgainstModel(body, around);
      remember(check);
      const { count } = (check.faults.length > 0 ? {} : around) as Record<string, unknown>;
      const isWrong = isExactNumber(count) && plainNumber(count) !== String(length);
      const conflicts = isWrong
        ? [
            `${new Big(count).gt(length) ? 'is not complete' : 'contradicts itself'}: ` +
              `count is ${plainNumber(count)}, but ${list} has ${countText(length, 'item')}`,
          ]
        : [];
      return { ...found(), faults: check.faults, conflicts };
    },
  };
}
