import { Combobox, element } from './list/combobox.ts';
import { OpenFirmaError } from './errors.ts';
import { isoCountry } from './folding.ts';
import type { Field } from './form-filler.ts';
import { findText } from './languages/languages.ts';
import { LookAlikes, rowDetails } from './list/look-alikes.ts';
import { Lookup, shownText, type LookupState } from './lookup.ts';
import { countryNames, withNumber, type Texts } from './texts.ts';
import type { DetailsSearchResult } from './details-types.ts';

const ALL_COUNTRIES = 'all';

interface SearchBoxEvents {
  /** Returns the public address of the API. */
  baseUrl: () => string;
  /** The user chose a company, or edited the text after choosing one (undefined). */
  onChange: (company: DetailsSearchResult | undefined) => void;
  /** The text changed while no company was chosen. */
  onInput: () => void;
  /** Enter was pressed and no option was active. */
  onSubmit: () => void;
}

/** The content of `<company-search>`: the field with its list, the country picker and the messages. */
export class SearchBox {
  readonly country = element('select', { id: 'country', part: 'country' });
  readonly #label = element('label', { for: 'input', part: 'label' });
  readonly #countryLabel = element('label', { for: 'country', part: 'label' });
  readonly #countryField = element('div', { class: 'country' }, this.#countryLabel, this.country);
  readonly #retry = element('button', { type: 'button', part: 'retry' });
  readonly #notice = element('p', { class: 'notice', part: 'notice', hidden: '' });
  readonly #attribution = element('p', { part: 'attribution', hidden: '' });
  readonly #note = element('p', { id: 'note', class: 'note', part: 'note' });
  readonly #status = element('div', { class: 'status', role: 'status' });
  readonly #events: SearchBoxEvents;
  /** The field with its list. */
  readonly combobox: Combobox;
  readonly lookup: Lookup;
  readonly #lookAlikes: LookAlikes;
  #company: DetailsSearchResult | undefined;
  #isPending = false;
  #language = 'en';
  #hint = '';
  #countdown: ReturnType<typeof setInterval> | undefined;

  constructor(root: ShadowRoot, events: SearchBoxEvents) {
    this.#events = events;
    this.lookup = new Lookup(events.baseUrl, (state) => this.#show(state));
    this.#lookAlikes = new LookAlikes(this.lookup, (company, distinction) => {
      this.combobox.showDetails(company.id, rowDetails(company, this.#language, distinction));
      if (this.isOpen) this.#announce(distinction.value);
    });
    this.combobox = new Combobox({
      onInput: () => this.#onInput(),
      onOpen: () => this.find(),
      onChoose: (company) => this.#choose(company),
      onHighlight: (company) => this.#lookAlikes.highlight(company),
      onSubmit: events.onSubmit,
      onLeave: () => this.close(),
    });
    const { input, anchor, popup } = this.combobox;
    popup.append(this.#notice, this.#attribution);
    const field = element('div', { class: 'field' }, input, anchor, popup);
    const search = element('div', { class: 'search' }, this.#label, field);
    root.append(element('div', { class: 'row' }, search, this.#countryField), this.#note, this.#status);
    this.#retry.addEventListener('click', () => {
      input.focus();
      this.find();
    });
    this.country.addEventListener('change', () => this.find());
    this.country.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget !== input) this.close();
    });
    this.#showMessage('');
  }

  get isOpen(): boolean {
    return !this.combobox.popup.hidden;
  }

  get company(): DetailsSearchResult | undefined {
    return this.#company;
  }

  /** The attribution that must be shown with the listed or chosen companies. */
  get attribution(): string {
    return this.#attribution.textContent ?? '';
  }

