import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceFacts } from '../../../contract/index.ts';
import { collapseWhiteSpace, foldName, foldNumber } from '../../../model/index.ts';
import { markup, type Html } from '../../html.ts';
import { markdown } from '../../markdown.ts';
import type { Page } from '../../page.ts';
import { sectionPage } from './section.ts';

const RULES = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'folding.md');

/** Before this heading the page tells what folding does; behind it stand the tables that test it. */
const CORPUS = '## Corpus of names';
const SHOWN = 'Łódź Müller & Söhne S.A.';

/** The rules are the same for everybody: read and rendered once. */
let rules: Html | undefined;

function renderedRules(): Html {
  const text = readFileSync(RULES, 'utf8');
  const start = text.indexOf(CORPUS);
  return markup`${markdown(text.slice(0, start))}<details>
<summary>All examples, which are tests of the service</summary>
${markdown(text.slice(start))}</details>`;
}

/**
 * The rules of matching, and a form that shows how a text folds. The table of transliteration is 195 kB, too much for a browser, so
 * the service folds.
 */
export function matchingPage(facts: ServiceFacts, text: string | undefined): Page {
  rules ??= renderedRules();
  return sectionPage(facts, '/developers/matching', {
    isUnlisted: text !== undefined,
    scripts: ['folding'],
    main: markup`<form class="fold" action="${facts.siteUrl}/developers/matching">
<label for="text">How does this text fold?</label>
<div><input id="text" name="text" value="${text ?? SHOWN}" maxlength="200" autocomplete="off" spellcheck="false"><button>Fold</button></div>
</form>
<div id="folded" role="status">
${foldedText(text ?? SHOWN)}
</div>
${rules}`,
  });
}

function foldedText(text: string): Html {
  return markup`<dl>
<dt>As a name</dt><dd>${codeOf(foldName(text))}</dd>
<dt>As a business ID</dt><dd>${codeOf(foldNumber(collapseWhiteSpace(text)))}</dd>
</dl>`;
}

function codeOf(folded: string): Html {
  return folded === '' ? markup`nothing` : markup`<code>${folded}</code>`;
}
