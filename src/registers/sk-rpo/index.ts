/**
 * RPO, the Slovak register of legal persons, entrepreneurs and public authorities.
 * @module
 */
import type { Download, LookUp } from '../../importer/index.ts';
import { compareText } from '../../model/index.ts';
import { UPDATE_FREQUENCIES, declareRegister, present, toColumns } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import codes from './codes.json' with { type: 'json' };
import columns from './columns.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

const BUCKET = 'https://frkqbrydxwdp.compat.objectstorage.eu-frankfurt-1.oraclecloud.com/susr-rpo/';

/** The files of a full set, parts or list: `batch-init/init_2026-11-07_001.json.gz`, `…_list.txt`. */
const INIT = /\/(?<name>init_(?<date>\d{4}-\d{2}-\d{2})_(?<part>\d{3}|list)\.(?:json\.gz|txt))$/;

/** `batch-daily/actual_2026-11-10.json.gz` */
const DAILY = /\/(?<name>actual_(?<date>\d{4}-\d{2}-\d{2})\.json\.gz)$/;

type Lookups = Pick<LookUp, 's3' | 'page'>;

/** Looks up the newest complete full set and the daily files since; empty if no set is complete. */
export async function currentFiles(lookUp: Lookups): Promise<readonly Download[]> {
  const found = await findFiles('batch-init/', INIT, lookUp);
  const sets = [...Map.groupBy(found, ({ date }) => date)].toSorted(([a], [b]) => compareText(b, a));
  for (const [position, [date, set]] of sets.entries()) {
    if (!(await isComplete(set, sets[position + 1]?.[1] ?? [], lookUp))) continue;
    // The daily file of the same day may have newer records than the set.
    const daily = (await findFiles('batch-daily/', DAILY, lookUp)).filter((file) => file.date >= date);
    return [...filterParts(set), ...daily].map(({ download }) => download);
  }
  return [];
}

/** Returns the files in a folder of the bucket whose names match the pattern. */
async function findFiles(folder: string, pattern: RegExp, lookUp: Lookups) {
  return (await lookUp.s3(BUCKET, folder)).flatMap((file) => {
    const { name, date, part } = pattern.exec(file.name)?.groups ?? {};
    if (name === undefined || date === undefined || file.url === undefined) return [];
    return [{ date, part, download: present<Download>({ name, url: file.url, bytes: file.bytes }) }];
  });
}

/** The files of one day. */
type Files = Awaited<ReturnType<typeof findFiles>>;

function filterParts(set: Files): Files {
  return set.filter(({ part }) => part !== 'list');
}

/**
 * Whether all parts of a set exist. If the set has a list, all listed parts must exist. Without a list, the parts must be numbered without
 * a gap and not be fewer than in the previous set, because a set appears part by part.
 */
async function isComplete(set: Files, before: Files, lookUp: Lookups): Promise<boolean> {
  const names = filterParts(set).map(({ download }) => download.name);
  const list = set.find(({ part }) => part === 'list');
  if (names.length === 0) return false;
  if (list !== undefined) {
    const listed = (await lookUp.page(list.download.url)).match(/init_[\w-]+\.json\.gz/g) ?? [];
    return listed.length > 0 && listed.every((name) => names.includes(name));
  }
  const isNumbered = names.toSorted().every((name, i) => name.includes(`_${String(i + 1).padStart(3, '0')}.`));
  return isNumbered && names.length >= filterParts(before).length;
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
    ...toColumns(columns),
  },
  // One word for a status has been seen, and three are expected. Others stay as published, and are counted.
  codes,
  states,
  // The publisher says that a part has about 200,000 records; we have not counted one.
  expect: { full: /^init_\d{4}-\d{2}-\d{2}_001\.json/, records: 50_000, officers: 100_000 },
  updateFrequency: UPDATE_FREQUENCIES.daily,
  loadReader: () => import('./read.ts'),
});
