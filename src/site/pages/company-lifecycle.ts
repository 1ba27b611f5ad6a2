import type { Company, ServiceFacts } from '../../contract/index.ts';
import { markup, type Html } from '../html.ts';

/** What stands in place of a name that is not published. */
export function unnamedTitle(status: Company['lifecycle']['status']): string {
  if (status === 'restricted') return 'A company whose values are withheld';
  if (status === 'tombstoned') return 'A company that has left its register';
  return 'A company without a published name';
}

/** What the lifecycle state of a record means, with links to where it goes on; nothing for one that is active. */
export function lifecycleNote(facts: ServiceFacts, company: Company): Html | undefined {
  const { status } = company.lifecycle;
  return status === 'active' ? undefined : markup`<div class="note">${NOTES[status](facts, company)}</div>\n`;
}

const NOTES: Readonly<
  Record<Exclude<Company['lifecycle']['status'], 'active'>, (facts: ServiceFacts, company: Company) => Html>
> = {
  redirected: ({ siteUrl }, { name, lifecycle: { canonical_id: canonical } }) =>
    markup`<p><strong>This ID now leads to ${linkTo(siteUrl, canonical, name)}.</strong> Two records turned out to be one company, or one went on as the
other. What stands below is the current record, whose own ID is <code>${canonical}</code>; the ID you asked for goes on working.</p>`,
  split: ({ siteUrl }, { lifecycle: { successor_ids: successors = [] } }) =>
    markup`<p><strong>This company was split.</strong> It goes on as:</p>
<ul>
${successors.map((id) => markup`<li>${linkTo(siteUrl, id, undefined)}</li>\n`)}</ul>
<p>What stands below is the last that was known of it.</p>`,
  tombstoned:
    () => markup`<p><strong>No register lists this company any more.</strong> Its ID stays valid and is never given to another company, but nothing is
published under it. Should the company come back to its register, it will be here again.</p>`,
  restricted:
    () => markup`<p><strong>The values of this company are withheld</strong>, for instance because somebody asked for their erasure. Its ID stays valid and is
never given to another company. Neither this page nor the API says more about it.</p>`,
};

function linkTo(siteUrl: string, id: string | undefined, name: string | undefined): Html {
  const text = name === undefined ? markup`<code>${id}</code>` : markup`<bdi>${name}</bdi>`;
  return markup`<a href="${siteUrl}/companies/${id}">${text}</a>`;
}
