/**
 * Renders the documents of this project as HTML. It supports what they use: headings, paragraphs, lists, tables, code, emphasis
 * and links. Anything else is an error, so that no document is shown wrongly.
 * @module
 */
import { markup, table, type Html } from './html.ts';

/**
 * Renders a document without its title. Links to files are shown as plain text, because the files are not on the site. Throws an
 * Error that quotes a block that is not supported.
 */
export function markdown(text: string): Html[] {
  const blocks = text.replaceAll('\r\n', '\n').split(/\n{2,}/);
  let heading = '';
  return blocks
    .filter((block) => block.trim() !== '' && !block.startsWith('# '))
    .map((block) => {
      const lines = block.trimEnd().split('\n');
      heading = /^#+ (.+)/.exec(block)?.[1] ?? heading;
      return markup`${blockOf(lines, heading)}\n`;
    });
}

/** Why a text cannot be rendered; undefined where it can. */
export function markdownFault(text: string): string | undefined {
  try {
    markdown(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** `heading` is the last heading before the block; a table takes it as its caption. */
function blockOf(lines: readonly string[], heading: string): Html {
  const [first = ''] = lines;
  if (first.startsWith('|')) return tableOf(lines, heading);
  if (first.startsWith('- ')) return markup`<ul>${items(lines, /^- /)}</ul>`;
  if (/^\d+\. /.test(first)) return markup`<ol>${items(lines, /^\d+\. /)}</ol>`;
  const [, marks, title] = /^(#{2,3}) (.+)$/.exec(first) ?? [];
  if (marks !== undefined && title !== undefined && lines.length === 1)
    return marks === '##'
      ? markup`<h2 id="${anchorOf(title)}">${inline(title)}</h2>`
      : markup`<h3 id="${anchorOf(title)}">${inline(title)}</h3>`;
  if (/^( {4}|```|~~~|[#><+]|!\[|-{3})/.test(first) || lines.slice(1).some((line) => /^(- |\d+\. |\||#)/.test(line)))
    throw new Error(`Cannot render "${lines.join('\n')}": only headings, paragraphs, lists and tables are supported`);
  return markup`<p>${inline(lines.join('\n'))}</p>`;
}

/** An item continues in indented lines. */
function items(lines: readonly string[], bullet: RegExp): Html[] {
  const texts: string[] = [];
  for (const line of lines) {
    const previous = texts.at(-1);
    if (bullet.test(line)) texts.push(line.replace(bullet, ''));
    else if (/^ {2,3}\S/.test(line) && previous !== undefined) texts[texts.length - 1] = `${previous}\n${line.trim()}`;
    else
      throw new Error(
        `Cannot render "${line}" in a list: an item begins with "- " or "1. ", and its other lines are indented`,
      );
  }
  return texts.map((text) => markup`<li>${inline(text)}</li>\n`);
}

function tableOf(lines: readonly string[], heading: string): Html {
  const [head = [], rule = [], ...rows] = lines.map((line) => line.replace(/^\| | \|$/g, '').split(' | '));
  const isWhole = rule.every((cell) => cell === '---') && [rule, ...rows].every((row) => row.length === head.length);
  if (!isWhole)
    throw new Error(`Cannot render the table below "${heading}": every row must have as many cells as the head`);
  return table(
    heading,
    head,
    rows.map((row) => row.map((cell) => inline(cell))),
  );
}

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*(.+?)\*|\[([^\]]+)\]\(([^)\s]+)\)/gs;

function inline(text: string): Html[] {
  const children: Html[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, emphasis, label, target = ''] = match;
    children.push(markup`${text.slice(from, match.index)}`);
    from = match.index + whole.length;
    if (code !== undefined) children.push(markup`<code>${code}</code>`);
    else if (strong !== undefined) children.push(markup`<strong>${inline(strong)}</strong>`);
    else if (emphasis !== undefined) children.push(markup`<em>${inline(emphasis)}</em>`);
    else children.push(linked(label ?? '', target));
  }
  children.push(markup`${text.slice(from)}`);
  return children;
}

function linked(label: string, target: string): Html {
  const text = inline(label);
  return target.startsWith('https:') ? markup`<a href="${target}">${text}</a>` : markup`${text}`;
}

/** The fragment of a heading, formed as code hosts do. */
export function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
