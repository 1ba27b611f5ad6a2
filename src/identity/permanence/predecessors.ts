import { InputError, companyIdBytes, encodeCompanyId, sha256Bytes } from '../../model/index.ts';
import type { CompanyLifecycle, PreviousRecord, PreviousSnapshot, RegisterLine } from '../../model/index.ts';
import { Sorter, doubled, type YieldIfDue } from '../../files/index.ts';
import type { Clusters, PreviousFingerprint } from '../clustering/clusterer.ts';
import {
  createFingerprints,
  fingerprintOfId,
  fingerprintsOfRecord,
  isKeyed,
  type KeyedHash,
} from '../clustering/fingerprints.ts';
import { isFundOrBranch, toNumberForms, withoutNumbers } from '../clustering/match-keys.ts';

/** A previous record that a company of this build continues. */
export interface Predecessor {
  readonly id: string;
  readonly lifecycle: CompanyLifecycle;
  /** The stored fingerprints, if the record had no values. */
  readonly fingerprints: readonly Buffer[];
  readonly nameBefore?: string | undefined;
  /** The index of the record among all previous records. */
  readonly index: number;
}

/** Number of bytes of a line's hash. Lines that match one record are sorted by this hash, so the order of the input does not matter. */
const ORDER_BYTES = 8;
const NO_ORDER = new Uint8Array(ORDER_BYTES);

/** Maximum number of keyed fingerprints, which take some 200 MB. Each restriction is a decision, so there are few. */
const KEYED_FINGERPRINTS_MAX = 1_000_000;

/**
 * Assigns each previous record to the company that continues it: the company that matches the strongest fingerprint of the record. A
 * company may continue several records. Everything is sorted on disk; memory holds one byte per record, and the fingerprints of
 * restricted records.
 */
export class PredecessorMatcher {
  readonly #previous: PreviousSnapshot;
  readonly #keyedHash: KeyedHash;
  readonly #matches: Sorter;
  readonly #assigned: Sorter;
  /** The ids of restricted records by their keyed fingerprints, as latin1 text. */
  readonly #idByKeyed = new Map<string, string>();
  /** The lines that match a keyed fingerprint, and after `assign` their clusters. */
  readonly #restrictedLines: number[] = [];
  readonly #restrictedClusters = new Set<number>();
  /** For each previous record: 1 if a company continues it. */
  #isContinued = new Uint8Array(1024);
  readonly #inOrder = this.#readAssigned();
  #ahead: IteratorResult<Assigned, void> = { done: true, value: undefined };
  /** Number of previous companies whose fingerprints several companies of this build match. */
  divided = 0;

  constructor(directory: string, previous: PreviousSnapshot, keyedHash: KeyedHash) {
    this.#previous = previous;
    this.#keyedHash = keyedHash;
    this.#matches = new Sorter({ directory, name: 'matches' });
    this.#assigned = new Sorter({ directory, name: 'predecessors' });
  }

  /** Reads the previous records. Yields every plain fingerprint, and keeps the keyed fingerprints for `addLine`. */
  *plainFingerprints(): Generator<PreviousFingerprint, void, undefined> {
    for (const record of this.#previous.records()) {
      const id = companyIdBytes(record.id);
      const isActive = record.lifecycle.status === 'active';
      for (const fingerprint of fingerprintsOfRecord(record)) {
        if (!isKeyed(fingerprint)) yield { id, fingerprint, isActive };
        else this.#idByKeyed.set(latin1(fingerprint), record.id);
      }
      if (this.#idByKeyed.size > KEYED_FINGERPRINTS_MAX) {
        throw new InputError(
          `Cannot build: the previous snapshot restricts more than ${KEYED_FINGERPRINTS_MAX} keys and identifiers`,
        );
      }
    }
  }

  /** Adds the match of a line with a fingerprint of record `id`. Of several lines with one fingerprint, the least `order` counts. */
  addMatch(id: Uint8Array, fingerprint: Uint8Array, line: number, order: Uint8Array = NO_ORDER): void {
    const value = Buffer.allocUnsafe(ORDER_BYTES + 4);
    value.set(order, 0);
    value.writeUInt32BE(line, ORDER_BYTES);
    this.#matches.add(Buffer.concat([id, fingerprint]), value);
  }

