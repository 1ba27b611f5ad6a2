import type { SiteDocument } from '../../../contract/index.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collapseWhiteSpace, foldName, foldNumber, invoicedNumber } from '../../../model/index.ts';
import { markup, type Html } from '../../html.ts';
import { markdown } from '../../markdown.ts';
import { sectionPage, type SectionContent } from './section.ts';
import type { SiteFacts } from '../../site-facts.ts';

const RULES = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'folding.md');

const EXAMPLE = 'Łódź Müller & Söhne S.A.';

/** Characters that many fonts lack: East Asian characters and their wide and narrow forms. */
const RARE = /[\u2e80-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{10000}-\u{10ffff}]/gu;

/** The rules, which are read and rendered once. */
let rules: Html | undefined;

function renderedRules(): Html {
  // The page has the code points of rare characters, which every font can show.
  const text = readFileSync(RULES, 'utf8').replaceAll(RARE, escapeCharacter);
  return markup`<p class="quiet">Characters that many fonts lack are written by their code point: <code>${escapeCharacter('株')}</code>.</p>
${markdown(text)}`;
}

/** Makes the page with the rules of matching and a form to fold a text on the server: the table of 195 kB is too large for browsers. */
export function matchingPage(facts: SiteFacts, text: string | undefined): SiteDocument {
  return sectionPage(facts, '/developers/matching', matchingContent(facts, text));
}

export function matchingContent(facts: SiteFacts, text: string | undefined): SectionContent {
  rules ??= renderedRules();
  return {
    isUnlisted: text !== undefined,
    scripts: ['folding'],
    main: markup`<form class="fold" action="${facts.root}/developers/matching">
<label for="text">Text to fold</label>
<div><input id="text" name="text" value="${text ?? EXAMPLE}" maxlength="200" autocomplete="off" spellcheck="false"><button>Fold</button></div>
</form>
<div id="folded" role="status">
${foldedText(text ?? EXAMPLE)}
</div>
${rules}`,
  };
}

function escapeCharacter(char: string): string {
  return `\\u{${char.codePointAt(0)?.toString(16)}}`;
}

function foldedText(text: string): Html {
  const query = collapseWhiteSpace(text);
  const invoiced = invoicedNumber(query);
  return markup`<dl>
<dt>As a name</dt><dd>${renderFolded(foldName(text))}</dd>
<dt>As a business ID</dt><dd>${renderFolded(foldNumber(query))}</dd>
${invoiced !== undefined && markup`<dt>As a number on an invoice (${invoiced.country})</dt><dd>${renderFolded(invoiced.prefix)}</dd>`}</dl>`;
}

function renderFolded(folded: string): Html {
  return folded === '' ? markup`nothing` : markup`<code>${folded}</code>`;
}
