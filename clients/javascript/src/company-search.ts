/**
 * `<company-search>`: a form field that finds companies while a user types.
 * @module
 */
import { isId } from './company-id.ts';
import { FormFiller } from './form-filler.ts';
import { findLanguage, findText, loadLanguage } from './languages/languages.ts';
import { isCompany, shownText } from './lookup.ts';
import { SearchBox } from './search-box.ts';
import css from './styles.css' with { type: 'text' };
import { TEXTS, type Texts } from './texts.ts';
import type { DetailsSearchResult } from './details-types.ts';

declare global {
  interface HTMLElementTagNameMap {
    'company-search': CompanySearch;
  }
  interface HTMLElementEventMap {
    'company-selected': CustomEvent<DetailsSearchResult>;
  }
}

/** Without a DOM, for instance in a server that renders pages, this module can be imported but does nothing. */
const ElementBase: typeof HTMLElement = globalThis.HTMLElement ?? Object;

/** The style sheet that all fields share. A content security policy does not restrict style sheets that a script constructs. */
let styleSheet: CSSStyleSheet | undefined;

/** Properties that a page may set before the script defines the element. */
const SETTABLE = ['baseUrl', 'country', 'disabled', 'name', 'required', 'value'] as const;

/**
 * A form field whose value is the ID of a company. The page /developers/company-search lists its attributes, parts and custom properties.
 *
 * Dispatches `company-selected` with the company as its `detail` when the user chooses one, and `change` whenever the user
 * changes the value.
 */
export class CompanySearch extends ElementBase {
  static readonly formAssociated = true;
  static readonly observedAttributes = [
    'aria-label',
    'country',
    'country-picker',
    'label',
    'lang',
    'placeholder',
    'required',
    'value',
  ];
  /** The English texts of these fields. Texts set by the page replace those of all languages; `{n}` is replaced by a number. */
  static readonly texts: Texts = TEXTS;

