import type { Lookup } from '../lookup.ts';
import { FIELDS, controlsOf, valueFor, valuesOf, type Control, type Field } from './fields.ts';

/** Fills the form around a `<company-search>` with the chosen company. */
export class FormFiller {
  readonly #host: HTMLElement & { readonly form: HTMLFormElement | null };
  readonly #lookup: Lookup;
  /** The values that the last choice wrote, each as its field and its text. */
  #filled = new Set<string>();
  readonly #onFilled: (fields: readonly Field[] | undefined) => void;
  #call = new AbortController();

  /** `onFilled` is called with the fields that a company filled; with undefined if its data could not be requested. */
  constructor(
    host: HTMLElement & { readonly form: HTMLFormElement | null },
    lookup: Lookup,
    onFilled: (fields: readonly Field[] | undefined) => void,
  ) {
    this.#host = host;
    this.#lookup = lookup;
    this.#onFilled = onFilled;
  }

  /** What it wrote, to be stored with the page. An object: scripts of some pages add a `toJSON` to lists. */
  get state(): object {
    return Object.fromEntries([...this.#filled].map((key) => [key, true]));
  }

  set state(state: unknown) {
    this.#filled = new Set(Object.keys(state ?? {}));
  }

  /** Stops writing. What is written stays. */
  cancel(): void {
    this.#call.abort();
  }

  /** Writes a company into the form, if the form has fields for it. */
  async fill(id: string, language: string): Promise<void> {
    this.cancel();
    this.#call = new AbortController();
    const { signal } = this.#call;
    if (this.#controls().length === 0) return;
    try {
      const { company, details } = await this.#lookup.companyWithDetails(id, signal);
      const fields = signal.aborted ? undefined : await this.#write(valuesOf(company, details), language);
      if (!signal.aborted) this.#onFilled(fields);
    } catch {
      // `onFilled` shows the failure; the next choice sends new requests.
      if (!signal.aborted) this.#onFilled(undefined);
    }
  }

  async #write(values: ReadonlyMap<Field, string>, language: string): Promise<readonly Field[]> {
    const written = new Set<Field>();
    const filled = new Set<string>();
    for (const [control, field] of this.#controls()) {
      if (!this.#mayWrite(control, field)) continue;
      const text = values.get(field);
      const value = text === undefined ? undefined : valueFor(control, field, text, language);
      // What an earlier choice wrote is not of this company.
      if (value === undefined && !this.#isFilled(control, field)) continue;
      set(control, value);
      // A framework renders before the next event, so that its handlers see what the last one changed.
      await Promise.resolve();
      if (value === undefined) continue;
      filled.add(keyOf(control, field));
      written.add(field);
    }
    this.#filled = filled;
    return [...written];
  }

  #controls(): [Control, Field][] {
    const { form } = this.#host;
    const listed = this.#host.getAttribute('fill')?.trim();
    const fields = listed === '' ? FIELDS : (listed?.split(/\s+/) ?? []);
    return form === null ? [] : controlsOf(this.#host, form, fields);
  }

  /** Whether a control holds nothing that somebody typed or picked. */
  #mayWrite(control: Control, field: Field): boolean {
    if (this.#host.hasAttribute('overwrite') || control.value === '' || this.#isFilled(control, field)) return true;
    return control.localName === 'select' && isAtDefault(control as HTMLSelectElement);
  }

  #isFilled(control: Control, field: Field): boolean {
    return this.#filled.has(keyOf(control, field));
  }
}

function keyOf({ value }: Control, field: Field): string {
  return `${field}\n${value}`;
}

function defaultIndex({ options }: HTMLSelectElement): number {
  return Math.max(
    0,
    [...options].findIndex(({ defaultSelected }) => defaultSelected),
  );
}

function isAtDefault(select: HTMLSelectElement): boolean {
  return select.selectedIndex === defaultIndex(select);
}

/** Sets the value of a control, or its default for undefined, and dispatches the events of a user who does so. */
function set(control: Control, value: string | undefined): void {
  const isSelect = control.localName === 'select';
  const key = isSelect && value === undefined ? 'selectedIndex' : 'value';
  const to = key === 'value' ? (value ?? '') : defaultIndex(control as HTMLSelectElement);
  // The setter of the class: React overrides the property of the element, and would miss the change.
  Reflect.set(Object.getPrototypeOf(control) as object, key, to, control);
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
}
