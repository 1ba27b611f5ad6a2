/**
 * RPO, the Slovak register of legal persons, entrepreneurs and public authorities.
 * @module
 */
import type { CatalogueFile, Download, LookUp } from '../../importer/index.ts';
import { columnsOf, declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

const BUCKET = 'https://frkqbrydxwdp.compat.objectstorage.eu-frankfurt-1.oraclecloud.com/susr-rpo/';

/** The parts of a full set, or the list of them: `batch-init/init_2026-11-07_001.json.gz`, `…_list.txt`. */
const INIT = /\/(?<name>init_(?<date>\d{4}-\d{2}-\d{2})_(?<part>\d{3}|list)\.(?:json\.gz|txt))$/;

/** `batch-daily/actual_2026-11-10.json.gz` */
const DAILY = /\/(?<name>actual_(?<date>\d{4}-\d{2}-\d{2})\.json\.gz)$/;

/** The parts of one day, by name. */
interface FullSet {
  readonly date: string;
  readonly parts: Map<string, Download>;
  list?: string;
}

/** Looks up the newest complete full set and the daily files since; none where no set is complete. */
export async function currentFiles(lookUp: Pick<LookUp, 's3' | 'page'>): Promise<readonly Download[]> {
  const sets = setsOf(await lookUp.s3(BUCKET, 'batch-init/')).toSorted((a, b) => (a.date < b.date ? 1 : -1));
  for (const [position, set] of sets.entries()) {
    if (!(await isComplete(set, sets[position + 1], lookUp))) continue;
    const daily = (await lookUp.s3(BUCKET, 'batch-daily/')).flatMap((file) => {
      const { name, date } = DAILY.exec(file.name)?.groups ?? {};
      // The daily file of the same day may have newer records than the set.
      return name !== undefined && date !== undefined && date >= set.date ? downloadOf(name, file) : [];
    });
    return [...set.parts.values(), ...daily];
  }
  return [];
}

function setsOf(files: readonly CatalogueFile[]): FullSet[] {
  const sets = new Map<string, FullSet>();
  for (const file of files) {
    const { name, date, part } = INIT.exec(file.name)?.groups ?? {};
    if (name === undefined || date === undefined || file.url === undefined) continue;
    const set: FullSet = sets.get(date) ?? { date, parts: new Map() };
    sets.set(date, set);
    if (part === 'list') set.list = file.url;
    else for (const download of downloadOf(name, file)) set.parts.set(name, download);
  }
  return [...sets.values()];
}

/**
 * Whether all parts of a set are there: those of its list, where there is one. Without a list, they are numbered without a
 * gap, and are not fewer than those of the set before, for a set appears part by part.
 */
async function isComplete(set: FullSet, before: FullSet | undefined, lookUp: Pick<LookUp, 'page'>): Promise<boolean> {
  if (set.parts.size === 0) return false;
  if (set.list !== undefined) {
    const listed = (await lookUp.page(set.list)).match(/init_[\w-]+\.json\.gz/g) ?? [];
    return listed.length > 0 && listed.every((name) => set.parts.has(name));
  }
  const isNumbered = [...set.parts.keys()]
    .toSorted()
    .every((name, i) => name.includes(`_${String(i + 1).padStart(3, '0')}.`));
  return isNumbered && set.parts.size >= (before?.parts.size ?? 0);
}

function downloadOf(name: string, { url, bytes }: CatalogueFile): Download[] {
  if (url === undefined) return [];
  return [bytes === undefined ? { name, url } : { name, url, bytes }];
}

export const skRpo = declareRegister({
  ...about,
  files: {
    page: 'https://susrrpo.docs.apiary.io/',
    current: currentFiles,
    superseded: /^(init_\d{4}-\d{2}-\d{2}_\d{3}|actual_\d{4}-\d{2}-\d{2})\.json\.gz$/,
    stamp: /(?:init|actual)_(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})/,
    mayBeEmpty: /^actual_/,
    json: { recordsAt: 'results', shared: ['exportDate'] },
    ...columnsOf(columns),
  },
  // Of the list of statuses one word was met, and three are expected: others stay as published, and are counted.
  codes,
  states,
  // A part was said to hold some 200,000 records; no file was counted.
  expect: { full: /^init_\d{4}-\d{2}-\d{2}_001\.json/, records: 50_000, officers: 100_000 },
  reading: () => import('./read.ts'),
});
