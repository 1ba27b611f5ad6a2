import type { CompanyView, Officer } from '../../../contract/index.ts';
import { formatCount, formatDate, formatNumber } from '../formatting.ts';
import { cards, markup, type Child, type Html } from '../../html.ts';
import { registerNamed } from '../register-facts.ts';

/** Maximum number of officers that are shown at once; the others unfold. A phone screen has room for four. */
const OFFICERS_OPEN = 20;

/** A column of the table. Columns without values are omitted. */
type OfficerColumn = readonly [name: string, renderCell: (officer: Officer) => Child];

const isFilled = (cell: Child): boolean => cell !== undefined && cell !== false && cell !== '';

/** Returns the section of the officers. Officers of a closed company are not shown. */
export function renderOfficers(view: CompanyView, registers: readonly string[]): Html {
  if (view.details.state !== 'closed') return officerTable(view, registers);
  return markup`<h2>Officers</h2>
<p>The company is closed, so it has no current officers. Former officers are not published here.</p>
`;
}

/** Returns the current officers of a company with their sources, or the reason why its registers have none. */
function officerTable(view: CompanyView, registers: readonly string[]): Html {
  const { officers, hasMoreOfficers: hasMore } = view;
  const [first] = officers;
  if (first === undefined)
    return markup`<h2>Officers</h2>
<p>No officers are published here. ${reasonsFor(view, registers)}</p>
`;
  // If all officers have the same source, as in most companies, it is shown once below the table.
  const hasOneSource = officers.every(({ source }) => JSON.stringify(source) === JSON.stringify(first.source));
  const columns: readonly OfficerColumn[] = [
    ['Name', ({ name }) => markup`<span dir="auto">${name}</span>`],
    ['Role', ({ roles = [] }) => roles.length > 0 && markup`<bdi>${roles.join(', ')}</bdi>`],
    ['Since', ({ appointed_on: date }) => formatDate(date)],
    ['Until', ({ resigned_on: date }) => formatDate(date)],
    ['Source', ({ source }) => !hasOneSource && renderSource(source)],
  ];
  const used = columns.filter(([, renderCell]) => officers.some((officer) => isFilled(renderCell(officer))));
  const count = officers.length === 1 ? 'officer' : formatCount(officers.length, 'officer');
  const caption = hasMore ? `The first ${count}; the register lists more` : `In the order of the register`;
  const renderTable = (title: string, list: readonly Officer[]): Html =>
    cards(
      title,
      used.map(([name]) => name),
      list.map((officer) => used.map(([, renderCell]) => renderCell(officer))),
    );
  const folded = officers.slice(OFFICERS_OPEN);
  return markup`<h2>Officers</h2>
<div class="officers">${renderTable(caption, officers.slice(0, OFFICERS_OPEN))}${
    folded.length > 0 &&
    markup`
<details class="more"><summary>Show ${formatNumber(folded.length)} more</summary>
${renderTable('Further officers', folded)}</details>`
  }</div>
${hasOneSource && markup`<p class="source">Source: ${renderSource(first.source)}</p>\n`}`;
}

function renderSource({ system, url, title, published_at: published, observed_at: observed }: Officer['source']): Html {
  const name = markup`<bdi>${title === undefined ? system : `${system}: ${title}`}</bdi>`;
  // Other schemes, such as javascript:, must not become links.
  const isLink = url !== undefined && /^https?:\/\//i.test(url);
  const dates = [
    published !== undefined && markup` · published ${formatDate(published)}`,
    observed !== undefined && markup` · observed ${formatDate(observed)}`,
  ].filter((date) => date !== false);
  return markup`${isLink ? markup`<a href="${url}" rel="nofollow noreferrer">${name}</a>` : name}${dates}`;
}

function reasonsFor({ company }: CompanyView, registers: readonly string[]): Html[] {
  if (company.lifecycle.status === 'split')
    return [markup`The company was split: those of the companies that it continues as are on their pages.`];
  const reasons = registers
    .map((id) => registerNamed(id))
    .filter(({ coverage }) => coverage.officers.startsWith('none'))
    .map(({ name, coverage }) => markup`${name}: ${coverage.officers.replace(/^none: /, '')}. `);
  return reasons.length > 0 ? reasons : [markup`The data name none for this company.`];
}
