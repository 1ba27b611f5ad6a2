import { Combobox } from './combobox.ts';
import { element } from './element.ts';
import { OpenFirmaError } from './errors.ts';
import { Lookup, type LookupState } from './lookup.ts';
import { COUNTRY_CODES, TEXTS, countryName, withNumber } from './texts.ts';
import type { Company } from './types.ts';

const EVERY_COUNTRY = 'all';

/** What the element around a search box says of it. */
export interface Description {
  /** Shown above the field; null where the page around says it. */
  label: string | null;
  /** What a screen reader calls the field. */
  name: string;
  placeholder: string;
  isRequired: boolean;
  /** The country that is searched, or the one that is picked at first; null for all. */
  country: string | null;
  hasCountryPicker: boolean;
  /** BCP 47, for the names of countries. */
  language: string;
}

/** What happens in a search box. */
export interface SearchBoxEvents {
  /** The public address of the API. */
  baseUrl: () => string;
  /** Somebody chose a company, or went on typing after that. */
  changed: (company: Company | undefined) => void;
  /** The text changed and is no company yet. */
  typed: () => void;
  /** Enter was pressed where nothing could be chosen. */
  entered: () => void;
}

/** What is in `<company-search>`: the field with its list, the country picker, and what is said of a search. */
export class SearchBox {
  readonly country = element('select', { id: 'country', part: 'country' });
  readonly #label = element('label', { for: 'input', part: 'label' });
  readonly #countryLabel = element('label', { for: 'country', part: 'label' });
  readonly #countryField = element('div', { class: 'country' }, this.#countryLabel, this.country);
  readonly #again = element('button', { type: 'button', part: 'again' });
  readonly #notice = element('p', { class: 'notice', part: 'notice', hidden: '' });
  readonly #attribution = element('p', { part: 'attribution', hidden: '' });
  readonly #note = element('p', { id: 'note', class: 'note', part: 'note' });
  readonly #status = element('div', { class: 'status', role: 'status' });
  readonly #events: SearchBoxEvents;
  readonly #root: ShadowRoot;
  readonly #combobox: Combobox;
  readonly #lookup: Lookup;
  #company: Company | undefined;
  #isPending = false;
  #language = 'en';
  #countdown: ReturnType<typeof setInterval> | undefined;

