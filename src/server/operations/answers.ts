import type { Backend } from '../../backend/index.ts';
import { concat } from '../chunks.ts';
import { dateOf, dayOf, secondOf, type Clock } from '../clock.ts';
import type { ServiceConfig } from '../config.ts';
import { notFound } from '../problems/problem-error.ts';
import { Bodies } from './bodies.ts';
import { Cursors } from './cursor.ts';
import { readCompanyId, readSearchParameters } from './parameters.ts';

/** What answers depend on beside the data. */
export type AnswerConfig = Pick<ServiceConfig, 'cursorSecret' | 'cursorTtlSeconds' | 'officersMax' | 'dataProvider'>;

/**
 * The bodies of the three operations, for doors that pass them on. Each checks what it is asked, and throws a ProblemError or what the
 * backend throws, as over HTTP. Cursors are those of the service.
 */
export class Answers {
  readonly #backend: Backend;
  readonly #clock: Clock;
  readonly #cursors: Cursors;
  readonly #officersMax: number;
  readonly #bodies: Bodies;

  constructor(backend: Backend, clock: Clock, config: AnswerConfig) {
    this.#backend = backend;
    this.#clock = clock;
    this.#cursors = new Cursors(config.cursorSecret, config.cursorTtlSeconds);
    this.#officersMax = config.officersMax;
    this.#bodies = new Bodies(config.dataProvider);
  }

  /** A page of search results, as JSON; `asked` has the parameters of the operation by name. */
  async search(asked: Readonly<Record<string, string>>): Promise<string> {
    const parameters = readSearchParameters(`?${new URLSearchParams(asked).toString()}`);
    const { query, country, limit, cursor } = parameters;
    const now = secondOf(this.#clock);
    const after = cursor === undefined ? undefined : this.#cursors.open(cursor, parameters, now).position;
    const result = await this.#backend.search({ query, country, limit, after });
    const next = result.next === undefined ? undefined : this.#cursors.issue(result.next, parameters, now);
    return String(concat(this.#bodies.page(parameters, result, next)));
  }

  /** A company, as JSON. */
  async company(companyId: string | undefined): Promise<string> {
    const id = readCompanyId(companyId);
    const result = await this.#backend.company(id);
    if (result === undefined) throw notFound(id);
    return String(concat(this.#bodies.company(result)));
  }

  /** The current officers of a company, as JSON. */
  async officers(companyId: string | undefined): Promise<string> {
    const id = readCompanyId(companyId);
    const asked = { id, limit: this.#officersMax, today: dateOf(dayOf(this.#clock)) };
    const result = await this.#backend.officers(asked);
    if (result === undefined) throw notFound(id);
    return String(concat(this.#bodies.officers(id, result)));
  }
}
