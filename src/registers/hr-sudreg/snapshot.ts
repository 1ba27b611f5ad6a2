import { InputError, quoteValue } from '../../model/index.ts';

/**
 * The newest snapshot in an answer of `/snapshots`, and its day where it has one.
 * @throws {InputError} if the list has no snapshot
 */
export function newestSnapshot(answer: string): { id: string; date: string | undefined } {
  let listed: unknown;
  try {
    listed = JSON.parse(answer);
  } catch {
    // Said below.
  }
  const found = (Array.isArray(listed) ? listed : [])
    .map((one: unknown) => new Map(Object.entries(typeof one === 'object' && one !== null ? one : {})))
    .map((one) => ({
      id: String(one.get('snapshot_id') ?? one.get('id') ?? ''),
      time: String(one.get('timestamp') ?? ''),
    }))
    .filter(({ id }) => /^\d+$/.test(id))
    .toSorted((a, b) => (a.time === b.time ? Number(b.id) - Number(a.id) : a.time < b.time ? 1 : -1));
  const [newest] = found;
  if (newest === undefined) {
    throw new InputError(`Cannot use the list of snapshots: it has no snapshot_id, got ${quoteValue(answer)}`);
  }
  return { id: newest.id, date: /^20\d{2}-[01]\d-[0-3]\d/.exec(newest.time)?.[0] };
}
