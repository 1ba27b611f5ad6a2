import type { CatalogueFile, LookUp, Source } from '../../importer/index.ts';

/** The folder with the stock. It has files of annual accounts as well. */
export const FOLDER = 'ftp://{FTP_USER}:{FTP_PASSWORD}@www.inpi.net/';

/** `stock_RNE_formalites_NIVEAU1_20260304_1400.zip`. Earlier ones had no level. */
const STOCK = /^stock_RNE_formalites_(?:[A-Z0-9]+_)?(?<stamp>20\d{6}_\d{4})\w*\.zip$/;

/** Three times the stock of March 2026. */
const BYTES_MAX = 50e9;

export async function currentFiles(lookUp: LookUp): Promise<readonly Source[]> {
  return sourcesOf(await lookUp.ftp(FOLDER));
}

/** The newest stock of formalities among the files of the folder. */
export function sourcesOf(files: readonly CatalogueFile[]): readonly Source[] {
  const stocks = files.flatMap((file) => {
    const stamp = STOCK.exec(file.name)?.groups?.['stamp'];
    return stamp === undefined ? [] : [{ ...file, stamp }];
  });
  const [newest] = stocks.toSorted((a, b) => (a.stamp < b.stamp ? 1 : -1));
  if (newest?.url === undefined) return [];
  const { name, url, bytes } = newest;
  return [{ name, url, bytesMax: BYTES_MAX, ...(bytes === undefined ? {} : { bytes }) }];
}