  /** Applies the attributes of the element. @param labels the text of the labels that the page has for the element */
  describe(host: HTMLElement, labels: string, language: string): void {
    const { input, list } = this.combobox;
    this.#language = language;
    if (this.#note.textContent === this.#hint) this.#note.textContent = this.#text('hint');
    this.#hint = this.#text('hint');
    const label = host.getAttribute('label');
    const name = label ?? host.getAttribute('aria-label') ?? (labels || this.#text('label'));
    this.#label.textContent = label;
    this.#label.hidden = label === null;
    input.ariaLabel = label === null ? name : null;
    list.ariaLabel = name;
    input.placeholder = host.getAttribute('placeholder') ?? '';
    input.ariaRequired = String(host.hasAttribute('required'));
    const country = isoCountry(host.getAttribute('country') ?? ALL_COUNTRIES);
    const hasPicker = host.hasAttribute('country-picker');
    const options = hasPicker
      ? [[ALL_COUNTRIES, this.#text('allCountries')] as const, ...countryNames(language)]
      : [[country, ''] as const];
    const picked = this.country.value;
    this.country.replaceChildren(...options.map(([value, text]) => element('option', { value }, text)));
    this.country.value = hasPicker && picked !== '' ? picked : country;
    this.#countryLabel.textContent = this.#text('country');
    // Without labels, the field and the country picker fit in one line.
    this.#countryLabel.hidden = label === null;
    this.country.ariaLabel = label === null ? this.#text('country') : null;
    this.#countryField.hidden = !hasPicker;
  }

  /** Shows a company as chosen. */
  showCompany(company: DetailsSearchResult, attribution: string): void {
    this.showText(company.name ?? company.id);
    this.#company = company;
    this.#attribution.textContent = attribution;
    this.#note.textContent = attribution;
  }

  /** Shows a text that is not a chosen company. */
  showText(text: string): void {
    this.#company = undefined;
    this.combobox.input.value = text;
    this.close();
    this.#showMessage('');
  }

  /**
   * Looks up a company by its ID and shows it as chosen, or shows the error. Returns whether the company exists; undefined if the
   * call failed or was cancelled.
   */
  async showId(id: string): Promise<boolean | undefined> {
    this.showText(id);
    try {
      const found = await this.lookup.company(id);
      if (found === undefined) return undefined;
      this.showCompany(found.data, found.attribution);
      return true;
    } catch (error) {
      this.#note.textContent = this.#toMessage(error);
      return error instanceof OpenFirmaError && !error.retryable ? false : undefined;
    }
  }

  /** Shows and announces why the field is invalid: in the popup if it is open, because it covers the note below the field. */
  showFault(text: string): void {
    if (this.#note.textContent === text) return;
    if (this.isOpen) this.#showMessage(text);
    else this.#announce(text);
    this.#note.textContent = text;
    this.#note.classList.add('fault');
  }

  /** Makes screen readers announce the form fields that the chosen company filled. `fields` is undefined if filling failed. */
  announceFilled(fields: readonly Field[] | undefined): void {
    const names = fields?.map((field) => this.#text(`field-${field}`)).join(', ');
    if (names === undefined) this.#announce(this.#text('unfilled'));
    else if (names !== '') this.#announce(this.#text('filled').replace('{fields}', () => names));
  }

  /** Searches for the text in the field, without the debounce. */
  find(): void {
    if (this.#company === undefined) this.lookup.find(this.combobox.input.value, this.country.value, 0);
  }

  /** Hides the list and cancels the current request. */
  close(): void {
    this.lookup.cancel();
    clearInterval(this.#countdown);
    // The list that was shown while the response was pending must not reappear as the result.
    if (this.#isPending) this.combobox.show([], () => '');
    this.#isPending = false;
    this.combobox.open(false);
  }

  #onInput(): void {
    const before = this.#company;
    this.#company = undefined;
    this.lookup.find(this.combobox.input.value, this.country.value);
    if (before === undefined) this.#events.onInput();
    else this.#events.onChange(undefined);
  }

  #choose(company: DetailsSearchResult): void {
    this.showCompany(company, this.attribution);
    this.#events.onChange(company);
  }

  #show(state: LookupState): void {
    clearInterval(this.#countdown);
    const isFound = state.kind === 'found';
    this.#isPending = state.kind === 'searching' || state.kind === 'waiting';
    const companies = isFound || state.kind === 'searching' ? state.companies : [];
    this.#lookAlikes.list(companies);
    this.combobox.show(companies, (company) => rowDetails(company, this.#language, this.#lookAlikes.of(company.id)));
    if (isFound) this.#attribution.textContent = state.attribution;
    this.#attribution.hidden = companies.length === 0;
    this.#notice.classList.toggle('busy', state.kind === 'searching');
    this.#showStateMessage(state);
    // The popup stays closed if the focus left the field before the response arrived.
    const { activeElement } = this.combobox.input.getRootNode() as ShadowRoot;
    this.combobox.open(state.kind !== 'idle' && state.kind !== 'short' && activeElement !== null);
  }

  #showStateMessage(state: LookupState): void {
    switch (state.kind) {
      case 'idle':
        return this.#showMessage('');
      case 'short':
        return this.#showMessage('', this.#text('hint'));
      case 'searching':
        return this.#showNotice(state.companies.length === 0 ? this.#text('searching') : '');
      case 'found':
        return this.#showFound(state.companies.length, state.hasMore);
      case 'waiting':
        return this.#countDown(Math.ceil(state.seconds));
      case 'failed':
        this.#showMessage(this.#toMessage(state.error));
        this.#retry.textContent = this.#text('retry');
        this.#notice.append(this.#retry);
    }
  }

  #showFound(count: number, hasMore: boolean): void {
    if (count === 0) this.#showMessage(this.#text('none'));
    else if (hasMore) this.#showMessage(withNumber(this.#text('more'), count));
    else this.#showMessage('', count === 1 ? this.#text('one') : withNumber(this.#text('many'), count));
  }

  /** Counts the seconds down until the client retries. Screen readers announce the first number only. */
  #countDown(seconds: number): void {
    this.#showMessage(withNumber(this.#text('waiting'), seconds));
    let left = seconds;
    this.#countdown = setInterval(() => {
      this.#showNotice(--left > 0 ? withNumber(this.#text('waiting'), left) : this.#text('searching'));
      if (left <= 0) clearInterval(this.#countdown);
    }, 1000);
  }

  /** Shows a message below the field. Screen readers announce `announced`. */
  #showMessage(text: string, announced = text): void {
    this.#showNotice(text);
    this.#announce(announced);
    this.#note.textContent = this.#hint;
    this.#note.classList.remove('fault');
  }

  #announce(text: string): void {
    // Screen readers announce only changed texts, so a no-break space is appended to a repeated text.
    const isRepeated = text === this.#status.textContent && text !== '';
    this.#status.textContent = isRepeated ? `${text}\u00a0` : text;
  }

  #showNotice(text: string): void {
    this.#notice.textContent = text;
    this.#notice.hidden = text === '';
  }

  #toMessage(error: unknown): string {
    if (error instanceof OpenFirmaError && !error.retryable) return shownText(error.detail);
    // This is a mistake of the page, such as a wrong base-url, so it is reported to its developer.
    if (error instanceof TypeError) reportError(error);
    return this.#text('failed');
  }

  #text(name: keyof Texts): string {
    return findText(this.#language, name);
  }
}
