import { companyIdBytes, deriveIdBytes } from '../../model/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { Sorter, type YieldIfDue } from '../../files/index.ts';
import type { ResolutionReport } from '../resolution-report.ts';
import { KEY_STRENGTH, identifierStrength, strengthOf } from './fingerprints.ts';
import { matchedIdentifiers, toMatchKey, toNaturalKey } from './match-keys.ts';
import { LEI_KIND, decodeMember, encodeMember, haveCommonValues, type Discriminators, type Member } from './members.ts';
import { UnionFind } from './union-find.ts';

/**
 * The stages of matching, strongest first. Equal ids or keys always join. Equal LEIs, then equal numbers, join unless something
 * stronger shows that the lines are different companies.
 */
const STAGE = { id: 0, key: 1, lei: 2, number: 3 } as const;

/** The clusters of lines; each is one company. A cluster is named by its first line. */
export interface Clusters {
  /** For each line, the number of the next line in its cluster; -1 for the last line. */
  readonly next: Int32Array;
  findCluster(line: number): number;
  /** The match keys (`toMatchKey`) that several companies carry. */
  readonly shared: ReadonlySet<string>;
  /** The match keys of numbers that funds and branches carry but that belong to a company. */
  readonly ceded: ReadonlySet<string>;
}

export interface PreviousFingerprint {
  /** The 16 bytes of the record's id. */
  readonly id: Uint8Array;
  readonly fingerprint: Uint8Array;
  /** Whether the record is active. If several records have one fingerprint, only the active record counts. */
  readonly isActive: boolean;
}

/**
 * Clusters any number of register lines into companies: the connected components of lines with equal match keys. Match keys are
 * sorted on disk. Memory holds 8 bytes per line, and the discriminators of companies with more than one line. Lines are joined in
 * the order of the hashed match keys, so the clusters do not depend on the order of the lines.
 */
export class Clusterer {
  readonly #sets = new UnionFind();
  readonly #sorter: Sorter;
  readonly #discriminators = new Map<number, Discriminators>();
  readonly #shared = new Set<string>();
  readonly #ceded = new Set<string>();
  readonly #report: ResolutionReport;

  constructor(directory: string, report: ResolutionReport) {
    this.#report = report;
    this.#sorter = new Sorter({ directory, name: 'match-keys' });
  }

  /** Adds a line and returns its number: 0, 1, 2 … */
  add(line: RegisterLine): number {
    const number = this.#sets.add();
    const member = encodeMember(number, line);
    const add = (stage: number, matchKey: Uint8Array): void => this.#sorter.add(blockKey(stage, matchKey), member);
    if (line.id !== undefined) add(STAGE.id, companyIdBytes(line.id));
    if (line.key !== undefined) add(STAGE.key, deriveIdBytes({ kind: 'key', key: line.key }));
    for (const identifier of matchedIdentifiers(line)) {
      add(identifier.scheme === 'lei' ? STAGE.lei : STAGE.number, deriveIdBytes(toNaturalKey(identifier)));
    }
    return number;
  }

  /** Adds a plain fingerprint of a previous record. Fingerprints join no lines; `cluster` reports the line that matches a fingerprint. */
  addPrevious({ id, fingerprint, isActive }: PreviousFingerprint): void {
    const value = Buffer.concat([PREVIOUS, Buffer.of(isActive ? 1 : 0), id]);
    this.#sorter.add(blockKey(findStage(fingerprint), fingerprint.subarray(1)), value);
  }

