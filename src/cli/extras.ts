/** The parts that extras add to the service. */
import type { Logger } from 'pino';
import { EXTRAS } from '../../extras/index.ts';
import packageJson from '../../package.json' with { type: 'json' };
import type { Backend } from '../backend/index.ts';
import type { LimiterConfig } from '../../extras/shared-limit/settings.ts';
import type { LimiterParts } from '../../extras/shared-limit/shared-token-buckets.ts';
import type { Config, DoorExtra } from '../extra/index.ts';
import type { DoorDeclaration } from '../contract/index.ts';
import { requirePackages } from '../files/index.ts';
import { InputError, type DataFacts } from '../model/index.ts';
import { Operations, toProblem } from '../operations/index.ts';
import { systemClock, type Door, type Families, type ServiceConfig } from '../server/index.ts';
import type { SectionPage, SiteConfig } from '../site/index.ts';
import { isService } from './open-backend.ts';
import { ALL_DOORS } from './settings.ts';

export { PARQUET_PACKAGE } from '../../extras/exports/settings.ts';
export { followerState } from '../../extras/publication/metrics.ts';

function doorsOn({ DOORS }: Pick<Config, 'DOORS'>): readonly DoorExtra[] {
  return ALL_DOORS.filter(({ declaration }) => DOORS.includes(declaration.name));
}

/** The declarations of the doors that are on. */
export function listDoors(config: Pick<Config, 'DOORS'>): readonly DoorDeclaration[] {
  return doorsOn(config).map(({ declaration }) => declaration);
}

/** The declarations of the doors that are off. */
export function listOffDoors({ DOORS }: Pick<Config, 'DOORS'>): readonly DoorDeclaration[] {
  return ALL_DOORS.map(({ declaration }) => declaration).filter(({ name }) => !DOORS.includes(name));
}

/** Opens the doors that are on. `snapshot` is the path of the served file; undefined if the data is not a file. */
export async function openDoors(
  backend: Backend,
  service: ServiceConfig,
  snapshot: string | undefined,
  config: Config,
  log: Logger,
): Promise<readonly Door[]> {
  const opened = new Map<string, Promise<Door>>();
  const openDoor = async (name: string): Promise<Door> => {
    const door = ALL_DOORS.find(({ declaration }) => declaration.name === name);
    if (door === undefined) throw new Error(`There is no door "${name}"`);
    requirePackages(
      door.packages ?? [],
      (reason) => new InputError(`Cannot open the door "${name}", which DOORS names: ${reason}`),
    );
    const open = opened.get(name) ?? door.open(parts, config);
    opened.set(name, open);
    return await open;
  };
  const parts = {
    backend,
    facts: service,
    operations: new Operations(backend, systemClock, service),
    version: packageJson.version,
    openDoor,
    onFault: ({ message }: Error): void => log.warn({ reason: message }, 'a door skips a file'),
    ...(snapshot !== undefined && { snapshot }),
  };
  return await Promise.all(listDoors(config).map(({ name }) => openDoor(name)));
}

/** Returns the function that answers the example requests of pages, without a limit of requests. */
export function exampleResponses(doors: readonly Door[], baseUrl: string): NonNullable<SiteConfig['responseTo']> {
  const types = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  const headers = { host: new URL(baseUrl).host, ...types };
  const free = { headers, charge: (): void => undefined, turn: async (): Promise<void> => {} };
  return async ({ door: name, operation, target = '', parameters = {}, body = '' }) => {
    const handle = doors.find(({ declaration }) => declaration.name === name)?.handlers[operation];
    try {
      const answer = await handle?.({ ...free, target, parameters, body: Buffer.from(body) });
      if (answer === undefined || 'read' in answer.body) return undefined;
      return Buffer.from(answer.body).toString();
    } catch (error) {
      if (toProblem(error) === undefined) throw error;
      return undefined;
    }
  };
}

/** Returns a line for each door that is on but has nothing to serve, with the reason. */
export function doorWarnings(config: Config, facts: DataFacts | undefined): readonly string[] {
  const isUpstream = isService(config.BACKEND);
  return doorsOn(config).flatMap((door) => door.warning?.(config, facts, isUpstream) ?? []);
}

/** Returns the pages for developers from extras: the pages of doors that are on, then pages that do not belong to a door. */
export function extraPages(config: Config): readonly SectionPage[] {
  const ofDoors = doorsOn(config).map((door): SectionPage => {
    const { name, title, group, summary: description } = door.declaration;
    return { path: `/developers/${name}`, title, group, description, content: () => door.page(config) };
  });
  const others = EXTRAS.flatMap(({ pages = [] }) => pages).map((page): SectionPage => {
    const { path, title, description } = page;
    return { path, title, group: 'Data', description, content: () => page.content(config) };
  });
  return [...ofDoors, ...others];
}

/** The counters and gauges of all extras. */
export function extraMetrics(): Families {
  return Object.assign({}, ...EXTRAS.map(({ metrics }) => metrics)) as Families;
}

/** Opens the rate limit that several servers share; undefined if no setting names its store. */
export async function openSharedLimiter(config: Config, parts: LimiterParts) {
  const ofLimiter = config as LimiterConfig;
  const { RATE_LIMIT_STORE: store } = ofLimiter;
  if (store === undefined) return undefined;
  const { openSharedLimit } = await import('../../extras/shared-limit/shared-token-buckets.ts');
  return await openSharedLimit(store, ofLimiter, parts);
}
