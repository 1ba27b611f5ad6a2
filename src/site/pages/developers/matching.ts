import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceFacts } from '../../../contract/index.ts';
import { collapseWhiteSpace, foldName, foldNumber } from '../../../model/index.ts';
import { markup, type Html } from '../../html.ts';
import { markdown } from '../../markdown.ts';
import type { Page } from '../../page.ts';
import { sectionPage } from './section.ts';

const RULES = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'folding.md');

/** The rules are the same for everybody: read and rendered once. */
let rules: readonly Html[] | undefined;

/**
 * The rules of matching, and a form that shows how a text folds. The table of transliteration is 195 kB, too much for a browser, so
 * the service folds.
 */
export function matchingPage(facts: ServiceFacts, text: string | undefined): Page {
  rules ??= markdown(readFileSync(RULES, 'utf8'), (target) => (target.startsWith('https:') ? target : undefined));
  return sectionPage(facts, '/developers/matching', {
    isUnlisted: text !== undefined,
    scripts: ['folding'],
    main: markup`<form class="fold" action="${facts.siteUrl}/developers/matching">
<label for="text">How does this text fold?</label>
<div><input id="text" name="text" value="${text ?? 'Łódź Müller & Söhne S.A.'}" maxlength="200" autocomplete="off" spellcheck="false"><button>Fold</button></div>
</form>
<div id="folded" role="status">
${foldedText(text ?? 'Łódź Müller & Söhne S.A.')}
</div>
${rules}`,
  });
}

function foldedText(text: string): Html {
  const show = (folded: string): Html => (folded === '' ? markup`nothing` : markup`<code>${folded}</code>`);
  return markup`<dl>
<dt>As a name</dt><dd>${show(foldName(text))}</dd>
<dt>As a business ID</dt><dd>${show(foldNumber(collapseWhiteSpace(text)))}</dd>
</dl>`;
}
