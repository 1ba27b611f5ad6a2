/** Sends requests to the reconciliation service, and waits if the rate limit requires it. */

/** A company that a row may mean. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly score: number;
  readonly match: boolean;
  readonly reason: string;
}

/** A row of the list as a query. */
export interface RowQuery {
  readonly name: string;
  readonly country: string;
  readonly number: string;
}

export interface ServiceLimits {
  readonly address: string;
  readonly batchMax: number;
  readonly idsMax: number;
  readonly queryCharsMax: number;
  readonly candidates: number;
  readonly bodyBytesMax: number;
}

/** The service responded with an error, whose message the visitor sees. */
export class ServiceError extends Error {}

/** Minimum score, in percent, of a company that is shown. */
const SCORE_MIN = 1;
/** Maximum number of waits for one request. After these, the visitor is asked to continue later. */
const WAITS_MAX = 10;

export class Service {
  readonly #limits: ServiceLimits;
  readonly #onWait: (seconds: number) => void;
  readonly #signal: AbortSignal;

  /** @param onWait called every second of a wait with the remaining seconds */
  constructor(limits: ServiceLimits, onWait: (seconds: number) => void, signal: AbortSignal) {
    this.#limits = limits;
    this.#onWait = onWait;
    this.#signal = signal;
  }

  /** Returns the candidates of the first rows of a list: of as many rows as fit into one request. */
  async match(rows: readonly RowQuery[]): Promise<Candidate[][]> {
    const { batchMax, bodyBytesMax } = this.#limits;
    let batch = rows.slice(0, batchMax);
    while (batch.length > 1 && this.#body(batch).length > bodyBytesMax) batch = batch.slice(0, batch.length >> 1);
    const queries = this.#queries(batch);
    if (Object.keys(queries).length === 0) return batch.map(() => []);
    const found = await this.#send<Record<string, { result: Candidate[] }>>('queries', queries);
    return batch.map((_, i) => (found[`q${i}`]?.result ?? []).filter(({ score }) => score >= SCORE_MIN));
  }

  /** Returns the values of properties of companies, by company ID and property. */
  async properties(ids: readonly string[], names: readonly string[]): Promise<Map<string, Record<string, string>>> {
    const values = new Map<string, Record<string, string>>();
    const { idsMax } = this.#limits;
    for (let i = 0; i < ids.length; i += idsMax) {
      const request = { ids: ids.slice(i, i + idsMax), properties: names.map((id) => ({ id })) };
      const { rows } = await this.#send<{ rows: Record<string, Record<string, { str: string }[]>> }>('extend', request);
      for (const [id, row] of Object.entries(rows))
        values.set(id, Object.fromEntries(names.map((name) => [name, row[name]?.[0]?.str ?? ''])));
    }
    return values;
  }

  /** Returns the queries of rows, by key. Rows with neither a name nor a number have no query. */
  #queries(batch: readonly RowQuery[]): Record<string, object> {
    const { candidates, queryCharsMax } = this.#limits;
    const cut = (text: string): string => Array.from(text.trim()).slice(0, queryCharsMax).join('');
    const queries: Record<string, object> = {};
    for (const [i, { name, country, number }] of batch.entries()) {
      const filters = [['country', country] as const, ['number', number] as const].filter(([, v]) => v.trim() !== '');
      const properties = filters.map(([pid, v]) => ({ pid, v: cut(v) }));
      if (name.trim() === '' && number.trim() === '') continue;
      queries[`q${i}`] = { query: cut(name), limit: candidates, ...(properties.length > 0 && { properties }) };
    }
    return queries;
  }

  #body(batch: readonly RowQuery[]): string {
    return new URLSearchParams({ queries: JSON.stringify(this.#queries(batch)) }).toString();
  }

  async #send<Answer>(field: string, value: object): Promise<Answer> {
    for (let waits = 0; ; waits++) {
      const response = await fetch(this.#limits.address, {
        method: 'POST',
        body: new URLSearchParams({ [field]: JSON.stringify(value) }),
        signal: this.#signal,
      });
      if (response.ok) return (await response.json()) as Answer;
      const seconds = Number(response.headers.get('Retry-After') ?? 1);
      const { title = `status ${response.status}`, detail = '' } = (await response.json().catch(() => ({}))) as {
        title?: string;
        detail?: string;
      };
      if (response.status !== 429 || waits === WAITS_MAX) throw new ServiceError(detail === '' ? title : detail);
      await this.#wait(Math.max(1, seconds));
    }
  }

  async #wait(seconds: number): Promise<void> {
    for (let left = Math.ceil(seconds); left > 0; left--) {
      this.#onWait(left);
      await new Promise((resolve) => {
        setTimeout(resolve, 1000);
      });
      this.#signal.throwIfAborted();
    }
  }
}
