import type { CodeLists, PagedList } from '../../importer/index.ts';

const API = 'https://api.gleif.org/api/v1';

/** The whole of one list, in pages of the most records that the server gives. */
function listOf(name: string): PagedList {
  return {
    name: `${name}.ndjson`,
    url: `${API}/${name}?page%5Bnumber%5D={page}&page%5Bsize%5D={limit}`,
    accept: 'application/vnd.api+json',
    records: 'data',
    limit: 200,
    next: 'page',
    total: { answer: 'meta.pagination.total' },
    // 60 requests a minute are allowed.
    intervalMs: 1100,
    bytesMax: 50e6,
  };
}

/** The registration authorities and the legal forms (ISO 20275), whole and newest. The lists of this folder are the default. */
export const gleifLists: CodeLists = {
  id: 'gleif-lists',
  files: {
    page: 'https://www.gleif.org/en/about-lei/code-lists',
    current: [listOf('registration-authorities'), listOf('entity-legal-forms')],
  },
};
