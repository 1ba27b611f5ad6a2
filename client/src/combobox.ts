import { element } from './element.ts';
import type { Company } from './types.ts';

/** What somebody did. */
export interface ComboboxEvents {
  /** The text changed. */
  typed: () => void;
  /** The list is wanted, and there is none. */
  wanted: () => void;
  chosen: (company: Company) => void;
  /** Enter was pressed where nothing could be chosen. */
  entered: () => void;
  /** The field was left. */
  left: () => void;
}

/** A text field with a list of companies below it, as the combobox pattern of WAI-ARIA has it. */
export class Combobox {
  readonly input = element('input', {
    id: 'input',
    part: 'input',
    type: 'text',
    role: 'combobox',
    maxlength: '64',
    autocomplete: 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    enterkeyhint: 'search',
    dir: 'auto',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': 'list',
    'aria-describedby': 'note',
  });
  readonly list = element('ul', { id: 'list', part: 'list', role: 'listbox', hidden: '' });
  /** Around the list, for what is said beside it. */
  readonly popup = element('div', { class: 'popup', part: 'popup', hidden: '' }, this.list);
  readonly #events: ComboboxEvents;
  #companies: readonly Company[] = [];
  #active = -1;

  constructor(events: ComboboxEvents) {
    this.#events = events;
    this.input.addEventListener('input', () => events.typed());
    this.input.addEventListener('keydown', (event) => this.#onKey(event));
    // The field keeps the focus while somebody points at the list.
    this.list.addEventListener('mousedown', (event) => event.preventDefault());
    this.list.addEventListener('click', (event) => {
      const option = (event.target as Element).closest('li');
      if (option !== null) this.#choose([...this.list.children].indexOf(option));
    });
    for (const part of [this.input, this.popup])
      part.addEventListener('focusout', (event) => {
        const to = event.relatedTarget as Node | null;
        if (to !== this.input && !this.popup.contains(to)) events.left();
      });
  }

  /** Lists companies, each with a line about it. What was active stays so, if it is still there. */
  show(companies: readonly Company[], about: (company: Company) => string): void {
    const active = this.#companies[this.#active]?.id;
    this.#companies = companies;
    const options = companies.map((company, i) =>
      element(
        'li',
        { id: `option-${i}`, part: 'option', role: 'option', 'aria-selected': 'false' },
        element('bdi', { part: 'name' }, company.name ?? company.id),
        element('small', { part: 'about' }, about(company)),
      ),
    );
    this.list.replaceChildren(...options);
    this.list.hidden = companies.length === 0;
    this.#activate(companies.findIndex(({ id }) => id === active));
  }

  /** Shows or hides what is below the field. */
  open(isOpen: boolean): void {
    this.popup.hidden = !isOpen;
    if (!isOpen) this.#activate(-1);
    this.input.setAttribute('aria-expanded', String(isOpen && this.#companies.length > 0));
  }

  #choose(index: number): void {
    const company = this.#companies[index];
    if (company !== undefined) this.#events.chosen(company);
  }

  #activate(index: number): void {
    this.#active = index;
    this.input.removeAttribute('aria-activedescendant');
    for (const [i, option] of [...this.list.children].entries()) {
      option.setAttribute('aria-selected', String(i === index));
      option.part.toggle('option-active', i === index);
      if (i !== index) continue;
      this.input.setAttribute('aria-activedescendant', option.id);
      option.scrollIntoView({ block: 'nearest' });
    }
  }

  #onKey(event: KeyboardEvent): void {
    // An input method uses the same keys.
    if (event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (this.#hasHandled(event)) event.preventDefault();
  }

  /** Does what a key asks for; whether that is all the key should do. */
  #hasHandled({ key, altKey }: KeyboardEvent): boolean {
    const isOpen = !this.popup.hidden;
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        this.#move(key === 'ArrowDown' ? 1 : -1, altKey, isOpen);
        return true;
      }
      case 'Enter': {
        if (isOpen && this.#active >= 0) this.#choose(this.#active);
        else this.#events.entered();
        return true;
      }
      case 'Escape': {
        if (!isOpen && this.input.value === '') return false;
        if (isOpen) this.open(false);
        else {
          this.input.value = '';
          this.#events.typed();
        }
        return true;
      }
      case 'Tab': {
        if (isOpen) this.#choose(this.#active);
        return false;
      }
      case 'Home':
      case 'End':
      case 'ArrowLeft':
      case 'ArrowRight': {
        // These move in the text, where everything that is typed goes.
        this.#activate(-1);
        return false;
      }
      default: {
        return false;
      }
    }
  }

  #move(step: 1 | -1, altKey: boolean, isOpen: boolean): void {
    if (!isOpen) {
      if (altKey && step < 0) return;
      if (this.#companies.length > 0) this.open(true);
      else this.#events.wanted();
    }
    if (altKey) {
      if (step < 0) this.open(false);
      return;
    }
    const count = this.#companies.length;
    // From no option to the first or the last one, and round the ends.
    const from = this.#active < 0 && step < 0 ? 0 : this.#active;
    if (count > 0) this.#activate((from + step + count) % count);
  }
}
