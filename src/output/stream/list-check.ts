import { checkAgainstModel, type ModelCheck } from '../../platform/model-check.ts';
import type { Schema } from '../../platform/models.ts';
import { quickCheck } from '../../platform/quick-check.ts';

/** What is told of an answer's unknown fields and values at most: a warning is no list of everything. */
const mostTold = 20;

/**
 * The check of an answer that comes in parts: each element against the model of an item as it passes, and what is
 * around the list against the model of the body at the end.
 */
export class ListCheck {
  readonly #item: Schema;
  readonly #list: string;
  readonly #conforms: (element: unknown) => boolean;
  readonly #unknownFields = new Set<string>();
  readonly #unknownValues = new Set<string>();

  constructor(item: Schema, list: string) {
    this.#item = item;
    this.#list = list;
    this.#conforms = quickCheck(item);
  }

  /** Faults of some elements, the first few; none when they are as documented. Unknown fields are kept in mind. */
  faultsOf(elements: readonly unknown[], first: number): readonly string[] {
    const faults: string[] = [];
    for (const [offset, element] of elements.entries()) {
      if (this.#conforms(element)) continue;
      const check = checkAgainstModel(this.#item, element, `${this.#list}[${first + offset}]`);
      this.#remember(check);
      faults.push(...check.faults);
      if (faults.length >= mostTold) break;
    }
    return faults;
  }

  /** All that was found in the end, with what is around the list. */
  end(body: Schema, around: unknown): ModelCheck {
    const { faults, ...unknown } = checkAgainstModel(body, around);
    this.#remember(unknown);
    return { ...this.found, faults };
  }

  /** What is not documented and still no fault, so far. */
  get found(): Omit<ModelCheck, 'faults'> {
    return { unknownFields: [...this.#unknownFields], unknownValues: [...this.#unknownValues] };
  }

  #remember({ unknownFields, unknownValues }: Omit<ModelCheck, 'faults'>): void {
    for (const field of unknownFields)
      if (this.#unknownFields.size < mostTold) this.#unknownFields.add(field);
    for (const value of unknownValues)
      if (this.#unknownValues.size < mostTold) this.#unknownValues.add(value);
  }
}
