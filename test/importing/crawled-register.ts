/** A crawled register in a changing world, for tests: its companies, the crawl with its interruptions, and its import. */
import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CrawlStatus, ResponseRow } from '../../src/importer/index.ts';
import { TOY_FILES, toyRegister } from '../../src/importer/toy-fixture.ts';

/** A company as the register returns it. */
export interface Published {
  readonly key: string;
  readonly number: string;
  readonly name: string;
  readonly state: 'live' | 'ended' | 'restricted';
}

const published = (row: ResponseRow): readonly Published[] => {
  const body = row.json() as Published | readonly Published[];
  return Array.isArray(body) ? (body as readonly Published[]) : [body as Published];
};

export const UPDATE_FREQUENCY = { newestDays: 20, oldestDays: 45 };

/** Pages list companies by key; a company can be requested by its key, and may not exist. */
export const CRAWLED = toyRegister({
  country: 'FI',
  input: 'part',
  updateFrequency: UPDATE_FREQUENCY,
  files: { ...TOY_FILES, answers: true, required: [], taken: ['page.*', 'company.*'], ignored: [] },
  async *read(inputs, run) {
    for (const input of inputs) {
      for await (const row of input.rows()) {
        if (row.body === undefined) run.gone({ key: `toy:${row.key}` }, row.requestedOn);
        else for (const company of published(row)) yield createLine(company, row.requestedOn);
      }
    }
  },
});

export function createLine({ key, number, name, state }: Published, day: string) {
  const about = {
    key: `toy:${key}`,
    as_of_date: day,
    identifiers: [{ scheme: 'national_registry_number' as const, value: number, country_scope: 'FI' }],
  };
  if (state === 'restricted') return { ...about, lifecycle: { status: 'restricted' as const } };
  return { ...about, name, ...(state === 'ended' && { company_status: 'ended' }) };
}

/** The response to a request and its time; undefined if there is no response. */
export interface Answered {
  readonly day: string;
  readonly companies: readonly Published[] | undefined;
}

const PAGE = 3;

/** The crawl: its responses by request, which are kept from night to night, and the progress of its round. */
export class ToyCrawl {
  readonly answers = new Map<string, Answered>();
  readonly #folder: string;
  #began: string | undefined;
  #ended: string | undefined;
  #cursor = '0';
  #complete = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether a round has ended and no other is under way. If so, the responses are the whole register. */
  get isWhole(): boolean {
    return this.#complete && this.#ended !== undefined;
  }

  /** Requests this many pages. After a round the next one starts. */
  crawl(register: readonly Published[], day: string, pages: number): void {
    if (pages === 0) return;
    if (this.#began === undefined || this.#ended !== undefined) {
      this.#began = day;
      this.#ended = undefined;
      this.#cursor = '0';
    }
    for (let page = 0; page < pages; page++) {
      const cursor = this.#cursor;
      const companies = register.filter(({ key }) => key > cursor).slice(0, PAGE);
      this.answers.set(`page:${cursor}`, { day, companies });
      const last = companies.at(-1);
      if (last !== undefined) this.#cursor = last.key;
      else return this.#end(day);
    }
  }

  /** Requests companies by their keys, as a change feed names them. */
  ask(register: readonly Published[], day: string, keys: readonly string[]): void {
    for (const key of keys) {
      const company = register.find((one) => one.key === key);
      this.answers.set(`company:${key}`, { day, companies: company && [company] });
    }
  }

  /** Deletes all responses, as the loss of a disk does. */
  lose(): void {
    this.answers.clear();
    this.#began = undefined;
    this.#ended = undefined;
    this.#complete = false;
  }

  /** Removes responses that date from before this round. */
  #end(day: string): void {
    const began = this.#began ?? day;
    for (const [request, response] of this.answers) if (response.day < began) this.answers.delete(request);
    this.#ended = day;
    this.#complete = true;
  }

  /** Writes the responses and the status as the engine keeps them, divided over several files. Returns the files. */
  write(): string[] {
    for (const name of readdirSync(this.#folder)) rmSync(join(this.#folder, name));
    const lines = [...this.answers].map(([request, { day, companies }]) => {
      const body = JSON.stringify(request.startsWith('page:') ? companies : companies?.[0]) as string | undefined;
      const status = companies === undefined ? 404 : 200;
      return { question: request, asked_at: `${day}T01:00:00.000Z`, url: 'https://toys.example/', status, body };
    });
    const files = [lines.filter((_, i) => i % 2 === 0), lines.filter((_, i) => i % 2 === 1)]
      .filter((some) => some.length > 0)
      .map((some, i) => {
        const name = `toys.000${i + 1}.ndjson`;
        const text = some.map((line) => `${JSON.stringify(line)}\n`).join('');
        writeFileSync(join(this.#folder, name), text);
        return { name, bytes: Buffer.byteLength(text) };
      });
    assert.ok(this.#began !== undefined || files.length === 0 || !this.#complete);
    const status: CrawlStatus = {
      walk: 'toys',
      complete: this.#complete,
      round_began_at: midnight(this.#began ?? '2026-01-01'),
      ...(this.#ended !== undefined && { round_ended_at: midnight(this.#ended) }),
      asked: 0,
      answered: 0,
      none: 0,
      refused: 0,
      failed: 0,
      left: 0,
      given_up: 0,
      files,
    };
    writeFileSync(join(this.#folder, 'toys.walk.json'), JSON.stringify(status));
    return files.map(({ name }) => join(this.#folder, name));
  }
}

function midnight(day: string): string {
  return `${day}T00:00:00.000Z`;
}
