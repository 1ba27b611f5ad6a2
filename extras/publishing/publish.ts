import { factsOfFile, signatureOf, type FileFacts } from '../../src/files/index.ts';
import { MATCH_INDEX } from '../matching/index/name-index.ts';
import { InputError, quoteValue } from '../../src/model/index.ts';
import { verifySnapshot } from '../../src/snapshot/index.ts';
import { changesToSend } from './changes/changes-to-send.ts';
import type { SigningKey } from '../changes/keys.ts';
import {
  CURRENT_FILE,
  LISTED_MAX,
  digestOfText,
  readPublication,
  signPublication,
  snapshotPath,
  verifyPublication,
  type Publication,
} from './publication.ts';
import { PublishError, UNSTATED_SIZE, type Store } from './store.ts';

export interface PublishOptions {
  readonly snapshot: string;
  readonly store: Store;
  readonly key: SigningKey;
  /** Maximum number of generations on the store, including the current one; undefined keeps all. */
  readonly keep?: number | undefined;
  /** Maximum number of change files, of which the newest are published; the default is a month of daily builds. */
  readonly changes?: number | undefined;
  /** The counter, for a store that has lost its `current.json`; must be greater than the previous counter. */
  readonly counter?: number | undefined;
  readonly validDays?: number | undefined;
  /** Aborts between two steps, with the reason of the signal. */
  readonly signal: AbortSignal;
  readonly onVerified?: (done: number, total: number | undefined, note: string) => void;
  readonly yieldIfDue?: () => Promise<void> | undefined;
}

export interface Published {
  readonly publication: Publication;
  /** Whether the store had the data already, so that only `current.json` was renewed. */
  readonly unchanged: boolean;
  /** Whether the snapshot was sent; false if the store had it already. */
  readonly sent: boolean;
  readonly removed: readonly string[];
}

/** Days after which a publication expires: a nightly publisher may fail for a week before followers report it. */
const VALID_DAYS_DEFAULT = 7;
const DAY_MS = 86_400_000;

/** Number of change files: a month of daily builds. Older copies need a whole snapshot. */
const CHANGES_DEFAULT = 31;

/**
 * Verifies and publishes a snapshot: sends the file `snapshots/GENERATION` and its change files, then a signed `current.json`, then
 * removes old generations and change files. If the store has the current data already, only `current.json` is renewed, and expires later.
 * Whenever it is interrupted, the `current.json` of the store names a complete file.
 * @throws {InputError} if the snapshot is invalid, the store refuses, or another publisher is active
 */
export async function publish(options: PublishOptions): Promise<Published> {
  const { snapshot, store, key, signal } = options;
  const { generation, ...facts } = await verified(options);
  await using _ = store;
  await store.lock();
  const before = await store.current();
  const last = before && lastOf(before.text, key, store.name);
  const counter = options.counter ?? (last?.counter ?? 0) + 1;
  if (counter <= (last?.counter ?? 0) || !Number.isSafeInteger(counter))
    throw new PublishError(
      store.name,
      `the counter ${counter} must be greater than ${last?.counter ?? 0}, the one before`,
    );
  signal.throwIfAborted();
  const path = snapshotPath(generation);
  const stored = await store.sizeOf(path);
  const isCurrent = last !== undefined && last.generation === generation && stored === last.size;
  const most = options.changes ?? CHANGES_DEFAULT;
  await using changes = await changesToSend({ snapshot, generation, most, store, key, last: last?.changes, signal });
  const unchanged = isCurrent && last.key === key.id && last.changes === changes.digest;
  // Different snapshot files may have the same data: the store keeps the file that followers already have.
  const mayBeKnown = !unchanged && stored !== undefined && (stored === facts.size || isCurrent);
  const onStore = mayBeKnown ? await store.factsOf(path, stored) : undefined;
  const isKnown = unchanged || (isCurrent && onStore !== undefined && isSame(onStore, last));
  const sent = !isKnown && (onStore === undefined || !isSame(onStore, facts));
  if (sent) await send(options, path, facts, stored !== undefined);
  await changes.send();
  signal.throwIfAborted();
  const earlier = (last?.generations ?? []).filter((one) => one !== generation);
  const nowMs = Date.now();
  const publication: Publication = {
    counter,
    generation,
    ...(isKnown ? { size: last.size, sha256: last.sha256 } : facts),
    date: new Date(nowMs).toISOString(),
    expires_at: new Date(nowMs + (options.validDays ?? VALID_DAYS_DEFAULT) * DAY_MS).toISOString(),
    key: key.id,
    ...(before !== undefined && { previous: digestOfText(before.text) }),
    // One generation more than is kept: if this publisher is killed, the next one removes that generation.
    generations: [generation, ...earlier].slice(0, Math.min(LISTED_MAX, (options.keep ?? LISTED_MAX) + 1)),
    ...(changes.digest !== undefined && { changes: changes.digest }),
  };
  await store.replaceCurrent(signPublication(publication, key), before);
  await changes.removeOthers();
  const removed = options.keep === undefined ? [] : await removeOld(store, publication, earlier, options.keep);
  return { publication, unchanged, sent, removed };
}

async function send({ snapshot, store }: PublishOptions, path: string, facts: FileFacts, replaces: boolean) {
  await store.put(path, snapshot, facts, replaces);
  const size = await store.sizeOf(path);
  if (size === facts.size || size === UNSTATED_SIZE) return;
  throw new PublishError(store.name, `${facts.size} bytes were sent, and the store has ${size ?? 'none'}`);
}

async function removeOld(
  store: Store,
  { generations, generation }: Publication,
  earlier: readonly string[],
  keep: number,
): Promise<readonly string[]> {
  const kept = new Set([generation, ...generations.slice(0, keep)]);
  const old = ((await store.list()) ?? earlier).filter((one) => !kept.has(one));
  for (const one of old) await store.remove(snapshotPath(one));
  return old;
}

async function verified({ snapshot, signal, onVerified, yieldIfDue }: PublishOptions) {
  const signature = signatureOf(snapshot);
  const { generation } = await verifySnapshot(snapshot, {
    ...(onVerified && { onVerified }),
    ...(yieldIfDue && { yieldIfDue }),
    nameIndex: MATCH_INDEX,
  });
  const facts = await factsOfFile(snapshot, { signal });
  if (signatureOf(snapshot) !== signature)
    throw new InputError(`Cannot publish ${quoteValue(snapshot)}: it was replaced while it was read; try again`);
  return { ...facts, generation };
}

/** Returns the previous publication. The signature of an earlier key is not checked, because followers have checked it. */
function lastOf(text: string, key: SigningKey, store: string): Publication {
  const where = `${store.replace(/\/$/, '')}/${CURRENT_FILE}`;
  const read = readPublication(text, where);
  const { publication } = read;
  if (publication.key === key.id) verifyPublication(read, new Map([[key.id, key]]), where);
  return publication;
}

function isSame(a: FileFacts, b: FileFacts): boolean {
  return a.size === b.size && a.sha256 === b.sha256;
}
