import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { highlighted, type Language } from './code.ts';

/** Returns coloured code as a text, with each coloured piece and its kind in brackets. */
function pieces(code: string, language: Language): string {
  return highlighted(code, language)
    .map(({ text }) => text)
    .join('')
    .replaceAll(/<span class="(\w+)">([^<]*)<\/span>/g, '[$1 $2]')
    .replaceAll(/&#(\d+);/g, (_, char: string) => String.fromCharCode(Number(char)));
}

describe('highlighted code', () => {
  for (const [language, code, want] of [
    [
      'sh',
      `curl -s 'http://a.test/x?q=1' | head -n 1`,
      `[word curl] [key -s] [string 'http://a.test/x?q=1'] | [word head] [key -n] [number 1]`,
    ],
    ['sh', `curl "$url" # again`, `[word curl] [string "$url"] [comment # again]`],
    [
      'json',
      `{ "a": "b\\"c", "d": [-1.5, null] }`,
      `{ [key "a"]: [string "b\\"c"], [key "d"]: [[number -1.5], [number null]] }`,
    ],
    ['js', `const a = 'const'; // if`, `[word const] a = [string 'const']; [comment // if]`],
    ['js', `fetch('http://a.test')`, `fetch([string 'http://a.test'])`],
    ['python', `for a in 'in': # x`, `[word for] a [word in] [string 'in']: [comment # x]`],
    ['html', `<a href="#b">for</a>`, `[word <a] [key href]=[string "#b"][word >]for[word </a][word >]`],
    [
      'html',
      `<script>const a = 1;</script>`,
      `[word <script][word >][word const] a = [number 1];[word </script][word >]`,
    ],
    ['text', `const "a"`, `const "a"`],
  ] as const) {
    test(`${language}: ${code}`, () => assert.equal(pieces(code, language), want));
  }

  test('is escaped, whatever the language', () => {
    for (const language of ['css', 'html', 'js', 'json', 'python', 'sh', 'text'] as const)
      for (const { text } of highlighted(`<b>&"'</b>`, language))
        assert.equal(
          text
            .replaceAll(/<\/?span[^>]*>/g, '')
            .replaceAll(/&#\d+;/g, '')
            .search(/[<>"'&]/),
          -1,
          text,
        );
  });
});
