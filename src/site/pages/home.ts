import { OPERATIONS, exampleTarget, type ServiceFacts } from '../../contract/index.ts';
import { markup } from '../html.ts';
import { pageOf, type Page } from '../page.ts';
import { searchForm } from './search.ts';

/** The first page: the search, and what this is. */
export function homePage(facts: ServiceFacts): Page {
  const requests = OPERATIONS.map(
    (operation) =>
      markup`<p>${operation.summary}:</p>\n<pre tabindex="0"><code>curl '${facts.baseUrl}${exampleTarget(operation)}'</code></pre>\n`,
  );
  return pageOf(facts, {
    title: 'Company registers, one API',
    description: 'The open company registers of 35 European countries as one small, free, keyless API.',
    path: '/',
    main: markup`<h1>The company registers of 35 countries, as one small API</h1>
${searchForm(facts)}
<p>Search companies by the start of their name or business ID, look one up by its permanent ID, and see its current
officers with their sources. Free, read-only, without a key: 60 requests a minute for each client address, from any
origin.</p>
<h2>Try it</h2>
${requests}`,
  });
}
