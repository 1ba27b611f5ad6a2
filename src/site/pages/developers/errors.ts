import {
  OPERATIONS,
  PROBLEMS,
  PROBLEM_CODES,
  exampleProblem,
  problemPath,
  type ServiceFacts,
} from '../../../contract/index.ts';
import { markup, table } from '../../html.ts';
import type { Page } from '../../page.ts';
import { VARIES, example, sectionPage } from './section.ts';

/** What an error looks like, and which there are. */
export function errorsPage(facts: ServiceFacts): Page {
  const { baseUrl, siteUrl } = facts;
  const rows = PROBLEM_CODES.map((code) => {
    const { status, title, retryable, retryAfter } = PROBLEMS[code];
    return [
      markup`<a href="${siteUrl}${problemPath(code)}"><code>${code}</code></a>`,
      status,
      title,
      retryable ? 'yes' : 'no',
      retryAfter ? 'yes' : 'no',
      OPERATIONS.filter(({ problems }) => problems.includes(code)).length === OPERATIONS.length ? 'all' : 'by ID',
    ];
  });
  const problem = {
    ...exampleProblem(facts, 'invalid_request'),
    detail: 'Parameter "q" must hold 3 to 64 characters once white space is collapsed (it holds 2), got "ko"',
    instance: `${baseUrl}/v1/search?q=ko`,
    request_id: VARIES,
  };
  return sectionPage(facts, '/developers/errors', {
    main: markup`<p>Every error is a problem document (RFC 9457) with the type <code>application/problem+json</code>. All eight fields are always there:</p>
${example('sh', `curl -s '${baseUrl}/v1/search?q=ko'`, JSON.stringify(problem, null, 2))}
<ul>
<li><code>code</code> says what went wrong, for programs. Decide by it, never by the words of <code>title</code> and <code>detail</code>, which may become better.</li>
<li><code>detail</code> says it for people: which parameter, its value, what is allowed.</li>
<li><code>retryable</code> says whether the same request may succeed later. Where the header <code>Retry-After</code> is given, wait that many seconds.</li>
<li><code>type</code> is the address of a page that tells what the problem means and what to do.</li>
<li><code>request_id</code>, in every answer also the header <code>X-Request-Id</code>, is what the operator needs to find the request.</li>
</ul>
<h2>All problems</h2>
${table('Problems', ['Code', 'Status', 'Title', 'Retryable', 'Retry-After', 'Operations'], rows)}
<p>A method other than GET, HEAD and OPTIONS is answered 405, with the code <code>invalid_request</code> and a header <code>Allow</code>. Browsers that ask
for a page of this site get every problem as a page.</p>`,
  });
}
