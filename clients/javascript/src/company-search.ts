/**
 * `<company-search>`: a form field that finds companies while somebody types.
 * @module
 */
import { isoCountry } from './folding.ts';
import { isCompany, isId, shownText } from './lookup.ts';
import { SearchBox } from './search-box.ts';
import { styleSheet } from './styles.ts';
import { TEXTS } from './texts.ts';
import type { Company } from './types.ts';

declare global {
  interface HTMLElementTagNameMap {
    'company-search': CompanySearch;
  }
  interface HTMLElementEventMap {
    'company-selected': CustomEvent<Company>;
  }
}

/** Where there is no DOM, as in a server that renders pages, this module can be imported and does nothing. */
const ElementBase: typeof HTMLElement = globalThis.HTMLElement ?? Object;

/** Properties that a page may set before the script defines the element. */
const SETTABLE = ['baseUrl', 'country', 'disabled', 'name', 'required', 'value'] as const;

/**
 * A form field whose value is the ID of a company. README.md lists its attributes, parts and custom properties.
 *
 * Dispatches `company-selected` with the company as its `detail` when somebody chooses one, and `change` whenever the user
 * changes the value.
 */
export class CompanySearch extends ElementBase {
  static readonly formAssociated = true;
  static readonly observedAttributes = [
    'aria-label',
    'country',
    'country-picker',
    'label',
    'placeholder',
    'required',
    'value',
  ];
  /** All texts of these fields. Replace a text to translate it; `{n}` in it stands for a number. */
  static readonly texts: Record<keyof typeof TEXTS, string> = TEXTS;

