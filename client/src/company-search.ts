/**
 * `<company-search>`: a field of a form that finds companies while somebody types.
 * @module
 */
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

/**
 * A form field whose value is the ID of a company; README.md says which attributes, parts and custom properties it has.
 *
 * Dispatches `company-selected` with the company as its `detail` when somebody chooses one, and `change` whenever what somebody
 * does changes the value.
 */
export class CompanySearch extends HTMLElement {
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
  /** What these fields say. Replace a text to translate it; `{n}` in it stands for a number. */
  static readonly texts: Record<keyof typeof TEXTS, string> = TEXTS;

  readonly #internals = this.attachInternals();
  readonly #box: SearchBox;
  /** The ID that the page has set, of a company that is not looked up. */
  #id = '';

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    root.adoptedStyleSheets = [styleSheet()];
    this.#box = new SearchBox(root, {
      baseUrl: () => this.baseUrl,
      typed: () => this.#validate(),
      changed: (company) => this.#changed(company),
      entered: () => this.form?.requestSubmit(),
    });
    this.addEventListener('invalid', () => this.#mark(true));
  }

  /** The ID of the chosen company; empty where there is none. A company that is set by its ID is looked up for its name. */
  get value(): string {
    return this.#box.company?.id ?? this.#id;
  }

  set value(id: string) {
    this.#id = id;
    this.#box.putText(id);
    this.#offer();
    if (this.isConnected) void this.#lookUp();
  }

  /** The chosen company, as the service describes it. */
  get company(): Company | undefined {
    return this.#box.company;
  }

  /** What is typed, or the name of the chosen company. */
  get query(): string {
    return this.#box.input.value;
  }

  /** The country that is searched, ISO 3166-1 alpha-2; `all` for every one. */
  get country(): string {
    return this.#box.country.value;
  }

  /** The public address of the API. */
  get baseUrl(): string {
    const given = this.getAttribute('base-url');
    if (given !== null) return new URL(given, document.baseURI).href;
    // The site that serves this script writes the address before it.
    return (import.meta as { apiBaseUrl?: string }).apiBaseUrl ?? '';
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
    this.#describe();
    this.#validate();
    void this.#lookUp();
    // What was typed into a field that stood here until this script came goes on here.
    const before = this.querySelector('input');
    if (before === null || this.query !== '') return;
    this.#box.input.value = before.value;
    before.value = '';
    if (document.activeElement !== before) return;
    this.#box.input.focus();
    this.#box.find();
  }

  disconnectedCallback(): void {
    this.#box.leave();
  }

  attributeChangedCallback(name: string, _: string | null, value: string | null): void {
    if (name === 'value') this.value = value ?? '';
    if (!this.isConnected) return;
    this.#describe();
    this.#validate();
  }

  formResetCallback(): void {
    this.#box.country.value = '';
    this.#describe();
    this.value = this.getAttribute('value') ?? '';
    this.#mark(false);
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#box.input.disabled = isDisabled;
    this.#box.country.disabled = isDisabled;
    if (isDisabled) this.#box.leave();
  }

  /** `state` is what `#offer` left with the browser before the page was gone. */
  formStateRestoreCallback(state: string): void {
    const [company, attribution] = JSON.parse(state) as [Company, string];
    this.#id = '';
    this.#box.put(company, attribution);
    this.#offer();
  }

  #describe(): void {
    const labels = [...this.#internals.labels].map(({ textContent }) => textContent?.trim());
    const label = this.getAttribute('label');
    this.#box.describe({
      label,
      name: label ?? this.getAttribute('aria-label') ?? (labels.join(' ') || TEXTS.label),
      placeholder: this.getAttribute('placeholder') ?? '',
      isRequired: this.hasAttribute('required'),
      country: this.getAttribute('country')?.toUpperCase() ?? null,
      hasCountryPicker: this.hasAttribute('country-picker'),
      language: this.closest('[lang]')?.getAttribute('lang') ?? 'en',
    });
  }

  async #lookUp(): Promise<void> {
    if (this.#id !== '' && (await this.#box.putId(this.#id))) this.#offer();
  }

  #changed(company: Company | undefined): void {
    this.#id = '';
    this.#offer();
    if (company !== undefined)
      this.dispatchEvent(new CustomEvent('company-selected', { detail: company, bubbles: true, composed: true }));
    this.dispatchEvent(new Event('change', { bubbles: true }));
  }

  /** Gives the form the value, and what it can be restored from. */
  #offer(): void {
    const { company, attribution } = this.#box;
    const state = company === undefined ? null : JSON.stringify([company, attribution]);
    this.#internals.setFormValue(this.value || null, state);
    this.#validate();
  }

  #validate(): void {
    const { input } = this.#box;
    const isEmpty = this.value === '';
    if (isEmpty && this.query.trim() !== '') this.#internals.setValidity({ badInput: true }, TEXTS.unfinished, input);
    else if (isEmpty && this.hasAttribute('required'))
      this.#internals.setValidity({ valueMissing: true }, TEXTS.required, input);
    else this.#internals.setValidity({});
    if (this.validity.valid) this.#mark(false);
  }

  /** Marks the field as wrong, which it is not before somebody wants to send the form. */
  #mark(isWrong: boolean): void {
    this.#box.input.ariaInvalid = String(isWrong);
    if (isWrong) this.#internals.states.add('wrong');
    else this.#internals.states.delete('wrong');
  }
}

customElements.define('company-search', CompanySearch);
