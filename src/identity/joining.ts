import { companyIdBytes, deriveIdBytes, foldNumber } from '../model/index.ts';
import type { RegisterLine } from '../model/index.ts';
import { Sorter } from '../sort/index.ts';
import { identifierToken, identifyingOf, originOf, registerOfKey } from './origin.ts';
import { Union } from './union.ts';

/**
 * The stages of joining, strongest first: an id or a key joins whatever else stands on the lines; a LEI and then a
 * number join only where nothing that is stronger says that the lines are different companies.
 */
const STAGE = { id: 0, key: 1, lei: 2, number: 3 } as const;

/**
 * What tells companies apart that share a number, by kind: their ids, their LEIs, and their keys in each register.
 * Two companies that both have traits of one kind, and none of them in common, are different ones.
 */
type Traits = ReadonlyMap<string, ReadonlySet<string>>;

const NO_TRAITS: Traits = new Map();
const LEI_TRAIT = 'lei';

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
    // A second LEI is no reason to doubt an id or a key, and lines that share a LEI may each have another one.
    const telling = new Map([...roots].map(([root, traits]) => [root, this.#tellingApart(traits, stage)]));
    const areOne = haveCommonTraits(telling.values());
    if (areOne || stage === STAGE.id || stage === STAGE.key) {
      if (!areOne) this.#report.idsWithSeveralKeys++;
      this.#joinRoots(roots);
      return;
    }
    if (stage === STAGE.lei) this.#report.leisShared++;
    else this.#report.numbersShared++;
    this.#shared.add(key.toString('latin1', 1));
    // Lines that carry the number and nothing that tells them apart are still one company among themselves.
    this.#joinRoots(new Map([...roots].filter(([root]) => telling.get(root)?.size === 0)));
  }

  /** The traits that count at a stage: LEIs only against a number, and only those that are one company's own. */
  #tellingApart(traits: Traits, stage: number): Traits {
    const leis = traits.get(LEI_TRAIT);
    if (leis === undefined) return traits;
    const counting = new Map(traits);
    const own = stage === STAGE.number ? [...leis].filter((lei) => !this.#shared.has(tokenOfLei(lei))) : [];
    if (own.length > 0) counting.set(LEI_TRAIT, new Set(own));
    else counting.delete(LEI_TRAIT);
    return counting;
  }

  #joinRoots(roots: ReadonlyMap<number, Traits>): void {
    let root: number | undefined;
    for (const other of roots.keys()) {
      this.#traits.delete(other);
      root = root === undefined ? other : this.#union.join(root, other);
    }
    if (root !== undefined) this.#traits.set(root, uniteTraits(roots.values()));
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

function traitsOf(line: RegisterLine): [kind: string, trait: string][] {
  const traits: [string, string][] = (line.identifiers ?? [])
    .filter(({ scheme }) => scheme === 'lei')
    .map(({ value }) => [LEI_TRAIT, foldNumber(value)]);
  if (line.id !== undefined) traits.push(['id', line.id]);
  if (line.key !== undefined) traits.push([`key ${registerOfKey(line.key)}`, line.key]);
  return traits;
}

function encodeMember(line: number, traits: readonly [string, string][]): Buffer {
  const text = traits.length === 0 ? '' : JSON.stringify(traits);
  const value = Buffer.allocUnsafe(4 + Buffer.byteLength(text));
  value.writeUInt32BE(line, 0);
  value.write(text, 4);
  return value;
}

function decodeMember(value: Buffer): Member {
  const line = value.readUInt32BE(0);
  if (value.length === 4) return { line, traits: NO_TRAITS };
  const traits = new Map<string, Set<string>>();
  for (const [kind, trait] of JSON.parse(value.toString('utf8', 4)) as [string, string][]) {
    traits.set(kind, (traits.get(kind) ?? new Set()).add(trait));
  }
  return { line, traits };
}

/** Whether, of each kind, all that have traits of it have one in common. The order of `all` does not matter. */
function haveCommonTraits(all: Iterable<Traits>): boolean {
  const common = new Map<string, ReadonlySet<string>>();
  for (const traits of all) {
    for (const [kind, values] of traits) {
      const shared = common.get(kind)?.intersection(values) ?? values;
      if (shared.size === 0) return false;
      common.set(kind, shared);
    }
  }
  return true;
}

function uniteTraits(all: Iterable<Traits>): Traits {
  const united = new Map<string, ReadonlySet<string>>();
  for (const traits of all) {
    for (const [kind, values] of traits) united.set(kind, united.get(kind)?.union(values) ?? values);
  }
  return united;
}

function tokenOfLei(lei: string): string {
  return identifierToken({ scheme: 'lei', value: lei });
}