  readonly #internals = this.attachInternals();
  readonly #box: SearchBox;
  /** The ID that the page has set, until the company has been looked up. */
  #id = '';
  /** Whether the service has no company under that ID. */
  #isUnknown = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    root.adoptedStyleSheets = [styleSheet()];
    this.#box = new SearchBox(root, {
      baseUrl: () => this.baseUrl,
      onInput: () => (this.#id === '' ? this.#validate() : this.#onChange(undefined)),
      onChange: (company) => this.#onChange(company),
      onSubmit: () => this.form?.requestSubmit(),
    });
    this.addEventListener('invalid', (event) => {
      this.#showInvalid(true);
      this.#box.showFault(this.validationMessage);
      // The browser's own message would cover the list.
      if (this.#box.isOpen) event.preventDefault();
    });
  }

  /** The ID of the chosen company, or an empty text. Setting an ID looks up the company to show its name. */
  get value(): string {
    return this.#box.company?.id ?? this.#id;
  }

  set value(id: string) {
    // A page that keeps the value, as frameworks do, sets what was just chosen.
    if (id !== '' && id === this.#box.company?.id) return;
    this.#id = id;
    this.#isUnknown = false;
    this.#box.showText(id);
    this.#updateFormValue();
    if (this.isConnected) void this.#lookUp();
  }

  /** The chosen company, as the API returns it. */
  get company(): Company | undefined {
    return this.#box.company;
  }

  /** The text in the field: typed, or the name of the chosen company. */
  get query(): string {
    return this.#box.input.value;
  }

  /** The country to search, ISO 3166-1 alpha-2, or `all`. */
  get country(): string {
    return this.#box.country.value;
  }

  set country(country: string) {
    this.setAttribute('country', country);
  }

  /** The public address of the API. */
  get baseUrl(): string {
    const given = this.getAttribute('base-url');
    if (given !== null) return new URL(given, document.baseURI).href;
    // The site that serves this script sets the address in its first line.
    return (import.meta as { apiBaseUrl?: string }).apiBaseUrl ?? '';
  }

  set baseUrl(address: string) {
    this.setAttribute('base-url', address);
  }

  get required(): boolean {
    return this.hasAttribute('required');
  }

  set required(isRequired: boolean) {
    this.toggleAttribute('required', isRequired);
  }

  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }

  set disabled(isDisabled: boolean) {
    this.toggleAttribute('disabled', isDisabled);
  }

  get name(): string {
    return this.getAttribute('name') ?? '';
  }

  set name(name: string) {
    this.setAttribute('name', name);
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  get validity(): ValidityState {
    return this.#internals.validity;
  }

  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  connectedCallback(): void {
    this.#takeEarlyProperties();
    this.#updateDescription();
    this.#validate();
    void this.#lookUp();
    // Take over what was typed into the fallback field before this script ran.
    const before = this.querySelector('input');
    if (before === null || this.query !== '') return;
    this.#box.input.value = before.value;
    before.value = '';
    if (document.activeElement !== before) return;
    this.#box.input.focus();
    this.#box.find();
  }

  disconnectedCallback(): void {
    this.#box.close();
  }

  attributeChangedCallback(name: string, _: string | null, value: string | null): void {
    if (name === 'value') this.value = value ?? '';
    if (!this.isConnected) return;
    this.#updateDescription();
    this.#validate();
  }

  formResetCallback(): void {
    this.#box.country.value = '';
    this.#updateDescription();
    this.value = this.getAttribute('value') ?? '';
    this.#showInvalid(false);
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#box.input.disabled = isDisabled;
    this.#box.country.disabled = isDisabled;
    if (isDisabled) this.#box.close();
  }

  /** `state` is what `#updateFormValue` gave the browser before the page was left. */
  formStateRestoreCallback(state: string): void {
    const { company, attribution } = JSON.parse(state) as { company: unknown; attribution: unknown };
    if (!isCompany(company)) return;
    this.#id = '';
    this.#isUnknown = false;
    this.#box.showCompany(company, shownText(attribution));
    this.#updateFormValue();
  }

  /** A property set before the element was defined hides that of the class: sets it again. */
  #takeEarlyProperties(): void {
    for (const name of SETTABLE.filter((one) => Object.hasOwn(this, one))) {
      const value = this[name];
      Reflect.deleteProperty(this, name);
      Object.assign(this, { [name]: value });
    }
  }

  #updateDescription(): void {
    const labels = [...this.#internals.labels].map(({ textContent }) => textContent?.trim());
    const label = this.getAttribute('label');
    const attribute = this.getAttribute('country');
    this.#box.describe({
      label,
      name: label ?? this.getAttribute('aria-label') ?? (labels.join(' ') || TEXTS.label),
      placeholder: this.getAttribute('placeholder') ?? '',
      isRequired: this.required,
      country: attribute === null ? null : isoCountry(attribute),
      hasCountryPicker: this.hasAttribute('country-picker'),
      language: this.closest('[lang]')?.getAttribute('lang') ?? 'en',
    });
  }

  async #lookUp(): Promise<void> {
    const id = this.#id;
    if (id === '') return;
    const isFound = isId(id) && (await this.#box.showId(id));
    if (isFound === undefined || id !== this.#id) return;
    this.#isUnknown = !isFound;
    this.#updateFormValue();
  }

  #onChange(company: Company | undefined): void {
    this.#id = '';
    this.#isUnknown = false;
    this.#updateFormValue();
    if (company !== undefined)
      this.dispatchEvent(new CustomEvent('company-selected', { detail: company, bubbles: true, composed: true }));
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** Gives the form the value, and the browser the state that restores it. */
  #updateFormValue(): void {
    const { company, attribution } = this.#box;
    // Not a list: scripts of some pages give lists a `toJSON` of their own.
    const state = company === undefined ? null : JSON.stringify({ company, attribution });
    this.#internals.setFormValue(isId(this.value) ? this.value : null, state);
    this.#validate();
  }

  #validate(): void {
    const { anchor } = this.#box;
    const isEmpty = this.value === '';
    if (this.#isUnknown) this.#internals.setValidity({ badInput: true }, TEXTS.unknown, anchor);
    else if (isEmpty && this.query.trim() !== '')
      this.#internals.setValidity({ badInput: true }, TEXTS.unfinished, anchor);
    else if (isEmpty && this.required) this.#internals.setValidity({ valueMissing: true }, TEXTS.required, anchor);
    else this.#internals.setValidity({});
    if (this.validity.valid) this.#showInvalid(false);
  }

  /** Called with true only after somebody tried to send the form. */
  #showInvalid(isInvalid: boolean): void {
    this.#box.input.ariaInvalid = String(isInvalid);
    if (isInvalid) this.#internals.states.add('invalid');
    else this.#internals.states.delete('invalid');
  }
}

// A page may load the script twice, for instance by itself and in a bundle.
if (globalThis.customElements?.get('company-search') === undefined)
  globalThis.customElements?.define('company-search', CompanySearch);
