import { OPERATIONS, PROBLEMS, exampleProblem, problemPath, type SiteDocument } from '../../contract/index.ts';
import type { Problem, ProblemKind } from '../../contract/index.ts';
import { definitions, markup, withCode, type Html } from '../html.ts';
import { pageOf } from '../page.ts';
import type { SiteFacts } from '../site-facts.ts';

/** The page of a kind of problem, at the address of its `type`: its meaning, what to do, and an example. */
export function problemKindPage(facts: SiteFacts, kind: ProblemKind): SiteDocument {
  const operations = OPERATIONS.filter(({ problems }) => problems.includes(kind.code));
  return pageOf(facts, {
    title: kind.title,
    description: kind.description,
    path: problemPath(kind.code),
    main: markup`<h1>${kind.title}</h1>
<p class="lead">${kind.description}</p>
${definitions([
  ['Code', markup`<code>${kind.code}</code>`],
  ['HTTP status', kind.status],
  ['May the same request succeed later?', kind.retryable ? 'Yes' : 'No'],
  ['Operations', operations.map(({ summary }) => summary).join(', ')],
])}
<h2>What to do</h2>
<p>${withCode(kind.whatToDo)}</p>
<h2>Example</h2>
<pre tabindex="0"><code>${JSON.stringify(exampleProblem(facts, kind.code), null, 2)}</code></pre>
<h2>All problems</h2>
${problemList(facts)}`,
  });
}

/** Links to the pages of all problems. */
export function problemList({ root }: SiteFacts): Html {
  const rows = Object.values(PROBLEMS).map(
    ({ code, title }) => markup`<li><a href="${root}${problemPath(code)}">${title}</a> (<code>${code}</code>)</li>\n`,
  );
  return markup`<ul>\n${rows}</ul>`;
}

/** The page that a browser gets instead of a problem document. */
export function problemPage(facts: SiteFacts, problem: Problem): SiteDocument {
  const kind = PROBLEMS[problem.code];
  return pageOf(facts, {
    title: problem.title,
    description: kind.description,
    path: '',
    isUnlisted: true,
    main: markup`<h1>${problem.title}</h1>
<p class="lead">${problem.detail}.</p>
<p>${withCode(kind.whatToDo)}</p>
<p><a href="${facts.root}/search">Search for a company</a> or read <a href="${facts.root}${problemPath(problem.code)}">the description of this problem</a>.</p>
<p class="quiet">Status ${problem.status} · <code>${problem.code}</code> · request <code>${problem.request_id}</code></p>`,
  });
}
