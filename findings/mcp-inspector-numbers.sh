#!/usr/bin/env bash
# @modelcontextprotocol/inspector 2.12.0: `--cli` sends a company number as a number, whatever the tool's schema says.
#
# Guess: `--tool-arg number=12345678` reaches a tool whose schema says `string` as a string.
# Seen: the value is read as JSON, not by the schema: the call is refused, though 00123456, which is no JSON, passes.
#   With quotation marks inside (`number="12345678"`) it is a string.
# So: scripts over a list fail for the numbers without a zero in front. Quote every value as JSON.
. "$(dirname "$0")/trial.bash"
npm_packages @modelcontextprotocol/inspector@2.12.0 @modelcontextprotocol/server@2.4.0 zod@4.6.7
cat >server.mjs <<'END'
import { McpServer } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
const server = new McpServer({ name: 'numbers', version: '1.0.0' });
server.registerTool('look_up', { inputSchema: z.object({ number: z.string() }) }, ({ number }) => ({
  content: [{ type: 'text', text: `looked up ${number}` }],
}));
await server.connect(new StdioServerTransport());
END
ask() {
  for value in 00123456 12345678 '"12345678"'; do
    node_modules/.bin/mcp-inspector --cli node server.mjs --method tools/call --tool-name look_up \
      --tool-arg "number=$value" >answer 2>log || echo "status $?"
    grep -o '"text": .*' answer
  done
}
expect ask <<'END'
"text": "looked up 00123456"
status 5
"text": "Input validation error: Invalid arguments for tool look_up: number: Invalid input: expected string, received number"
"text": "looked up 12345678"
END
