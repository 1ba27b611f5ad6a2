import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { markdown } from './markdown.ts';

const rendered = (text: string): string =>
  markdown(text)
    .map((html) => html.text)
    .join('')
    .trimEnd();

describe('a document as HTML', () => {
  const cases: readonly (readonly [what: string, text: string, html: string])[] = [
    ['leaves out its title', '# Title\n\nText.', '<p>Text.</p>'],
    ['names headings', '## One `a`, two', '<h2 id="one-a-two">One <code>a</code>, two</h2>'],
    ['has smaller headings', '### Three', '<h3 id="three">Three</h3>'],
    ['joins the lines of a paragraph', 'One\ntwo', '<p>One\ntwo</p>'],
    ['continues an item in indented lines', '- a\n  b\n- c', '<ul><li>a\nb</li>\n<li>c</li>\n</ul>'],
    ['numbers steps', '1. a\n   b\n2. c', '<ol><li>a\nb</li>\n<li>c</li>\n</ol>'],
    ['emphasises', '**a *b* `c`** d', '<p><strong>a <em>b</em> <code>c</code></strong> d</p>'],
    ['emphasises across lines', '**a\nb**', '<p><strong>a\nb</strong></p>'],
    ['leaves code as it is', '`**a** <b>`', '<p><code>**a** &#60;b&#62;</code></p>'],
    ['escapes', 'a <b> & "c"', '<p>a &#60;b&#62; &#38; &#34;c&#34;</p>'],
    ['links', '[a `b`](https://c.test/)', '<p><a href="https://c.test/">a <code>b</code></a></p>'],
    ['shows a link to a file as plain text', '[a](b.md)', '<p>a</p>'],
  ];
  for (const [what, text, html] of cases) test(what, () => assert.equal(rendered(text), html));

  test('has tables, named by their heading', () => {
    const html = rendered('## Name\n\n| A | B |\n| --- | --- |\n| `a` | b |');
    assert.match(html, /<caption>Name<\/caption>/);
    assert.match(html, /<tr><th scope="row"><code>a<\/code><\/th><td>b<\/td><\/tr>/);
  });

  for (const text of [
    '    code',
    '```\na\n```',
    '> quote',
    '<b>',
    '#### deep',
    '![a](b.png)',
    'a\n- b',
    '- a\nb',
    '| A | B |\n| --- | --- |\n| a |',
    '---',
  ])
    test(`rejects unsupported Markdown: ${JSON.stringify(text)}`, () => assert.throws(() => rendered(text), /Cannot/));
});