  /**
   * Clusters the lines. Nothing can be added afterwards.
   * @param onMatch called for each fingerprint of a previous record that a line matches
   */
  async cluster(
    onMatch: (id: Uint8Array, fingerprint: Uint8Array, line: number) => void,
    yieldIfDue: YieldIfDue,
  ): Promise<Clusters> {
    let block: Buffer | undefined;
    let members: Member[] = [];
    let previous: Buffer[] = [];
    const deferred: { id: Uint8Array; fingerprint: Uint8Array; line: number }[] = [];
    const closeBlock = (): void => {
      if (block === undefined || members.length === 0) return;
      const own = members.filter(({ isAddition }) => !isAddition);
      this.#joinBlock(block, own);
      if (own.length < members.length) this.#attach(block, own, members);
      if (previous.length === 0) return;
      const { line, discriminators } = this.#owner(block, own) ?? {};
      const only = matchedRecord(previous);
      const id = only ?? (discriminators?.size === 0 ? derivedRecord(previous, block.subarray(1)) : undefined);
      if (id === undefined || line === undefined) return;
      const fingerprint = fingerprintOfBlock(block);
      if (only === undefined || this.#shared.has(matchKeyOfBlock(block))) deferred.push({ id, fingerprint, line });
      else onMatch(id, fingerprint, line);
    };
    for (const { key, value } of this.#sorter.sorted()) {
      if (block?.equals(key) !== true) {
        closeBlock();
        block = Buffer.from(key);
        members = [];
        previous = [];
      }
      if (value.subarray(0, 4).equals(PREVIOUS)) previous.push(Buffer.from(value.subarray(4)));
      else members.push(decodeMember(value));
      const pause = yieldIfDue();
      if (pause !== undefined) await pause;
    }
    closeBlock();
    for (const { id, fingerprint, line } of deferred) {
      // Through another number the line may have joined one of the companies that share this number.
      const { size = 0 } = this.#discriminators.get(this.#sets.find(line)) ?? {};
      if (size === 0) onMatch(id, fingerprint, line);
    }
    this.#discriminators.clear();
    return {
      next: this.#sets.linkedSets(),
      findCluster: (line) => this.#sets.find(line),
      shared: this.#shared,
      ceded: this.#ceded,
    };
  }

  /** Returns a line of the company that carries the match key of a block; undefined if several companies carry it. */
  #owner(block: Buffer, members: readonly Member[]): Member | undefined {
    const company = members.find(({ isFundOrBranch }) => !isFundOrBranch) ?? members[0];
    if (!this.#shared.has(matchKeyOfBlock(block))) return company;
    // Lines without discriminators are one company among themselves.
    return members.find(({ discriminators }) => discriminators.size === 0);
  }

  /** Joins the lines with one match key, unless several companies share it. */
  #joinBlock(block: Buffer, members: readonly Member[]): void {
    if (members.length < 2) return;
    const clusters = this.#groupByCluster(members);
    if (clusters.size < 2) return;
    const stage = strengthOf(block);
    const counting = this.#countingAt(stage, clusters);
    const areOne = haveCommonValues(counting.values());
    if (areOne || stage === STAGE.id || stage === STAGE.key) {
      if (!areOne) this.#report.idsWithSeveralKeys++;
      this.#join(clusters);
      return;
    }
    if (stage === STAGE.number && this.#cede(block, members)) return;
    if (stage === STAGE.lei) this.#report.leisShared++;
    else this.#report.numbersShared++;
    this.#shared.add(matchKeyOfBlock(block));
    // Lines without discriminators are one company among themselves.
    this.#join(new Map([...clusters].filter(([cluster]) => counting.get(cluster)?.size === 0)));
  }

  /** Joins the lines of the company whose number funds or branches also carry. Returns false if several companies share the number. */
  #cede(block: Buffer, members: readonly Member[]): boolean {
    const companies = members.filter(({ isFundOrBranch }) => !isFundOrBranch);
    if (companies.length === 0 || companies.length === members.length) return false;
    const clusters = this.#groupByCluster(companies);
    if (!haveCommonValues(this.#countingAt(STAGE.number, clusters).values())) return false;
    this.#report.numbersCeded++;
    this.#ceded.add(matchKeyOfBlock(block));
    this.#join(clusters);
    return true;
  }

  /** Joins the lines that only add to a company to the company with their number. A shared number belongs to no company. */
  #attach(block: Buffer, own: readonly Member[], members: readonly Member[]): void {
    const owner = own.find(({ isFundOrBranch }) => !isFundOrBranch);
    if (owner === undefined || this.#shared.has(matchKeyOfBlock(block))) return;
    this.#join(this.#groupByCluster([owner, ...members.filter(({ isAddition }) => isAddition)]));
  }

  #groupByCluster(members: readonly Member[]): Map<number, Discriminators> {
    const clusters = new Map<number, Discriminators>();
    for (const { line, discriminators } of members) {
      const cluster = this.#sets.find(line);
      if (!clusters.has(cluster)) clusters.set(cluster, this.#discriminators.get(cluster) ?? discriminators);
    }
    return clusters;
  }

  #countingAt(stage: number, clusters: ReadonlyMap<number, Discriminators>): Map<number, Discriminators> {
    return new Map([...clusters].map(([cluster, all]) => [cluster, this.#filterCounting(stage, all)]));
  }

  /** Returns the discriminators that count at a stage. LEIs count only at the stage of numbers, and only if one company carries them. */
  #filterCounting(stage: number, all: Discriminators): Discriminators {
    const leis = all.get(LEI_KIND);
    if (leis === undefined) return all;
    const counting = new Map(all);
    const own =
      stage === STAGE.number
        ? [...leis].filter((value) => !this.#shared.has(toMatchKey({ scheme: 'lei', value })))
        : [];
    if (own.length > 0) counting.set(LEI_KIND, new Set(own));
    else counting.delete(LEI_KIND);
    return counting;
  }

  #join(clusters: ReadonlyMap<number, Discriminators>): void {
    let root: number | undefined;
    const united = new Map<string, ReadonlySet<string>>();
    for (const [cluster, discriminators] of clusters) {
      this.#discriminators.delete(cluster);
      root = root === undefined ? cluster : this.#sets.union(root, cluster);
      for (const [kind, values] of discriminators) united.set(kind, united.get(kind)?.union(values) ?? values);
    }
    if (root !== undefined) this.#discriminators.set(root, united);
  }
}

/** Marks a record of the sorter as a fingerprint of a previous record: no line has this number. */
const PREVIOUS = Buffer.from('ffffffff', 'hex');

const LEI_STRENGTH = identifierStrength({ scheme: 'lei' });
const NUMBER_STRENGTH = identifierStrength({ scheme: 'national_registry_number' });

function findStage(fingerprint: Uint8Array): number {
  const strength = strengthOf(fingerprint);
  return strength === KEY_STRENGTH ? STAGE.key : strength === LEI_STRENGTH ? STAGE.lei : STAGE.number;
}

/** Returns the fingerprint of a block. An identifier of any other scheme counts as a number. */
function fingerprintOfBlock(block: Buffer): Buffer {
  const fingerprint = Buffer.from(block);
  const stage = strengthOf(block);
  fingerprint[0] = stage === STAGE.key ? KEY_STRENGTH : stage === STAGE.lei ? LEI_STRENGTH : NUMBER_STRENGTH;
  return fingerprint;
}

/** Returns the id of the only previous record with a fingerprint; of several records, the id of the only active record. */
function matchedRecord(previous: readonly Buffer[]): Buffer | undefined {
  const candidates = previous.length > 1 ? previous.filter(([isActive]) => isActive === 1) : previous;
  return candidates.length === 1 ? candidates[0]?.subarray(1) : undefined;
}

/**
 * Of several active records with one number, returns the id of the one whose id was derived from it. A line that has nothing but the number
 * continues this record: it would else get another id in each build.
 */
function derivedRecord(previous: readonly Buffer[], derived: Buffer): Buffer | undefined {
  return previous.find((one) => one[0] === 1 && one.subarray(1).equals(derived))?.subarray(1);
}

/** Returns the key of a block: a stage (one byte) and a match key. A block has all lines with this match key. */
function blockKey(stage: number, matchKey: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(stage), matchKey]);
}

function matchKeyOfBlock(block: Buffer): string {
  return block.toString('latin1', 1);
}
