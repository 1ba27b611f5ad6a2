import { example } from '../../src/site/index.ts';
import { doorPage } from '../../src/site/texts.ts';
import { MCP } from './declaration.ts';

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

export const mcpPage = doorPage(import.meta.dirname, MCP, ({ baseUrl }) => ({
  example: example(
    'sh',
    `curl -s '${baseUrl}/mcp' -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' -d '${LIST}' | grep -o '"name":"search_companies"'`,
    '"name":"search_companies"',
  ),
}));
