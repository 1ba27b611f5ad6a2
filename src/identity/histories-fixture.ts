/** Random histories of registers for tests: companies are founded, renumbered, merged, restricted; they vanish and return. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { encodeCompanyId } from '../model/index.ts';
import type { CompanyRecord, RegisterLine } from '../model/index.ts';
import { resolveAfter, lei, nrn, type Identifier } from './resolution-fixture.ts';

/** The events that may happen to a company between two builds. `who` and `other` select existing companies. */
export const EVENTS = [
  'birth',
  'renumber',
  'merge',
  'vanish',
  'return',
  'restrict',
  'release',
  'redirect',
  'split',
  'hand on',
] as const;
interface Happening {
  readonly event: (typeof EVENTS)[number];
  readonly who: number;
  readonly other: number;
}

export const generation = fc.array(
  fc.record({ event: fc.constantFrom(...EVENTS), who: fc.nat(30), other: fc.nat(30) }),
  { minLength: 1, maxLength: 8 },
);

/** The true state of a company, independent of what registers publish. */
interface Company {
  readonly name: string;
  number: Identifier;
  readonly lei: Identifier;
  readonly key: string | undefined;
  alive: boolean;
  /** Numbers and LEIs of companies that this company took over and still uses. */
  readonly takenOver: Identifier[];
  /** The company that took over this company. */
  into?: Company;
  /** The id that a curated line assigned to the company. */
  givenId?: string;
}

/** One history: the real companies, the decisions, and the company of every id that was ever published. */
export class History {
  readonly #companies: Company[] = [];
  readonly #decisions: RegisterLine[] = [];
  readonly #named = new Map<string, Company>();
  readonly #restricted = new Set<string>();
  #published: ReadonlyMap<string, CompanyRecord> = new Map();
  #numbers = 1000;
  #ids = 1;
  /** Number of events that happened, by kind. Many proposed events are impossible. */
  readonly happened = new Map<Happening['event'], number>(EVENTS.map((event) => [event, 0]));

  /** Number of ids that were ever published for a company. */
  get idsFollowed(): number {
    return this.#named.size;
  }

  /** Applies the events, builds, and checks that ids are permanent. */
  async live(happenings: readonly Happening[]): Promise<void> {
    for (const happening of happenings) {
      const event = this.#happen(happening);
      if (event !== undefined) this.happened.set(event, (this.happened.get(event) ?? 0) + 1);
    }
    const { companies } = await resolveAfter(this.#published, this.#decisions, this.#registerLines(), this.#leiLines());
    for (const record of companies.values()) this.#check(record, companies);
    for (const id of this.#published.keys()) assert.ok(companies.has(id), `${id} was published and is missing`);
    for (const company of this.#companies) if (company.alive) this.#checkFound(company, companies);
    this.#published = companies;
  }

  /** Applies an event if it is possible, and returns the one that happened. */
  #happen({ event, who, other }: Happening): Happening['event'] | undefined {
    const company = this.#companies[who % Math.max(1, this.#companies.length)];
    const second = this.#companies[other % Math.max(1, this.#companies.length)];
    if (company === undefined || second === undefined || event === 'birth') {
      this.#birth(this.#freshNumber());
      return 'birth';
    }
    // A company with a curated line must keep the number in that line.
    if (company.givenId !== undefined && ['renumber', 'vanish', 'merge', 'redirect', 'split'].includes(event))
      return undefined;
    if (second.givenId !== undefined && event === 'merge') return undefined;
    return this.#happenTo(company, second, event) ? event : undefined;
  }

  #happenTo(company: Company, second: Company, event: Happening['event']): boolean {
    const id = this.#findId(company);
    switch (event) {
      case 'renumber':
        // The LEI or the key of the register shows that it is the same company.
        if (this.#published.size === 0 || !company.alive) return false;
        company.number = this.#freshNumber();
        return true;
      case 'merge':
        return this.#merge(company, second);
      case 'vanish': {
        const wasAlive = company.alive;
        company.alive = false;
        return wasAlive;
      }
      case 'return':
        return this.#return(company);
      case 'restrict':
        return id !== undefined && this.#decide({ id, lifecycle: { status: 'restricted' } });
      case 'release':
        return id !== undefined && this.#restricted.has(id) && this.#decide({ id, lifecycle: { status: 'active' } });
      case 'redirect':
        return this.#continueAs(company, second, 'redirected');
      case 'split':
        return this.#continueAs(company, second, 'split');
      case 'hand on':
        return !company.alive && company.into === undefined && this.#handOn(company);
      case 'birth':
        break;
    }
    return false;
  }

  #return(company: Company): boolean {
    const isTaken = this.#companies.some(
      (one) => one !== company && one.alive && one.number.value === company.number.value,
    );
    if (company.into !== undefined || company.alive || isTaken) return false;
    company.alive = true;
    return true;
  }

