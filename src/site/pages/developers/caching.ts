import { HEADERS, searchTarget, type ExampleFacts } from '../../../contract/index.ts';
import { markup, table, withCode } from '../../html.ts';
import { example, type SectionContent } from './section.ts';

/** How responses are cached. */
export function cachingPage(facts: ExampleFacts): SectionContent {
  const { baseUrl, examples } = facts;
  return {
    main: markup`<p>Responses are the same for everybody, and <code>Cache-Control</code> says how long they may be reused. Browsers and shared caches follow it
automatically. Node’s <code>fetch</code> and most libraries have no cache.</p>
${table(
  'Header fields for caching',
  ['Header', 'Meaning', 'Example'],
  (['Cache-Control', 'ETag'] as const).map((name) => [
    markup`<code>${name}</code>`,
    markup`${withCode(HEADERS[name].description)}`,
    markup`<code>${HEADERS[name].example}</code>`,
  ]),
)}
<h2>Check whether a response is still current</h2>
<p>Send its <code>ETag</code> in <code>If-None-Match</code>. If the response would be the same, you get 304 without a body. The request counts towards the rate limit.</p>
${example(
  'sh',
  `url='${baseUrl}${searchTarget(examples?.search ?? { query: 'example' })}'
tag=$(curl -s -o /dev/null -D - "$url" | tr -d '\\r' | sed -n 's/^ETag: //p')
curl -s -o /dev/null -w '%{http_code}' -H "If-None-Match: $tag" "$url"`,
  '304',
)}
<p>All data changes at once, when the operator publishes a new snapshot. Problems must not be cached: they are sent with <code>no-store</code>.</p>`,
  };
}
