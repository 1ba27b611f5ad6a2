import { hash } from 'node:crypto';
import { InputError, companyIdBytes, companyIdOf } from '../../model/index.ts';
import type { CompanyLifecycle, Published, PublishedRecord, RegisterLine } from '../../model/index.ts';
import { Sorter, type YieldIfDue } from '../../sort/index.ts';
import type { PublishedMark } from '../matching/joining.ts';
import { isSealed, markOfId, marksOf, type Seal } from './marks.ts';

/** A published record that a company of this build goes on as. */
export interface Held {
  readonly id: string;
  readonly lifecycle: CompanyLifecycle;
  /** The marks that it was published with, where it had no values. */
  readonly marks: readonly Buffer[];
  /** Its place among the published records. */
  readonly place: number;
}

/** Tells lines apart by what they say and not by where they stand: the outcome must not depend on their order. */
const ORDER_BYTES = 8;
const NO_ORDER = new Uint8Array(ORDER_BYTES);

/** Restrictions are decisions, one by one; this many take some 200 MB. */
const SEALED_MARKS_MAX = 1_000_000;

/**
 * Which company of this build goes on as which published record. A record goes to the company that carries the strongest of
 * its marks, and a company may hold several records: then they have turned out to be one. Everything is sorted on disk;
 * one bit a record and the marks of restricted records stay in memory.
 */
export class Inheritance {
  readonly #published: Published;
  readonly #seal: Seal;
  readonly #claims: Sorter;
  readonly #held: Sorter;
  /** Sealed marks of restricted records, as latin1 text, with the record's id. */
  readonly #sealed = new Map<string, string>();
  /** Lines that carry one of these, and in the end the companies that they are of. */
  readonly #sealedAt: number[] = [];
  readonly #withheld = new Set<number>();
  #taken = new Uint8Array(1024);
  #next: Iterator<{ root: number; held: Held }> | undefined;
  #ahead: { root: number; held: Held } | undefined;
  /** Published companies that several of this build have marks of. */
  parted = 0;

  constructor(directory: string, published: Published, seal: Seal) {
    this.#published = published;
    this.#seal = seal;
    this.#claims = new Sorter({ directory, name: 'claims' });
    this.#held = new Sorter({ directory, name: 'held' });
  }

  /** Gives every mark by which a line could claim a record; sealed ones stay here. */
  *marks(): Generator<PublishedMark, void, undefined> {
    for (const record of this.#published.records()) {
      const id = companyIdBytes(record.id);
      const isActive = record.lifecycle.status === 'active';
      for (const mark of marksOfRecord(record)) {
        if (!isSealed(mark)) yield { id, mark, isActive };
        else this.#sealed.set(latin1(mark), record.id);
      }
      if (this.#sealed.size > SEALED_MARKS_MAX) {
        throw new InputError(`Cannot build: more than ${SEALED_MARKS_MAX} identifiers of restricted companies`);
      }
    }
  }

  /** Notes that a line carries a mark of the record with this id. Of several that do, the one with the least `order` counts. */
  claim(id: Uint8Array, mark: Uint8Array, line: number, order: Uint8Array = NO_ORDER): void {
    const value = Buffer.allocUnsafe(ORDER_BYTES + 4);
    value.set(order, 0);
    value.writeUInt32BE(line, ORDER_BYTES);
    this.#claims.add(Buffer.concat([id, mark]), value);
  }

  /** Notes the record whose id a line carries, and those that it has sealed marks of; `text` is the line as it was read. */
  claimAt(line: RegisterLine, text: Uint8Array, number: number): void {
    if (line.id !== undefined && this.#published.has(line.id)) {
      this.claim(companyIdBytes(line.id), markOfId(line.id), number);
    }
    if (this.#sealed.size === 0) return;
    for (const mark of marksOf(line.key === undefined ? [] : [line.key], line.identifiers ?? [])) {
      const sealed = this.#seal(mark);
      const id = this.#sealed.get(latin1(sealed));
      if (id === undefined) continue;
      this.claim(companyIdBytes(id), sealed, number, hash('sha256', text, 'buffer').subarray(0, ORDER_BYTES));
      this.#sealedAt.push(number);
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
    onRecord: (record: PublishedRecord) => void,
    yieldIfDue: YieldIfDue,
  ): Promise<void> {
    for (const line of this.#sealedAt.splice(0)) this.#withheld.add(rootOf(line));
    const claims = this.#claims.sorted();
    let claim = claims.next();
    let place = 0;
    for (const record of this.#published.records()) {
      onRecord(record);
      const id = companyIdBytes(record.id);
      let winner: number | undefined;
      let isParted = false;
      for (; claim.done !== true && Buffer.compare(claim.value.key.subarray(0, 16), id) === 0; claim = claims.next()) {
        const root = rootOf(claim.value.value.readUInt32BE(ORDER_BYTES));
        // Claims come strongest first, and of equal strength in the order of their hashes.
        if (winner === undefined) this.#give(record, place, (winner = root), claim.value.key[16] ?? 0);
        isParted ||= root !== winner;
      }
      if (isParted) this.parted++;
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
  *left(): Generator<PublishedRecord | undefined, void, undefined> {
    let place = 0;
    for (const record of this.#published.records()) {
      const isTaken = ((this.#taken[place >> 3] ?? 0) & (1 << (place & 7))) !== 0;
      yield isTaken ? undefined : record;
      place++;
    }
  }

  #give(record: PublishedRecord, place: number, root: number, strength: number): void {
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
    const marks = record.marks.map((mark) => Buffer.from(mark).toString('base64'));
    this.#held.add(key, Buffer.from(JSON.stringify([place, record.lifecycle, marks])));
  }

  *#heldInOrder(): Generator<{ root: number; held: Held }, void, undefined> {
    for (const { key, value } of this.#held.sorted()) {
      const [place, lifecycle, marks] = JSON.parse(value.toString('utf8')) as [number, CompanyLifecycle, string[]];
      const id = companyIdOf(key.subarray(6));
      const root = key.readUInt32BE();
      yield { root, held: { id, lifecycle, place, marks: marks.map((mark) => Buffer.from(mark, 'base64')) } };
    }
  }
}

/** The marks of a published record, open or sealed. */
export function marksOfRecord({ keys, identifiers, marks }: PublishedRecord): readonly Uint8Array[] {
  return marks.length > 0 ? marks : marksOf(keys, identifiers);
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