  #birth(number: Identifier): Company {
    const n = this.#companies.length;
    const company: Company = {
      name: `Company ${n}`,
      number,
      lei: lei(`5493000000000000${String(1000 + n)}`),
      key: n % 3 === 0 ? `fi-test:${n}` : undefined,
      alive: true,
      takenOver: [],
    };
    this.#companies.push(company);
    return company;
  }

  /** The first company takes over the second one and its LEI. */
  #merge(company: Company, second: Company): boolean {
    if (company === second || !company.alive || !second.alive || this.#isDecided(company) || this.#isDecided(second))
      return false;
    second.alive = false;
    second.into = company;
    company.takenOver.push(second.lei, ...second.takenOver);
    return true;
  }

  /** The second company continues the first one: a decision redirects or splits the id of the first. */
  #continueAs(company: Company, second: Company, status: 'redirected' | 'split'): boolean {
    const id = this.#findId(company);
    const successor = this.#findId(second);
    if (id === undefined || successor === undefined || company === second || !second.alive) return false;
    if (this.#isDecided(company) || this.#isDecided(second)) return false;
    company.alive = false;
    company.into = second;
    const leadsTo = status === 'split' ? { successor_ids: [successor] } : { canonical_id: successor };
    return this.#decide({ id, lifecycle: { status, ...leadsTo } });
  }

  /** The first id that was published for a company. */
  #findId(company: Company): string | undefined {
    return [...this.#named].find(([, named]) => named === company)?.[0];
  }

  /** The register reassigns the number of a vanished company to a new company, and an operator assigns a new id. */
  #handOn(company: Company): boolean {
    if (this.#companies.some((one) => one !== company && one.number.value === company.number.value)) return false;
    const heir = this.#birth(company.number);
    heir.givenId = encodeCompanyId(Buffer.alloc(16, this.#ids++));
    this.#decisions.push({ id: heir.givenId, identifiers: [heir.number] });
    // The number may belong to a restricted company: this decision states that the heir is a different company.
    return this.#decide({ id: heir.givenId, lifecycle: { status: 'active' } });
  }

  #decide(line: RegisterLine & { id: string }): boolean {
    this.#decisions.push(line);
    if (line.lifecycle?.status === 'restricted') this.#restricted.add(line.id);
    else this.#restricted.delete(line.id);
    return true;
  }

  #isDecided(company: Company): boolean {
    return (
      company.into !== undefined ||
      this.#decisions.some(({ id }) => id !== undefined && this.#named.get(id) === company)
    );
  }

  #freshNumber(): Identifier {
    return nrn('FI', String(this.#numbers++));
  }

  #registerLines(): RegisterLine[] {
    return this.#companies
      .filter(({ alive }) => alive)
      .map(({ name, number, key, lei: own, givenId }) => {
        const line: RegisterLine = {
          name,
          identifiers: key === undefined && givenId === undefined ? [number, own] : [number],
        };
        if (key !== undefined) line.key = key;
        return line;
      });
  }

  #leiLines(): RegisterLine[] {
    return this.#companies
      .filter(({ alive }) => alive)
      .map(({ name, number, lei: own, takenOver }) => ({
        name: `${name} by LEI`,
        identifiers: [number, own, ...takenOver],
      }));
  }

  /** Returns the company that continues a company. */
  #heir(company: Company): Company {
    let at = company;
    while (at.into !== undefined) at = at.into;
    return at;
  }

  #check({ id, lifecycle, profile, identifiers }: CompanyRecord, all: ReadonlyMap<string, CompanyRecord>): void {
    if (this.#restricted.has(id)) assert.equal(lifecycle.status, 'restricted', `${id} stays restricted`);
    switch (lifecycle.status) {
      case 'active': {
        const company = this.#companies.find(({ name }) => profile.name === name || profile.name === `${name} by LEI`);
        assert.ok(company !== undefined);
        const before = this.#named.get(id);
        assert.ok(
          before === undefined || this.#heir(before) === this.#heir(company),
          `${id} named ${before?.name}, now ${company.name}`,
        );
        this.#named.set(id, before ?? company);
        break;
      }
      case 'redirected':
        assert.notEqual(
          all.get(lifecycle.canonical_id ?? '')?.lifecycle.status ?? 'redirected',
          'redirected',
          `${id} leads on in one step`,
        );
        break;
      case 'split':
        for (const successor of lifecycle.successor_ids ?? [])
          assert.notEqual(all.get(successor)?.lifecycle.status ?? 'redirected', 'redirected');
        break;
      case 'tombstoned':
      case 'restricted':
        assert.deepEqual([profile, identifiers], [{}, []], `${id} has no values`);
        break;
    }
  }

  /** Checks that a living company is published only under its first id, or is restricted. */
  #checkFound(company: Company, all: ReadonlyMap<string, CompanyRecord>): void {
    const found = [...all.values()].filter(
      ({ identifiers, lifecycle }) =>
        lifecycle.status === 'active' && identifiers.some(({ value }) => value === company.number.value),
    );
    const ids = [...this.#named].filter(([, named]) => this.#heir(named) === company).map(([id]) => id);
    if (found.length === 0)
      assert.ok(
        ids.some((id) => all.get(id)?.lifecycle.status !== 'active'),
        `${company.name} is lost`,
      );
    assert.ok(found.length <= 1, `${company.name} is published twice`);
  }
}
