import { Combobox, element } from './list/combobox.ts';
import { CountryPicker } from './list/country-picker.ts';
import { OpenFirmaError } from './errors.ts';
import type { Field } from './form/form-filler.ts';
import { findText } from './languages/languages.ts';
import { LookAlikes, rowDetails } from './list/look-alikes.ts';
import { Messages } from './list/messages.ts';
import type { UnlistedCompany } from './form/unlisted.ts';
import { Lookup, shownText, toReason, type LookupState } from './lookup.ts';
import { withNumber, withTyped, type Texts } from './texts.ts';
import type { DetailsSearchResult } from './details-types.ts';

interface SearchBoxEvents {
  /** Returns the public address of the API. */
  baseUrl: () => string;
  /** The user chose a company or the typed text, or edited the text after such a choice. */
  onChange: () => void;
  /** The text changed while no company was chosen. */
  onInput: () => void;
  /** Enter was pressed and no option was active. */
  onSubmit: () => void;
}

/** The content of `<company-search>`: the field with its list, the country picker and the messages. */
export class SearchBox {
  readonly #picker = new CountryPicker();
  readonly country = this.#picker.select;
  readonly #label = element('label', { for: 'input', part: 'label' });
  readonly #retry = element('button', { type: 'button', part: 'retry' });
  readonly #attribution = element('p', { part: 'attribution', hidden: '' });
  readonly #messages = new Messages();
  readonly #events: SearchBoxEvents;
  /** The field with its list. */
  readonly combobox: Combobox;
  readonly lookup: Lookup;
  readonly #lookAlikes: LookAlikes;
  #company: DetailsSearchResult | undefined;
  #unlisted: UnlistedCompany | undefined;
  #state: LookupState = { kind: 'idle' };
  /** The text that the list is about. */
  #typed = '';
  /** The last message about the list, for screen readers. */
  #announced = '';
  #allowsUnlisted = false;
  #language = 'en';

