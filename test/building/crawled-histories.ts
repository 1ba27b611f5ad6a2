/**
 * Random histories of a crawled register, for tests: companies change, nightly crawls are cut short, and after each night the lines, the
 * companies and the alarms are compared with a second, simpler calculation.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { idOfKey, resolveAfter } from '../../src/identity/resolution-fixture.ts';
import { runImport } from '../../src/importer/index.ts';
import { findOverdue, type CompanyRecord, type RegisterLine } from '../../src/model/index.ts';
import type { Change, Night } from '../fetching/crawled-nights.ts';
import { findNewest } from '../importing/crawled-responses.ts';
import { UPDATE_FREQUENCY, ToyCrawl, CRAWLED, createLine, type Published } from '../importing/crawled-register.ts';

/** The expected line of a company: the newest response that an import has read. */
interface Known {
  readonly day: string;
  readonly company: Published;
}

export class CrawledHistory {
  readonly #output: string;
  readonly #crawl: ToyCrawl;
  readonly #register = new Map<string, Published>();
  /** Companies that were struck off, with their last values. */
  readonly #struck = new Map<string, Published>();
  #known = new Map<string, Known>();
  /** Companies whose line was restricted once: only a decision lifts the restriction. */
  readonly #restrictions = new Set<string>();
  readonly #decisions: (RegisterLine & { id: string })[] = [];
  readonly #published = new Set<string>();
  readonly #restrictedIds = new Set<string>();
  #records: ReadonlyMap<string, CompanyRecord> = new Map();
  #day = Date.parse('2026-01-01');
  #companies = 0;
  #numbers = 0;
  readonly happened = new Map<string, number>();

  constructor(folder: string) {
    mkdirSync(join(folder, 'answers'));
    this.#output = join(folder, 'toy.ndjson');
    this.#crawl = new ToyCrawl(join(folder, 'answers'));
  }

  get #today(): string {
    return new Date(this.#day).toISOString().slice(0, 10);
  }

