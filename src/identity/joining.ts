import { companyIdBytes, deriveIdBytes, foldNumber } from '../model/index.ts';
import type { RegisterLine } from '../model/index.ts';
import { Sorter } from '../sort/index.ts';
import { identifyingOf, originOf, registerOfKey } from './origin.ts';
import { Union } from './union.ts';

/**
 * The stages of joining, strongest first: an id or a key joins whatever else stands on the lines; a LEI and then a
 * number join only where nothing that is stronger says that the lines are different companies.
 */
const STAGE = { id: 0, key: 1, lei: 2, number: 3 } as const;

/** What tells companies apart that share a number: at most one id, one LEI, and one key per register. */
interface Traits {
  id?: string | undefined;
  lei?: string | undefined;
  keys?: ReadonlyMap<string, string> | undefined;
}

/** What joining found that somebody should know. */
export interface JoiningReport {
  /** Values of a LEI that several companies carry, and which therefore join nothing. */
  leisShared: number;
  /** Registry numbers that several companies carry, and which therefore join nothing. */
  numbersShared: number;
  /** Ids that lines with different keys of one register carry: joined, because an id is one company. */
  idsWithSeveralKeys: number;
}

/** Which lines are one company. */
export interface Joined {
  /** For each line the next line of the same company, -1 after the last; see `isFirst`. */
  readonly next: Int32Array;
  /** Whether this line is the first of its company. */
  isFirst(line: number): boolean;
  /** The tokens (`identifierToken`) of numbers and LEIs that several companies carry. */
  readonly shared: ReadonlySet<string>;
  readonly report: Readonly<JoiningReport>;
}

/**
 * Finds out which register lines are one company, for any number of lines: what they may be joined by is sorted on
 * disk; only 8 bytes a line stay in memory, and the traits of companies that more than one line speaks of.
 *
 * The outcome does not depend on the order of the lines: joins are tried in the order of the hashed values.
 */
export class Joiner {
  readonly #union = new Union();
  readonly #sorter: Sorter;
  readonly #traits = new Map<number, Traits>();
  readonly #shared = new Set<string>();
  readonly #report: JoiningReport = { leisShared: 0, numbersShared: 0, idsWithSeveralKeys: 0 };

  constructor(directory: string) {
    this.#sorter = new Sorter({ directory, name: 'joins' });
  }

  /** Takes the next line; lines are numbered 0, 1, 2 … in the order they are added. */
  add(line: RegisterLine): number {
    const number = this.#union.add();
    const value = encodeMember(number, traitsOf(line));
    if (line.id !== undefined) this.#sorter.add(joinKey(STAGE.id, companyIdBytes(line.id)), value);
    if (line.key !== undefined) {
      this.#sorter.add(joinKey(STAGE.key, deriveIdBytes({ kind: 'key', key: line.key })), value);
    }
    for (const identifier of identifyingOf(line)) {
      const stage = identifier.scheme === 'lei' ? STAGE.lei : STAGE.number;
      this.#sorter.add(joinKey(stage, deriveIdBytes(originOf(identifier))), value);
    }
    return number;
  }

  /** Joins what belongs together. Nothing can be added afterwards. */
  join(): Joined {
    let groupKey: Buffer | undefined;
    let members: Member[] = [];
    for (const { key, value } of this.#sorter.sorted()) {
      if (groupKey === undefined || !groupKey.equals(key)) {
        if (groupKey !== undefined) this.#joinGroup(groupKey, members);
        groupKey = Buffer.from(key);
        members = [];
      }
      members.push(decodeMember(value));
    }
    if (groupKey !== undefined) this.#joinGroup(groupKey, members);
    this.#traits.clear();
    const union = this.#union;
    return {
      next: union.chains(),
      isFirst: (line) => union.rootOf(line) === line,
      shared: this.#shared,
      report: this.#report,
    };
  }

