import { InputError, encodeCompanyId, sha256Bytes } from '../model/index.ts';
import type { CompanyLifecycle, PreviousSnapshot, RegisterCounts, RegisterLine } from '../model/index.ts';
import { NEVER_YIELD, type YieldIfDue } from '../files/index.ts';
import { Clusterer, type Clusters } from './clustering/clusterer.ts';
import { decodeDerivedId, fingerprintsOfRecord, isKeyed, type KeyedHash } from './clustering/fingerprints.ts';
import { isDecision, isUnshared, withoutCeded } from './cluster-lines.ts';
import { NO_SNAPSHOT, type ResolvedCompany, type ResolverOptions } from './resolved-company.ts';
import { RegisterTally, countedLine, type DatedLine } from './register-tally.ts';
import { ResolutionReport } from './resolution-report.ts';
import { LineStore } from './input/line-store.ts';
import {
  chooseLifecycle,
  companyDraft,
  discontinuedDraft,
  findLastName,
  redirectedDraft,
  restrictedDraft,
  type CompanyDraft,
} from './permanence/company-draft.ts';
import { PredecessorMatcher, type Predecessor } from './permanence/predecessors.ts';
import { RedirectResolver } from './permanence/redirects.ts';
import { newestOfEachRegister, withoutStrays } from './survivorship/newest.ts';
import { derivedId, mergeLines, toAliases, type MergedCompany, type RankedLine } from './survivorship/merge-lines.ts';

/**
 * Identity resolution: clusters register lines into companies, assigns each its permanent id, and merges its lines into one record.
 * Lines are stored on disk; {@linkcode Clusterer} and {@linkcode PredecessorMatcher} say how much stays in memory.
 */
export class CompanyResolver {
  readonly #store: LineStore;
  readonly #clusterer: Clusterer;
  readonly #matcher: PredecessorMatcher;
  readonly #previous: PreviousSnapshot;
  readonly #keyedHash: KeyedHash;
  readonly #yieldIfDue: YieldIfDue;
  readonly #redirects: RedirectResolver;
  /** The line numbers of the decisions about each id. */
  readonly #decisions = new Map<string, number[]>();
  readonly #tally = new RegisterTally();
  readonly #report = new ResolutionReport();

  private constructor(directory: string, options: ResolverOptions) {
    const { previousSnapshot = NO_SNAPSHOT, keyedHash, yieldIfDue = NEVER_YIELD, stays } = options;
    this.#redirects = new RedirectResolver(stays);
    this.#previous = previousSnapshot;
    this.#keyedHash = keyedHash;
    this.#yieldIfDue = yieldIfDue;
    this.#store = new LineStore(directory);
    this.#clusterer = new Clusterer(directory, this.#report);
    this.#matcher = new PredecessorMatcher(directory, previousSnapshot, keyedHash);
  }

  /** Reads the previous snapshot. `directory` must exist; `close` removes the files that are created in it. */
  static async open(directory: string, options: ResolverOptions): Promise<CompanyResolver> {
    const resolver = new CompanyResolver(directory, options);
    try {
      for (const fingerprint of resolver.#matcher.plainFingerprints()) {
        resolver.#clusterer.addPrevious(fingerprint);
        const pause = resolver.#yieldIfDue();
        if (pause !== undefined) await pause;
      }
      return resolver;
    } catch (error) {
      resolver.close();
      throw error;
    }
  }

  /** The counts so far; complete once `companies` has ended. */
  get report(): Readonly<ResolutionReport> {
    return this.#report;
  }

  /** The counts of each register; complete once `companies` has ended. */
  get registers(): Record<string, RegisterCounts> {
    return this.#tally.counts();
  }

  /**
   * Adds a checked line.
   * @param text the line as it was read
   * @param input the index of its input on the command line
   * @returns the number of the line among all: 0, 1, 2 …
   */
  add(line: RegisterLine, text: Uint8Array, input: number): number {
    this.#store.add(text, input);
    const number = this.#clusterer.add(line);
    this.#redirects.addReferences(line.lifecycle);
    this.#report.lines++;
    this.#tally.addLine(line);
    // A line that only adds to a company does not continue a published record.
    if (line.adds_to !== undefined) return number;
    if (!isDecision(line)) {
      this.#matcher.addLine(line, text, number);
      return number;
    }
    const decisions = this.#decisions.get(line.id);
    if (decisions === undefined) this.#decisions.set(line.id, [number]);
    else decisions.push(number);
    return number;
  }

