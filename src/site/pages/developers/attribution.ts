import { attributionText, type ServiceFacts } from '../../../contract/index.ts';
import { markup } from '../../html.ts';
import type { Page } from '../../page.ts';
import { sectionPage } from './section.ts';

/** What must be shown, and where the terms of each register stand. */
export function attributionPage(facts: ServiceFacts): Page {
  const { siteUrl } = facts;
  return sectionPage(facts, '/developers/attribution', {
    main: markup`<h2>Show this</h2>
<p>Every successful answer has a field <code>attribution</code>. Its text must be shown wherever the data is displayed, near it and legible:</p>
<p class="note">${attributionText(facts.dataProvider)}</p>
<p>Take the text from the answer instead of writing it down: it is the operator’s, and can change.</p>
<h2>Data</h2>
<p>Data keeps the licence of the register that publishes it. Most ask for their source to be named; some ask for more. <a href="${siteUrl}/coverage">Coverage</a> lists for each country
the register, its licence and the attribution that it asks for. An officer’s <code>source</code> names the publishing system with each name.</p>
<p>Officers are people. Names from an open register are still personal data: have a reason to keep them, keep them current, and remove what has
been <a href="${siteUrl}/developers/lifecycle">restricted</a>.</p>
<h2>Code</h2>
<p>The software is open source under the Apache License 2.0.</p>`,
  });
}
