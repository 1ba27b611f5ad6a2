/**
 * The documents of this project as HTML: headings, paragraphs, lists, tables, code, stress and links, which is what they use. Anything
 * else is refused, so that no document is ever shown as something that it is not.
 * @module
 */
import { markup, table, type Html } from './html.ts';

/**
 * Renders a document without its title. Files that it links are not on the site: their names stay, without a link. Throws an Error that
 * quotes the block that it cannot read.
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

/** `heading` is the one that the block stands under, which names a table. */
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
    throw new Error(`Cannot render "${lines.join('\n')}": headings, paragraphs, lists and tables are allowed`);
  return markup`<p>${inline(lines.join('\n'))}</p>`;
}

/** An item goes on in the lines that are indented. */
function items(lines: readonly string[], bullet: RegExp): Html[] {
  const texts: string[] = [];
  for (const line of lines) {
    const previous = texts.at(-1);
    if (bullet.test(line)) texts.push(line.replace(bullet, ''));
    else if (/^ {2,3}\S/.test(line) && previous !== undefined) texts[texts.length - 1] = `${previous}\n${line.trim()}`;
    else throw new Error(`Cannot render "${line}" in a list: an item begins with its mark or goes on indented`);
  }
  return texts.map((text) => markup`<li>${inline(text)}</li>\n`);
}

function tableOf(lines: readonly string[], heading: string): Html {
  const [head = [], rule = [], ...rows] = lines.map((line) => line.replace(/^\| | \|$/g, '').split(' | '));
  const isWhole = rule.every((cell) => cell === '---') && [rule, ...rows].every((row) => row.length === head.length);
  if (!isWhole) throw new Error(`Cannot render the table below "${heading}": all rows have the cells of its head`);
  return table(
    heading,
    head,
    rows.map((row) => row.map((cell) => inline(cell))),
  );
}

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*(.+?)\*|\[([^\]]+)\]\(([^)\s]+)\)/gs;

function inline(text: string): Html[] {
  const parts: Html[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, stress, label, target = ''] = match;
    parts.push(markup`${text.slice(from, match.index)}`);
    from = match.index + whole.length;
    if (code !== undefined) parts.push(markup`<code>${code}</code>`);
    else if (strong !== undefined) parts.push(markup`<strong>${inline(strong)}</strong>`);
    else if (stress !== undefined) parts.push(markup`<em>${inline(stress)}</em>`);
    else parts.push(linked(label ?? '', target));
  }
  parts.push(markup`${text.slice(from)}`);
  return parts;
}

function linked(label: string, target: string): Html {
  const words = inline(label);
  return target.startsWith('https:') ? markup`<a href="${target}">${words}</a>` : markup`${words}`;
}

/** A heading's name in an address, as the hosts of repositories make it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
