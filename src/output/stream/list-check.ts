import { countText } from '../../base/count-text.ts';
import { checkAgainstModel, type ModelCheck, quickCheck } from '../../platform/model-check.ts';
import type { Schema } from '../../platform/models.ts';
import { isExactNumber, plainNumber } from '../../platform/numbers.ts';

/** The maximum number of unknown fields and values that a warning names. */
const mostReported = 20;

/**
 * Checks a response that is received in parts: each element against the model of an item as it is read, and the other
 * fields against the model of the body at the end.
 */
export class ListCheck {
  readonly #item: Schema;
  readonly #list: string;
  readonly #conforms: (element: unknown) => boolean;
  #elements = 0;
  readonly #unknownFields = new Set<string>();
  readonly #unknownValues = new Set<string>();

  constructor(item: Schema, list: string) {
    this.#item = item;
    this.#list = list;
    this.#conforms = quickCheck(item);
  }

  /** Counts elements of the list. */
  count(elements: number): void {
    this.#elements += elements;
  }

  /** The first few faults of these elements; empty if they are as documented. Unknown fields are collected. */
  faultsOf(elements: readonly unknown[], first: number): readonly string[] {
    const faults: string[] = [];
    for (const [offset, element] of elements.entries()) {
      if (this.#conforms(element)) continue;
      const check = checkAgainstModel(this.#item, element, `${this.#list}[${first + offset}]`);
      this.#remember(check);
      faults.push(...check.faults);
      if (faults.length >= mostReported) break;
    }
    return faults;
  }

  /** The complete result, including the other fields of the body and whether `count` matches the length of the list. */
  end(body: Schema, around: unknown): ModelCheck {
    const { faults, ...unknown } = checkAgainstModel(body, around);
    this.#remember(unknown);
    const conflicts = faults.length > 0 ? [] : this.#conflicts(around as Record<string, unknown>);
    return { ...this.found, faults, conflicts };
  }

  #conflicts({ count }: Record<string, unknown>): string[] {
    if (!isExactNumber(count) || plainNumber(count) === String(this.#elements)) return [];
    return [`count is ${plainNumber(count)}, but ${this.#list} has ${countText(this.#elements, 'item')}`];
  }

  /** Undocumented fields and values that are not faults, so far. */
  get found(): Omit<ModelCheck, 'faults'> {
    return { unknownFields: [...this.#unknownFields], unknownValues: [...this.#unknownValues] };
  }

  #remember({ unknownFields, unknownValues }: Omit<ModelCheck, 'faults'>): void {
    for (const field of unknownFields)
      if (this.#unknownFields.size < mostReported) this.#unknownFields.add(field);
    for (const value of unknownValues)
      if (this.#unknownValues.size < mostReported) this.#unknownValues.add(value);
  }
}
