import type { DetailsSearchResult } from '../details-types.ts';

interface ComboboxEvents {
  onInput: () => void;
  /** The user pressed an arrow key to open the list. */
  onOpen: () => void;
  onChoose: (company: DetailsSearchResult) => void;
  /** The user chose the last option, which is not a company. */
  onChooseTyped: () => void;
  /** A company became active by keyboard, or is below the pointer; undefined for none. */
  onHighlight: (company: DetailsSearchResult | undefined) => void;
  /** Enter was pressed and no option was active. */
  onSubmit: () => void;
  /** The focus left the field and its list, or the user closed the list. */
  onLeave: () => void;
}

/** A text field with a list of companies below it: the combobox pattern of the WAI-ARIA Authoring Practices. */
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
  /** Holds the list and the messages beside it. */
  readonly popup = element('div', { class: 'popup', part: 'popup', hidden: '' }, this.list);
  /** The browser shows messages about the field below this element. Hidden while the list is open, so that no message covers the list. */
  readonly anchor = element('span', { class: 'anchor', tabindex: '-1' });
  readonly #events: ComboboxEvents;
  #companies: readonly DetailsSearchResult[] = [];
  /** Index of the active option; the option after the companies, if there is one, is for the typed text. */
  #active = -1;

  constructor(events: ComboboxEvents) {
    this.#events = events;
    this.input.addEventListener('input', () => events.onInput());
    this.input.addEventListener('keydown', (event) => this.#onKey(event));
    // A click on the list must not take the focus from the field.
    this.list.addEventListener('mousedown', (event) => event.preventDefault());
    this.list.addEventListener('click', (event) => this.#choose(this.#findIndex(event)));
    this.list.addEventListener('mouseover', (event) => events.onHighlight(this.#companies[this.#findIndex(event)]));
    // The browser moves the focus to the element that its message is about.
    this.anchor.addEventListener('focus', () => this.input.focus());
    for (const target of [this.input, this.popup])
      target.addEventListener('focusout', (event) => {
        const to = event.relatedTarget as Node | null;
        if (to !== this.input && !this.popup.contains(to)) events.onLeave();
      });
  }

  /**
   * Lists companies, each with a line of details, and an option for the typed text unless `typed` is empty. The active company stays
   * active if it is still listed.
   */
  show(
    companies: readonly DetailsSearchResult[],
    details: (company: DetailsSearchResult) => string,
    typed: string,
  ): void {
    const active = this.#companies[this.#active]?.id;
    this.#companies = companies;
    const rows = companies.map((company) => [
      element('bdi', { part: 'name' }, company.name ?? company.id),
      element('small', { part: 'details' }, details(company)),
    ]);
    if (typed !== '') rows.push([element('bdi', { part: 'unlisted' }, typed)]);
    const options = rows.map((row, i) =>
      element('li', { id: `option-${i}`, part: 'option', role: 'option', 'aria-selected': 'false' }, ...row),
    );
    this.list.replaceChildren(...options);
    this.list.hidden = options.length === 0;
    this.#activate(companies.findIndex(({ id }) => id === active));
  }

  /** Replaces the line of details of a listed company. */
  showDetails(id: string, details: string): void {
    const option = this.list.children[this.#companies.findIndex((company) => company.id === id)];
    const line = option?.querySelector('small');
    if (line) line.textContent = details;
  }

  /** Shows or hides the popup below the field. */
  open(isOpen: boolean): void {
    this.popup.hidden = !isOpen;
    this.anchor.hidden = isOpen;
    if (!isOpen) this.#activate(-1);
    this.input.setAttribute('aria-expanded', String(isOpen && !this.list.hidden));
  }

  /** Returns the index of the option at which a mouse event happened; -1 for no option. */
  #findIndex({ target }: MouseEvent): number {
    const option = (target as Element).closest('li');
    return option === null ? -1 : [...this.list.children].indexOf(option);
  }

  #choose(index: number): void {
    const company = this.#companies[index];
    if (company !== undefined) this.#events.onChoose(company);
    else if (index >= 0) this.#events.onChooseTyped();
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
    this.#events.onHighlight(this.#companies[index]);
  }

  #onKey(event: KeyboardEvent): void {
    // Input method editors use the same keys.
    if (event.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (this.#handleKey(event)) event.preventDefault();
  }

  /** Returns whether the browser's own action for the key must be prevented. */
  #handleKey({ key, altKey }: KeyboardEvent): boolean {
    const isOpen = !this.popup.hidden;
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp':
        this.#move(key === 'ArrowDown' ? 1 : -1, altKey, isOpen);
        return true;
      case 'Enter':
        if (isOpen && this.#active >= 0) this.#choose(this.#active);
        else this.#events.onSubmit();
        return true;
      case 'Escape':
        if (isOpen) this.#events.onLeave();
        else if (this.input.value === '') return false;
        else this.#clear();
        return true;
      case 'Tab':
        if (isOpen) this.#choose(this.#active);
        return false;
      case 'Home':
      case 'End':
      case 'ArrowLeft':
      case 'ArrowRight':
        // These keys move the text cursor, so no option may stay active.
        this.#activate(-1);
        return false;
      default:
        return false;
    }
  }

  #clear(): void {
    this.input.value = '';
    this.#events.onInput();
  }

  #move(step: 1 | -1, altKey: boolean, isOpen: boolean): void {
    const count = this.list.children.length;
    if (altKey && step < 0) return this.#events.onLeave();
    if (!isOpen) this.#events.onOpen();
    if (altKey) return;
    // Without an active option, start at the first or the last option. After either end, continue at the other end.
    const from = this.#active < 0 && step < 0 ? 0 : this.#active;
    if (count > 0) this.#activate((from + step + count) % count);
  }
}

/** Makes an element with attributes and children. It parses no markup, so it works under a Trusted Types policy. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
