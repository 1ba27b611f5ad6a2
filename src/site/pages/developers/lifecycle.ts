import { problemPath, type Company, type ServiceFacts } from '../../../contract/index.ts';
import { COMPANY_ID_PATTERN } from '../../../model/index.ts';
import { markup, table } from '../../html.ts';
import type { Page } from '../../page.ts';
import { sectionPage } from './section.ts';

/** What each state means, what an ID in it answers, and what to do. */
const STATES: Readonly<
  Record<Company['lifecycle']['status'], readonly [means: string, answers: string, what: string]>
> = {
  active: ['The record is current.', 'The profile and the current officers.', 'Nothing.'],
  redirected: [
    'The record points to a current one, for instance because two turned out to be one company.',
    'The profile of the current record under the requested ID, its own ID in canonical_id.',
    'Store canonical_id beside the ID or in its place.',
  ],
  split: [
    'The record continues as several.',
    'Its own profile and successor_ids; no officers.',
    'Ask for the successors, and let a person choose.',
  ],
  tombstoned: [
    'No register speaks of the company any more.',
    'Its ID and its state alone.',
    'Keep the ID: should the company come back, it comes back under it.',
  ],
  restricted: [
    'Values may not be shown, for instance because a person objected.',
    'Its ID and its state alone.',
    'Remove what you have stored of it.',
  ],
};

/** Why IDs last, and what may become of a record. */
export function lifecyclePage(facts: ServiceFacts): Page {
  const { siteUrl } = facts;
  return sectionPage(facts, '/developers/lifecycle', {
    main: markup`<p>Store the <code>id</code> of a company, not its name or number: names and registry numbers change and repeat, the ID does not. It is <code>co_</code> and 26
characters that a person can read out, and matches <code>${COMPANY_ID_PATTERN}</code>. An ID that was ever published keeps answering.</p>
<h2>States</h2>
<p><code>lifecycle.status</code> says whether a record is current. Search finds active records only; every other state is met through an ID that was stored.</p>
${table(
  'States of a record',
  ['Status', 'Meaning', 'What its ID answers', 'What to do'],
  Object.entries(STATES).map(([status, [means, answers, what]]) => [
    markup`<code>${status}</code>`,
    means,
    answers,
    what,
  ]),
)}
<h2>Absent means unpublished</h2>
<p>A field that the registers do not publish is absent, never null and never guessed. <code>as_of_date</code> says when the register was last observed. Unknown fields
may be added one day: ignore what you do not know.</p>
<h2>Officers of a redirected company</h2>
<p>They are those of its canonical record: <code>requested_company_id</code> holds the ID you asked for, <code>company_id</code> the canonical one.</p>
<p>An ID under which no company is visible is answered <a href="${siteUrl}${problemPath('not_found')}">404 <code>not_found</code></a>; one of another format
<a href="${siteUrl}${problemPath('invalid_request')}">400 <code>invalid_request</code></a>.</p>`,
  });
}
