import type { Company, CompanyView } from '../../../contract/index.ts';
import { foldName } from '../../../model/index.ts';
import { markup, type Html } from '../../html.ts';
import type { SiteFacts } from '../../site-facts.ts';

type Status = Company['lifecycle']['status'];

/** The title of a page without a published name. */
export function unnamedTitle(status: Status): string {
  if (status === 'restricted') return 'Company with withheld values';
  if (status === 'tombstoned') return 'Company no longer in a register';
  return 'Company without a published name';
}

/** Explains the lifecycle state of a record, with links to its successors; undefined for an active record. */
export function lifecycleNote(facts: SiteFacts, view: CompanyView): Html | undefined {
  const { status } = view.company.lifecycle;
  return status === 'active' ? undefined : markup`<div class="note">${NOTES[status](facts, view)}</div>\n`;
}

const NOTES: Readonly<Record<Exclude<Status, 'active'>, (facts: SiteFacts, view: CompanyView) => Html>> = {
  redirected: ({ root }, { company, nameBefore }) => {
    const { name = '', lifecycle } = company;
    const isOther = nameBefore !== undefined && foldName(nameBefore) !== foldName(name);
    return markup`<p><strong>This address now leads to ${linkTo(root, lifecycle.canonical_id, company.name)}.</strong>${isOther && markup` Formerly listed as <bdi>${nameBefore}</bdi>.`} Two entries
turned out to be one company, or one continues as the other. The old address stays valid.</p>`;
  },
  split: ({ root }, { company, successors }) => {
    const { successor_ids: ids = [] } = company.lifecycle;
    const nameOf = (id: string): string | undefined => successors.find((each) => each.id === id)?.name;
    return markup`<p><strong>This company was split.</strong> It continues as:</p>
<ul>
${ids.map((id) => markup`<li>${linkTo(root, id, nameOf(id))}</li>\n`)}</ul>
<p>This page shows the last published data of the company.</p>`;
  },
  tombstoned:
    () => markup`<p><strong>No register lists this company any more.</strong> Its ID stays valid and is never given to another company. If the
company returns to its register, this page shows it again.</p>`,
  restricted:
    () => markup`<p><strong>The values of this company are withheld</strong>, for example after a request for erasure. Its ID stays valid and is never given to
another company. Neither this page nor the API shows more.</p>`,
};

function linkTo(root: string, id: string | undefined, name: string | undefined): Html {
  const text = name === undefined ? markup`<code>${id}</code>` : markup`<bdi>${name}</bdi>`;
  return markup`<a href="${root}/companies/${id}">${text}</a>`;
}
