import { setImmediate } from 'node:timers/promises';
import type { CountrySample } from '../../model/index.ts';
import type { SnapshotReader } from '../../snapshot/index.ts';

/** Maximum number of companies of a country that are read. Reading one takes some 40 microseconds. */
const COMPANIES_MAX = 2048;
/** Number of companies that are read in one turn of the event loop: other requests wait for less than a millisecond. */
const COMPANIES_PER_TURN = 16;

interface Counted {
  readonly registered_on?: string | undefined;
  readonly closed_on?: string | undefined;
  readonly classifications?: readonly { readonly scheme: string; readonly code: string }[] | undefined;
}

/**
 * Counts companies with their register or head office in a country: all of them, or {@linkcode COMPANIES_MAX}, evenly spaced in name order.
 * Undefined if it has none, or once `isOpen` returns false.
 */
export async function sampleCountry(
  reader: SnapshotReader,
  country: string,
  isOpen: () => boolean,
): Promise<CountrySample | undefined> {
  const total = countScope(reader, country);
  const registered = new Map<string, number>();
  const closed = new Map<string, number>();
  const activities = new Map<string, { readonly scheme: string; readonly code: string; companies: number }>();
  const companies = Math.min(total, COMPANIES_MAX);
  for (let i = 0; i < companies; i++) {
    if (i % COMPANIES_PER_TURN === 0) {
      await setImmediate();
      if (!isOpen()) return undefined;
    }
    const company = readCompany(reader, country, Math.floor(((i + 0.5) * total) / companies));
    countYear(registered, company?.registered_on);
    countYear(closed, company?.closed_on);
    const [main] = company?.classifications ?? [];
    if (main === undefined) continue;
    const { scheme, code } = main;
    const key = `${scheme}\n${code}`;
    activities.set(key, { scheme, code, companies: (activities.get(key)?.companies ?? 0) + 1 });
  }
  if (companies === 0) return undefined;
  return {
    companies,
    total,
    registered: Object.fromEntries(registered),
    closed: Object.fromEntries(closed),
    activities: [...activities.values()],
  };
}

/** Returns the number of companies of a scope, by a binary search for its last rank. */
function countScope(reader: SnapshotReader, country: string): number {
  let [from, to] = [0, reader.metadata.records.active];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (reader.idAt(middle, country) === undefined) to = middle;
    else from = middle + 1;
  }
  return from;
}

function readCompany(reader: SnapshotReader, country: string, rank: number): Counted | undefined {
  const id = reader.idAt(rank, country);
  const json = id === undefined ? undefined : reader.company(id);
  if (id === undefined || json === undefined) return undefined;
  const { classifications } = JSON.parse(json.toString()) as Counted;
  const { registered_on, closed_on } = reader.details(id)?.details ?? {};
  return { registered_on, closed_on, classifications };
}

function countYear(counts: Map<string, number>, day: string | undefined): void {
  if (day !== undefined) counts.set(day.slice(0, 4), (counts.get(day.slice(0, 4)) ?? 0) + 1);
}
