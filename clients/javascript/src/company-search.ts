/**
 * `<company-search>`: a form field that finds companies while a user types.
 * @module
 */
import { isId } from './company-id.ts';
import { AttributesElement } from './form/attributes.ts';
import { takeFallback } from './form/fallback.ts';
import { FormFiller } from './form/form-filler.ts';
import { isUnlisted, toFormData, type UnlistedCompany } from './form/unlisted.ts';
import { findLanguage, findText, loadLanguage } from './languages/languages.ts';
import { isCompany, shownText } from './lookup.ts';
import { SearchBox } from './search-box.ts';
import css from './styles.css' with { type: 'text' };
import { TEXTS, type Texts } from './texts.ts';
import type { DetailsSearchResult } from './details-types.ts';

export type { UnlistedCompany };

declare global {
  interface HTMLElementTagNameMap {
    'company-search': CompanySearch;
  }
  interface HTMLElementEventMap {
    'company-selected': CustomEvent<DetailsSearchResult>;
    'company-unlisted': CustomEvent<UnlistedCompany>;
  }
}

/** The style sheet that all fields share. A content security policy does not restrict style sheets that a script constructs. */
let styleSheet: CSSStyleSheet | undefined;

/** Properties that a page may set before the script defines the element. */
const SETTABLE = ['allowUnlisted', 'baseUrl', 'country', 'disabled', 'name', 'required', 'value'] as const;

/**
 * A form field whose value is the ID of a company. The page /developers/company-search lists its attributes, parts and custom properties.
 *
 * Dispatches `company-selected` with the company as its `detail` when the user chooses one, `company-unlisted` when the user chooses
 * the typed name instead, and `change` whenever the user changes the value.
 */
export class CompanySearch extends AttributesElement {
  static readonly formAssociated = true;
  static readonly observedAttributes = [
    'allow-unlisted',
    'aria-label',
    'country',
    'country-picker',
    'label',
    'lang',
    'name',
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
      onInput: () => (this.#id === '' ? this.#validate() : this.#onChange()),
      onChange: () => this.#onChange(),
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
    // Frameworks store the value and set it again: the choice is already shown.
    if (id !== '' && id === this.#box.company?.id) return;
    if (id === '' && this.unlisted !== undefined) return;
    this.#setId(id);
    this.#box.showText(id);
    this.#updateFormValue();
    if (this.isConnected) void this.#lookUp();
  }

  /** The chosen company, as the API returns it. */
  get company(): DetailsSearchResult | undefined {
    return this.#box.company;
  }

  /** The name that the user typed because no listed company has it, with the reason; undefined if the user did not choose it. */
  get unlisted(): UnlistedCompany | undefined {
    return this.#box.unlisted;
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
    addEventListener('online', this.#onOnline);
    const { text, isFocused } = takeFallback(this);
    if (this.query !== '') return;
    this.#box.combobox.input.value = text;
    if (!isFocused) return;
    this.#box.combobox.input.focus();
    this.#box.find();
  }

  disconnectedCallback(): void {
    removeEventListener('online', this.#onOnline);
    this.#box.close();
    this.#filler.cancel();
  }

  attributeChangedCallback(name: string, _: string | null, value: string | null): void {
    if (name === 'value') this.value = value ?? '';
    if (name === 'name') this.#updateFormValue();
    if (this.isConnected) this.#update();
  }

  /** Sends again what failed while there was no network. */
  readonly #onOnline = (): void => {
    this.#box.retry();
    void this.#filler.retry();
    if (!this.#isUnknown) void this.#lookUp();
  };

  formResetCallback(): void {
    this.#box.country.value = '';
    this.#filler.cancel();
    this.#filler.state = {};
    this.#box.showText('');
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
    const { company, unlisted, attribution, filled } = JSON.parse(state) as Record<string, unknown>;
    this.#filler.state = filled;
    this.#setId('');
    if (isCompany(company)) this.#box.showCompany(company, shownText(attribution));
    else if (isUnlisted(unlisted)) this.#box.showUnlisted(unlisted);
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

  #onChange(): void {
    const { company, unlisted } = this.#box;
    this.#setId('');
    this.#filler.cancel();
    this.#updateFormValue();
    const init = { bubbles: true, composed: true };
    if (company !== undefined) this.dispatchEvent(new CustomEvent('company-selected', { detail: company, ...init }));
    if (unlisted !== undefined) this.dispatchEvent(new CustomEvent('company-unlisted', { detail: unlisted, ...init }));
    this.dispatchEvent(new Event('change', { bubbles: true }));
    void (company === undefined ? this.#filler.clear() : this.#filler.fill(company.id, this.#language));
  }

  /** Passes the value to the form, and the state that restores it to the browser. */
  #updateFormValue(): void {
    const { company, unlisted, attribution } = this.#box;
    // An object instead of a list, because scripts of some pages add a `toJSON` to lists.
    const state = JSON.stringify({ company, unlisted, attribution, filled: this.#filler.state });
    const id = isId(this.value) ? this.value : null;
    this.#internals.setFormValue(
      unlisted === undefined ? id : toFormData(this.name, unlisted),
      company === undefined && unlisted === undefined ? null : state,
    );
    this.#validate();
  }

  #validate(): void {
    const isEmpty = this.value === '' && this.unlisted === undefined;
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
