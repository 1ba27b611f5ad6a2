import type { CompanyAddress, CompanyDetails } from '../details-types.ts';
import type { Lookup } from '../lookup.ts';
import { countryName } from '../texts.ts';
import type { Company } from '../types.ts';

/** The fields of a form that a company can fill. */
const FIELDS = ['name', 'number', 'vat', 'street', 'postal-code', 'locality', 'country'] as const;
export type Field = (typeof FIELDS)[number];

/** The autofill tokens of HTML that stand for a field. */
const TOKENS: ReadonlyMap<string, Field> = new Map([
  ['organization', 'name'],
  ['street-address', 'street'],
  ['address-line1', 'street'],
  ['postal-code', 'postal-code'],
  ['address-level2', 'locality'],
  ['country', 'country'],
  ['country-name', 'country'],
]);

/** Elements of a form that take a text. */
type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Match {
  readonly control: Control;
  readonly field: Field;
  /** 0 for `data-fill`, 1 for a name, 2 for an autofill token. For each field, the lowest rank wins. */
  readonly rank: number;
  /** The section of the autofill token, such as `billing`. */
  readonly section: string;
}

/**
 * Returns the controls that a company fills, each with its field: the controls in the closest fieldset if it has any, else in the form.
 * `listed` are the fields that names and autofill tokens may select; `data-fill` may select any field.
 */
function findControls(host: HTMLElement, form: HTMLFormElement, listed: readonly string[]): [Control, Field][] {
  const fieldset = host.closest('fieldset');
  const inFieldset = fieldset === null ? [] : chosen(matchControls(fieldset.elements, listed));
  return inFieldset.length > 0 ? inFieldset : chosen(matchControls(form.elements, listed));
}

function matchControls(elements: Iterable<Element>, listed: readonly string[]): Match[] {
  return [...elements].filter(isControl).flatMap((control) => matchControl(control, listed) ?? []);
}

/** Returns the best matches of each field. If a form has several addresses, only the first address is used. */
function chosen(matches: readonly Match[]): [Control, Field][] {
  return FIELDS.flatMap((name) => {
    const all = matches.filter(({ field }) => field === name);
    const rank = Math.min(...all.map((match) => match.rank));
    const best = all.filter((match) => match.rank === rank);
    return best
      .filter(({ section }) => section === best[0]?.section)
      .map(({ control, field }): [Control, Field] => [control, field]);
  });
}

function matchControl(control: Control, listed: readonly string[]): Match | undefined {
  const own = control.dataset['fill'];
  if (own !== undefined) return isField(own) ? { control, field: own, rank: 0, section: '' } : undefined;
  const { name } = control;
  if (isField(name) && listed.includes(name)) return { control, field: name, rank: 1, section: '' };
  const tokens = readTokens(control);
  const field = TOKENS.get(tokens.pop() ?? '');
  if (field === undefined || !listed.includes(field)) return undefined;
  return { control, field, rank: 2, section: tokens.join(' ') };
}

function readTokens(control: Control): string[] {
  return (control.getAttribute('autocomplete') ?? '').toLowerCase().trim().split(/\s+/);
}

function isField(name: string): name is Field {
  return (FIELDS as readonly string[]).includes(name);
}

const NO_TEXT = /^(?:button|checkbox|color|file|image|password|radio|range|reset|submit)$/;

function isControl(element: Element): element is Control {
  return /^(?:input|textarea|select)$/.test(element.localName) && !NO_TEXT.test((element as Control).type);
}

/** Returns the texts of a company for forms, by field. A field that no register publishes is absent. */
function toValues(company: Company, details: CompanyDetails | undefined): Map<Field, string> {
  const { name, country_code: headOffice, identifiers = [] } = company;
  const findNumber = (...schemes: string[]): string | undefined =>
    schemes.flatMap((scheme) => identifiers.find((one) => one.scheme === scheme)?.value ?? [])[0];
  const address = details?.address ?? {};
  const scope = identifiers.find(({ country_scope: country }) => country !== undefined)?.country_scope;
  const texts: Record<Field, unknown> = {
    name,
    number: findNumber('national_registry_number'),
    vat: findNumber('eu_vat_number', 'vat_number'),
    street: toStreet(address),
    'postal-code': address.postal_code,
    locality: address.locality,
    country: address.country_code ?? headOffice ?? scope?.slice(0, 2),
  };
  return new Map(
    FIELDS.flatMap((field) => {
      const text = texts[field];
      return typeof text === 'string' && text !== '' ? [[field, text] as const] : [];
    }),
  );
}

/** Returns the lines before the postal code. An address of one text is returned only if it has no separate town or postal code. */
function toStreet({ street, lines, text, postal_code: code, locality }: CompanyAddress): string | undefined {
  return street ?? lines?.join('\n') ?? (code === undefined && locality === undefined ? text : undefined);
}

