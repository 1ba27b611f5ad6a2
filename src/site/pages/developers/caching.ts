import { HEADERS, type ServiceFacts } from '../../../contract/index.ts';
import { markup, table, withCode } from '../../html.ts';
import type { Page } from '../../page.ts';
import { example, sectionPage } from './section.ts';

/** How long answers hold. */
export function cachingPage(facts: ServiceFacts): Page {
  const { baseUrl } = facts;
  return sectionPage(facts, '/developers/caching', {
    main: markup`<p>Answers are the same for everybody, and say themselves how long they may be used. Browsers and shared caches do the right thing without
any work of yours; Node’s <code>fetch</code> and most libraries have no cache.</p>
${table(
  'Headers of caching',
  ['Header', 'What it says', 'Example'],
  (['Cache-Control', 'ETag'] as const).map((name) => [
    markup`<code>${name}</code>`,
    markup`${withCode(HEADERS[name].description)}`,
    markup`<code>${HEADERS[name].example}</code>`,
  ]),
)}
<h2>Ask whether an answer is still current</h2>
<p>Send its <code>ETag</code> back in <code>If-None-Match</code>. While the answer would be the same, you get 304 without a body. It counts as a request.</p>
${example(
  'sh',
  `url='${baseUrl}/v1/search?q=nord'
tag=$(curl -s -o /dev/null -D - "$url" | tr -d '\\r' | sed -n 's/^ETag: //p')
curl -s -o /dev/null -w '%{http_code}' -H "If-None-Match: $tag" "$url"`,
  '304',
)}
<p>Data changes as a whole, when the operator publishes a new snapshot. A problem is never to be kept: it says <code>no-store</code>.</p>`,
  });
}
