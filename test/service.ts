/**
 * The service as it runs, without a socket: the sample built into a real snapshot, and the app over it with clocks
 * that stand still until a test moves them.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inject, type InjectOptions } from 'light-my-request';
import { pino } from 'pino';
import { derivedIdOf } from '../sample/numbering.ts';
import type { Backend } from '../src/backend/index.ts';
import type { DoorName } from '../src/contract/index.ts';
import { makeDoors, type DoorParts } from '../src/doors/index.ts';
import type { RegisterLine } from '../src/model/index.ts';
import { Answers, createApp, pathOf, type App, type Door, type ServiceConfig } from '../src/server/index.ts';
import { siteOf } from '../src/site/index.ts';
import { SnapshotReader } from '../src/snapshot/index.ts';
import { OVER_SNAPSHOT, type BackendKind } from './backend-kind.ts';
import { SAMPLE_FILE, builtSample } from './built-sample.ts';

/** Two hosts and two paths, so that no test passes where the one address is taken for the other. */
export const BASE_URL = 'https://api.example.test/registry';
export const SITE_URL = 'https://www.example.test/about';

/** When a test begins. */
export const START_MS = Date.UTC(2026, 10, 21, 12, 0, 0);

/** A lifecycle state, or where a redirect leads through another redirect. */
export type SampleState = 'active' | 'redirected' | 'chained' | 'split' | 'tombstoned' | 'restricted';

/** The sample, built and open. */
export interface Sample {
  readonly backend: Backend;
  /** The file that it was built into. */
  readonly path: string;
  /** The same snapshot without the service, to compare with. */
  readonly reader: SnapshotReader;
  readonly lines: readonly RegisterLine[];
  /** The lines of each state. */
  readonly byState: Readonly<Record<SampleState, readonly RegisterLine[]>>;
  /** The id of the one company of this name. */
  readonly idOf: (name: string) => string;
  readonly close: () => Promise<void>;
}

/** Opens the sample, with more lines where a test needs them; `close` closes it. */
export async function openSample(
  more: readonly RegisterLine[] = [],
  kind: BackendKind = OVER_SNAPSHOT,
): Promise<Sample> {
  const { path, remove: removeFile } = await builtSample(more);
  const { backend, remove } = await kind.open(path);
  const reader = SnapshotReader.open(path);
  const lines = readFileSync(SAMPLE_FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((text) => JSON.parse(text) as RegisterLine)
    .concat(more);
  return {
    backend,
    path,
    reader,
    lines,
    byState: linesByState(lines),
    idOf: (name) => {
      const named = lines.filter((line) => line.name === name);
      assert.equal(named.length, 1, `the sample has one company "${name}"`);
      return lineId(named[0]);
    },
    close: async () => {
      await reader.close();
      await remove();
      removeFile();
    },
  };
}

/** The id under which a line of the sample is served. */
export function lineId(line: RegisterLine | undefined): string {
  assert.ok(line !== undefined, 'the sample has such a line');
  return line.id ?? derivedIdOf(line);
}

function linesByState(lines: readonly RegisterLine[]): Sample['byState'] {
  const redirected = new Set(lines.filter((line) => line.lifecycle?.status === 'redirected').map(lineId));
  const stateOf = ({ lifecycle }: RegisterLine): SampleState =>
    redirected.has(lifecycle?.canonical_id ?? '') ? 'chained' : (lifecycle?.status ?? 'active');
  const groups = Map.groupBy(lines, stateOf);
  const linesOf = (state: SampleState): readonly RegisterLine[] => {
    const found = groups.get(state);
    assert.ok(found !== undefined, `the sample has a company that is ${state}`);
    return found;
  };
  return {
    active: linesOf('active'),
    redirected: linesOf('redirected'),
    chained: linesOf('chained'),
    split: linesOf('split'),
    tombstoned: linesOf('tombstoned'),
    restricted: linesOf('restricted'),
  };
}

/** A data service that fails. */
export function failing(answer: () => never): Backend {
  return { search: answer, company: answer, officers: answer, facts: answer, close: () => {} };
}

/** Clocks that a test sets. */
export class TestClock {
  #monotonicMs = 0;
  #wallMs = START_MS;

  readonly monotonicMs = (): number => this.#monotonicMs;
  readonly wallMs = (): number => this.#wallMs;

  /** Lets time pass on both clocks. */
  pass(seconds: number): void {
    this.#monotonicMs += seconds * 1000;
    this.#wallMs += seconds * 1000;
  }

  /** Sets the date, in UTC. */
  setDate(text: string): void {
    this.#wallMs = Date.parse(text);
  }
}

const CONFIG: ServiceConfig = {
  baseUrl: BASE_URL,
  siteUrl: SITE_URL,
  dataProvider: 'Example Registers',
  trustedProxies: [],
  cursorSecret: Buffer.from('the secret of this test'),
  cursorTtlSeconds: 900,
  officersMax: 100,
  plainHttp: true,
};

/** What every door works with. */
export function doorParts(
  backend: Backend,
  clock = new TestClock(),
): Pick<DoorParts, 'backend' | 'answers' | 'version'> {
  return { backend, answers: new Answers(backend, clock, CONFIG), version: '1.2.3' };
}

/** The service over a backend with some doors open. */
export async function serviceWithDoors(backend: Backend, ...doors: readonly DoorName[]): Promise<TestService> {
  const facts = { baseUrl: BASE_URL, siteUrl: SITE_URL, dataProvider: 'Example Registers', doors };
  const clock = new TestClock();
  const made = await makeDoors({ ...doorParts(backend, clock), facts });
  return new TestService(backend, { doors }, made, clock);
}

/** An answer, taken apart. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
  readonly json: () => unknown;
}

/** The service over a backend, asked without a socket. */
export class TestService {
  readonly clock: TestClock;
  readonly app: App;
  readonly #basePath: string;

  /** @param doors what `makeDoors` made of the doors that `overrides` turns on */
  constructor(
    backend: Backend,
    overrides: Partial<ServiceConfig> = {},
    doors: readonly Door[] = [],
    clock = new TestClock(),
  ) {
    const config: ServiceConfig = { ...CONFIG, ...overrides };
    this.clock = clock;
    this.app = createApp(backend, config, {
      clock: this.clock,
      log: pino({ level: 'silent' }),
      site: siteOf(config),
      doors,
    });
    this.#basePath = pathOf(config.baseUrl);
  }

  /** Asks an operation: a path below the base address. Time passes, so that the allowance never runs out by accident. */
  async ask(target: string, options: Omit<InjectOptions, 'url'> = {}): Promise<Answer> {
    this.clock.pass(1);
    return await this.send(this.#basePath + target, options);
  }

  /** Sends a request for a path of the server, while the clocks stand still. */
  async send(target: string, options: Omit<InjectOptions, 'url'> = {}): Promise<Answer> {
    const { statusCode, headers, body } = await inject(this.app.handle, { method: 'GET', ...options, url: target });
    const texts = Object.entries(headers).map(([name, value]) => [name, value === undefined ? value : String(value)]);
    return { status: statusCode, headers: Object.fromEntries(texts), body, json: () => JSON.parse(body) as unknown };
  }
}
