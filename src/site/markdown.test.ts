import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { markdown } from './markdown.ts';

const rendered = (text: string): string => markdown(text).text.trimEnd();

describe('a document as HTML', () => {
  const cases: readonly (readonly [what: string, text: string, html: string])[] = [
    ['leaves out its title', '# Title\n\nText.', '<p>Text.</p>'],
    ['names headings', '## One `a`, two', '<h2 id="one-a-two">One <code>a</code>, two</h2>'],
    ['has smaller headings', '### Three', '<h3 id="three">Three</h3>'],
    ['leaves code as it is', '`**a** <b>`', '<p><code>**a** &lt;b&gt;</code></p>'],
    ['links', '[a `b`](https://c.test/)', '<p><a href="https://c.test/">a <code>b</code></a></p>'],
    ['shows a link to a file as plain text', '[a](b.md)', '<p>a</p>'],
    ['shows a link that runs a script as plain text', '[a](javascript:alert(1))', '<p>a</p>'],
    ['shows an image by its description', '![a <b>](b.png)', '<p>a &#60;b&#62;</p>'],
    ['shows HTML as text', 'a <b onclick="x()">', '<p>a &#60;b onclick=&#34;x()&#34;&#62;</p>'],
    ['shows a script as text', '<script>x()</script>', '&#60;script&#62;x()&#60;/script&#62;'],
  ];
  for (const [what, text, html] of cases) test(what, () => assert.equal(rendered(text), html));

  test('has tables, named by their heading', () => {
    const html = rendered('## Name\n\n| A | B |\n| --- | --- |\n| `a` | b |');
    assert.match(html, /<caption>Name<\/caption>/);
    assert.match(html, /<tr><th scope="row"><code>a<\/code><\/th><td>b<\/td><\/tr>/);
  });
});
