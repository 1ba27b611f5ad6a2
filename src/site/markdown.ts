/**
 * The documents of this project as HTML: headings, paragraphs, lists, tables, code, stress and links, which is what they use. Anything
 * else is refused, so that no document is ever shown as something that it is not.
 * @module
 */
import { Html, markup, table } from './html.ts';

/** Where a link of a document leads on the site; undefined where the site has no such page, and the words stay without a link. */
export type LinkOf = (target: string) => string | undefined;

/** Renders a document without its title. Throws an Error that quotes the block that it cannot read. */
export function markdown(text: string, linkOf: LinkOf): Html[] {
  const blocks = text.replaceAll('\r\n', '\n').split(/\n{2,}/);
  let heading = '';
  return blocks
    .filter((block) => block.trim() !== '' && !block.startsWith('# '))
    .map((block) => {
      const lines = block.trimEnd().split('\n');
      heading = /^#+ (.+)/.exec(block)?.[1] ?? heading;
      return markup`${blockOf(lines, heading, linkOf)}\n`;
    });
}

/** `heading` is the one that the block stands under, which names a table. */
function blockOf(lines: readonly string[], heading: string, linkOf: LinkOf): Html {
  const [first = ''] = lines;
  if (first.startsWith('|')) return tableOf(lines, heading, linkOf);
  if (first.startsWith('- ')) return markup`<ul>${items(lines, /^- /, linkOf)}</ul>`;
  if (/^\d+\. /.test(first)) return markup`<ol>${items(lines, /^\d+\. /, linkOf)}</ol>`;
  const [, marks, title] = /^(#{2,3}) (.+)$/.exec(first) ?? [];
  if (marks !== undefined && title !== undefined && lines.length === 1)
    return marks === '##'
      ? markup`<h2 id="${anchorOf(title)}">${inline(title, linkOf)}</h2>`
      : markup`<h3 id="${anchorOf(title)}">${inline(title, linkOf)}</h3>`;
  if (/^( {4}|```|~~~|[#><+]|!\[|-{3})/.test(first) || lines.slice(1).some((line) => /^(- |\d+\. |\||#)/.test(line)))
    throw new Error(`Cannot render "${lines.join('\n')}": headings, paragraphs, lists and tables are allowed`);
  return markup`<p>${inline(lines.join('\n'), linkOf)}</p>`;
}

/** An item goes on in the lines that are indented. */
function items(lines: readonly string[], bullet: RegExp, linkOf: LinkOf): Html[] {
  const texts: string[] = [];
  for (const line of lines) {
    const previous = texts.at(-1);
    if (bullet.test(line)) texts.push(line.replace(bullet, ''));
    else if (/^ {2,3}\S/.test(line) && previous !== undefined) texts[texts.length - 1] = `${previous}\n${line.trim()}`;
    else throw new Error(`Cannot render "${line}" in a list: an item begins with its mark or goes on indented`);
  }
  return texts.map((text) => markup`<li>${inline(text, linkOf)}</li>\n`);
}

function tableOf(lines: readonly string[], heading: string, linkOf: LinkOf): Html {
  const [head = [], rule = [], ...rows] = lines.map((line) => line.replace(/^\| | \|$/g, '').split(' | '));
  const isWhole = rule.every((cell) => cell === '---') && [rule, ...rows].every((row) => row.length === head.length);
  if (!isWhole) throw new Error(`Cannot render the table below "${heading}": all rows have the cells of its head`);
  return table(
    heading,
    head,
    rows.map((row) => row.map((cell) => inline(cell, linkOf))),
  );
}

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*(.+?)\*|\[([^\]]+)\]\(([^)\s]+)\)/gs;

function inline(text: string, linkOf: LinkOf): Html[] {
  const parts: Html[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, stress, label, target = ''] = match;
    parts.push(markup`${text.slice(from, match.index)}`);
    from = match.index + whole.length;
    if (code !== undefined) parts.push(markup`<code>${code}</code>`);
    else if (strong !== undefined) parts.push(markup`<strong>${inline(strong, linkOf)}</strong>`);
    else if (stress !== undefined) parts.push(markup`<em>${inline(stress, linkOf)}</em>`);
    else parts.push(linked(label ?? '', linkOf(target), linkOf));
  }
  parts.push(markup`${text.slice(from)}`);
  return parts;
}

function linked(label: string, address: string | undefined, linkOf: LinkOf): Html {
  const words = inline(label, linkOf);
  return address === undefined ? markup`${words}` : markup`<a href="${address}">${words}</a>`;
}

/** A heading's name in an address, as the hosts of repositories make it. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
