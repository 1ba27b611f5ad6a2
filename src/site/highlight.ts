/**
 * Colours code when a page is made, so that no script runs in the browser. It finds strings, comments, words and numbers in the languages
 * of the examples by regular expressions. It does not parse.
 * @module
 */
import { markup, type Html } from './html.ts';

/** The languages of examples; `text` is not coloured. */
export type Language = 'css' | 'html' | 'http' | 'js' | 'json' | 'python' | 'sh' | 'text';

/** The kind of a piece of code, which is the class of its element in styles/code.css. */
type Kind = 'comment' | 'key' | 'number' | 'string' | 'word';
type Rules = readonly (readonly [kind: Kind, pattern: RegExp])[];

const DOUBLE = /"(?:[^"\\\n]|\\[^])*"/;
const SINGLE = /'(?:[^'\\\n]|\\[^])*'/;
const STRING = new RegExp(`${DOUBLE.source}|${SINGLE.source}`);
const NUMBER = /(?<![\w-])-?\d+(?:\.\d+)?\b/;

const RULES: Readonly<Record<Exclude<Language, 'text'>, Rules>> = {
  css: [
    ['comment', /\/\*[^]*?\*\//],
    ['key', /--[\w-]+|[\w-]+(?=: )/],
    ['word', /::?[\w-]+|(?<=^|\s)[a-z]+(?:-[a-z]+)?(?=[ :{.[])/],
    ['number', /#[\da-f]{3,8}\b|\b\d+(?:\.\d+)?(?:rem|px|em|%)?/],
  ],
  html: [
    ['comment', /<!--[^]*?-->/],
    ['word', /<\/?[\w-]+|\/?>/],
    ['string', DOUBLE],
    ['key', /(?<=\s)[@:]?[a-z][\w-]*(?=[=\s>/])/],
  ],
  http: [
    ['word', /^(?:GET|HTTP\/[\d.]+)/m],
    ['key', /^[\w-]+(?=: )/m],
    ['number', NUMBER],
  ],
  js: [
    ['comment', /\/\/[^\n]*|\/\*[^]*?\*\//],
    ['string', new RegExp(`${STRING.source}|${/`(?:[^`\\]|\\[^])*`/.source}`)],
    [
      'word',
      /\b(?:as|async|await|break|catch|const|else|export|for|from|function|if|import|let|new|of|return|throw|try|type|typeof)\b/,
    ],
    ['key', /<\/?[a-z][\w-]*|(?<=<[^>]*\s)[\w-]+(?==)/],
    ['number', /\b(?:true|false|null|undefined)\b|(?<![\w-])\d+(?:\.\d+)?\b/],
  ],
  json: [
    ['key', new RegExp(`${DOUBLE.source}(?=\\s*:)`)],
    ['string', DOUBLE],
    ['number', new RegExp(`${NUMBER.source}|\\b(?:true|false|null)\\b`)],
  ],
  python: [
    ['comment', /#[^\n]*/],
    ['string', STRING],
    ['word', /\b(?:and|as|def|else|for|from|if|import|in|is|not|or|return|while|with|yield)\b/],
    ['number', /\b(?:True|False|None)\b|(?<![\w-])\d+(?:\.\d+)?\b/],
  ],
  sh: [
    ['comment', /(?<=^|\s)#[^\n]*/m],
    // A string of the shell may have several lines.
    ['string', /"(?:[^"\\]|\\[^])*"|'[^']*'/],
    ['word', /(?<=(?:^|[|(]|\$\()\s*)(?:curl|grep|head|npm|npx|sed|tr)\b/m],
    ['key', /(?<=\s)--?[A-Za-z][\w-]*/],
    ['number', /\$\w+|(?<![\w-])\d+\b/],
  ],
};

/** Whether a name is one of a language. */
export function isLanguage(name: string): name is Language {
  return name === 'text' || Object.hasOwn(RULES, name);
}

const SCRIPT = /(<script[^>]*>)([^]*?)(?=<\/script>)/;

/** The code as HTML, each piece with its kind as its class. The text of the HTML is the unchanged code. */
export function highlighted(code: string, language: Language): Html[] {
  if (language === 'text') return [markup`${code}`];
  if (language !== 'html') return coloured(code, RULES[language]);
  // The content of a script element is JavaScript.
  return code.split(SCRIPT).flatMap((part, i) => coloured(part, i % 3 === 2 ? RULES.js : RULES.html));
}

/** A value as indented JSON. */
export function highlightedJson(value: object): Html[] {
  return highlighted(JSON.stringify(value, null, 2), 'json');
}

function coloured(code: string, rules: Rules): Html[] {
  const pattern = new RegExp(rules.map(([, { source }]) => `(${source})`).join('|'), 'gm');
  const pieces: Html[] = [];
  let from = 0;
  for (const match of code.matchAll(pattern)) {
    const [text, ...groups] = match;
    const kind = rules[groups.findIndex((group) => group !== undefined)]?.[0] ?? '';
    pieces.push(markup`${code.slice(from, match.index)}<span class="${kind}">${text}</span>`);
    from = match.index + text.length;
  }
  return [...pieces, markup`${code.slice(from)}`];
}
