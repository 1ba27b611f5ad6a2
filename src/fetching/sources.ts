import type { CodeLists, Source } from '../importer/index.ts';
import { InputError } from '../model/index.ts';
import { lookUpWith } from './catalogues.ts';
import type { HttpClient } from './http.ts';

/** What `fetch` needs to know of a register, or of code lists. */
export type Fetched = Pick<CodeLists, 'id' | 'files'>;

/** Where the current files are. The addresses that its declaration states are trusted; those of a catalogue are not. */
export async function sourcesOf({ id, files }: Fetched, client: HttpClient): Promise<readonly Source[]> {
  const { current, page } = files;
  if ('account' in current) throw new InputError(`Cannot fetch "${id}" without an account: ${current.account}`);
  if (typeof current !== 'function') {
    for (const source of current) if ('url' in source) client.trust(source.url);
    return current;
  }
  const sources = await current(lookUpWith(client));
  if (!sources.some((source) => 'url' in source)) {
    throw new InputError(`Cannot fetch "${id}": its catalogue lists none of the expected files; see ${page}`);
  }
  return sources;
}
