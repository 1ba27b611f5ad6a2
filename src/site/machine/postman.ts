import {
  OPERATIONS,
  exampleTarget,
  findExample,
  type ExampleFacts,
  type Operation,
  type OperationParameter,
  type SiteDocument,
} from '../../contract/index.ts';
import { jsonDocument } from '../document.ts';

/** Returns the three operations as a Postman collection, format 2.1. Its variable `baseUrl` is the address of the API. */
export function postmanCollection({ baseUrl, siteUrl, examples }: ExampleFacts): SiteDocument {
  return jsonDocument({
    info: {
      name: 'Company Registry Read API',
      description: `Company search, profiles and current officers. Free, read-only, without a key. ${siteUrl}/developers`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: OPERATIONS.map((operation) => item(operation, examples)),
    variable: [{ key: 'baseUrl', value: baseUrl, type: 'string' }],
  });
}

function item(operation: Operation, examples: ExampleFacts['examples']): object {
  const { summary, description, path, parameters } = operation;
  // Postman marks path parameters with a colon.
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const toVariable = (parameter: OperationParameter): object => ({
    key: parameter.name,
    value: String(findExample(operation, parameter, examples) ?? ''),
    description: parameter.description,
  });
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const variable = parameters.filter((parameter) => parameter.in === 'path');
  // Optional parameters that the example does not need are disabled until the user enables them.
  const [, used = ''] = exampleTarget(operation, examples)?.split('?') ?? [];
  const isUsed = ({ name, required }: OperationParameter): boolean => required || new URLSearchParams(used).has(name);
  return {
    name: summary,
    request: {
      method: 'GET',
      header: [{ key: 'Accept', value: 'application/json' }],
      description,
      url: {
        raw: `{{baseUrl}}/${segments}${used === '' ? '' : `?${used}`}`,
        host: ['{{baseUrl}}'],
        path: segments.split('/'),
        ...(query.length > 0 && {
          query: query.map((parameter) =>
            Object.assign(toVariable(parameter), !isUsed(parameter) && { disabled: true }),
          ),
        }),
        ...(variable.length > 0 && { variable: variable.map(toVariable) }),
      },
    },
    response: [],
  };
}
