import type { LookUp, Source } from '../../importer/index.ts';

const CATALOGUE = 'https://data.gov.cy/el/dataset/1026/dcat-ap-2.0/json';

/** The officials, the longest of the files, had 127 MB in July 2026. */
const FILE_BYTES_MAX = 5e8;

/** The beginnings of the published names of files; each continues with a running number of its own. */
const FILES = ['organisations', 'registered_office', 'organisation_officials'] as const;

/**
 * Looks up the newest of each file. Without organisations there is nothing to import; of another file without an
 * address in the catalogue, that of the run before is kept.
 */
export async function currentFiles(lookUp: Pick<LookUp, 'dcat'>): Promise<readonly Source[]> {
  const listed = (await lookUp.dcat(CATALOGUE)).flatMap(({ url }) => (url === undefined ? [] : [url]));
  const sources = FILES.map((file): Source => {
    const name = `${file}.csv`;
    const url = newestOf(listed, file);
    return url === undefined
      ? { name, kept: `the catalogue has no address of ${file}_NN.csv` }
      : { name, url, bytesMax: FILE_BYTES_MAX };
  });
  return sources[0] !== undefined && 'url' in sources[0] ? sources : [];
}

function newestOf(urls: readonly string[], file: string): string | undefined {
  const numbered = urls.flatMap((url) => {
    const [, number] = new RegExp(`/${file}_(\\d+)(?:_\\d+)?\\.csv$`).exec(new URL(url).pathname) ?? [];
    return number === undefined ? [] : [{ url, number: Number(number) }];
  });
  return numbered.toSorted((a, b) => b.number - a.number)[0]?.url;
}
