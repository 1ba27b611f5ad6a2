import { hash } from 'node:crypto';
import { InputError, companyIdBytes, companyIdOf } from '../../model/index.ts';
import type { CompanyLifecycle, PreviousSnapshot, PreviousRecord, RegisterLine } from '../../model/index.ts';
import { Sorter, type YieldIfDue } from '../../sort/index.ts';
import type { PreviousFingerprint } from '../clustering/clusterer.ts';
import { isKeyed, fingerprintOfId, fingerprintsOf, type KeyedHash } from './fingerprints.ts';

/** A published record that a company of this build goes on as. */
export interface Held {
  readonly id: string;
  readonly lifecycle: CompanyLifecycle;
  /** The fingerprints that it was published with, where it had no values. */
  readonly fingerprints: readonly Buffer[];
  /** Its place among the published records. */
  readonly place: number;
}

/** Tells lines apart by what they say and not by where they stand: the outcome must not depend on their order. */
const ORDER_BYTES = 8;
const NO_ORDER = new Uint8Array(ORDER_BYTES);

/** Restrictions are decisions, one by one; this many take some 200 MB. */
const KEYED_FINGERPRINTS_MAX = 1_000_000;

/**
 * Which company of this build goes on as which published record. A record goes to the company that carries the strongest of
 * its fingerprints, and a company may hold several records: then they have turned out to be one. Everything is sorted on disk;
 * one bit a record and the fingerprints of restricted records stay in memory.
 */
export class Inheritance {
  readonly #published: PreviousSnapshot;
  readonly #keyedHash: KeyedHash;
  readonly #claims: Sorter;
  readonly #held: Sorter;
  /** Keyed fingerprints of restricted records, as latin1 text, with the record's id. */
  readonly #restricted = new Map<string, string>();
  /** Lines that carry one of these, and in the end the companies that they are of. */
  readonly #linesOfRestricted: number[] = [];
  readonly #withheld = new Set<number>();
  #taken = new Uint8Array(1024);
  #next: Iterator<{ root: number; held: Held }> | undefined;
  #ahead: { root: number; held: Held } | undefined;
  /** Previous companies that several of this build have fingerprints of. */
  divided = 0;

  constructor(directory: string, published: PreviousSnapshot, keyedHash: KeyedHash) {
    this.#published = published;
    this.#keyedHash = keyedHash;
    this.#claims = new Sorter({ directory, name: 'claims' });
    this.#held = new Sorter({ directory, name: 'held' });
  }

  /** Gives every fingerprint by which a line could claim a record; keyed ones stay here. */
  *fingerprints(): Generator<PreviousFingerprint, void, undefined> {
    for (const record of this.#published.records()) {
      const id = companyIdBytes(record.id);
      const isActive = record.lifecycle.status === 'active';
      for (const fingerprint of fingerprintsOfRecord(record)) {
        if (!isKeyed(fingerprint)) yield { id, fingerprint, isActive };
        else this.#restricted.set(latin1(fingerprint), record.id);
      }
      if (this.#restricted.size > KEYED_FINGERPRINTS_MAX) {
        throw new InputError(`Cannot build: more than ${KEYED_FINGERPRINTS_MAX} identifiers of restricted companies`);
      }
    }
  }

  /** Notes that a line carries a fingerprint of the record with this id. Of several that do, the one with the least `order` counts. */
  claim(id: Uint8Array, fingerprint: Uint8Array, line: number, order: Uint8Array = NO_ORDER): void {
    const value = Buffer.allocUnsafe(ORDER_BYTES + 4);
    value.set(order, 0);
    value.writeUInt32BE(line, ORDER_BYTES);
    this.#claims.add(Buffer.concat([id, fingerprint]), value);
  }

