import { markup, type Child, type Column, type Html } from './html.ts';

/** A column of a fold's line. */
export interface FoldColumn extends Column {
  /** The text after the value on narrow screens, which show no column heads, and for screen readers, such as `companies`. */
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
 * A list of lines that open, aligned as a table: for rows with more content than a table can show. It needs the style sheet `folds`;
 * `name` is a class whose rule sets the widths of the columns as `--columns`.
 */
export function folds(name: string, columns: readonly FoldColumn[], rows: readonly Fold[]): Html {
  const head = columns.map((column) => markup`<span class="${classOf(column)}">${column.name}</span>`);
  const items = rows.map(({ id, cells, more }) => {
    const line = columns.map((column, i) => cellOf(column, cells[i]));
    return markup`<details${id !== undefined && markup` id="${id}"`}><summary><span class="cells">${line}</span></summary>
<div class="more">${more}</div></details>
`;
  });
  return markup`<div class="folds ${name}">
<p class="cells head" aria-hidden="true">${head}</p>
${items}</div>`;
}

function cellOf(column: FoldColumn, value: Child): Html {
  const isEmpty = value === undefined || value === false || value === '';
  const unit = column.unit !== undefined && !isEmpty && markup`<span class="unit"> ${column.unit}</span>`;
  return markup`<span class="${classOf(column)}">${value}${unit}</span> `;
}

function classOf({ isNumber = false, mark }: FoldColumn): string {
  return [isNumber ? 'number' : 'text', ...(mark === undefined ? [] : [mark])].join(' ');
}
