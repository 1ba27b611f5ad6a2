/** Shows the rows of a list with their candidates, from which the visitor chooses. */
import { element } from '../../../../clients/javascript/src/list/combobox.ts';
import { KINDS, isOfKind, type Kind, type MatchedRow } from './matched-table.ts';

/** Number of rows that are shown first, and that a button adds. */
const ROWS_SHOWN = 50;

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
    this.#body = elementIn(section, 'tbody', HTMLTableSectionElement);
    this.#kinds = elementIn(section, 'select', HTMLSelectElement);
    this.#more = elementIn(section, '.more', HTMLButtonElement);
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
      this.#body.rows[before]?.querySelector('select')?.focus();
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
    this.#body.replaceChildren(...rows.slice(0, this.#shown).map(([row, place]) => this.#rowOf(row, place)));
    this.#more.hidden = rows.length <= this.#shown;
  }

  #rowOf(row: MatchedRow, place: number): HTMLTableRowElement {
    const { candidates } = row;
    const written = row.cells.filter((cell) => cell.trim() !== '').join(' · ');
    const checked = element('input', { type: 'checkbox', 'aria-label': `Row ${place + 1} is checked` });
    checked.checked = row.isChecked;
    checked.addEventListener('change', () => (row.isChecked = checked.checked));
    const options = candidates.map(
      ({ name, description, score }, i) =>
        new Option([`${score} %`, name, description].filter((part) => part !== undefined).join(' · '), String(i)),
    );
    const none = new Option(candidates.length === 0 ? 'no company' : 'none of these', '-1');
    const select = element('select', { 'aria-label': `Company of row ${place + 1}: ${written}` }, ...options, none);
    select.value = String(row.chosen);
    const about = element('p', {});
    const showChosen = (): void => {
      const company = candidates[row.chosen];
      about.replaceChildren(
        ...(company === undefined ? ['–'] : [company.reason, ' ', this.#linkTo(company.id, company.name)]),
      );
    };
    select.addEventListener('change', () => {
      row.chosen = Number(select.value);
      row.isChecked = checked.checked = true;
      showChosen();
    });
    showChosen();
    const cells = [[String(place + 1)], [written], [select, about], [element('label', {}, checked, ' checked')]];
    return element('tr', {}, ...cells.map((content) => element('td', {}, ...content)));
  }

  #linkTo(id: string, name: string): HTMLAnchorElement {
    const label = `Page of ${name}, opens a new tab`;
    return element('a', { href: this.#companies + id, target: '_blank', 'aria-label': label }, 'Page');
  }
}

/** Returns the element that a selector finds. @throws if it is missing or has another type */
export function elementIn<E extends Element>(root: ParentNode, selector: string, type: new () => E): E {
  const found = root.querySelector(selector);
  if (found instanceof type) return found;
  throw new Error(`The page has no ${selector}`);
}
