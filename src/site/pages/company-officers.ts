import type { Officer } from '../../contract/index.ts';
import { REGISTER_COVERAGE } from '../../registers/index.ts';
import { markup, type Html } from '../html.ts';
import { formatDate, formatNumber } from '../formatting.ts';
import { registerNamed } from './register-facts.ts';

/** The current officers of a company with their sources, or the reason why its registers name none. */
export function officerList(registers: readonly string[], officers: readonly Officer[], hasMore: boolean): Html {
  if (officers.length === 0)
    return markup`<h2>Current officers</h2>
<p>No officers are published here. ${reasonsFor(registers)}</p>
`;
  return markup`<h2>Current officers</h2>
<p class="quiet">${hasMore ? `The first ${formatNumber(officers.length)}; the register lists more.` : `${formatNumber(officers.length)}, in the order of the register.`}</p>
<ol class="officers">
${officers.map(itemOf)}</ol>
`;
}

function itemOf({ name, roles = [], appointed_on: appointed, resigned_on: resigned, source }: Officer): Html {
  const role = roles.length > 0 && markup`<p><bdi>${roles.join(', ')}</bdi></p>\n`;
  const terms = [
    appointed !== undefined && markup`since ${formatDate(appointed)}`,
    resigned !== undefined && markup`until ${formatDate(resigned)}`,
  ];
  return markup`<li><h3 dir="auto">${name}</h3>
${role}${factLine(terms, 'terms')}${sourceOf(source)}</li>
`;
}

function sourceOf({
  system,
  url,
  title,
  published_at: published,
  observed_at: observed,
}: Officer['source']): Html | undefined {
  const name = markup`<bdi>${title === undefined ? system : `${system}: ${title}`}</bdi>`;
  // Other schemes, such as javascript:, must not become links.
  const isLink = url !== undefined && /^https?:\/\//i.test(url);
  const facts = [
    markup`Source: ${isLink ? markup`<a href="${url}" rel="nofollow noreferrer">${name}</a>` : name}`,
    published !== undefined && markup`published ${formatDate(published)}`,
    observed !== undefined && markup`observed ${formatDate(observed)}`,
  ];
  return factLine(facts, 'source');
}

/** The facts that are present, in one line; undefined if there are none. */
function factLine(facts: readonly (Html | false)[], name: string): Html | undefined {
  const present = facts.filter((fact) => fact !== false);
  if (present.length === 0) return undefined;
  return markup`<p class="${name}">${present.map((fact, i) => (i === 0 ? fact : markup` · ${fact}`))}</p>\n`;
}

/** Why registers name no officers. */
function reasonsFor(registers: readonly string[]): Html[] {
  return registers
    .map((id) => ({ name: registerNamed(id).name, officers: REGISTER_COVERAGE.get(id)?.officers ?? '' }))
    .filter(({ officers }) => officers.startsWith('none'))
    .map(({ name, officers }) => markup`${name}: ${officers.replace(/^none: /, '')}. `);
}