/** Returns the value that a control needs for a field's text; undefined if a list lacks this choice. */
function valueFor(control: Control, field: Field, text: string, language: string): string | undefined {
  const name = field === 'country' ? countryName(text, language) : text;
  if (control.localName === 'select') {
    const english = field === 'country' ? countryName(text, 'en') : text;
    const wanted = new Set([text, name, english].map((one) => one.toLowerCase()));
    const options = [...(control as HTMLSelectElement).options];
    return options.find((option) => [option.value, option.text].some((one) => wanted.has(one.toLowerCase())))?.value;
  }
  if (control.localName === 'textarea') return text;
  return readTokens(control).includes('country-name') ? name : text.replaceAll('\n', ', ');
}

/** Fills the form around a `<company-search>` with the chosen company. */
export class FormFiller {
  readonly #host: HTMLElement & { readonly form: HTMLFormElement | null };
  readonly #lookup: Lookup;
  /** The values that the last choice wrote, each as field and text. */
  #filled = new Set<string>();
  readonly #onFilled: (fields: readonly Field[] | undefined) => void;
  #call = new AbortController();
  /** Sends the last request again; undefined unless it failed. */
  #again: (() => Promise<void>) | undefined;

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

  /** The written values, to be stored with the page. An object, because scripts of some pages add a `toJSON` to lists. */
  get state(): object {
    return Object.fromEntries([...this.#filled].map((key) => [key, true]));
  }

  set state(state: unknown) {
    this.#filled = new Set(Object.keys(state ?? {}));
  }

  /** Stops writing. Values that are already written stay. */
  cancel(): void {
    this.#call.abort();
    this.#again = undefined;
  }

  /** Stops writing, and removes the values that the last choice wrote. Values that the user typed stay. */
  async clear(): Promise<void> {
    this.cancel();
    if (this.#filled.size > 0) await this.#write(new Map(), '');
  }

  /** Writes the company whose data could not be requested. */
  async retry(): Promise<void> {
    await this.#again?.();
  }

  /** Writes a company into the form, if the form has fields for it. */
  async fill(id: string, language: string): Promise<void> {
    this.cancel();
    this.#call = new AbortController();
    const { signal } = this.#call;
    if (this.#controls().length === 0) return;
    try {
      const { company, details } = await this.#lookup.companyWithDetails(id, signal);
      const fields = signal.aborted ? undefined : await this.#write(toValues(company, details), language);
      if (!signal.aborted) this.#onFilled(fields);
    } catch {
      // `onFilled` shows the failure; the next choice, or `retry`, sends new requests.
      if (signal.aborted) return;
      this.#again = () => this.fill(id, language);
      this.#onFilled(undefined);
    }
  }

  async #write(values: ReadonlyMap<Field, string>, language: string): Promise<readonly Field[]> {
    const written = new Set<Field>();
    const filled = new Set<string>();
    for (const [control, field] of this.#controls()) {
      if (!this.#mayWrite(control, field)) continue;
      const text = values.get(field);
      const value = text === undefined ? undefined : valueFor(control, field, text, language);
      // A value that an earlier choice wrote does not belong to this company, so it is removed.
      if (value === undefined && !this.#isFilled(control, field)) continue;
      set(control, value);
      // Lets a framework render before the next event, so that its handlers see the last change.
      await Promise.resolve();
      if (value === undefined) continue;
      filled.add(toControlKey(control, field));
      written.add(field);
    }
    this.#filled = filled;
    return [...written];
  }

  #controls(): [Control, Field][] {
    const { form } = this.#host;
    const listed = this.#host.getAttribute('fill')?.trim();
    const fields = listed === '' ? FIELDS : (listed?.split(/\s+/) ?? []);
    return form === null ? [] : findControls(this.#host, form, fields);
  }

  /** Whether a control may be written: it has no value that the user typed or picked, or `overwrite` is set. */
  #mayWrite(control: Control, field: Field): boolean {
    if (this.#host.hasAttribute('overwrite') || control.value === '' || this.#isFilled(control, field)) return true;
    return control.localName === 'select' && isAtDefault(control as HTMLSelectElement);
  }

  #isFilled(control: Control, field: Field): boolean {
    return this.#filled.has(toControlKey(control, field));
  }
}

function toControlKey({ value }: Control, field: Field): string {
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

/** Sets a control to a value, or to its default for undefined, and dispatches the events of a user's input. */
function set(control: Control, value: string | undefined): void {
  const isSelect = control.localName === 'select';
  const key = isSelect && value === undefined ? 'selectedIndex' : 'value';
  const to = key === 'value' ? (value ?? '') : defaultIndex(control as HTMLSelectElement);
  // Use the setter of the class, because React overrides the property of the element and would miss the change.
  Reflect.set(Object.getPrototypeOf(control) as object, key, to, control);
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
}
