/**
 * Renders Markdown as HTML: texts of the site, documents of this project and the operator's terms of use.
 * @module
 */
import { Marked, type RendererObject, type Tokens } from 'marked';
import { code, codeToRun, output, type Runner, isLanguage } from './code.ts';
import { Html, markup, table, toAnchor } from './html.ts';

const CAPTION = 'Table: ';

/** Returns a block of code. In texts of the site, a block `run node` is an example, and the next block, `prints`, is its output. */
function renderCode(source: string, info: string, isOfSite: boolean): Html {
  if (isOfSite && info === 'prints') return output(source);
  if (isOfSite && info.startsWith('run ')) return codeToRun(info.slice('run '.length) as Runner, source);
  return code(isLanguage(info) ? info : 'text', source);
}

/**
 * Returns the HTML of a document without its title. HTML in the document is shown as text, and only links to https addresses are links:
 * files of the repository are not on the site. With `root`, the text is one of the site: it may contain HTML and links to site paths.
 * The caption of a table is the paragraph before it that begins with `Table: `, or the heading before it.
 */
export function markdown(text: string, root?: string): Html {
  let caption = '';
  const renderer: RendererObject = {
    heading({ tokens, text: title, depth }) {
      if (depth === 1) return '';
      caption = title;
      const content = new Html(this.parser.parseInline(tokens));
      return depth === 2
        ? markup`<h2 id="${toAnchor(title)}">${content}</h2>\n`.text
        : markup`<h3 id="${toAnchor(title)}">${content}</h3>\n`.text;
    },
    paragraph({ tokens, text: content }) {
      if (!content.startsWith(CAPTION)) return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      caption = content.slice(CAPTION.length);
      return '';
    },
    table({ header, rows }) {
      const inline = ({ tokens }: Tokens.TableCell): Html => new Html(this.parser.parseInline(tokens));
      const head = header.map(({ text: name }) => name);
      return `${
        table(
          caption,
          head,
          rows.map((row) => row.map(inline)),
        ).text
      }\n`;
    },
    code: ({ text: source, lang = '' }) => `${renderCode(source, lang, root !== undefined).text}\n`,
    blockquote({ tokens }) {
      return `<div class="note">${this.parser.parse(tokens)}</div>\n`;
    },
    link({ href, tokens }) {
      const content = new Html(this.parser.parseInline(tokens));
      if (href.startsWith('https:')) return markup`<a href="${href}">${content}</a>`.text;
      return root !== undefined && href.startsWith('/')
        ? markup`<a href="${root}${href}">${content}</a>`.text
        : content.text;
    },
    image: ({ text: description }) => markup`${description}`.text,
    html: ({ text: source }) => (root === undefined ? markup`${source}`.text : source),
  };
  return new Html(new Marked({ renderer }).parse(text, { async: false }));
}