  #joinGroup(key: Buffer, members: readonly Member[]): void {
    if (members.length < 2) return;
    const roots = new Map<number, Traits>();
    for (const { line, traits } of members) {
      const root = this.#union.rootOf(line);
      if (!roots.has(root)) roots.set(root, this.#traits.get(root) ?? traits);
    }
    if (roots.size < 2) return;
    const stage = key[0] ?? 0;
    const united = uniteTraits(roots.values(), stage);
    if (united !== undefined) {
      this.#joinRoots([...roots.keys()], united);
      return;
    }
    if (stage === STAGE.id || stage === STAGE.key) {
      this.#report.idsWithSeveralKeys++;
      this.#joinRoots([...roots.keys()], uniteLoosely(roots.values()));
      return;
    }
    if (stage === STAGE.lei) this.#report.leisShared++;
    else this.#report.numbersShared++;
    this.#shared.add(key.toString('latin1', 1));
    // Lines that carry the number and nothing that tells them apart are still one company among themselves.
    const plain = [...roots].filter(([, traits]) => isTraitless(traits, stage)).map(([root]) => root);
    this.#joinRoots(plain, roots.get(plain[0] ?? -1) ?? {});
  }

  #joinRoots(roots: readonly number[], traits: Traits): void {
    const first = roots[0];
    if (first === undefined) return;
    let root = first;
    for (const other of roots) {
      this.#traits.delete(other);
      root = this.#union.join(root, other);
    }
    this.#traits.set(root, traits);
  }
}

interface Member {
  readonly line: number;
  readonly traits: Traits;
}

function joinKey(stage: number, hash: Uint8Array): Buffer {
  const key = Buffer.allocUnsafe(1 + hash.length);
  key[0] = stage;
  key.set(hash, 1);
  return key;
}

function traitsOf(line: RegisterLine): Traits {
  const lei = line.identifiers?.find(({ scheme }) => scheme === 'lei');
  return {
    id: line.id,
    lei: lei === undefined ? undefined : foldNumber(lei.value),
    keys: line.key === undefined ? undefined : new Map([[registerOfKey(line.key), line.key]]),
  };
}

function encodeMember(line: number, traits: Traits): Buffer {
  const key = traits.keys?.values().next().value;
  const hasNone = traits.id === undefined && traits.lei === undefined && key === undefined;
  const text = hasNone ? '' : JSON.stringify([traits.id ?? '', traits.lei ?? '', key ?? '']);
  const value = Buffer.allocUnsafe(4 + Buffer.byteLength(text));
  value.writeUInt32BE(line, 0);
  value.write(text, 4);
  return value;
}

function decodeMember(value: Buffer): Member {
  const line = value.readUInt32BE(0);
  if (value.length === 4) return { line, traits: {} };
  const [id, lei, key] = JSON.parse(value.toString('utf8', 4)) as [string, string, string];
  return {
    line,
    traits: {
      id: id === '' ? undefined : id,
      lei: lei === '' ? undefined : lei,
      keys: key === '' ? undefined : new Map([[registerOfKey(key), key]]),
    },
  };
}

/** The traits of all together, or undefined where two of them exclude each other. */
function uniteTraits(all: Iterable<Traits>, stage: number): Traits | undefined {
  const united: { id: string | undefined; lei: string | undefined } = { id: undefined, lei: undefined };
  let keys: Map<string, string> | undefined;
  for (const traits of all) {
    if (traits.id !== undefined && united.id !== undefined && traits.id !== united.id) return undefined;
    united.id ??= traits.id;
    // Before the stage of LEIs a second LEI is no reason to doubt an id or a key; at it, the group has one LEI.
    if (stage === STAGE.number && traits.lei !== undefined && united.lei !== undefined && traits.lei !== united.lei) {
      return undefined;
    }
    united.lei ??= traits.lei;
    for (const [register, key] of traits.keys ?? []) {
      keys ??= new Map();
      const known = keys.get(register);
      if (known !== undefined && known !== key) return undefined;
      keys.set(register, key);
    }
  }
  return { ...united, keys };
}

function uniteLoosely(all: Iterable<Traits>): Traits {
  const united: Traits = {};
  for (const traits of all) {
    united.id ??= traits.id;
    united.lei ??= traits.lei;
    united.keys ??= traits.keys;
  }
  return united;
}

function isTraitless(traits: Traits, stage: number): boolean {
  const hasLei = stage === STAGE.number && traits.lei !== undefined;
  return traits.id === undefined && !hasLei && (traits.keys?.size ?? 0) === 0;
}
