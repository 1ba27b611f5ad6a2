/**
 * The Croatian court register (Sudski registar): lists of one snapshot, from the interface, which needs a free client account.
 * @module
 */
import { InputError, compareText, quoteValue } from '../../model/index.ts';
import { UPDATE_FREQUENCIES, createLayouts, declareRegister } from '../../importer/declaration.ts';
import about from './about.json' with { type: 'json' };
import type { LookUp, Source } from '../../importer/index.ts';
import columns from './columns.json' with { type: 'json' };
import lists from './lists.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/**
 * Returns the newest snapshot in a response from `/snapshots`, with its day if it has one.
 * @throws {InputError} if the list has no snapshot
 */
export function newestSnapshot(response: string): { id: string; date: string | undefined } {
  let listed: unknown;
  try {
    listed = JSON.parse(response);
  } catch {
    // Reported below.
  }
  const found = (Array.isArray(listed) ? (listed as (Partial<Record<string, string | number>> | null)[]) : [])
    .map((one) => ({ id: String(one?.['snapshot_id'] ?? one?.['id']), time: String(one?.['timestamp'] ?? '') }))
    .filter(({ id }) => /^\d+$/.test(id))
    .toSorted((a, b) => compareText(b.time, a.time) || Number(b.id) - Number(a.id));
  const [newest] = found;
  if (newest === undefined) {
    throw new InputError(`Cannot use the list of snapshots: it has no snapshot_id, got ${quoteValue(response)}`);
  }
  return { id: newest.id, date: /^20\d{2}-[01]\d-[0-3]\d/.exec(newest.time)?.[0] };
}

const SITE = 'https://sudreg-data.gov.hr/api';
const API = `${SITE}/javni`;

/** Lists of subjects, which are paged, and lists of codes, which are not. */
const { subjects: LISTS, codes: CODE_LISTS } = lists;

/** Looks up the lists. All are from one snapshot, whose day is in their names. */
async function current(lookUp: LookUp): Promise<readonly Source[]> {
  const { id, date } = newestSnapshot(await lookUp.page(`${API}/snapshots`, 'application/json'));
  const named = (list: string): string => (date === undefined ? list : `${list}_${date}`);
  return [
    ...LISTS.map((list) => ({
      name: `${named(list)}.ndjson`,
      url: `${API}/${list}?snapshot_id=${id}&only_active=1&omit_nulls=0&no_data_error=0&offset={offset}&limit={limit}`,
      records: '',
      limit: 500,
      next: 'offset' as const,
      total: { header: 'X-Total-Count' },
      intervalMs: 200,
      unchanging: true,
    })),
    ...CODE_LISTS.map((list) => ({
      name: `${named(list)}.json`,
      url: `${API}/${list}?snapshot_id=${id}&omit_nulls=0`,
    })),
  ];
}

export const hrSudreg = declareRegister({
  ...about,
  files: {
    page: 'https://sudreg-data.gov.hr/',
    current,
    server: {
      credentials: {
        settings: ['CLIENT_ID', 'CLIENT_SECRET'],
        how: 'register a client at https://sudreg-data.gov.hr/; both values end with ".."',
        oauth: { token: `${SITE}/oauth/token`, api: `${API}/` },
      },
    },
    superseded: new RegExp(String.raw`^(${[...LISTS, ...CODE_LISTS].join('|')})_\d{4}-\d{2}-\d{2}\.(nd)?json$`),
    stamp: /(?<year>20\d{2})-(?<month>[01]\d)-(?<day>[0-3]\d)/,
    // Lists with a number (`mbs`) have one or more records per subject; other lists have the meanings of codes.
    kinds: createLayouts({ json: { lines: true } }, columns),
  },
  codes: { status: Object.keys(states.status) },
  states,
  // A guide to the interface counts 185,000 live subjects.
  expect: [
    { full: /^subjekti(_\d{4}-\d{2}-\d{2})?\.ndjson$/, records: 170_000 },
    { full: /^tvrtke(_\d{4}-\d{2}-\d{2})?\.ndjson$/, records: 170_000 },
  ],
  updateFrequency: UPDATE_FREQUENCIES.daily,
  loadReader: () => import('./read.ts'),
});
