import {
  FieldFault,
  xmlRoot,
  type CatalogueFile,
  type CodeLists,
  type LookUp,
  type Source,
} from '../importer/index.ts';
import { InputError, quoteValue } from '../model/index.ts';
import { fetchJson, fetchPage, fetchText } from './fetch-page.ts';
import { loadFtp } from './ftp/load-ftp.ts';
import type { HttpClient } from './http.ts';
import { RetryableError } from './retry.ts';

/** Maximum number of pages of an S3 listing, at 1,000 keys each. */
const LISTING_PAGES_MAX = 1000;

/** Maximum nesting depth of distributions in a catalogue. */
const DEPTH_MAX = 20;

/** The part of a register or of code lists that `fetch` needs. */
export type Fetched = Pick<CodeLists, 'id' | 'files'>;

/** Returns the sources of the current files. Addresses in the declaration are trusted, addresses in a catalogue are not. */
export async function findSources({ id, files }: Fetched, client: HttpClient): Promise<readonly Source[]> {
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

/** Makes the lookups of a declaration. Only the address of the first lookup is trusted. */
export function lookUpWith(client: HttpClient): LookUp {
  let requests = 0;
  const declared = (url: string): string => {
    if (requests++ === 0) client.trust(url);
    return url;
  };
  return {
    page: (url, accept) => fetchPage({ url: declared(url), headers: accept === undefined ? {} : { accept } }, client),
    ckan: (url) => ckanResources(declared(url), client),
    dcat: (url) => dcatDistributions(declared(url), client),
    s3: (bucket, prefix) => s3Objects(declared(bucket), prefix, client),
    ftp: async (folder) => {
      const { ftpFiles } = await loadFtp(folder);
      return ftpFiles(declared(folder), client);
    },
  };
}

const ACCEPT_JSON = { accept: 'application/json' };

async function ckanResources(url: string, client: HttpClient): Promise<CatalogueFile[]> {
  return fetchJson({ url, headers: ACCEPT_JSON }, client, (response) => {
    const resources = findMember(findMember(response, 'result'), 'resources');
    if (!Array.isArray(resources)) throw new RetryableError('the response has no list of resources');
    return resources.map((resource) => {
      const text = (name: string): string => readText(findMember(resource, name));
      return file(text('name'), text('url') || text('path'), url, text('size'));
    });
  });
}

async function dcatDistributions(url: string, client: HttpClient): Promise<CatalogueFile[]> {
  return fetchJson({ url, headers: ACCEPT_JSON }, client, (response) => {
    const found = findDistributions(response, DEPTH_MAX);
    if (found === undefined) throw new RetryableError('the response has no list of distributions');
    return found.map((distribution) => {
      const text = (name: string): string => readText(findMember(distribution, name));
      return file(text('title'), text('downloadURL'), url, text('byteSize'));
    });
  });
}

/** Finds the distributions anywhere in the JSON of a catalogue; undefined if there are none. */
function findDistributions(value: unknown, depth: number): unknown[] | undefined {
  if (depth === 0 || typeof value !== 'object' || value === null) return undefined;
  const own = findMember(value, 'distribution') ?? findMember(value, 'Distribution');
  if (own !== undefined) {
    const list = Array.isArray(own) ? own : [own];
    return list.flatMap((item) => findDistributions(item, depth - 1) ?? [item]);
  }
  const below = Object.values(value).flatMap((member) => {
    const found = findDistributions(member, depth - 1);
    return found === undefined ? [] : [found];
  });
  return below.length === 0 ? undefined : below.flat();
}

async function s3Objects(bucket: string, prefix: string, client: HttpClient): Promise<CatalogueFile[]> {
  const files: CatalogueFile[] = [];
  let marker = '';
  for (let page = 0; page < LISTING_PAGES_MAX; page++) {
    const url = new URL(bucket);
    url.searchParams.set('prefix', prefix);
    if (marker !== '') url.searchParams.set('marker', marker);
    const listing = await fetchText({ url: url.href }, client, parseListing);
    // A server that ignores the prefix lists everything.
    for (const { key, bytes } of listing.objects)
      if (key.startsWith(prefix)) {
        const path = key.split('/').map(encodeURIComponent).join('/');
        files.push(file(key, path, bucket.replace(/\/?$/, '/'), bytes));
      }
    if (!listing.isTruncated) return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const next = listing.nextMarker === '' ? (listing.objects.at(-1)?.key ?? '') : listing.nextMarker;
    if (next <= marker) throw new InputError(`Cannot read ${quoteValue(url.href)}: the listing repeats itself`);
    marker = next;
  }
  throw new InputError(`Cannot read ${quoteValue(bucket)}: the listing has more than ${LISTING_PAGES_MAX} pages`);
}

/** Reads one page of an S3 listing (`ListBucketResult`). */
function parseListing(xml: string) {
  let root: unknown;
  try {
    root = xmlRoot('the response', xml);
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error;
    throw new RetryableError(`${error.field} ${error.message}`, { cause: error });
  }
  const textAt = (element: unknown, name: string): string => readText(findMember(findMember(element, name), '$'));
  const isTruncated = textAt(root, 'IsTruncated').trim();
  if (isTruncated === '') throw new RetryableError('the response is not a listing of an S3 bucket');
  const objects = [findMember(root, 'Contents') ?? []].flat().map((object: unknown) => ({
    key: textAt(object, 'Key'),
    bytes: textAt(object, 'Size'),
  }));
  return { objects, isTruncated: isTruncated === 'true', nextMarker: textAt(root, 'NextMarker') };
}

function file(name: string, url: string, base: string, size: string): CatalogueFile {
  const bytes = Number(size);
  return {
    name: name.trim(),
    ...(url !== '' && URL.canParse(url, base) ? { url: new URL(url, base).href } : {}),
    ...(Number.isSafeInteger(bytes) && bytes > 0 ? { bytes } : {}),
  };
}

/** Returns a member of an object. Its name may have the prefix of a vocabulary (`dcat:`, `dct:`, a whole address). */
function findMember(object: unknown, name: string): unknown {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return undefined;
  const key = Object.keys(object).find((one) => localName(one) === name);
  return key === undefined ? undefined : Reflect.get(object, key);
}

/** Returns the local part of a name: after the last `#` or `/` of an address, else after the last colon. */
function localName(name: string): string {
  return name.replace(/[#/]/.test(name) ? /.*[#/]/ : /.*:/, '');
}

/** Returns the text of an RDF value in JSON: a plain text, the value or address of an object, or the text of the first value in a list. */
function readText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return readText(value[0]);
  if (typeof value !== 'object' || value === null) return '';
  const keys = ['@rdf:resource', 'rdf:resource', '@id', '@value', '#text', 'value'];
  return readText(keys.map((key) => Reflect.get(value, key)).find((member) => member !== undefined));
}
