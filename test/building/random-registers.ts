/** Registers with companies that change at random from night to night. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deriveId } from '../../src/identity/resolution-fixture.ts';
import type { RegisterLine } from '../../src/model/index.ts';

/** Pseudo-random numbers of a seed (mulberry32). */
export function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

type Line = Record<string, unknown> & RegisterLine;

const NAMES = ['Nordlys', 'Sjostjernen', 'Havblik', 'Fjeldvind', 'Skovro', 'Havblik', 'Élan', 'Zwölf'];
const FORMS = ['A/S', 'Oy', 'SARL', 'Ltd'];
export const COUNTRIES = ['FI', 'NO', 'FR'] as const;

/** The registers of a world that changes from night to night. */
export class RandomRegisters {
  readonly #pick: (below: number) => number;
  readonly registers = new Map<string, Line[]>();
  readonly decisions: Line[] = [];
  #numbers = 100;
  /** The days of the registers: a register without a newer file has the same file again. */
  readonly #days = new Map<string, number>();

  /** @param more companies than the seed gives at first */
  constructor(seed: number, more = 0) {
    this.#pick = random(seed);
    for (const register of ['fi-test', 'no-test', 'fr-test', 'lei-test', 'officers-test'])
      this.registers.set(register, []);
    const size = 20 + this.#pick(40) + more;
    for (let i = 0; i < size; i++) this.#found();
  }

  #one<T>(values: readonly T[]): T {
    return values[this.#pick(values.length)] as T;
  }

