/**
 * Renders Markdown as HTML: documents of this project and the operator's terms of use.
 * @module
 */
import { Marked, type RendererObject, type Tokens } from 'marked';
import { Html, anchorOf, markup, table } from './html.ts';

/**
 * Returns the HTML of a document without its title. HTML in the document is shown as text. Only links to https addresses are links:
 * files of the repository are not on the site. A table has the heading before it as its caption.
 */
export function markdown(text: string): Html {
  let caption = '';
  const renderer: RendererObject = {
    heading({ tokens, text: title, depth }) {
      if (depth === 1) return '';
      caption = title;
      const content = new Html(this.parser.parseInline(tokens));
      return depth === 2
        ? markup`<h2 id="${anchorOf(title)}">${content}</h2>\n`.text
        : markup`<h3 id="${anchorOf(title)}">${content}</h3>\n`.text;
    },
    table({ header, rows }) {
      const inline = ({ tokens }: Tokens.TableCell): Html => new Html(this.parser.parseInline(tokens));
      const head = header.map(({ text: name }) => name);
      return table(
        caption,
        head,
        rows.map((row) => row.map(inline)),
      ).text;
    },
    link({ href, tokens }) {
      const content = new Html(this.parser.parseInline(tokens));
      return href.startsWith('https:') ? markup`<a href="${href}">${content}</a>`.text : content.text;
    },
    image: ({ text: description }) => markup`${description}`.text,
    html: ({ text: source }) => markup`${source}`.text,
  };
  return new Html(new Marked({ renderer }).parse(text, { async: false }));
}
