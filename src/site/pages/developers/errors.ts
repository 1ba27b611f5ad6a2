import { OPERATIONS, PROBLEMS, PROBLEM_CODES, exampleProblem, problemPath } from '../../../contract/index.ts';
import { markup, table } from '../../html.ts';
import { VARIES, example, type SectionContent } from './section.ts';
import type { SiteFacts } from '../../site-facts.ts';

/** The format of errors, and all problem codes. */
export function errorsPage(facts: SiteFacts): SectionContent {
  const { baseUrl, root } = facts;
  const rows = PROBLEM_CODES.map((code) => {
    const { status, title, retryable, retryAfter } = PROBLEMS[code];
    return [
      markup`<a href="${root}${problemPath(code)}"><code>${code}</code></a>`,
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
  return {
    main: markup`<p>Every error is a problem document (RFC 9457) with the type <code>application/problem+json</code>. All eight fields are always present:</p>
${example('sh', `curl -s '${baseUrl}/v1/search?q=ko'`, JSON.stringify(problem, null, 2))}
<ul>
<li><code>code</code> identifies the problem for programs. Use it in your code, never the wording of <code>title</code> or <code>detail</code>, which may change.</li>
<li><code>detail</code> explains the problem to people: the parameter, its value, and what is allowed.</li>
<li><code>retryable</code> says whether the same request may succeed later. If the response has the header <code>Retry-After</code>, wait that many seconds.</li>
<li><code>type</code> is the address of a page with the meaning of the problem and what to do.</li>
<li><code>request_id</code> lets the operator find the request. Every response also has it in the header <code>X-Request-Id</code>.</li>
</ul>
<h2>All problems</h2>
${table('Problems', ['Code', 'Status', 'Title', 'Retryable', 'Retry-After', 'Operations'], rows)}
<p>The response to a method other than GET, HEAD and OPTIONS is 405 with the code <code>invalid_request</code> and the header <code>Allow</code>. Browsers
that request a page of this site get a problem as a page.</p>`,
  };
}