  /** Counts a company that stays as it is, and its lines: none of them is added. */
  countUnchanged(lines: readonly DatedLine[]): void {
    for (const line of lines) this.#tally.addLine(line);
    this.#tally.addCompany(lines);
    this.#report.lines += lines.length;
    this.#report.companies++;
  }

  /** Yields every company once, in no particular order. Throws an InputError if lines contradict each other. */
  async *companies(): AsyncGenerator<ResolvedCompany, void, undefined> {
    const clusters = await this.#clusterer.cluster(
      (id, fingerprint, line) => this.#matcher.addMatch(id, fingerprint, line),
      this.#yieldIfDue,
    );
    await this.#matcher.assign(clusters, ({ lifecycle }) => this.#redirects.addReferences(lifecycle), this.#yieldIfDue);
    this.#report.divided = this.#matcher.divided;
    // A redirect may name a company that is yielded later.
    const leading: CompanyDraft[] = [];
    for (const draft of this.#drafts(clusters)) {
      const pause = this.#yieldIfDue();
      if (pause !== undefined) await pause;
      if (draft === undefined) continue;
      this.#report.companies++;
      const { status } = draft.lifecycle;
      if (status === 'redirected' || status === 'split') leading.push(draft);
      else yield resolvedCompany(draft, draft.lifecycle);
    }
    for (const draft of leading) {
      const lifecycle = this.#redirects.resolve(draft.id, draft.lifecycle);
      const { keys, identifiers, fingerprints } = draft.record;
      // A record with forms of numbers also has numbers.
      const isIdentified = keys.length + identifiers.length + fingerprints.length > 0;
      const isRestricted = this.#redirects.isRestricted(lifecycle.canonical_id);
      if (isIdentified && isRestricted) {
        const restricted = restrictedDraft(draft, this.#keyedHash);
        yield resolvedCompany(restricted, restricted.lifecycle);
      } else {
        const nameBefore = isRestricted ? undefined : draft.record.nameBefore;
        yield resolvedCompany({ ...draft, record: { ...draft.record, nameBefore } }, lifecycle);
      }
    }
  }

  close(): void {
    this.#store.close();
  }

  /** Yields every company once, and undefined for each previous record that a company continues. */
  *#drafts(clusters: Clusters): Generator<CompanyDraft | undefined, void, undefined> {
    for (let line = 0; line < this.#store.count; line++) {
      if (clusters.findCluster(line) === line) yield* this.#createDrafts(line, clusters);
    }
    for (const record of this.#matcher.discontinued()) {
      if (record === undefined) {
        yield undefined;
        continue;
      }
      const draft = discontinuedDraft(record, this.#takeDecision(record.id), this.#previous, this.#keyedHash);
      if (record.lifecycle.status === 'active' && draft.lifecycle.status === 'tombstoned') this.#report.vanished++;
      const plain = fingerprintsOfRecord(record).filter((fingerprint) => !isKeyed(fingerprint));
      yield this.#added(draft, plain.map(decodeDerivedId));
    }
    for (const id of this.#decisions.keys()) {
      const company = this.#takeDecision(id);
      if (company === undefined) continue;
      yield this.#added(companyDraft(id, company, company.lifecycle, [], this.#keyedHash), []);
    }
  }

