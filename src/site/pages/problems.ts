import { OPERATIONS, PROBLEMS, exampleProblem, problemPath, type SiteDocument } from '../../contract/index.ts';
import type { Problem, ProblemKind } from '../../contract/index.ts';
import { definitions, markup, withCode, type Html } from '../html.ts';
import { renderPage } from '../page.ts';
import { SEARCH_BOX_SCRIPTS, SEARCH_BOX_STYLE, searchBox } from './search-box.ts';
import type { SiteFacts } from '../site-facts.ts';

/** Makes the page of a kind of problem, at the address of its `type`: its meaning, what to do, and an example. */
export function problemKindPage(facts: SiteFacts, kind: ProblemKind): SiteDocument {
  const operations = OPERATIONS.filter(({ problems }) => problems.includes(kind.code));
  const all = Object.values(PROBLEMS).map(
    ({ code, title }) =>
      markup`<li><a href="${facts.root}${problemPath(code)}">${title}</a> (<code>${code}</code>)</li>\n`,
  );
  return renderPage(facts, {
    title: kind.title,
    description: kind.description,
    path: problemPath(kind.code),
    main: markup`<h1>${kind.title}</h1>
<p class="lead">${kind.description}</p>
${definitions([
  ['Code', markup`<code>${kind.code}</code>`],
  ['HTTP status', kind.status],
  ['Worth retrying', kind.retryable ? 'Yes' : 'No'],
  ['Operations', operations.map(({ summary }) => summary).join(', ')],
])}
<h2>What to do</h2>
<p>${withCode(kind.whatToDo)}</p>
<h2>Example</h2>
<pre tabindex="0"><code>${JSON.stringify(exampleProblem(facts, kind.code), null, 2)}</code></pre>
<h2>All problems</h2>
<ul>
${all}</ul>`,
  });
}

/** Makes the page that a browser gets instead of a problem document. */
export function problemPage(facts: SiteFacts, problem: Problem): SiteDocument {
  const { root } = facts;
  const kind = PROBLEMS[problem.code];
  const isCompany = /\/companies\/[^/]*$/.test(URL.parse(problem.instance, facts.siteUrl)?.pathname ?? '');
  const isMissing = problem.code === 'not_found' || (problem.code === 'invalid_request' && isCompany);
  const title = isMissing ? (isCompany ? 'This company was not found' : 'This page was not found') : problem.title;
  return renderPage(facts, {
    title,
    description: kind.description,
    path: '',
    isUnlisted: true,
    ...(isMissing && { scripts: SEARCH_BOX_SCRIPTS, styles: [SEARCH_BOX_STYLE] }),
    main: markup`<h1>${title}</h1>
${isMissing ? renderMissing(facts, isCompany) : markup`<p class="lead">${problem.detail}.</p>\n<p>${withCode(kind.whatToDo)}</p>\n<p><a href="${root}/search">Search for a company</a></p>`}
<p class="quiet">Error ${problem.status}, <a href="${root}${problemPath(problem.code)}"><code>${problem.code}</code></a> · request <code>${problem.request_id}</code></p>`,
  });
}

/** Returns what a visitor can do about an address that does not exist. */
function renderMissing(facts: SiteFacts, isCompany: boolean): Html {
  const { root } = facts;
  const reason = isCompany
    ? 'No company has this address. It may be mistyped or cut off: addresses of companies do not change.'
    : 'The address may be mistyped or cut off.';
  return markup`<p class="lead">${reason}</p>
<p>Search for a company by its name or number:</p>
${searchBox(facts)}
<p>Or go to the <a href="${root}/">first page</a>, to the <a href="${root}/coverage">countries and registers</a> that are searched, or to the <a href="${root}/developers">pages for developers</a>.</p>`;
}
