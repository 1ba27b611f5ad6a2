import { companyIdBytes, deriveIdBytes, foldNumber } from '../../model/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { Sorter, type YieldIfDue } from '../../sort/index.ts';
import { KEY_STRENGTH, fingerprintStrength } from '../permanence/fingerprints.ts';
import { matchKeyOf, identifyingOf, naturalKeyOf, registerOfKey } from './match-keys.ts';
import { Union } from './union-find.ts';

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
  /** For each line the next line of the same company, -1 after the last; see `rootOf`. */
  readonly next: Int32Array;
  /** The first line of the company that a line belongs to. */
  rootOf(line: number): number;
  /** The tokens (`matchKeyOf`) of numbers and LEIs that several companies carry. */
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
      this.#sorter.add(joinKey(stage, deriveIdBytes(naturalKeyOf(identifier))), value);
    }
    return number;
  }

  /** Takes a fingerprint of a published record: it joins nothing, and `join` tells which line carries it. */
  addPublished({ id, fingerprint, isActive }: PreviousFingerprint): void {
    const value = Buffer.concat([PUBLISHED, Buffer.of(isActive ? 1 : 0), id]);
    this.#sorter.add(joinKey(stageOf(fingerprint), fingerprint.subarray(1)), value);
  }

  /**
   * Joins what belongs together. Nothing can be added afterwards.
   * @param onClaim told of every fingerprint of a published record that a line carries
   */
  async join(
    onClaim: (id: Uint8Array, fingerprint: Uint8Array, line: number) => void,
    yieldIfDue: YieldIfDue,
  ): Promise<Joined> {
    let groupKey: Buffer | undefined;
    let members: Member[] = [];
    let published: Buffer[] = [];
    const close = (): void => {
      if (groupKey === undefined || members.length === 0) return;
      this.#joinGroup(groupKey, members);
      const id = claimant(published);
      const line = id === undefined ? undefined : this.#owner(groupKey, members);
      if (id !== undefined && line !== undefined) onClaim(id, fingerprintOf(groupKey), line);
    };
    for (const { key, value } of this.#sorter.sorted()) {
      if (groupKey === undefined || !groupKey.equals(key)) {
        close();
        groupKey = Buffer.from(key);
        members = [];
        published = [];
      }
      if (value.subarray(0, 4).equals(PUBLISHED)) published.push(Buffer.from(value.subarray(4)));
      else members.push(decodeMember(value));
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    close();
    this.#traits.clear();
    const union = this.#union;
    return {
      next: union.chains(),
      rootOf: (line) => union.rootOf(line),
      shared: this.#shared,
      report: this.#report,
    };
  }

  /** A line of the one company that carries what a group stands for; undefined where several do. */
  #owner(key: Buffer, members: readonly Member[]): number | undefined {
    const [first] = members;
    if (!this.#shared.has(key.toString('latin1', 1))) return first?.line;
    // Of several, those with nothing to tell them apart are one company among themselves.
    return members.find(({ traits }) => traits.size === 0)?.line;
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

/** A fingerprint of a published record, as {@linkcode Joiner.addPublished} takes it. */
export interface PreviousFingerprint {
  readonly id: Uint8Array;
  readonly fingerprint: Uint8Array;
  /** Of several records with one fingerprint the active one counts. */
  readonly isActive: boolean;
}

/** Stands in the place of a line's number: there are not that many lines. */
const PUBLISHED = Buffer.from('ffffffff', 'hex');

const LEI_STRENGTH = fingerprintStrength({ scheme: 'lei' });
const NUMBER_STRENGTH = fingerprintStrength({ scheme: 'national_registry_number' });

function stageOf(fingerprint: Uint8Array): number {
  return fingerprint[0] === KEY_STRENGTH ? STAGE.key : fingerprint[0] === LEI_STRENGTH ? STAGE.lei : STAGE.number;
}

/** The fingerprint that a group stands for. What joins in the place of a number, for want of one, counts as one. */
function fingerprintOf(key: Buffer): Buffer {
  const fingerprint = Buffer.from(key);
  fingerprint[0] = key[0] === STAGE.key ? KEY_STRENGTH : key[0] === STAGE.lei ? LEI_STRENGTH : NUMBER_STRENGTH;
  return fingerprint;
}

/** The published record that a fingerprint claims: the only one that has it, or the only active one. */
function claimant(published: readonly Buffer[]): Buffer | undefined {
  const candidates = published.length > 1 ? published.filter(([isActive]) => isActive === 1) : published;
  return candidates.length === 1 ? candidates[0]?.subarray(1) : undefined;
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
  return matchKeyOf({ scheme: 'lei', value: lei });
}
