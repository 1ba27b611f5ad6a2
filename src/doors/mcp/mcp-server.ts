import {
  McpServer,
  fromJsonSchema,
  type JsonSchemaValidatorResult,
  type McpServerFactory,
  type jsonSchemaValidator,
} from '@modelcontextprotocol/server';
import { PROBLEMS } from '../../contract/index.ts';
import { problemOf } from '../../server/index.ts';
import type { Arguments, ObjectSchema, Tool } from './tools.ts';

/** What a server says of itself. */
export interface ServerFacts {
  readonly version: string;
  /** Told to the model by clients that do so. */
  readonly instructions: string;
}

/** The tools check what they are given themselves, with the messages of the API; what they give is tested against its schemas. */
const CHECKED_BY_TOOLS: jsonSchemaValidator = {
  getValidator:
    <T>() =>
    (input: unknown): JsonSchemaValidatorResult<T> => ({ valid: true, data: input as T, errorMessage: undefined }),
};

/** Makes a server with the tools: one for each request over HTTP, one for a connection over standard input and output. */
export function mcpServers(
  tools: readonly Tool[],
  { version, instructions }: ServerFacts,
  onUnforeseen: (error: unknown) => unknown,
): McpServerFactory {
  const declared = tools.map((tool) => ({ tool, input: standard(tool.input), output: standard(tool.output) }));
  return () => {
    const server = new McpServer({ name: 'openfirma', version }, { instructions, capabilities: { tools: {} } });
    for (const { tool, input, output } of declared) {
      const { name, title, description } = tool;
      const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
      server.registerTool(
        name,
        { title, description, inputSchema: input, outputSchema: output, annotations },
        async (given) => {
          try {
            const text = await tool.call(given);
            const structuredContent = JSON.parse(text) as Record<string, unknown>;
            return { content: [{ type: 'text', text }], structuredContent };
          } catch (error) {
            return failed(error, onUnforeseen);
          }
        },
      );
    }
    return server;
  };
}

function standard(schema: ObjectSchema) {
  return fromJsonSchema<Arguments>(schema, CHECKED_BY_TOOLS);
}

/** What the API would answer with a problem, as the result of a tool. */
function failed(error: unknown, onUnforeseen: (error: unknown) => unknown) {
  const problem = problemOf(error);
  if (problem === undefined) onUnforeseen(error);
  const { code, title, retryable } = PROBLEMS[problem?.code ?? 'upstream_unavailable'];
  const detail = problem?.message ?? PROBLEMS.upstream_unavailable.exampleDetail;
  const text = JSON.stringify({ code, title, detail, retryable });
  return { content: [{ type: 'text' as const, text }], isError: true };
}

/** What a model is told of the tools. */
export function instructionsOf(attribution: string): string {
  return `Search the companies that official registers of Europe publish. Keep the id of a company: it is permanent. Results are in the order of names, not of relevance: show several where it is not clear which one is meant. A field that a register does not publish is absent. Show "${attribution}" with the data.`;
}
