/**
 * The code on pages for developers. It is coloured when a page is made, so that no script runs in the browser. Regular expressions find
 * strings, comments, words and numbers; the code is not parsed.
 * @module
 */
import { Html, markup } from './html.ts';
import type { ExampleRequest, SiteFacts } from './site-facts.ts';

/** The languages of examples; `text` is not coloured. */
export type Language = 'css' | 'html' | 'js' | 'json' | 'python' | 'sh' | 'text';

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
    // A shell string may span several lines.
    ['string', /"(?:[^"\\]|\\[^])*"|'[^']*'/],
    ['word', /(?<=(?:^|[|(]|\$\()\s*)(?:curl|grep|head|npm|npx|sed|tr)\b/m],
    ['key', /(?<=\s)--?[A-Za-z][\w-]*/],
    ['number', /\$\w+|(?<![\w-])\d+\b/],
  ],
};

/** Whether a text is the name of a language. */
export function isLanguage(name: string): name is Language {
  return name === 'text' || Object.hasOwn(RULES, name);
}

const SCRIPT = /(<script[^>]*>)([^]*?)(?=<\/script>)/;

/** Returns code as HTML. Each coloured piece has its kind as its class; the text is the unchanged code. */
export function highlighted(source: string, language: Language): Html[] {
  if (language === 'text') return [markup`${source}`];
  if (language !== 'html') return coloured(source, RULES[language]);
  // The content of a script element is JavaScript.
  return source.split(SCRIPT).flatMap((part, i) => coloured(part, i % 3 === 2 ? RULES.js : RULES.html));
}

/** Returns a value as indented JSON. */
export function highlightedJson(value: object): Html[] {
  return highlighted(JSON.stringify(value, null, 2), 'json');
}

function coloured(source: string, rules: Rules): Html[] {
  const pattern = new RegExp(rules.map(([, rule]) => `(${rule.source})`).join('|'), 'gm');
  const pieces: Html[] = [];
  let from = 0;
  for (const match of source.matchAll(pattern)) {
    const [text, ...groups] = match;
    const kind = rules[groups.findIndex((group) => group !== undefined)]?.[0] ?? '';
    pieces.push(markup`${source.slice(from, match.index)}<span class="${kind}">${text}</span>`);
    from = match.index + text.length;
  }
  return [...pieces, markup`${source.slice(from)}`];
}

/** The program that runs an example. A test runs every example and compares its output with the page. */
export type Runner = 'sh' | 'browser' | 'node' | 'python';

const LANGUAGES: Readonly<Record<Runner, Language>> = { sh: 'sh', browser: 'js', node: 'js', python: 'python' };

/** Returns an example and its output over the bundled sample. */
export function example(runner: Runner, source: string, printed: string): Html {
  return markup`${codeToRun(runner, source)}\n${output(printed)}`;
}

/** Maximum number of characters of a response on a page. */
const RESPONSE_CHARS_MAX = 8000;

/**
 * Returns an example for a shell with the response of this service, or the code without a response if there is none.
 * @param shown returns the part of the response that the command prints
 */
export async function exampleRequest(
  { responseTo }: Pick<SiteFacts, 'responseTo'>,
  request: ExampleRequest,
  source: string,
  shown: (response: string) => string = (response) => response,
): Promise<Html> {
  const response = await responseTo?.(request);
  const text = response === undefined ? '' : shown(response);
  if (text === '' || text.length > RESPONSE_CHARS_MAX) return code('sh', source);
  return example('sh', source, text.startsWith('{') ? JSON.stringify(JSON.parse(text), null, 2) : text);
}

/** Returns the code of an example. {@linkcode output} completes the example. */
export function codeToRun(runner: Runner, source: string): Html {
  return markup`<div class="run"><pre tabindex="0" data-run="${runner}"><code>${highlighted(source, LANGUAGES[runner])}</code></pre>`;
}

export function output(printed: string): Html {
  const language = printed.startsWith('{') ? 'json' : 'text';
  return markup`<pre tabindex="0" class="prints" aria-label="Output" data-prints><code>${highlighted(printed, language)}</code></pre></div>`;
}

/** Returns a text as a quoted word for a shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns code that is not run. */
export function code(language: Language, source: string): Html {
  return markup`<pre tabindex="0"><code>${highlighted(source, language)}</code></pre>`;
}

/** Returns tabs that work without scripts: the style sheet shows the panel of the checked radio button. `name` is unique on the page. */
export function tabs(name: string, label: string, choices: readonly (readonly [name: string, content: Html])[]): Html {
  const buttons = choices.map(
    ([choice], i) =>
      markup`<input type="radio" name="${name}" id="${name}-${i}"${i === 0 && new Html(' checked')}><label for="${name}-${i}">${choice}</label>\n`,
  );
  const panels = choices.map(
    ([choice, content]) => markup`<div class="panel" role="group" aria-label="${choice}">${content}</div>\n`,
  );
  return markup`<fieldset class="tabs"><legend>${label}</legend>
${buttons}${panels}</fieldset>`;
}

/** A placeholder for parts of an output that differ from run to run. */
export const VARIES = '…';
