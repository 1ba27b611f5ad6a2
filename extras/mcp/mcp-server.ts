import {
  McpServer,
  fromJsonSchema,
  type JsonSchemaValidatorResult,
  type McpServerFactory,
  type jsonSchemaValidator,
} from '@modelcontextprotocol/server';
import { PROBLEMS, attributionText } from '../../src/contract/index.ts';
import { toProblem } from '../../src/operations/index.ts';
import type { Door } from '../../src/server/index.ts';
import { changesDoor } from '../changes/door/door.ts';
import { detailsSchemas, openDetails } from '../../src/details/index.ts';
import { lookupDoor } from '../lookup/door.ts';
import type { DoorParts } from '../../src/extra/index.ts';
import type { CompanyToolParts } from './company-tools.ts';
import type { Arguments, ObjectSchema } from './tool.ts';
import { createTools } from './tools.ts';

/** Accepts every value: the tools validate their arguments themselves, with the messages of the API, and tests validate the results. */
const CHECKED_BY_TOOLS: jsonSchemaValidator = {
  getValidator:
    <T>() =>
    (input: unknown): JsonSchemaValidatorResult<T> => ({ valid: true, data: input as T, errorMessage: undefined }),
};

export type ToolParts = Omit<DoorParts, 'openDoor'> & CompanyToolParts;

/**
 * Declares the tools once. Returns a function that makes a factory of servers with these tools: one server for each request over HTTP, or
 * one for a connection over standard input and output. `onUnforeseen` is called with unforeseen errors of the tools.
 */
export async function toolServers(
  parts: ToolParts,
  changes: Door = changesDoor(parts),
): Promise<(onUnforeseen: (error: unknown) => unknown) => McpServerFactory> {
  const { facts, version } = parts;
  const doors = { details: await openDetails(parts), lookup: lookupDoor(parts), changes };
  const tools = createTools(parts, doors, await detailsSchemas());
  const declared = tools.map((tool) => ({ tool, input: standard(tool.input), output: standard(tool.output) }));
  const instructions = `${INSTRUCTIONS} Show "${attributionText(facts.dataProvider)}" with the data.`;
  return (onUnforeseen) => () => {
    const server = new McpServer(
      { name: 'openfirma', version },
      { instructions, capabilities: { tools: { listChanged: false } } },
    );
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

/** Returns a problem of the API as the result of a tool. */
function failed(error: unknown, onUnforeseen: (error: unknown) => unknown) {
  const problem = toProblem(error);
  if (problem === undefined) onUnforeseen(error);
  const { code, title, retryable } = PROBLEMS[problem?.code ?? 'upstream_unavailable'];
  const detail = problem?.message ?? PROBLEMS.upstream_unavailable.exampleDetail;
  const text = JSON.stringify({ code, title, detail, retryable });
  return { content: [{ type: 'text' as const, text }], isError: true };
}

const INSTRUCTIONS =
  "Companies that official registers of Europe publish. Use match_company for a name or number of somebody else's list or document, search for a name without its country, search_companies for all names with one beginning, look_up_number for a number, fetch for everything about one company, changes_of for what happened since a time. Keep the id of a company: it is permanent. Show several companies if it is not clear which one is meant. A field that a register does not publish is absent.";
