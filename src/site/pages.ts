import { OPERATIONS, PROBLEMS, exampleProblem, exampleTarget, problemPath } from '../contract/index.ts';
import type { ProblemKind, ServiceFacts } from '../contract/index.ts';
import { markup, pageOf, type Html, type Page } from './page.ts';

/**
 * The pages of the site by their path below the site's address: a first page that says what this is, and for every
 * problem `type` a page that says what it means and what to do.
 */
export function sitePages(facts: ServiceFacts): ReadonlyMap<string, Page> {
  const problems = Object.values(PROBLEMS).map((kind): [string, Page] => [
    problemPath(kind.code),
    pageOf(kind.title, facts.siteUrl, problemMain(facts, kind)),
  ]);
  const home = pageOf('Company registers, one API', facts.siteUrl, homeMain(facts));
  // A site below a path is asked for with and without a slash at its end; below none there is only "/".
  const hasPath = new URL(facts.siteUrl).pathname !== '/';
  return new Map([['/', home], ...(hasPath ? [['', home] as const] : []), ...problems]);
}

function problemMain(facts: ServiceFacts, kind: ProblemKind): Html {
  const operations = OPERATIONS.filter(({ problems }) => problems.includes(kind.code));
  return markup`<h1>${kind.title}</h1>
<p>${kind.description}</p>
<dl>
<dt>Code</dt><dd><code>${kind.code}</code></dd>
<dt>HTTP status</dt><dd>${kind.status}</dd>
<dt>May the same request succeed later?</dt><dd>${kind.retryable ? 'Yes' : 'No'}</dd>
<dt>Answered by</dt><dd>${operations.map(({ summary }) => summary).join(', ')}</dd>
</dl>
<h2>What to do</h2>
<p>${withCode(kind.whatToDo)}</p>
<h2>Example</h2>
<pre><code>${JSON.stringify(exampleProblem(facts, kind.code), null, 2)}</code></pre>
<h2>All problems</h2>
${problemList(facts)}`;
}

/** Words between back quotes are code, as in the OpenAPI document's texts. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, i) => (i % 2 === 0 ? markup`${part}` : markup`<code>${part}</code>`));
}

function problemList(facts: ServiceFacts): Html {
  const rows = Object.values(PROBLEMS).map(
    ({ code, title }) =>
      markup`<li><a href="${facts.siteUrl}${problemPath(code)}">${title}</a> (<code>${code}</code>)</li>\n`,
  );
  return markup`<ul>\n${rows}</ul>`;
}

function homeMain(facts: ServiceFacts): Html {
  const requests = OPERATIONS.map(
    (operation) =>
      markup`<p>${operation.summary}:</p>\n<pre><code>curl '${facts.baseUrl}${exampleTarget(operation)}'</code></pre>\n`,
  );
  return markup`<h1>The company registers of 35 countries, as one small API</h1>
<p>Search companies by the start of their name or business ID, look one up by its permanent ID, and see its current
officers with their sources. Free, read-only, without a key: 60 requests a minute for each client address, from any
origin.</p>
<h2>Try it</h2>
${requests}
<h2>Read on</h2>
<p><a href="${facts.siteUrl}/api/openapi.json">The OpenAPI 3.2 document</a>: every parameter, answer and header.</p>
<p>What can go wrong, and what to do then:</p>
${problemList(facts)}
<p>Every answer carries an <code>attribution</code>. Show its text wherever you show the data.</p>`;
}
