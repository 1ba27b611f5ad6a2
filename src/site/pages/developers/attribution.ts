import { attributionText } from '../../../contract/index.ts';
import { markup } from '../../html.ts';
import type { SectionContent } from './section.ts';
import type { SiteFacts } from '../../site-facts.ts';

/** The required attribution and the licences. */
export function attributionPage(facts: SiteFacts): SectionContent {
  const { root } = facts;
  return {
    main: markup`<h2>Attribution</h2>
<p>Every successful response has a field <code>attribution</code>. Show its text near the data wherever you display the data, and make it legible:</p>
<p class="note">${attributionText(facts.dataProvider)}</p>
<p>Take the text from the response: the operator can change it.</p>
<h2>Data</h2>
<p>Data keeps the licence of the register that publishes it. Most licences require that the source is named; some require more. <a href="${root}/coverage">Coverage</a> lists the
register of each country, its licence and the required attribution. The <code>source</code> of an officer names the publishing system.</p>
<p>Officers are people. Names from an open register are still personal data: store them only for a reason, keep them current, and delete what is
<a href="${root}/developers/lifecycle">restricted</a>.</p>
<h2>Code</h2>
<p>The software is open source under the Apache License 2.0.</p>`,
  };
}
