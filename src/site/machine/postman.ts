import { OPERATIONS, type Operation, type OperationParameter, type ServiceFacts } from '../../contract/index.ts';
import { jsonDocument, type SiteDocument } from '../document.ts';

/** The three operations as a Postman collection, format 2.1. Its variable `baseUrl` is the address of the API. */
export function postmanCollection({ baseUrl, siteUrl }: ServiceFacts): SiteDocument {
  return jsonDocument({
    info: {
      name: 'Company Registry Read API',
      description: `Company search, profiles and current officers. Free, read-only, without a key. ${siteUrl}/developers`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: OPERATIONS.map(item),
    variable: [{ key: 'baseUrl', value: baseUrl, type: 'string' }],
  });
}

function item({ summary, description, path, parameters }: Operation): object {
  // Postman marks path parameters with a colon.
  const segments = path.slice(1).replaceAll(/\{(\w+)\}/g, ':$1');
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const variable = parameters.filter((parameter) => parameter.in === 'path');
  const used = query.filter(({ required }) => required).map(({ name, example }) => `${name}=${example}`);
  return {
    name: summary,
    request: {
      method: 'GET',
      header: [{ key: 'Accept', value: 'application/json' }],
      description,
      url: {
        raw: `{{baseUrl}}/${segments}${used.length === 0 ? '' : `?${used.join('&')}`}`,
        host: ['{{baseUrl}}'],
        path: segments.split('/'),
        ...(query.length > 0 && { query: query.map(queryOf) }),
        ...(variable.length > 0 && { variable: variable.map(valueOf) }),
      },
    },
    response: [],
  };
}

function valueOf({ name, example, description }: OperationParameter): object {
  return { key: name, value: String(example), description };
}

/** Optional parameters are disabled until the user enables them. */
function queryOf(parameter: OperationParameter): object {
  return { ...valueOf(parameter), ...(!parameter.required && { disabled: true }) };
}
