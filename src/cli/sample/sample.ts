import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Backend } from '../../backend/index.ts';

const SAMPLE_LINES = join(import.meta.dirname, '..', '..', '..', 'sample');

/** Builds the sample anew, so that it is always the one of this version, and returns its path. */
export async function buildSample(directory: string): Promise<string> {
  const { buildSnapshot } = await import('../../build/index.ts');
  const out = join(directory, 'sample.snapshot');
  await buildSnapshot({ inputs: globSync(join(SAMPLE_LINES, '*.ndjson')).toSorted(), out });
  return out;
}

/** Requests that run as they are printed: a name, one without its marks, another alphabet, and a company of the first answer. */
export async function firstRequests(address: string, backend: Backend): Promise<string> {
  const query = 'nordlys';
  const { json } = await backend.search({ query, limit: 1 });
  const { id } = JSON.parse(Buffer.from(json).toString()) as { id: string };
  return `
This serves a sample of invented companies. Try:

  curl '${address}/v1/search?q=${query}'
  curl '${address}/v1/search?q=lodz&country=PL'
  curl --get '${address}/v1/search?country=all&limit=3' --data-urlencode 'q=ђурђевка'
  curl '${address}/v1/companies/${id}'
`;
}
