import type { Company, Officer } from '../../contract/index.ts';
import { REGISTER_COVERAGE } from '../../registers/index.ts';
import { markup, type Html } from '../html.ts';
import { day, figure } from '../formatting.ts';
import { registerNamed, registersOf } from './register-facts.ts';

/** The current officers of a company with their sources; why there are none, where the register tells. */
export function officerList(company: Company, officers: readonly Officer[], hasMore: boolean): Html {
  if (officers.length === 0)
    return markup`<h2>Current officers</h2>
<p>None are published here. ${whyNone(company)}</p>
`;
  return markup`<h2>Current officers</h2>
<p class="quiet">${hasMore ? `The first ${figure(officers.length)}; the register lists more.` : `${figure(officers.length)}, in the order of the register.`}</p>
<ol class="officers">
${officers.map(itemOf)}</ol>
`;
}

function itemOf({ name, roles = [], appointed_on: appointed, resigned_on: resigned, source }: Officer): Html {
  const role = roles.length > 0 && markup`<p><bdi>${roles.join(', ')}</bdi></p>\n`;
  const terms = [
    appointed !== undefined && markup`since ${day(appointed)}`,
    resigned !== undefined && markup`until ${day(resigned)}`,
  ];
  return markup`<li><h3 dir="auto">${name}</h3>
${role}${listed(terms, 'terms')}${sourceOf(source)}</li>
`;
}

function sourceOf({ system, url, title, published_at: published, observed_at: observed }: Officer['source']): Html {
  const name = markup`<bdi>${title === undefined ? system : `${system}: ${title}`}</bdi>`;
  // Whatever else a line may say is no address that a browser should open.
  const isLink = url !== undefined && /^https?:\/\//i.test(url);
  const facts = [
    markup`Source: ${isLink ? markup`<a href="${url}" rel="nofollow noreferrer">${name}</a>` : name}`,
    published !== undefined && markup`published ${day(published)}`,
    observed !== undefined && markup`observed ${day(observed)}`,
  ];
  return listed(facts, 'source');
}

/** What is there of some facts, in one line. */
function listed(facts: readonly (Html | false)[], name: string): Html {
  const known = facts.filter((fact) => fact !== false);
  return markup`${known.length > 0 && markup`<p class="${name}">${known.map((fact, i) => (i === 0 ? fact : markup` · ${fact}`))}</p>\n`}`;
}

function whyNone(company: Company): Html[] {
  return registersOf(company)
    .map((id) => ({ name: registerNamed(id).name, officers: REGISTER_COVERAGE.get(id)?.officers ?? '' }))
    .filter(({ officers }) => officers.startsWith('none'))
    .map(({ name, officers }) => markup`${name}: ${officers.replace(/^none: /, '')}. `);
}