  constructor(root: ShadowRoot, events: SearchBoxEvents) {
    this.#events = events;
    this.lookup = new Lookup(events.baseUrl, (state) => this.#show(state));
    this.#lookAlikes = new LookAlikes(this.lookup, (company, distinction) => {
      this.combobox.showDetails(company.id, rowDetails(company, this.#language, distinction));
      if (this.isOpen) this.#messages.announce(distinction.value);
    });
    this.combobox = new Combobox({
      onInput: () => this.#onInput(),
      onOpen: () => this.#open(),
      onChoose: (company) => this.#choose(company),
      onChooseTyped: () => this.#chooseTyped(),
      onHighlight: (company) => this.#lookAlikes.highlight(company),
      onSubmit: events.onSubmit,
      onLeave: () => this.close(),
    });
    const { input, anchor, popup } = this.combobox;
    popup.append(this.#messages.notice, this.#attribution);
    const field = element('div', { class: 'field' }, input, anchor, popup);
    const search = element('div', { class: 'search' }, this.#label, field);
    root.append(
      element('div', { class: 'row' }, search, this.#picker.field),
      this.#messages.note,
      this.#messages.status,
    );
    this.#retry.addEventListener('click', () => {
      input.focus();
      this.find();
    });
    this.country.addEventListener('change', () => this.find());
    this.country.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget !== input) this.close();
    });
    this.#messages.show('');
  }

  get isOpen(): boolean {
    return !this.combobox.popup.hidden;
  }

  get company(): DetailsSearchResult | undefined {
    return this.#company;
  }

  /** The typed company that the user chose instead of a listed one. */
  get unlisted(): UnlistedCompany | undefined {
    return this.#unlisted;
  }

  /** The attribution that must be shown with the listed or chosen companies. */
  get attribution(): string {
    return this.#attribution.textContent ?? '';
  }

  /** Applies the attributes of the element. @param labels the text of the labels that the page has for the element */
  describe(host: HTMLElement, labels: string, language: string): void {
    const { input, list } = this.combobox;
    this.#language = language;
    this.#allowsUnlisted = host.hasAttribute('allow-unlisted');
    this.#messages.describe(this.#text('hint'));
    const label = host.getAttribute('label');
    const name = label ?? host.getAttribute('aria-label') ?? (labels || this.#text('label'));
    this.#label.textContent = label;
    this.#label.hidden = label === null;
    input.ariaLabel = label === null ? name : null;
    list.ariaLabel = name;
    input.placeholder = host.getAttribute('placeholder') ?? '';
    input.ariaRequired = String(host.hasAttribute('required'));
    this.#picker.describe(host, language, label !== null);
  }

  /** Shows a company as chosen. */
  showCompany(company: DetailsSearchResult, attribution: string): void {
    this.showText(company.name ?? company.id);
    this.#company = company;
    this.#attribution.textContent = attribution;
    this.#messages.note.textContent = attribution;
  }

  /** Shows a typed company as chosen. */
  showUnlisted(unlisted: UnlistedCompany): void {
    this.showText(unlisted.name);
    this.#unlisted = unlisted;
    const text = withTyped(this.#text('typed'), unlisted.name);
    this.#messages.announce(text);
    this.#messages.note.textContent = text;
  }

  /** Shows a text that is not a choice. */
  showText(text: string): void {
    this.#company = undefined;
    this.#unlisted = undefined;
    this.combobox.input.value = text;
    this.close();
    this.#messages.show('');
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
      this.#messages.note.textContent = this.#toMessage(error);
      return error instanceof OpenFirmaError && !error.retryable ? false : undefined;
    }
  }

  /** Shows and announces why the field is invalid. */
  showFault(text: string): void {
    this.#messages.showFault(text, this.isOpen);
  }

  /** Makes screen readers announce the form fields that the chosen company filled. `fields` is undefined if filling failed. */
  announceFilled(fields: readonly Field[] | undefined): void {
    const names = fields?.map((field) => this.#text(`field-${field}`)).join(', ');
    if (names === undefined) this.#messages.announce(this.#text('unfilled'));
    else if (names !== '') this.#messages.announce(this.#text('filled').replace('{fields}', () => names));
  }

  /** Searches for the text in the field, without the debounce. */
  find(): void {
    if (!this.#isChosen) this.lookup.find(this.combobox.input.value, this.country.value, 0);
  }

  /** Searches again if the list shows that the service could not be reached. */
  retry(): void {
    if (this.isOpen && this.#state.kind === 'failed') this.find();
  }

  /** Hides the list and cancels the current request. */
  close(): void {
    this.lookup.cancel();
    this.#messages.stopCountdown();
    // The list that was shown while the response was pending must not reappear as the result.
    if (this.#state.kind === 'searching' || this.#state.kind === 'waiting') {
      this.#state = { kind: 'idle' };
      this.combobox.show([], () => '', '');
    }
    if (this.isOpen) this.#messages.announce('');
    this.combobox.open(false);
  }

  #onInput(): void {
    const wasChosen = this.#isChosen;
    this.#company = undefined;
    this.#unlisted = undefined;
    this.lookup.find(this.combobox.input.value, this.country.value);
    if (wasChosen) this.#events.onChange();
    else this.#events.onInput();
  }

  get #isChosen(): boolean {
    return (this.#company ?? this.#unlisted) !== undefined;
  }

  /** Shows the list again; without a list, searches. */
  #open(): void {
    if (this.combobox.list.hidden) return this.find();
    this.combobox.open(true);
    this.#messages.announce(this.#announced);
  }

  #choose(company: DetailsSearchResult): void {
    this.showCompany(company, this.attribution);
    this.#events.onChange();
  }

  #chooseTyped(): void {
    const reason = toReason(this.#state);
    if (reason === undefined) return;
    this.showUnlisted({ name: this.#typed, reason });
    this.#events.onChange();
  }

  #show(state: LookupState): void {
    this.#messages.stopCountdown();
    this.#state = state;
    this.#typed = this.combobox.input.value.trim();
    const isFound = state.kind === 'found';
    const companies = isFound || state.kind === 'searching' ? state.companies : [];
    this.#lookAlikes.list(companies);
    const unlisted = this.#unlistedRow(state);
    this.combobox.show(
      companies,
      (company) => rowDetails(company, this.#language, this.#lookAlikes.of(company.id)),
      unlisted,
    );
    if (isFound) this.#attribution.textContent = state.attribution;
    this.#attribution.hidden = companies.length === 0;
    this.#messages.notice.classList.toggle('busy', state.kind === 'searching');
    const isAbove = companies.length === 0 || (isFound && state.isSimilar === true);
    if (isAbove) this.combobox.popup.prepend(this.#messages.notice);
    else this.combobox.list.after(this.#messages.notice);
    this.#showStateMessage(state);
    if (unlisted !== '') this.#messages.announce(`${this.#messages.status.textContent} ${unlisted}`);
    this.#announced = this.#messages.status.textContent;
    // The popup stays closed if the focus left the field before the response arrived.
    const { activeElement } = this.combobox.input.getRootNode() as ShadowRoot;
    const isOpen = state.kind === 'short' ? unlisted !== '' : state.kind !== 'idle';
    this.combobox.open(isOpen && activeElement !== null);
  }

  /** Returns the text of the row for the typed text; empty text where the list has no such row. */
  #unlistedRow(state: LookupState): string {
    const isOffered = this.#allowsUnlisted && toReason(state) !== undefined;
    return isOffered ? withTyped(this.#text('unlisted'), this.#typed) : '';
  }

  #showStateMessage(state: LookupState): void {
    switch (state.kind) {
      case 'idle':
        return this.#messages.show('');
      case 'short':
        return this.#messages.show('', this.#text('hint'));
      case 'searching':
        return this.#messages.showProgress(state.companies.length === 0 ? this.#text('searching') : '');
      case 'found':
        if (state.isSimilar) return this.#messages.show(withTyped(this.#text('similar'), this.#typed));
        return this.#showFound(state.companies.length, state.hasMore);
      case 'waiting':
        return this.#messages.countDown(Math.ceil(state.seconds), this.#language);
      case 'failed':
        this.#messages.show(this.#toMessage(state.error));
        this.#retry.textContent = this.#text('retry');
        this.#messages.notice.append(this.#retry);
    }
  }

  #showFound(count: number, hasMore: boolean): void {
    if (count === 0) this.#messages.show(this.#text('none'));
    else if (hasMore) this.#messages.show(withNumber(this.#text('more'), count));
    else this.#messages.show('', count === 1 ? this.#text('one') : withNumber(this.#text('many'), count));
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