  /** Adds the matches of a line by its id and by keyed fingerprints. `text` is the line as it was read. */
  addLine(read: RegisterLine, text: Uint8Array, line: number): void {
    // The number of a fund or branch may be the number of a restricted company, but the fund or branch is not that company.
    const own = isFundOrBranch(read) ? withoutNumbers(read) : read;
    const { id, key, identifiers = [] } = own;
    if (id !== undefined && this.#previous.has(id)) this.addMatch(companyIdBytes(id), fingerprintOfId(id), line);
    if (this.#idByKeyed.size === 0) return;
    for (const plain of createFingerprints(key === undefined ? [] : [key], [...identifiers, ...toNumberForms(own)])) {
      const keyed = this.#keyedHash(plain);
      const restricted = this.#idByKeyed.get(latin1(keyed));
      if (restricted === undefined) continue;
      const order = sha256Bytes(text, ORDER_BYTES);
      this.addMatch(companyIdBytes(restricted), keyed, line, order);
      this.#restrictedLines.push(line);
    }
  }

  /**
   * Assigns every previous record that a line matches, once all lines are clustered.
   * @param onRecord called for every previous record
   */
  async assign(clusters: Clusters, onRecord: (record: PreviousRecord) => void, yieldIfDue: YieldIfDue): Promise<void> {
    for (const line of this.#restrictedLines.splice(0)) this.#restrictedClusters.add(clusters.findCluster(line));
    const matches = this.#matches.sorted();
    let match = matches.next();
    let index = 0;
    for (const record of this.#previous.records()) {
      onRecord(record);
      const id = companyIdBytes(record.id);
      let winner: number | undefined;
      let isDivided = false;
      for (; match.done !== true && Buffer.compare(match.value.key.subarray(0, 16), id) === 0; match = matches.next()) {
        const cluster = clusters.findCluster(match.value.value.readUInt32BE(ORDER_BYTES));
        // Matches come strongest first; matches of equal strength are in the order of their hashes.
        if (winner === undefined) this.#assign(record, index, (winner = cluster), match.value.key[16] ?? 0);
        isDivided ||= cluster !== winner;
      }
      if (isDivided) this.divided++;
      index++;
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    this.#ahead = this.#inOrder.next();
  }

  /** Whether a line of the cluster matches a restricted record, even if another company continues that record. */
  matchesRestricted(cluster: number): boolean {
    return this.#restrictedClusters.has(cluster);
  }

  /** Returns the predecessors of a cluster. The cluster keeps the id of the first. Must be called for clusters in ascending order. */
  takePredecessors(cluster: number): Predecessor[] {
    const predecessors: Predecessor[] = [];
    for (; this.#ahead.done !== true && this.#ahead.value.cluster === cluster; this.#ahead = this.#inOrder.next())
      predecessors.push(this.#ahead.value.predecessor);
    return predecessors;
  }

  /** Undoes an assignment: no company continues the record any more. */
  release({ index }: Predecessor): void {
    this.#isContinued[index] = 0;
  }

  /** Yields every previous record that no company continues, and undefined for every other previous record. */
  *discontinued(): Generator<PreviousRecord | undefined, void, undefined> {
    let index = 0;
    for (const record of this.#previous.records()) {
      yield this.#isContinued[index++] === 1 ? undefined : record;
    }
  }

  #assign(record: PreviousRecord, index: number, cluster: number, strength: number): void {
    while (index >= this.#isContinued.length) this.#isContinued = doubled(this.#isContinued);
    this.#isContinued[index] = 1;
    const key = Buffer.allocUnsafe(4 + 2 + 16);
    key.writeUInt32BE(cluster);
    // A company keeps the id of a redirected or split record only if it has no other predecessor.
    key[4] = record.lifecycle.status === 'redirected' || record.lifecycle.status === 'split' ? 1 : 0;
    key[5] = strength;
    key.set(companyIdBytes(record.id), 6);
    const fingerprints = record.fingerprints.map((one) => Buffer.from(one).toString('base64'));
    this.#assigned.add(
      key,
      Buffer.from(JSON.stringify([index, record.lifecycle, fingerprints, record.nameBefore ?? ''])),
    );
  }

  *#readAssigned(): Generator<Assigned, void, undefined> {
    for (const { key, value } of this.#assigned.sorted()) {
      const [index, lifecycle, texts, name] = JSON.parse(value.toString('utf8')) as Written;
      const fingerprints = texts.map((text) => Buffer.from(text, 'base64'));
      yield {
        cluster: key.readUInt32BE(),
        predecessor: {
          id: encodeCompanyId(key.subarray(6)),
          lifecycle,
          index,
          fingerprints,
          nameBefore: name || undefined,
        },
      };
    }
  }
}

/** A predecessor without its id, as the sorter stores it. */
type Written = [index: number, lifecycle: CompanyLifecycle, fingerprints: string[], nameBefore: string];

interface Assigned {
  readonly cluster: number;
  readonly predecessor: Predecessor;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