  /** Returns the companies of the register, in the order of its list. */
  get #list(): Published[] {
    return [...this.#register.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  }

  /** Simulates a night, and checks the result. */
  async live(one: Night): Promise<void> {
    const before = new Map(this.#register);
    for (const { change, who } of one.changes) if (this.#change(change, who)) this.#count(change);
    if (one.breaks === 'lose the responses') this.#crawl.lose();
    if (one.breaks !== 'crawl not at all') {
      this.#crawl.crawl(this.#list, this.#today, one.pages);
      const keys = Array.from({ length: this.#companies }, (_, i) => toKey(i));
      const asked = one.asked.flatMap((who) => keys[who % Math.max(1, keys.length)] ?? []);
      const changed = keys.filter((key) => before.get(key) !== this.#register.get(key));
      this.#crawl.ask(this.#list, this.#today, one.hasFeed ? [...asked, ...changed] : asked);
    }
    if (one.breaks !== undefined) this.#count(one.breaks);
    if (one.breaks !== 'do not import' && this.#crawl.answers.size > 0)
      await this.#import(one.breaks === 'break the import' ? one.breaksAt : undefined);
    await this.#build();
    this.#day += one.days * 86_400_000;
  }

  /** Runs nights without changes until a round has requested all companies. Then checks that the lines match the register exactly. */
  async settle(): Promise<void> {
    const quiet = { changes: [], hasFeed: false, asked: [], breaks: undefined, breaksAt: 0, days: 1 };
    await this.live({ ...quiet, pages: 100 });
    await this.live({ ...quiet, pages: 100 });
    assert.ok(this.#crawl.isWhole);
    const lines = this.#lines()
      .map(({ key = '' }) => key)
      .toSorted();
    assert.deepEqual(
      lines,
      this.#list.map(({ key }) => `toy:${key}`),
    );
    for (const { key, name, state } of this.#list) {
      const record = this.#records.get(idOfKey(`toy:${key}`));
      const isOpen = state !== 'restricted' && !this.#restrictedIds.has(record?.id ?? '');
      assert.equal(record?.lifecycle.status, isOpen ? 'active' : 'restricted');
      if (isOpen) assert.equal(record?.profile.name, name);
    }
    for (const key of this.#struck.keys()) {
      const status = this.#records.get(idOfKey(`toy:${key}`))?.lifecycle.status;
      assert.ok(status !== 'active', `${key} was struck off and is ${status}`);
    }
  }

  #count(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }

  #change(change: Change, who: number): boolean {
    if (change === 'found') return this.#found();
    const list = this.#list;
    const company = list[who % Math.max(1, list.length)];
    const id = [...this.#published][who % Math.max(1, this.#published.size)];
    if (change === 'come back') return this.#comeBack(who);
    if (change === 'decide to restrict')
      return id !== undefined && this.#decide({ id, lifecycle: { status: 'restricted' } });
    if (change === 'decide to release') {
      // A restricted line of the register publishes no values, whatever a decision says.
      const isOurs = id !== undefined && this.#restrictedIds.has(id) && !this.#hasRestriction(id);
      return isOurs && this.#decide({ id, lifecycle: { status: 'active' } });
    }
    return company !== undefined && this.#changed(company, change);
  }

  #changed(company: Published, change: 'rename' | 'renumber' | 'end' | 'restrict' | 'strike off'): boolean {
    const { key } = company;
    const now = (more: Partial<Published>): boolean => {
      this.#register.set(key, { ...company, ...more });
      return true;
    };
    if (change === 'rename') return now({ name: `${company.name}'` });
    if (change === 'renumber') return now({ number: this.#freshNumber() });
    if (change === 'end') return company.state === 'live' && now({ state: 'ended' });
    // After a decision has released a company, the register cannot restrict it.
    if (change === 'restrict') return !this.#isReleased(idOfKey(`toy:${key}`)) && now({ state: 'restricted' });
    this.#register.delete(key);
    this.#struck.set(key, company);
    return true;
  }

  #found(): boolean {
    const key = toKey(this.#companies);
    this.#register.set(key, { key, number: this.#freshNumber(), name: `Toy ${this.#companies}`, state: 'live' });
    this.#companies++;
    return true;
  }

  #comeBack(who: number): boolean {
    const company = [...this.#struck.values()][who % Math.max(1, this.#struck.size)];
    if (company === undefined) return false;
    this.#struck.delete(company.key);
    this.#register.set(company.key, company);
    return true;
  }

  #freshNumber(): string {
    return String(1000 + this.#numbers++);
  }

  #decide(line: RegisterLine & { id: string }): boolean {
    this.#decisions.push(line);
    if (line.lifecycle?.status === 'restricted') this.#restrictedIds.add(line.id);
    else this.#restrictedIds.delete(line.id);
    return true;
  }

  #isReleased(id: string): boolean {
    return this.#decisions.some((decision) => decision.id === id && decision.lifecycle?.status === 'active');
  }

  /** Returns whether the register restricts a company now, or did at any time. */
  #hasRestriction(id: string): boolean {
    const all = [...this.#register.values(), ...this.#struck.values()];
    const keys = all.filter(({ state }) => state === 'restricted').map(({ key }) => key);
    return [...keys, ...this.#restrictions].some((key) => idOfKey(`toy:${key}`) === id);
  }

  async #import(breaksAt: number | undefined): Promise<void> {
    const inputs = this.#crawl.write();
    const before = existsSync(this.#output) ? readFileSync(this.#output, 'utf8') : undefined;
    const abort = new AbortController();
    const onProgress = (_: number, __: number, records: number): void => {
      if (breaksAt !== undefined && records >= breaksAt) abort.abort(new Error('broken off'));
    };
    const last = before === undefined ? {} : { last: this.#output };
    const options = { output: this.#output, inputs, maxRejects: 0, signal: abort.signal, onProgress, ...last };
    try {
      const report = await runImport(CRAWLED, options);
      assert.equal(report.input, this.#crawl.isWhole ? 'whole' : 'part');
      this.#learn();
    } catch (error) {
      if (!abort.signal.aborted) throw error;
      assert.equal(existsSync(this.#output) ? readFileSync(this.#output, 'utf8') : undefined, before);
    }
  }

  /** The second calculation: derives the lines that an import of the responses should write. */
  #learn(): void {
    const answered = findNewest(this.#crawl.answers);
    const known = this.#crawl.isWhole ? new Map<string, Known>() : new Map(this.#known);
    for (const [key, { day, company }] of answered) {
      const before = known.get(key);
      if (before !== undefined && before.day > day) continue;
      if (company === undefined) known.delete(key);
      else known.set(key, { day, company });
      if (company?.state === 'restricted') this.#restrictions.add(key);
    }
    this.#known = known;
  }

  #lines(): RegisterLine[] {
    if (!existsSync(this.#output)) return [];
    const text = readFileSync(this.#output, 'utf8');
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as RegisterLine);
  }

  async #build(): Promise<void> {
    const lines = this.#lines();
    this.#compareLines(lines);
    const { companies, registers } = await resolveAfter(this.#records, this.#decisions, lines);
    for (const key of this.#known.keys()) this.#published.add(idOfKey(`toy:${key}`));
    // A restriction that was in the lines of a build is permanent.
    for (const { key, lifecycle } of lines)
      if (lifecycle?.status === 'restricted' && key !== undefined) this.#restrictedIds.add(idOfKey(key));
    this.#compareCompanies(companies);
    this.#compareAlarms(registers['toy']);
    this.#records = companies;
  }

  /** Checks that each company has its line, that no company has two, and that each line is from the newest response. */
  #compareLines(lines: readonly RegisterLine[]): void {
    const open = lines.filter(({ lifecycle }) => lifecycle === undefined);
    const wanted = [...this.#known.values()].map(({ day, company }): RegisterLine =>
      Object.assign({ register: 'toy' }, createLine(company, day)),
    );
    assert.deepEqual(open.toSorted(byKey), wanted.filter(({ lifecycle }) => lifecycle === undefined).toSorted(byKey));
    for (const { lifecycle, key } of wanted) {
      const isThere = lines.filter((line) => line.key === key && line.lifecycle !== undefined).length === 1;
      assert.ok(lifecycle === undefined || isThere, `${key} is restricted once`);
    }
  }

  /** Checks that every company that was ever published has exactly one record, under its first id and in the expected state. */
  #compareCompanies(companies: ReadonlyMap<string, CompanyRecord>): void {
    assert.deepEqual([...companies.keys()].toSorted(), [...this.#published].toSorted());
    for (let i = 0; i < this.#companies; i++) {
      const key = toKey(i);
      const id = idOfKey(`toy:${key}`);
      const record = companies.get(id);
      if (record === undefined) continue;
      const known = this.#known.get(key);
      const status = this.#restrictedIds.has(id) ? 'restricted' : known === undefined ? 'tombstoned' : 'active';
      assert.equal(record.lifecycle.status, status, `${key} at ${this.#today}`);
      if (status !== 'active' || known === undefined) {
        assert.deepEqual([record.profile, record.identifiers], [{}, []]);
        continue;
      }
      assert.deepEqual([record.profile.name, record.profile.as_of_date], [known.company.name, known.day]);
      assert.deepEqual(
        record.identifiers.map(({ value }) => value),
        [known.company.number],
      );
    }
  }

  /** Checks that there is an alarm if the served data is older than the update frequency allows, and none otherwise. */
  #compareAlarms(counts: Parameters<typeof findOverdue>[0] | undefined): void {
    if (counts === undefined) return;
    const facts = {
      ...counts,
      newest_days_max: UPDATE_FREQUENCY.newestDays,
      oldest_days_max: UPDATE_FREQUENCY.oldestDays,
    };
    const alarms = findOverdue(facts, this.#today).map(({ which }) => which);
    const served = [...this.#known].filter(([key]) => !this.#restrictedIds.has(idOfKey(`toy:${key}`)));
    const ages = served.map(([, { day }]) => (Date.parse(this.#today) - Date.parse(day)) / 86_400_000);
    const wanted = [
      ...(ages.length > 0 && Math.min(...ages) > UPDATE_FREQUENCY.newestDays ? ['newest'] : []),
      ...(ages.length > 0 && Math.max(...ages) > UPDATE_FREQUENCY.oldestDays ? ['oldest'] : []),
    ];
    assert.deepEqual(alarms, wanted);
    for (const alarm of alarms) this.#count(`alarm: ${alarm}`);
  }
}

function toKey(number: number): string {
  return `k${String((number * 7919) % 1000).padStart(3, '0')}`;
}

function byKey(a: RegisterLine, b: RegisterLine): number {
  return (a.key ?? '') < (b.key ?? '') ? -1 : 1;
}
