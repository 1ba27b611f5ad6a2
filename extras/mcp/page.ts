import { doorDocumentPath } from '../../src/contract/index.ts';
import { markup, code, example, type SectionContent, type SiteFacts } from '../../src/site/index.ts';
import { MCP } from './declaration.ts';

/** How to give the tools to an agent. */
export function mcpPage({ baseUrl, root }: SiteFacts): SectionContent {
  const { requests } = MCP;
  const address = `${baseUrl}/mcp`;
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  return {
    main: markup`<p>An agent that speaks the Model Context Protocol can search companies, get one, list its officers, look a number up, and ask what changed. The address is
<code>${address}</code>; there is no key. All tools read, none writes.</p>
<h2>Add it to a client</h2>
<p>Clients that take the address of a server over HTTP need nothing else. Those with a command line:</p>
${code('sh', `claude mcp add --transport http openfirma ${address}\ncodex mcp add openfirma --url ${address}\ngemini mcp add --transport http openfirma ${address}`)}
<p>Those with a file of settings, such as <code>.cursor/mcp.json</code>:</p>
${code('json', JSON.stringify({ mcpServers: { openfirma: { url: address } } }, undefined, 2))}
<p>Visual Studio Code has it in <code>.vscode/mcp.json</code>:</p>
${code('json', JSON.stringify({ servers: { openfirma: { type: 'http', url: address } } }, undefined, 2))}
<p>A snapshot on your own machine needs no service: <code>openfirma mcp FILE</code> speaks the same over standard input and output.</p>
${code('json', JSON.stringify({ mcpServers: { openfirma: { command: 'openfirma', args: ['mcp', 'data/openfirma.snapshot'] } } }, undefined, 2))}
<h2>Tools</h2>
<table>
<thead><tr><th scope="col">Tool</th><th scope="col">What it gives</th></tr></thead>
<tbody>
<tr><th scope="row"><code>search_companies</code></th><td>Companies whose name or business ID begins with <code>q</code>, in the order of names; <code>country</code>, <code>limit</code>, <code>cursor</code>.</td></tr>
<tr><th scope="row"><code>get_company</code></th><td>The company with a permanent ID, with its identifiers and lifecycle.</td></tr>
<tr><th scope="row"><code>list_officers</code></th><td>Its current officers, with their sources.</td></tr>
<tr><th scope="row"><code>look_up_number</code></th><td>The companies that carry a number in any of its written forms; <code>scheme</code>, <code>country</code>.</td></tr>
<tr><th scope="row"><code>list_changes</code>, <code>list_company_changes</code></th><td>What became of companies from one generation to the next; of one company.</td></tr>
</tbody>
</table>
<p>Answers are those of the API, as text and as structured content, with their <a href="${root}/developers/attribution">attribution</a>: show it with the data. What the API would
answer with a <a href="${root}/developers/errors">problem</a> is a result with <code>isError</code> and the <code>code</code>, <code>title</code> and <code>detail</code> of that problem.</p>
<h2>Without a client</h2>
${example('sh', `curl -s '${address}' -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -d '${list}' | grep -o '"name":"search_companies"'`, '"name":"search_companies"')}
<p>Each message is one of ${requests} requests a minute, counted apart from those of the operations; lists of messages are refused. There are no sessions, and no stream but that of one answer.
The <a href="${root}${doorDocumentPath(MCP)}">OpenAPI document</a> has the limits and the problems.</p>`,
  };
}
