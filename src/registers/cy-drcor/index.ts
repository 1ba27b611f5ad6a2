/**
 * The register of organisations of Cyprus, with the officials of companies: DRCOR, open data.
 * @module
 */
import type { LookUp, Source } from '../../importer/index.ts';
import { UPDATE_FREQUENCIES, createLayouts, declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/** The beginnings of the published names of files; each continues with a running number of its own. */
const FILES = ['organisations', 'registered_office', 'organisation_officials'] as const;

/**
 * Looks up the newest version of each file. Without organisations there is nothing to import. If another file has no address in the
 * catalogue, the file of the previous run is kept.
 */
export async function currentFiles(lookUp: Pick<LookUp, 'dcat'>): Promise<readonly Source[]> {
  const listed = (await lookUp.dcat('https://data.gov.cy/el/dataset/1026/dcat-ap-2.0/json')).flatMap(({ url }) =>
    url === undefined ? [] : [url],
  );
  const sources = FILES.map((file): Source => {
    const name = `${file}.csv`;
    const url = findNewest(listed, file);
    return url === undefined
      ? { name, kept: `the catalogue has no address of ${file}_NN.csv` }
      : { name, url, bytesMax: 5e8 };
  });
  return sources[0] !== undefined && 'url' in sources[0] ? sources : [];
}

function findNewest(urls: readonly string[], file: string): string | undefined {
  const numbered = urls.flatMap((url) => {
    const [, number] = new RegExp(`/${file}_(\\d+)(?:_\\d+)?\\.csv$`).exec(new URL(url).pathname) ?? [];
    return number === undefined ? [] : [{ url, number: Number(number) }];
  });
  return numbered.toSorted((a, b) => b.number - a.number)[0]?.url;
}

export const cyDrcor = declareRegister({
  ...about,
  files: {
    page: 'https://data.gov.cy/el/dataset/1026',
    current: currentFiles,
    server: {
      // The portal only answers clients that look like browsers.
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 openfirma',
    },
    // The served names have a running number; an operator may add a date instead: organisations_2026-07-31.csv.
    stamp: /(?<year>20\d{2})-(?<month>[01]\d)-(?<day>[0-3]\d)/,
    kinds: createLayouts({ csv: { delimiter: ',' } }, columns),
  },
  codes,
  states,
  // 400,000 to 1,000,000 organisations, as other users report; 1,168,824 officials on 2026-07-31; only the size of the file of offices is
  // known.
  expect: [
    { full: /^organisations(_\d+)*\.csv$/, records: 400_000 },
    { full: /^organisation_officials(_\d+)*\.csv$/, records: 1_000_000, officers: 600_000 },
    { full: /^registered_office(_\d+)*\.csv$/, records: 100_000 },
  ],
  updateFrequency: UPDATE_FREQUENCIES.monthly,
  loadReader: () => import('./read.ts'),
});
