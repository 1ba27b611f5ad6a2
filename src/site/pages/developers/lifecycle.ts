import { problemPath, type Company } from '../../../contract/index.ts';
import { COMPANY_ID_PATTERN } from '../../../model/index.ts';
import { markup, table } from '../../html.ts';
import type { SectionContent } from './section.ts';
import type { SiteFacts } from '../../site-facts.ts';

/** The meaning of each state, the response for an ID in it, and what to do. */
const STATES: Readonly<
  Record<Company['lifecycle']['status'], readonly [meaning: string, response: string, action: string]>
> = {
  active: ['The record is current.', 'The profile and the current officers.', 'Nothing.'],
  redirected: [
    'The record points to a current one, for instance because two records turned out to be one company.',
    'The profile of the current record under the requested ID; its own ID is in canonical_id.',
    'Store canonical_id beside the ID or instead of it.',
  ],
  split: [
    'The company continues as several companies.',
    'The last profile and successor_ids; no officers.',
    'Get the successors, and let a person choose.',
  ],
  tombstoned: [
    'No register lists the company any more.',
    'The ID and the state only.',
    'Keep the ID: it becomes active again if the company returns.',
  ],
  restricted: [
    'Values may not be shown, for instance because a person objected.',
    'The ID and the state only.',
    'Delete what you have stored about it.',
  ],
};

/** Permanent IDs and the lifecycle states of a record. */
export function lifecyclePage(facts: SiteFacts): SectionContent {
  const { root } = facts;
  return {
    main: markup`<p>Store the <code>id</code> of a company, not its name or number: names and registry numbers change and repeat, the ID does not. It is <code>co_</code> and 26
characters that are easy to read aloud, and matches <code>${COMPANY_ID_PATTERN}</code>. Every published ID stays valid.</p>
<h2>States</h2>
<p><code>lifecycle.status</code> says whether a record is current. Search finds active records only; you see the other states when you request a stored ID.</p>
${table(
  'States of a record',
  ['Status', 'Meaning', 'Response', 'What to do'],
  Object.entries(STATES).map(([status, [meaning, response, action]]) => [
    markup`<code>${status}</code>`,
    meaning,
    response,
    action,
  ]),
)}
<h2>Absent fields</h2>
<p>A field that the registers do not publish is absent, never null and never guessed. <code>as_of_date</code> says when the register was last observed. New fields
may be added: ignore unknown fields.</p>
<h2>Officers of a redirected company</h2>
<p>They are the officers of its canonical record: <code>requested_company_id</code> holds the requested ID, <code>company_id</code> the canonical one.</p>
<p>The response to an unknown ID is <a href="${root}${problemPath('not_found')}">404 <code>not_found</code></a>; the response to a malformed ID is
<a href="${root}${problemPath('invalid_request')}">400 <code>invalid_request</code></a>.</p>`,
  };
}