  constructor(root: ShadowRoot, events: SearchBoxEvents) {
    this.#root = root;
    this.#events = events;
    this.#lookup = new Lookup(events.baseUrl, (state) => this.#show(state));
    this.#combobox = new Combobox({
      typed: () => this.#typed(),
      wanted: () => this.find(),
      chosen: (company) => this.#choose(company),
      entered: events.entered,
      left: () => this.leave(),
    });
    const { input, popup } = this.#combobox;
    popup.append(this.#notice, this.#attribution);
    const search = element('div', { class: 'search' }, this.#label, element('div', { class: 'field' }, input, popup));
    root.append(element('div', { class: 'row' }, search, this.#countryField), this.#note, this.#status);
    this.#again.addEventListener('click', () => {
      input.focus();
      this.find();
    });
    this.country.addEventListener('change', () => this.find());
    this.country.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget !== input) this.leave();
    });
    this.#say('');
  }

  get input(): HTMLInputElement {
    return this.#combobox.input;
  }

  /** The company that is shown as chosen. */
  get company(): Company | undefined {
    return this.#company;
  }

  /** Writes what the element and the page around it say. */
  describe({ label, name, placeholder, isRequired, country, hasCountryPicker, language }: Description): void {
    const { input, list } = this.#combobox;
    this.#language = language;
    this.#label.textContent = label;
    this.#label.hidden = label === null;
    input.ariaLabel = label === null ? name : null;
    list.ariaLabel = name;
    input.placeholder = placeholder;
    input.ariaRequired = String(isRequired);
    const names = COUNTRY_CODES.map((code) => [code, countryName(code, language)] as const);
    names.sort(([, a], [, b]) => a.localeCompare(b));
    const options = hasCountryPicker
      ? [[EVERY_COUNTRY, TEXTS.everyCountry] as const, ...names]
      : [[country ?? EVERY_COUNTRY, ''] as const];
    const picked = this.country.value;
    this.country.replaceChildren(...options.map(([value, text]) => element('option', { value }, text)));
    this.country.value = hasCountryPicker && picked !== '' ? picked : (country ?? EVERY_COUNTRY);
    this.#countryLabel.textContent = TEXTS.country;
    this.#countryField.hidden = !hasCountryPicker;
  }

  /** What must be shown beside the company that is. */
  get attribution(): string {
    return this.#attribution.textContent ?? '';
  }

  /** Shows a company as chosen. */
  put(company: Company, attribution: string): void {
    this.putText(company.name ?? company.id);
    this.#company = company;
    this.#attribution.textContent = attribution;
    this.#note.textContent = attribution;
  }

  /** Shows a text that is no company. */
  putText(text: string): void {
    this.#company = undefined;
    this.input.value = text;
    this.leave();
    this.#say('');
  }

  /** Looks up a company by its ID and shows it as chosen; whether that could be done. */
  async putId(id: string): Promise<boolean> {
    this.putText(id);
    try {
      const found = await this.#lookup.company(id);
      if (found === undefined) return false;
      this.put(found.data, found.attribution);
      return true;
    } catch (error) {
      this.#note.textContent = this.#reasonOf(error);
      return false;
    }
  }

  /** Finds companies for what is typed, at once. */
  find(): void {
    if (this.#company === undefined) this.#lookup.find(this.input.value, this.country.value, 0);
  }

  /** Hides the list and gives up what is asked. */
  leave(): void {
    this.#lookup.stop();
    clearInterval(this.#countdown);
    // What was certain before the answer came is not the answer.
    if (this.#isPending) this.#combobox.show([], () => '');
    this.#isPending = false;
    this.#combobox.open(false);
  }

  #typed(): void {
    const before = this.#company;
    this.#company = undefined;
    this.#lookup.find(this.input.value, this.country.value);
    if (before === undefined) this.#events.typed();
    else this.#events.changed(undefined);
  }

  #choose(company: Company): void {
    this.put(company, this.attribution);
    this.#events.changed(company);
  }

  #show(state: LookupState): void {
    clearInterval(this.#countdown);
    const isFound = state.kind === 'found';
    this.#isPending = state.kind === 'searching' || state.kind === 'waiting';
    const companies = isFound || state.kind === 'searching' ? state.companies : [];
    this.#combobox.show(companies, (company) => this.#about(company));
    if (isFound) this.#attribution.textContent = state.attribution;
    this.#attribution.hidden = companies.length === 0;
    this.#notice.classList.toggle('busy', state.kind === 'searching');
    this.#write(state);
    // Nobody is there to see an answer that comes after the field was left.
    this.#combobox.open(state.kind !== 'idle' && state.kind !== 'short' && this.#root.activeElement !== null);
  }

  /** Says in words what is known. */
  #write(state: LookupState): void {
    switch (state.kind) {
      case 'idle': {
        return this.#say('');
      }
      case 'short': {
        return this.#say('', TEXTS.hint);
      }
      case 'searching': {
        return this.#notify(state.companies.length === 0 ? TEXTS.searching : '');
      }
      case 'found': {
        const { length } = state.companies;
        const found = length === 1 ? TEXTS.one : withNumber(TEXTS.many, length);
        if (length === 0) return this.#say(TEXTS.none);
        return state.hasMore ? this.#say(withNumber(TEXTS.more, length)) : this.#say('', found);
      }
      case 'waiting': {
        return this.#count(Math.ceil(state.seconds));
      }
      case 'failed': {
        this.#say(this.#reasonOf(state.error));
        this.#again.textContent = TEXTS.again;
        this.#notice.append(this.#again);
      }
    }
  }

  /** Counts the seconds down until the client asks again by itself; only the first is told to who listens. */
  #count(seconds: number): void {
    this.#say(withNumber(TEXTS.waiting, seconds));
    let left = seconds;
    this.#countdown = setInterval(() => {
      left--;
      this.#notify(left > 0 ? withNumber(TEXTS.waiting, left) : TEXTS.searching);
      if (left <= 0) clearInterval(this.#countdown);
    }, 1000);
  }

  /** Shows a text below the field, and tells it, or another one, to who listens. */
  #say(text: string, told = text): void {
    this.#notify(text);
    // The same text again is told again where it is another text.
    this.#status.textContent = told === this.#status.textContent && told !== '' ? `${told}\u00a0` : told;
    this.#note.textContent = TEXTS.hint;
  }

  #notify(text: string): void {
    this.#notice.textContent = text;
    this.#notice.hidden = text === '';
  }

  #reasonOf(error: unknown): string {
    if (error instanceof OpenFirmaError && !error.retryable) return error.detail;
    // What no service answered is for who made the page, as a wrong base-url.
    if (error instanceof TypeError) reportError(error);
    return TEXTS.failed;
  }

  #about({ country_code: country, legal_form: form, company_status: status }: Company): string {
    const parts = [country && countryName(country, this.#language), form, status];
    return parts.filter((part) => part !== undefined).join(' · ');
  }
}
