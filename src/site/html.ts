/** A text that is already HTML and is not escaped again. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value in HTML. Texts are escaped; `Html` and lists of `Html` are not; false and undefined are omitted. */
export type Child = string | number | Html | readonly Html[] | false | undefined;

/** Template tag for HTML. It escapes values as {@linkcode Child} says. */
export function markup(strings: TemplateStringsArray, ...values: readonly Child[]): Html {
  return new Html(strings.reduce((text, string, i) => text + toHtml(values[i - 1]) + string));
}

function toHtml(value: Child): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return String(value).replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Returns a text in which words between backquotes are `code` elements. */
export function withCode(text: string): Html[] {
  return text.split('`').map((piece, i) => (i % 2 === 0 ? markup`${piece}` : markup`<code>${piece}</code>`));
}

/** Returns a description list. Entries without a description are omitted. */
export function definitions(entries: readonly (readonly [name: string, description: Child])[]): Html {
  const rows = entries
    .filter(([, description]) => description !== undefined && description !== '' && description !== false)
    .map(([name, description]) => markup`<dt>${name}</dt><dd>${description}</dd>\n`);
  return markup`<dl>\n${rows}</dl>`;
}

/** Returns a table that scrolls horizontally on narrow screens, also by keyboard. */
export function table(caption: string, head: readonly string[], rows: readonly (readonly Child[])[]): Html {
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

/** Returns a table whose rows become cards on narrow screens. Needs the style sheet `cards`, and roles because it changes `display`. */
export function cards(caption: string, head: readonly string[], rows: readonly (readonly Child[])[]): Html {
  const body = rows.map(([first, ...rest]) => {
    const cells = rest.map((cell, i) => markup`<td role="cell" data-label="${head[i + 1]}">${cell}</td>`);
    return markup`<tr role="row"><th scope="row" role="rowheader">${first}</th>${cells}</tr>\n`;
  });
  return markup`<table role="table" class="cards">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${head.map((name) => markup`<th scope="col" role="columnheader">${name}</th>`)}</tr></thead>
<tbody role="rowgroup">
${body}</tbody></table>`;
}

/** A column in the line of a fold. Numbers are aligned to the right. */
interface FoldColumn {
  readonly name: string;
  readonly isNumber?: boolean;
  /** The text after the value, such as `companies`, for screen readers and for narrow screens, which have no column heads. */
  readonly unit?: string;
  /** Marks cells for the style sheet of the page. */
  readonly mark?: string;
}

/** A line that opens to show more; `id` is the fragment for links to it. */
export interface Fold {
  readonly id?: string;
  readonly cells: readonly Child[];
  readonly more: Html;
}

/**
 * Returns a list of lines that open, aligned like a table, for rows with more content than a table can show. Needs the style sheet
 * `folds`. `name` is a class whose rule sets the widths of the columns as `--columns`.
 */
export function folds(name: string, columns: readonly FoldColumn[], rows: readonly Fold[]): Html {
  const head = columns.map((column) => markup`<span class="${classOf(column)}">${column.name}</span>`);
  const items = rows.map(({ id, cells, more }) => {
    const line = columns.map((column, i) => renderCell(column, cells[i]));
    return markup`<details${id !== undefined && markup` id="${id}"`}><summary><span class="cells">${line}</span></summary>
<div class="more">${more}</div></details>
`;
  });
  return markup`<div class="folds ${name}">
<p class="cells head" aria-hidden="true">${head}</p>
${items}</div>`;
}

function renderCell(column: FoldColumn, value: Child): Html {
  const isEmpty = value === undefined || value === false || value === '';
  const unit = column.unit !== undefined && !isEmpty && markup`<span class="unit"> ${column.unit}</span>`;
  return markup`<span class="${classOf(column)}">${value}${unit}</span> `;
}

function classOf({ isNumber = false, mark }: FoldColumn): string {
  return [isNumber ? 'number' : 'text', ...(mark === undefined ? [] : [mark])].join(' ');
}

/** Returns the fragment of a heading, in the form that code hosts use. */
export function toAnchor(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
