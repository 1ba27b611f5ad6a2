import { OPERATIONS, RATE_LIMIT } from '../../../contract/index.ts';
import { markup } from '../../html.ts';
import type { SectionContent } from './section.ts';
import type { SiteFacts } from '../../site-facts.ts';

/** That there is no authentication, and why. */
export function authenticationPage({ root }: SiteFacts): SectionContent {
  const names = OPERATIONS.map(({ summary }) => summary.toLowerCase()).join(', ');
  return {
    main: markup`<p><strong>None.</strong> No operation takes a key, a token or an account, and the service never asks for one: ${names}. Send no credentials: a field
<code>Authorization</code> is ignored. The OpenAPI document says the same with an empty list, <code>"security": []</code>.</p>
<h2>Why</h2>
<ul>
<li><strong>The data is public.</strong> Registers publish it for everybody. A key would say who reads a public register, and nobody needs to know that.</li>
<li><strong>A form runs in a browser.</strong> A key in a page is no secret. Without one, a page can ask this service directly, from any origin.</li>
<li><strong>Nothing can be changed.</strong> Every operation reads. There is no request that a stranger must not send.</li>
<li><strong>Fair use does not need it.</strong> Requests are counted by client address, ${RATE_LIMIT.requests} in ${RATE_LIMIT.windowSeconds} seconds: see <a href="${root}/developers/limits">Rate limit</a>.</li>
</ul>
<h2>What that means for you</h2>
<ul>
<li>There is nothing to register, to rotate or to leak.</li>
<li>There is no account to raise a limit with. Whoever needs more runs the service: it is open source, and one file holds the data.</li>
<li>Answers are the same for everybody, so any cache may keep them: see <a href="${root}/developers/caching">Caching</a>.</li>
<li>What is kept of a request stands under <a href="${root}/privacy">Privacy</a>.</li>
</ul>`,
  };
}
