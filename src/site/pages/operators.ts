import type { SiteDocument } from '../../contract/index.ts';
import { definitions, markup } from '../html.ts';
import { pageOf } from '../page.ts';
import type { SiteFacts } from '../site-facts.ts';

/** The page `/operators`: what somebody needs who runs the service with data of their own. */
export function operatorsPage(facts: SiteFacts): SiteDocument {
  const { root } = facts;
  return pageOf(facts, {
    title: 'Run your own',
    description: 'openfirma on a machine of yours: one program, one file of data, no database.',
    path: '/operators',
    main: markup`<h1>Run your own</h1>
<p class="lead">This site and its API are one program, openfirma, and one file of data. There is no database and no account; the program runs on
Node 24 or newer.</p>
<h2>Get the program</h2>
<p>openfirma is not released yet, and no package registry has it: clone its repository${facts.contact !== undefined && markup`; whoever <a href="${facts.contact}">runs this service</a> knows where it is`}. In the clone, this serves a sample of invented
companies over all 35 countries:</p>
<pre tabindex="0"><code>npm ci &amp;&amp; npm start</code></pre>
<p>The command <code>openfirma</code> is <code>bin/openfirma</code> there. <code>npm pack</code> makes a package of a clone, from which
<code>npm install</code> installs the command anywhere.</p>
<h2>Get the data</h2>
<p>Name the registers in a file. One command downloads what has changed, turns it into one format, joins what is one company, and writes the
file of data beside the old one. Run it every night; when anything fails, the old file stays.</p>
<pre tabindex="0"><code>openfirma registers
openfirma refresh refresh.json</code></pre>
${!facts.isSample && markup`<p><a href="${root}/coverage">Coverage</a> lists the registers, their licences, and what is missing.</p>\n`}<h2>Serve it</h2>
<pre tabindex="0"><code>openfirma serve --snapshot openfirma.snapshot</code></pre>
<p>The running service notices a new file, checks it, and answers from it without a restart. One file serves any number of machines.</p>
<h2>Watch it</h2>
${definitions([
  ['Does it run?', markup`<code>/livez</code>`],
  ['Can it answer?', markup`<code>/readyz</code>`],
  [
    'How old is the data?',
    markup`<a href="${root}/status">Status</a>, and <a href="${root}/status.json">status.json</a> for programs`,
  ],
  ['How does it do?', markup`<code>/metrics</code>, for Prometheus, on a port of its own`],
])}
<p>The manual comes with the program: settings, nightly builds, several cores, rollback, erasure of a company’s data. Licence of the program:
see <a href="${root}/developers/attribution">Licences and attribution</a>.</p>`,
  });
}
