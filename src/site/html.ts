/** Text that stands in HTML as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What can stand in HTML: text is escaped, HTML and lists of it are not; false and undefined are left out. */
export type Part = string | number | Html | readonly Html[] | false | undefined;

/** Writes HTML: values are escaped, unless they are HTML themselves or lists of it. */
export function markup(parts: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(parts.reduce((text, part, i) => text + written(values[i - 1]) + part));
}

function written(value: Part): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Words between back quotes are code, as in the texts of the OpenAPI document. */
export function withCode(text: string): Html[] {
  return text.split('`').map((part, i) => (i % 2 === 0 ? markup`${part}` : markup`<code>${part}</code>`));
}

/** A list of names and what they mean; entries without a meaning are left out. */
export function definitions(entries: readonly (readonly [name: string, meaning: Part])[]): Html {
  const rows = entries
    .filter(([, meaning]) => meaning !== undefined && meaning !== '' && meaning !== false)
    .map(([name, meaning]) => markup`<dt>${name}</dt><dd>${meaning}</dd>\n`);
  return markup`<dl>\n${rows}</dl>`;
}

/** A table that scrolls by itself where the screen is narrow, reachable by keyboard. */
export function table(caption: string, head: readonly string[], rows: readonly (readonly Part[])[]): Html {
  const cells = rows.map(
    (row) =>
      markup`<tr>${row.map((cell, i) => (i === 0 ? markup`<th scope="row">${cell}</th>` : markup`<td>${cell}</td>`))}</tr>\n`,
  );
  return markup`<div class="wide" role="region" aria-label="${caption}" tabindex="0"><table>
<caption>${caption}</caption>
<thead><tr>${head.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>
${cells}</tbody></table></div>`;
}

/** A column of {@linkcode cards}; figures stand at its right side. */
export interface Column {
  readonly name: string;
  readonly isFigure?: boolean;
}

/** A row of {@linkcode cards}; links lead to its id. */
export interface Row {
  readonly id?: string;
  readonly cells: readonly Part[];
}

/** A table whose rows become cards where the screen is narrow; it needs the style sheet `cards`. Its roles outlive that style. */
export function cards(caption: string, columns: readonly Column[], rows: readonly Row[]): Html {
  const head = columns.map(
    ({ name, isFigure }) =>
      markup`<th scope="col" role="columnheader"${isFigure === true && new Html(' class="number"')}>${name}</th>`,
  );
  const body = rows.map(({ id, cells }) => {
    const rest = cells.slice(1).map((cell, i) => {
      const { name, isFigure } = columns[i + 1] ?? { name: '' };
      return markup`<td role="cell" data-label="${name}"${isFigure === true && new Html(' class="number"')}>${cell}</td>`;
    });
    return markup`<tr role="row"${id !== undefined && markup` id="${id}"`}><th scope="row" role="rowheader">${cells[0]}</th>${rest}</tr>\n`;
  });
  return markup`<table role="table" class="cards">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">
${body}</tbody></table>`;
}
