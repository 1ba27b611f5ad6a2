import { exampleRequest, shellWord } from '../../src/site/index.ts';
import { doorPage } from '../../src/site/texts.ts';
import { MCP } from './declaration.ts';

export const mcpPage = doorPage(import.meta.dirname, MCP, async (facts) => {
  const query = facts.examples?.company.name ?? 'example';
  const params = { name: 'search', arguments: { query } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const source = `curl -s '${facts.baseUrl}/mcp' -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -d ${shellWord(body)} | sed -n 's/^data: //p'`;
  const request = { door: 'mcp', operation: 'callMcp', body };
  const example = await exampleRequest(facts, request, source, (text) => /^data: (.*)$/m.exec(text)?.[1] ?? text);
  return { example };
});
