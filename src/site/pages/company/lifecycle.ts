import type { Company } from '../../../contract/index.ts';
import { markup, type Html } from '../../html.ts';
import type { SiteFacts } from '../../site-facts.ts';
import NAMES from './names.json' with { type: 'json' };

type Status = Company['lifecycle']['status'];

/** The name of each state of a record. */
export const STATE_NAMES: Readonly<Record<Status, string>> = NAMES.states;

/** The title of a page without a published name. */
export function unnamedTitle(status: Status): string {
  if (status === 'restricted') return 'Company with withheld values';
  if (status === 'tombstoned') return 'Company no longer in a register';
  return 'Company without a published name';
}

/** Explains the lifecycle state of a record, with links to its successors; undefined for an active record. */
export function lifecycleNote(facts: SiteFacts, company: Company, successors: readonly Company[]): Html | undefined {
  const { status } = company.lifecycle;
  return status === 'active'
    ? undefined
    : markup`<div class="note">${NOTES[status](facts, company, successors)}</div>\n`;
}

const NOTES: Readonly<
  Record<Exclude<Status, 'active'>, (facts: SiteFacts, company: Company, successors: readonly Company[]) => Html>
> = {
  redirected: ({ root }, { name, lifecycle: { canonical_id: canonical } }) =>
    markup`<p><strong>This ID now leads to ${linkTo(root, canonical, name)}.</strong> Two records turned out to be one company, or one record continues as
the other. This page shows the current record, whose own ID is <code>${canonical}</code>. The ID you used stays valid.</p>`,
  split: ({ root }, { lifecycle: { successor_ids: ids = [] } }, successors) => {
    const nameOf = (id: string): string | undefined => successors.find((each) => each.id === id)?.name;
    return markup`<p><strong>This company was split.</strong> It continues as:</p>
<ul>
${ids.map((id) => markup`<li>${linkTo(root, id, nameOf(id))}</li>\n`)}</ul>
<p>This page shows its last published data.</p>`;
  },
  tombstoned:
    () => markup`<p><strong>No register lists this company any more.</strong> Its ID stays valid and is never given to another company, but no
values are published. If the company returns to its register, this page shows it again.</p>`,
  restricted:
    () => markup`<p><strong>The values of this company are withheld</strong>, for instance because somebody requested their erasure. Its ID stays valid and
is never given to another company. Neither this page nor the API shows more.</p>`,
};

function linkTo(root: string, id: string | undefined, name: string | undefined): Html {
  const text = name === undefined ? markup`<code>${id}</code>` : markup`<bdi>${name}</bdi>`;
  return markup`<a href="${root}/companies/${id}">${text}</a>`;
}
