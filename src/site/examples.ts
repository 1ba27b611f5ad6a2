/** The code on pages for developers. */
import { highlighted, type Language } from './highlight.ts';
import { Html, markup } from './html.ts';

/** The program that runs an example. A test runs every example and compares its output with the page. */
export type Runner = 'sh' | 'browser' | 'node' | 'python';

const LANGUAGES: Readonly<Record<Runner, Language>> = { sh: 'sh', browser: 'js', node: 'js', python: 'python' };

/** An example and its output on the bundled sample. */
export function example(runner: Runner, source: string, printed: string): Html {
  return markup`${codeToRun(runner, source)}\n${output(printed)}`;
}

/** The beginning of an example. {@linkcode output} ends it. */
export function codeToRun(runner: Runner, source: string): Html {
  return markup`<div class="run"><pre tabindex="0" data-run="${runner}"><code>${highlighted(source, LANGUAGES[runner])}</code></pre>`;
}

export function output(printed: string): Html {
  const language = printed.startsWith('{') ? 'json' : 'text';
  return markup`<pre tabindex="0" class="prints" aria-label="Output" data-prints><code>${highlighted(printed, language)}</code></pre></div>`;
}

/** A text as a quoted word of a shell. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Code that is not run. */
export function code(language: Language, source: string): Html {
  return markup`<pre tabindex="0"><code>${highlighted(source, language)}</code></pre>`;
}

/** A choice between contents that works without scripts: of as many radio buttons and panels, the style sheet shows one. `name` is unique on the page. */
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

/** Stands for the parts of an output that differ from run to run. */
export const VARIES = '…';
