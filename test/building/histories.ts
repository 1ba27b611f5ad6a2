/**
 * Random histories of registers for the test of continued builds: after each night a build that continues the previous one must give what a full
 * build gives.
 */
import assert from 'node:assert/strict';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSnapshot } from '../../src/build/index.ts';
import { SnapshotReader, scanRecords } from '../../src/snapshot/index.ts';
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
const COUNTRIES = ['FI', 'NO', 'FR'] as const;

/** The registers of a world that changes from night to night. */
export class World {
  readonly #pick: (below: number) => number;
  readonly registers = new Map<string, Line[]>();
  readonly decisions: Line[] = [];
  #numbers = 100;
  #day = 0;

  constructor(seed: number) {
    this.#pick = random(seed);
    for (const register of ['fi-test', 'no-test', 'fr-test', 'lei-test', 'officers-test'])
      this.registers.set(register, []);
    const size = 20 + this.#pick(40);
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
      this.#lines('officers-test').push({
        register: 'officers-test',
        adds_to: register,
        identifiers: [{ scheme: 'national_registry_number', value: number, country_scope: country }],
        officers: [this.#officer()],
      } as unknown as Line);
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
    this.#day += this.#pick(3);
    for (let events = this.#pick(5); events > 0; events--) this.#event(published);
  }

  #event(published: readonly string[]): void {
    const registers = [...this.registers.keys()];
    const register = this.#one(registers);
    const lines = this.#lines(register);
    const at = this.#pick(Math.max(1, lines.length));
    const line = lines[at];
    const id = published.length === 0 ? undefined : this.#one(published);
    switch (this.#pick(16)) {
      case 0:
      case 1:
        this.#found();
        break;
      case 2:
        if (line?.name !== undefined) lines[at] = { ...line, name: this.#name() };
        break;
      case 3:
        lines.splice(at, 1);
        break;
      case 4:
        if (line?.identifiers !== undefined && register !== 'lei-test')
          lines[at] = { ...line, identifiers: [{ ...line.identifiers[0], value: this.#number() }] } as Line;
        break;
      case 5:
        if (line !== undefined && line.adds_to === undefined)
          lines[at] = { ...line, country_code: this.#one(COUNTRIES) };
        break;
      case 6:
        if (id !== undefined) this.decisions.push({ id, lifecycle: { status: 'restricted' } });
        break;
      case 7:
        if (this.decisions.length > 0) this.decisions.splice(this.#pick(this.decisions.length), 1);
        break;
      case 8:
        if (id !== undefined) this.decisions.push({ id, lifecycle: { status: 'active' } });
        break;
      case 9: {
        const other = id === undefined ? undefined : this.#one(published);
        if (id !== undefined && other !== undefined && id < other)
          this.decisions.push({ id, lifecycle: { status: 'redirected', canonical_id: other } });
        break;
      }
      case 10:
        if (line !== undefined) lines.push({ ...line });
        break;
      case 11:
        lines.reverse();
        break;
      case 12:
        if (register === 'officers-test') this.registers.set(register, []);
        else if (line?.key === undefined && line?.adds_to === undefined && line !== undefined && line.index !== true)
          lines[at] = { ...line, key: `${register}:${this.#pick(50)}` };
        break;
      case 13:
        if (line?.identifiers !== undefined && line.adds_to === undefined)
          lines[at] = { ...line, identifiers: [...line.identifiers, { scheme: 'lei', value: this.#lei() }] } as Line;
        break;
      case 14:
        if (line !== undefined) lines[at] = { ...line, as_of_date: `2026-01-${String(10 + this.#pick(20))}` };
        break;
      default: {
        const other = this.#one(this.#lines(this.#one(registers)).concat(line ?? []));
        if (line !== undefined && line.adds_to === undefined && other?.identifiers?.[0] !== undefined)
          lines[at] = { ...line, identifiers: other.identifiers } as Line;
      }
    }
  }

  /** Writes the inputs of a build. Returns their paths. */
  write(directory: string): string[] {
    const paths: string[] = [];
    const decisions = join(directory, 'decisions.ndjson');
    writeFileSync(decisions, '# decisions\n');
    for (const line of this.decisions) appendFileSync(decisions, `${JSON.stringify(line)}\n`);
    if (this.decisions.length > 0) paths.push(decisions);
    for (const [register, lines] of this.registers) {
      if (lines.length === 0) continue;
      const path = join(directory, `${register}.ndjson`);
      const day = `2026-02-${String(10 + Math.min(18, this.#day + (register === 'no-test' ? -1 : 0))).padStart(2, '0')}`;
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

/** Builds twice what follows a snapshot, and compares. Returns the ids. */
export async function checkNight(
  world: World,
  directory: string,
  previous: string | undefined,
  night: number,
): Promise<{
  readonly out: string;
  readonly ids: string[];
  readonly failed: boolean;
  readonly continued: boolean;
  readonly error?: string;
}> {
  const inputs = world.write(directory);
  const build = async (name: string, full: boolean) => {
    const out = join(directory, `${name}-${night}.snapshot`);
    const kept = previous === undefined ? {} : { previous };
    try {
      await buildSnapshot({
        inputs,
        out,
        full,
        acceptLoss: ['FI', 'NO', 'FR', '--'],
        restrictionKey: join(directory, 'restriction.key'),
        ...kept,
      });
      return { out };
    } catch (error) {
      return { out, error: String(error instanceof Error ? error.message : error).replaceAll(name, 'NAME') };
    }
  };
  const [continued, full] = [await build('continued', false), await build('full', true)];
  assert.equal(continued.error, full.error);
  if (continued.error !== undefined)
    return { out: previous ?? '', ids: [], failed: true, continued: false, error: continued.error };
  await using a = SnapshotReader.open(continued.out);
  await using b = SnapshotReader.open(full.out);
  const [records, others] = [a, b].map((reader) => [...scanRecords(reader)].map((record) => record.decode()));
  assert.deepEqual(records, others);
  const facts = [a, b].map(({ metadata: { records: counts, countries, registers, tables: { numbers, sparseIndex, movedNumbers, addresses } } }) => ({
    counts, countries, registers, tables: { numbers, sparseIndex, movedNumbers, addresses },
  })); // prettier-ignore
  assert.deepEqual(facts[0], facts[1]);
  return { out: continued.out, ids: records?.map(({ id }) => id) ?? [], failed: false, continued: true };
}
