/** Shows the rows of a list with their candidates, from which the visitor chooses. */
import { element } from '../../../../clients/javascript/src/list/combobox.ts';
import type { Candidate } from './service.ts';
import { KINDS, isOfKind, type Kind, type MatchedRow } from './matched-table.ts';

/** Number of rows that are shown first, and that a button adds. */
const ROWS_SHOWN = 50;

/** Maximum number of characters of a row that are shown: browsers take seconds for a text of megabytes. */
const ROW_CHARS_MAX = 1000;

const TITLES: Readonly<Record<Kind, string>> = {
  doubtful: 'To check',
  certain: 'Certain',
  without: 'Without a likely company',
  all: 'All rows',
};

export class Review {
  readonly #section: HTMLElement;
  readonly #body: HTMLTableSectionElement;
  readonly #kinds: HTMLSelectElement;
  readonly #more: HTMLButtonElement;
  readonly #doubtfulMin: number;
  readonly #companies: string;
  #rows: readonly MatchedRow[] = [];
  #shown = ROWS_SHOWN;

  /** @param companies the address of company pages, without the ID */
  constructor(section: HTMLElement, doubtfulMin: number, companies: string) {
    this.#section = section;
    this.#body = findElement(section, 'tbody', HTMLTableSectionElement);
    this.#kinds = findElement(section, 'select', HTMLSelectElement);
    this.#more = findElement(section, '.more', HTMLButtonElement);
    this.#doubtfulMin = doubtfulMin;
    this.#companies = companies;
    this.#kinds.addEventListener('change', () => {
      this.#shown = ROWS_SHOWN;
      this.#fill();
    });
    this.#more.addEventListener('click', () => {
      const before = this.#shown;
      this.#shown += ROWS_SHOWN;
      this.#fill();
      // The button moves or disappears, so the first new row gets the keyboard focus.
      this.#body.rows[before]?.querySelector('input')?.focus();
    });
  }

  /** Shows rows, beginning with the rows to check. */
  show(rows: readonly MatchedRow[]): void {
    this.#rows = rows;
    this.#shown = ROWS_SHOWN;
    this.#section.hidden = rows.length === 0;
    this.#kinds.replaceChildren(...KINDS.map((kind) => new Option(`${TITLES[kind]} (${this.#of(kind).length})`, kind)));
    this.#kinds.value = KINDS.find((kind) => this.#of(kind).length > 0) ?? 'all';
    this.#fill();
  }

  summary(rows: readonly MatchedRow[]): string {
    const count = (kind: Kind): number => rows.filter((row) => isOfKind(row, kind, this.#doubtfulMin)).length;
    return `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}: ${count('certain')} certain, ${count('doubtful')} to check, ${count('without')} without a likely company.`;
  }

  #of(kind: Kind): readonly [row: MatchedRow, place: number][] {
    return this.#rows.flatMap((row, place) =>
      isOfKind(row, kind, this.#doubtfulMin) ? [[row, place] as [MatchedRow, number]] : [],
    );
  }

  #fill(): void {
    const rows = this.#of(this.#kinds.value as Kind);
    this.#body.replaceChildren(...rows.slice(0, this.#shown).map(([row, place]) => this.#renderRow(row, place)));
    this.#more.hidden = rows.length <= this.#shown;
  }

  #renderRow(row: MatchedRow, place: number): HTMLTableRowElement {
    const { candidates } = row;
    const whole = row.cells.filter((cell) => cell.trim() !== '').join(' · ');
    const written = whole.length > ROW_CHARS_MAX ? `${whole.slice(0, ROW_CHARS_MAX)}…` : whole;
    const checked = element('input', { type: 'checkbox', 'aria-label': `Row ${place + 1} is checked` });
    checked.checked = row.isChecked;
    checked.addEventListener('change', () => (row.isChecked = checked.checked));
    const choose = (chosen: number): void => {
      row.chosen = chosen;
      row.isChecked = checked.checked = true;
    };
    const company =
      candidates.length === 0
        ? element('p', {}, 'no company')
        : element(
            'fieldset',
            { 'aria-label': `Company of row ${place + 1}: ${written}` },
            ...candidates.map((candidate, i) => this.#renderChoice(row, place, i, candidate, choose)),
            this.#renderChoice(row, place, -1, undefined, choose),
          );
    const cells = [[String(place + 1)], [written], [company], [element('label', {}, checked, ' checked')]];
    return element('tr', {}, ...cells.map((content) => element('td', {}, ...content)));
  }

  /** Returns a choice with the whole description of the company. */
  #renderChoice(
    { chosen }: MatchedRow,
    place: number,
    at: number,
    candidate: Candidate | undefined,
    choose: (chosen: number) => void,
  ): HTMLElement {
    const radio = element('input', { type: 'radio', name: `row-${place}`, value: String(at) });
    radio.checked = at === chosen;
    radio.addEventListener('change', () => choose(at));
    if (candidate === undefined) return element('p', {}, element('label', {}, radio, ' none of these'));
    const { id, name, description, score, reason } = candidate;
    const about = [`${score} %`, description, reason].filter((part) => part !== undefined).join(' · ');
    const label = element('label', {}, radio, ' ', element('b', {}, name), ` ${about}`);
    return element('p', {}, label, ' ', this.#linkTo(id, name));
  }

  #linkTo(id: string, name: string): HTMLAnchorElement {
    const label = `Page of ${name}, opens a new tab`;
    return element('a', { href: this.#companies + id, target: '_blank', 'aria-label': label }, 'Page');
  }
}

/** Returns the element that a selector finds. @throws if it is missing or has another type */
export function findElement<E extends Element>(root: ParentNode, selector: string, type: new () => E): E {
  const found = root.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`The page has no ${selector}`);
}