  /** Yields the company of a cluster and the predecessors that are redirected to it. Yields nothing if the cluster has only decisions. */
  *#createDrafts(cluster: number, clusters: Clusters): Generator<CompanyDraft, void, undefined> {
    const all = this.#readLines(cluster, clusters);
    const { lines, superseded } = newestOfEachRegister(this.#attached(all));
    if (lines.every(({ line }) => isDecision(line))) return;
    const merged = mergeLines(lines);
    const predecessors = this.#matcher.takePredecessors(cluster);
    const id = this.#chooseId(merged, clusters.shared, predecessors);
    const own = predecessors.find((one) => one.id === id);
    // If the company gets a new id, its predecessors are released: the company does not continue them. A split record is never
    // redirected, because it has successors.
    const continued = (one: Predecessor): boolean =>
      one === own || (own !== undefined && one.lifecycle.status !== 'split');
    for (const one of predecessors) if (!continued(one)) this.#matcher.release(one);
    const others = predecessors.filter((one) => one !== own && continued(one));
    // Lines that carry the id are in the cluster already, decisions included.
    const decisions = this.#takeDecisions(id);
    const company = merged.ids.length > 0 || decisions.length === 0 ? merged : mergeLines([...lines, ...decisions]);
    const redirected = others.map((one) => {
      const { lifecycle, lines: deciding } = this.#takeDecision(one.id) ?? { lifecycle: one.lifecycle, lines: [] };
      return redirectedDraft({ ...one, lifecycle }, id, deciding, findLastName(one, this.#previous));
    });
    const isRestricted =
      this.#matcher.matchesRestricted(cluster) ||
      predecessors.some(({ lifecycle }) => lifecycle.status === 'restricted');
    const lifecycle = chooseLifecycle(company, own, isRestricted);
    if (own?.lifecycle.status === 'tombstoned' && lifecycle.status === 'active') this.#report.returned++;
    this.#report.merged += others.length;
    const aliases = this.#redirects.hasReferences ? toAliases(company, clusters.shared) : [];
    if (lifecycle.status === 'active')
      this.#tally.addCompany(lines.map(({ line }) => ({ ...countedLine(line), as_of_date: line.as_of_date })));
    if (others.length > 0) this.#redirects.addReferences({ status: 'redirected', canonical_id: id });
    const draft = companyDraft(id, company, lifecycle, predecessors, this.#keyedHash);
    const isAliased = this.#redirects.addCompany(id, aliases, lifecycle);
    const isAlone = predecessors.length === (own === undefined ? 0 : 1) && decisions.length === 0;
    const isPlain = isAlone && !isAliased && lines.length === all.length && isUnshared(company, lines, clusters);
    const plain = isPlain && lifecycle.status === 'active' ? all.toSorted((a, b) => a.number - b.number) : undefined;
    yield { ...draft, superseded, plain, sources: company.sources };
    for (const one of redirected) yield this.#added(one, []);
  }

  #added(draft: CompanyDraft, aliases: readonly string[]): CompanyDraft {
    this.#redirects.addCompany(draft.id, aliases, draft.lifecycle);
    return draft;
  }

  #takeDecision(id: string): MergedCompany | undefined {
    const decisions = this.#takeDecisions(id);
    return decisions.length === 0 ? undefined : mergeLines(decisions);
  }

  /** Returns the decisions about an id that was not known when they were read. Each decision is used once. */
  #takeDecisions(id: string): RankedLine[] {
    const numbers = this.#decisions.get(id) ?? [];
    this.#decisions.delete(id);
    return numbers.map((number) => this.#ranked(number, this.#store.text(number)));
  }

  #chooseId(company: MergedCompany, shared: ReadonlySet<string>, predecessors: readonly Predecessor[]): string {
    const [id, other] = company.ids;
    if (id !== undefined && other !== undefined) {
      throw new InputError(
        `Cannot give one company two ids: lines that share a key carry the ids "${id}" and "${other}"; ` +
          'give them one id, and redirect the other id to it with a line of its own',
      );
    }
    return id ?? predecessors[0]?.id ?? this.#unusedId(derivedId(company, shared));
  }

  /** Returns an unused id. A published id never moves to another company: if the number that it came from has moved, it is hashed again. */
  #unusedId(derived: string): string {
    let id = derived;
    while (this.#previous.has(id)) id = encodeCompanyId(sha256Bytes(`openfirma/company-id/again\0${id}`, 16));
    return id;
  }

  #readLines(cluster: number, { next, ceded }: Clusters): RankedLine[] {
    const lines = [this.#ranked(cluster, this.#store.text(cluster))];
    for (let line = next[cluster] ?? -1; line >= 0; line = next[line] ?? -1) {
      lines.push(this.#ranked(line, this.#store.text(line)));
    }
    return ceded.size === 0 ? lines : lines.map((one) => withoutCeded(one, ceded));
  }

  /** Returns the lines of a company, without lines that add to a register that does not have the company. */
  #attached(lines: readonly RankedLine[]): readonly RankedLine[] {
    const attached = withoutStrays(lines);
    this.#report.unattached += lines.length - attached.length;
    return attached;
  }

  #ranked(number: number, text: string): RankedLine {
    // The line was checked before it was added.
    return { line: JSON.parse(text) as RegisterLine, text, input: this.#store.input(number), number };
  }
}

function resolvedCompany(
  { id, lines, superseded, sources, plain, record }: CompanyDraft,
  lifecycle: CompanyLifecycle,
): ResolvedCompany {
  return { company: { id, lifecycle, ...record }, lines, superseded, sources, plain };
}