  readonly #internals = this.attachInternals();
  readonly #box: SearchBox;
  readonly #filler: FormFiller;
  #language = 'en';
  /** The ID that the page has set, until its company has been looked up. */
  #id = '';
  /** Whether the service has no company under that ID. */
  #isUnknown = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
    if (styleSheet === undefined) {
      styleSheet = new CSSStyleSheet();
      styleSheet.replaceSync(css);
    }
    root.adoptedStyleSheets = [styleSheet];
    this.#box = new SearchBox(root, {
      baseUrl: () => this.baseUrl,
      onInput: () => (this.#id === '' ? this.#validate() : this.#onChange(undefined)),
      onChange: (company) => this.#onChange(company),
      onSubmit: () => this.form?.requestSubmit(),
    });
    this.#filler = new FormFiller(this, this.#box.lookup, (fields) => {
      this.#updateFormValue();
      this.#box.announceFilled(fields);
    });
    this.addEventListener('invalid', (event) => {
      this.#showInvalid(true);
      this.#box.showFault(this.validationMessage);
      // The browser's own message would cover the list.
      if (this.#box.isOpen) event.preventDefault();
    });
  }

  /** The ID of the chosen company, or an empty text. Setting an ID looks up its company and shows the name. */
  get value(): string {
    return this.#box.company?.id ?? this.#id;
  }

  set value(id: string) {
    // Frameworks store the value and set it again: the company is already shown.
    if (id !== '' && id === this.#box.company?.id) return;
    this.#setId(id);
    this.#box.showText(id);
    this.#updateFormValue();
    if (this.isConnected) void this.#lookUp();
  }

  /** The chosen company, as the API returns it. */
  get company(): DetailsSearchResult | undefined {
    return this.#box.company;
  }

  /** The text in the field: typed, or the name of the chosen company. */
  get query(): string {
    return this.#box.combobox.input.value;
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
    const address = this.getAttribute('base-url');
    if (address !== null) return new URL(address, document.baseURI).href;
    // The site that serves this script sets the address in the first line of the script.
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
    // A property that the page set before the element was defined hides the accessor of the class, so set it again.
    for (const name of SETTABLE.filter((one) => Object.hasOwn(this, one))) {
      const value: unknown = Reflect.get(this, name);
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
    this.#update();
    void this.#lookUp();
    // Take over the text that was typed into the fallback field before this script ran.
    const before = this.querySelector('input');
    if (before === null || this.query !== '') return;
    this.#box.combobox.input.value = before.value;
    before.value = '';
    if (document.activeElement !== before) return;
    this.#box.combobox.input.focus();
    this.#box.find();
  }

  disconnectedCallback(): void {
    this.#box.close();
    this.#filler.cancel();
  }

  attributeChangedCallback(name: string, _: string | null, value: string | null): void {
    if (name === 'value') this.value = value ?? '';
    if (this.isConnected) this.#update();
  }

  formResetCallback(): void {
    this.#box.country.value = '';
    this.#filler.cancel();
    this.#filler.state = {};
    this.#update();
    this.value = this.getAttribute('value') ?? '';
    this.#showInvalid(false);
  }

  formDisabledCallback(isDisabled: boolean): void {
    this.#box.combobox.input.disabled = isDisabled;
    this.#box.country.disabled = isDisabled;
    if (isDisabled) this.#box.close();
  }

  /** `state` is the state that `#updateFormValue` passed to the browser before the page was left. */
  formStateRestoreCallback(state: string): void {
    const { company, attribution, filled } = JSON.parse(state) as Record<string, unknown>;
    if (!isCompany(company)) return;
    this.#filler.state = filled;
    this.#setId('');
    this.#box.showCompany(company, shownText(attribution));
    this.#updateFormValue();
  }

  #setId(id: string): void {
    this.#id = id;
    this.#isUnknown = false;
  }

  #update(): void {
    this.#language = findLanguage(this);
    void loadLanguage(this.#language).then((isNew) => isNew && this.#update());
    const labels = [...this.#internals.labels].map(({ textContent }) => textContent?.trim());
    this.#box.describe(this, labels.join(' '), this.#language);
    this.#validate();
  }

  async #lookUp(): Promise<void> {
    const id = this.#id;
    if (id === '') return;
    const isFound = isId(id) && (await this.#box.showId(id));
    if (isFound === undefined || id !== this.#id) return;
    this.#isUnknown = !isFound;
    this.#updateFormValue();
  }

  #onChange(company: DetailsSearchResult | undefined): void {
    this.#setId('');
    this.#filler.cancel();
    this.#updateFormValue();
    if (company !== undefined)
      this.dispatchEvent(new CustomEvent('company-selected', { detail: company, bubbles: true, composed: true }));
    this.dispatchEvent(new Event('change', { bubbles: true }));
    if (company !== undefined) void this.#filler.fill(company.id, this.#language);
  }

  /** Passes the value to the form, and the state that restores it to the browser. */
  #updateFormValue(): void {
    const { company, attribution } = this.#box;
    // An object instead of a list, because scripts of some pages add a `toJSON` to lists.
    const state = company === undefined ? null : JSON.stringify({ company, attribution, filled: this.#filler.state });
    this.#internals.setFormValue(isId(this.value) ? this.value : null, state);
    this.#validate();
  }

  #validate(): void {
    const isEmpty = this.value === '';
    const set = (flags: ValidityStateFlags, text?: string): void =>
      this.#internals.setValidity(flags, text, this.#box.combobox.anchor);
    if (this.#isUnknown) set({ badInput: true }, findText(this.#language, 'unknown'));
    else if (isEmpty && this.query.trim() !== '') set({ badInput: true }, findText(this.#language, 'unfinished'));
    else if (isEmpty && this.required) set({ valueMissing: true }, findText(this.#language, 'required'));
    else set({});
    if (this.validity.valid) this.#showInvalid(false);
  }

  /** Called with true only after the user tried to send the form. */
  #showInvalid(isInvalid: boolean): void {
    this.#box.combobox.input.ariaInvalid = String(isInvalid);
    if (isInvalid) this.#internals.states.add('invalid');
    else this.#internals.states.delete('invalid');
  }
}

// A page may load this script twice, for instance separately and in a bundle.
if (globalThis.customElements?.get('company-search') === undefined)
  globalThis.customElements?.define('company-search', CompanySearch);