  #name(): string {
    return `${this.#one(NAMES)} ${this.#one(NAMES)} ${this.#one(FORMS)}`;
  }

  #number(): string {
    // Few numbers, so that companies share some, and some begin like others.
    return this.#pick(8) === 0 ? String(100 + this.#pick(30)) : String(1000 + this.#numbers++);
  }

  #lei(): string {
    return `5493000000000000${String(1000 + this.#pick(300))}`;
  }

  #found(): void {
    const country = this.#one(COUNTRIES);
    const register = `${country.toLowerCase()}-test`;
    const number = this.#number();
    const name = this.#name();
    const identifiers: Line['identifiers'] = [
      { scheme: 'national_registry_number', value: number, country_scope: country },
    ];
    if (this.#pick(4) === 0)
      identifiers.push({ scheme: 'vat_number', value: `${country}${number}`, country_scope: country });
    const line: Line = {
      register,
      ...(this.#pick(2) === 0 ? { key: `${register}:${number}` } : {}),
      name,
      country_code: country,
      identifiers,
      ...(this.#pick(5) === 0 ? { number_forms: [`F${this.#pick(40)}`] } : {}),
      ...(this.#pick(3) === 0
        ? { address: { street: `Gata ${this.#pick(4)}`, locality: 'Oslo', postal_code: '0150' } }
        : {}),
      ...(this.#pick(3) === 0 ? { state: this.#one(['active', 'closed']) } : {}),
      ...this.#counted(),
      ...(this.#pick(4) === 0 ? { officers: [this.#officer(), this.#officer()] } : {}),
      ...(this.#pick(4) === 0 ? { other_names: [{ name: this.#name(), kind: 'trading_name' }] } : {}),
    } as Line;
    this.#lines(register).push(line);
    if (this.#pick(6) === 0)
      this.#lines(this.#one(['fi-test', 'no-test'])).push({
        ...line,
        name: this.#name(),
        key: undefined,
      } as unknown as Line);
    if (this.#pick(3) === 0) this.#lines('lei-test').push(this.#listed(name, country, number));
    if (this.#pick(6) === 0)
      this.#lines('lei-test').push({ ...this.#listed(name, country, number), company_type: 'FUND' });
    if (this.#pick(6) === 0)
      this.#lines('officers-test').push({
        register: 'officers-test',
        adds_to: register,
        identifiers: [{ scheme: 'national_registry_number', value: number, country_scope: country }],
        officers: [this.#officer()],
      } as unknown as Line);
  }

  /** Returns fields that are counted by country. */
  #counted(): object {
    return {
      ...(this.#pick(2) === 0 ? { registered_on: `${1990 + this.#pick(4)}-05-01` } : {}),
      ...(this.#pick(4) === 0 ? { closed_on: `${2020 + this.#pick(2)}-05-01` } : {}),
      classifications: [{ scheme: this.#one(['A', 'B']), code: this.#one(['16.10', '0220', '7']), is_primary: true }],
    };
  }

  #officer(): object {
    return {
      name: this.#name(),
      roles: ['director'],
      source: {
        system: this.#one(['officers-test', 'x']),
        observed_at: this.#one(['DAY', 'DAY', '2026-02-12T00:00:00Z', '2026-01-01T10:00:00Z']),
      },
    };
  }

  #listed(name: string, country: string, number: string): Line {
    return {
      register: 'lei-test',
      index: true,
      name: name.toUpperCase(),
      country_code: country,
      ...(this.#pick(5) === 0 ? { company_type: this.#one(['FUND', 'BRANCH']) } : {}),
      identifiers: [
        { scheme: 'lei', value: this.#lei() },
        ...(this.#pick(3) > 0 ? [{ scheme: 'national_registry_number', value: number, country_scope: country }] : []),
      ],
    } as unknown as Line;
  }

  #lines(register: string): Line[] {
    const lines = this.registers.get(register);
    if (lines === undefined) this.registers.set(register, []);
    return this.registers.get(register) ?? [];
  }

  /** One night: some events, and new days. */
  night(published: readonly string[]): void {
    for (const register of this.registers.keys())
      this.#days.set(register, (this.#days.get(register) ?? 0) + Math.max(0, this.#pick(5) - 2));
    for (let events = this.#pick(5); events > 0; events--) this.#event(published);
  }

  #event(published: readonly string[]): void {
    if (this.#pick(4) === 0) this.#decide(published);
    else this.#changeLine();
  }

  /** Adds or removes a decision about a published company. */
  #decide(published: readonly string[]): void {
    if (published.length === 0) return;
    const [id, other] = [this.#one(published), this.#one(published)];
    const [one, two] = [this.#one(this.#lines('fi-test')), this.#one(this.#lines('no-test'))];
    switch (this.#pick(5)) {
      case 0:
        this.decisions.push({ id, lifecycle: { status: 'restricted' } });
        break;
      case 1:
        this.decisions.push({ id, lifecycle: { status: 'active' } });
        break;
      case 2:
        if (id < other) this.decisions.push({ id, lifecycle: { status: 'redirected', canonical_id: other } });
        break;
      case 3:
        // The id of the target is derived from its number: the target may have another id by now.
        if (one?.identifiers?.[0] !== undefined && two?.identifiers?.[0] !== undefined)
          this.decisions.push({
            identifiers: [one.identifiers[0]],
            lifecycle: { status: 'redirected', canonical_id: deriveId(two.identifiers[0]) },
          });
        break;
      default:
        this.decisions.splice(this.#pick(this.decisions.length + 1), 1);
    }
  }

  /** Adds, changes, moves or removes a line of a register. */
  #changeLine(): void {
    const registers = [...this.registers.keys()];
    const register = this.#one(registers);
    const lines = this.#lines(register);
    const at = this.#pick(Math.max(1, lines.length));
    const line = lines[at];
    if (line === undefined) {
      this.#found();
      return;
    }
    const isCompany = line.adds_to === undefined;
    const identifiers = line.identifiers ?? [];
    const other = this.#one(this.#lines(this.#one(registers))) ?? line;
    const changes: readonly (() => unknown)[] = [
      () => this.#found(),
      () => this.#found(),
      () => lines.splice(at, 1),
      () => lines.push({ ...line }),
      () => this.registers.set(register, lines.toReversed()),
      () => this.registers.delete(register) && this.registers.set(register, lines),
      () => isCompany && (lines[at] = { ...line, name: this.#name() }),
      () => isCompany && (lines[at] = { ...line, ...this.#counted() }),
      () => isCompany && (lines[at] = { ...line, country_code: this.#one(COUNTRIES) }),
      () => (lines[at] = { ...line, as_of_date: `2026-01-${10 + this.#pick(20)}` }),
      () => isCompany && line.index !== true && (lines[at] = { ...line, key: `${register}:${this.#pick(50)}` }),
      () =>
        isCompany && (lines[at] = { ...line, identifiers: [...identifiers, { scheme: 'lei', value: this.#lei() }] }),
      () => isCompany && (lines[at] = { ...line, identifiers: other.identifiers ?? [] }),
      () => isCompany && this.#lines(this.#one(registers)).unshift({ ...line, name: this.#name(), register }),
      () =>
        isCompany &&
        line.index !== true &&
        (lines[at] = {
          ...line,
          identifiers: [{ scheme: 'national_registry_number', value: this.#number(), country_scope: 'FI' }],
        }),
    ];
    this.#one(changes)();
  }

  /** Writes the inputs of a build. Returns their paths. */
  write(directory: string): string[] {
    const paths: string[] = [];
    const decisions = join(directory, 'decisions.ndjson');
    writeFileSync(decisions, this.decisions.map((line) => `${JSON.stringify(line)}\n`).join(''));
    if (this.decisions.length > 0) paths.push(decisions);
    for (const [register, lines] of this.registers) {
      if (lines.length === 0) continue;
      const path = join(directory, `${register}.ndjson`);
      const days = (this.#days.get(register) ?? 0) + (register === 'no-test' ? -1 : 0);
      const day = `2026-02-${String(10 + Math.min(18, days)).padStart(2, '0')}`;
      writeFileSync(
        path,
        lines
          .map(({ register: its, ...line }) => JSON.stringify({ register: its, as_of_date: day, ...line }))
          .map((line) => `${line.replaceAll('"DAY"', `"${day}T00:00:00Z"`)}\n`)
          .join(''),
      );
      paths.push(path);
    }
    return paths;
  }
}