  /** Notes the record whose id a line carries, and those that it has keyed fingerprints of; `text` is the line as it was read. */
  claimAt(line: RegisterLine, text: Uint8Array, number: number): void {
    if (line.id !== undefined && this.#published.has(line.id)) {
      this.claim(companyIdBytes(line.id), fingerprintOfId(line.id), number);
    }
    if (this.#restricted.size === 0) return;
    for (const fingerprint of fingerprintsOf(line.key === undefined ? [] : [line.key], line.identifiers ?? [])) {
      const keyed = this.#keyedHash(fingerprint);
      const id = this.#restricted.get(latin1(keyed));
      if (id === undefined) continue;
      this.claim(companyIdBytes(id), keyed, number, hash('sha256', text, 'buffer').subarray(0, ORDER_BYTES));
      this.#linesOfRestricted.push(number);
    }
  }

  /** Whether a company carries something that a restricted one is known by, be it that one or another that shares it. */
  isWithheld(root: number): boolean {
    return this.#withheld.has(root);
  }

  /**
   * Decides who goes on as whom, once all lines are joined. `onRecord` is told of every published record.
   * @param rootOf the first line of the company that a line belongs to
   */
  async settle(
    rootOf: (line: number) => number,
    onRecord: (record: PreviousRecord) => void,
    yieldIfDue: YieldIfDue,
  ): Promise<void> {
    for (const line of this.#linesOfRestricted.splice(0)) this.#withheld.add(rootOf(line));
    const claims = this.#claims.sorted();
    let claim = claims.next();
    let place = 0;
    for (const record of this.#published.records()) {
      onRecord(record);
      const id = companyIdBytes(record.id);
      let winner: number | undefined;
      let isDivided = false;
      for (; claim.done !== true && Buffer.compare(claim.value.key.subarray(0, 16), id) === 0; claim = claims.next()) {
        const root = rootOf(claim.value.value.readUInt32BE(ORDER_BYTES));
        // Claims come strongest first, and of equal strength in the order of their hashes.
        if (winner === undefined) this.#give(record, place, (winner = root), claim.value.key[16] ?? 0);
        isDivided ||= root !== winner;
      }
      if (isDivided) this.divided++;
      place++;
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    this.#next = this.#heldInOrder();
  }

  /** The records that a company goes on as, the one whose id stays in front. Companies must be asked for in ascending order. */
  heldBy(root: number): Held[] {
    const held: Held[] = [];
    for (;;) {
      if (this.#ahead === undefined) {
        const next = this.#next?.next();
        if (next === undefined || next.done === true) return held;
        this.#ahead = next.value;
      }
      if (this.#ahead.root !== root) return held;
      held.push(this.#ahead.held);
      this.#ahead = undefined;
    }
  }

  /** Gives a record back: the company that could have gone on as it has an id of its own. */
  giveBack({ place }: Held): void {
    this.#taken[place >> 3] = (this.#taken[place >> 3] ?? 0) & ~(1 << (place & 7));
  }

  /** The published records that no company goes on as, and undefined in the place of the others. */
  *left(): Generator<PreviousRecord | undefined, void, undefined> {
    let place = 0;
    for (const record of this.#published.records()) {
      const isTaken = ((this.#taken[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
      yield isTaken ? undefined : record;
      place++;
    }
  }

  #give(record: PreviousRecord, place: number, root: number, strength: number): void {
    if (place >> 3 >= this.#taken.length) {
      const grown = new Uint8Array(this.#taken.length * 2);
      grown.set(this.#taken);
      this.#taken = grown;
    }
    this.#taken[place >> 3] = (this.#taken[place >> 3] ?? 0) | (1 << (place & 7));
    const key = Buffer.allocUnsafe(4 + 2 + 16);
    key.writeUInt32BE(root);
    // One that leads elsewhere is the last that a company should go on as.
    key[4] = record.lifecycle.status === 'redirected' || record.lifecycle.status === 'split' ? 1 : 0;
    key[5] = strength;
    key.set(companyIdBytes(record.id), 6);
    const fingerprints = record.fingerprints.map((fingerprint) => Buffer.from(fingerprint).toString('base64'));
    this.#held.add(key, Buffer.from(JSON.stringify([place, record.lifecycle, fingerprints])));
  }

  *#heldInOrder(): Generator<{ root: number; held: Held }, void, undefined> {
    for (const { key, value } of this.#held.sorted()) {
      const [place, lifecycle, fingerprints] = JSON.parse(value.toString('utf8')) as [
        number,
        CompanyLifecycle,
        string[],
      ];
      const id = companyIdOf(key.subarray(6));
      const root = key.readUInt32BE();
      yield {
        root,
        held: {
          id,
          lifecycle,
          place,
          fingerprints: fingerprints.map((fingerprint) => Buffer.from(fingerprint, 'base64')),
        },
      };
    }
  }
}

/** The fingerprints of a published record, open or keyed. */
export function fingerprintsOfRecord({ keys, identifiers, fingerprints }: PreviousRecord): readonly Uint8Array[] {
  return fingerprints.length > 0 ? fingerprints : fingerprintsOf(keys, identifiers);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
