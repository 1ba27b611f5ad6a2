import type { Command } from 'commander';
import type { Logger } from 'pino';
import type { Backend, BackendOptions, Refreshable } from '../backend/index.ts';
import type { SettingsTable } from './setting.ts';
import type { Config } from './settings.ts';
import type { DoorDeclaration, ServiceFacts } from '../contract/index.ts';
import type { DataFacts } from '../model/index.ts';
import type { Operations } from '../operations/index.ts';
import type { Door, Families, Metrics } from '../server/index.ts';
import type { SectionContent, SiteFacts } from '../site/index.ts';

/**
 * A capability outside the core. Each extra is a folder in `extras/`, and `extras/index.ts` lists all extras. The list is loaded at
 * every start, so an extra declares itself in small modules and imports other modules when its functions are called. What only one
 * extra brings, such as a shared rate limit, is not declared here: `src/cli/extras.ts` calls it.
 *
 * `C` are the settings that its functions read: the settings of the core and of the extra.
 */
export interface Extra<C extends Config = Config> {
  readonly name: string;
  readonly settings?: SettingsTable;
  /** Commands of the program by name. */
  readonly commands?: Readonly<Record<string, ExtraCommand<C>>>;
  /** Resources in addition to the operations of the contract. */
  readonly door?: DoorExtra<C>;
  /** Pages for developers that do not depend on doors. */
  readonly pages?: readonly ExtraPage<C>[];
  readonly backend?: BackendExtra<C>;
  /** The counters and gauges that the extra sets, by their names in its code. */
  readonly metrics?: Families;
}

export interface ExtraCommand<C extends Config = Config> {
  /** Loads the command. `readConfig` reads the settings and throws an InputError if a setting is malformed. */
  load(readConfig: () => C): Promise<Command>;
}

export interface ExtraPage<C extends Config = Config> {
  /** The path below the address of the site: `/developers/NAME`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  content(config: C): Promise<(facts: SiteFacts) => SectionContent>;
}

/** A door: resources with their own version, rate limit, OpenAPI document and page. It is on if `DOORS` names it. */
export interface DoorExtra<C extends Config = Config> {
  readonly declaration: DoorDeclaration;
  /** The optional packages that it loads. Without them a service over the sample starts without the door, any other refuses to start. */
  readonly packages?: readonly string[];
  /** Loads the function that makes the content of the page `/developers/NAME`. */
  page(config: C): Promise<(facts: SiteFacts) => SectionContent | Promise<SectionContent>>;
  open(parts: DoorParts, config: C): Promise<Door>;
  /**
   * Returns why the door has nothing to serve; undefined if it has something.
   * @param facts undefined while there is no data
   * @param isService whether the backend is another service
   */
  warning?(config: C, facts: DataFacts | undefined, isService: boolean): string | undefined;
}

/** The parts of the service that a door uses. */
export interface DoorParts {
  readonly backend: Backend;
  readonly facts: ServiceFacts;
  /** The path of the snapshot, which has its change files beside it; absent if the data is not a file. */
  readonly snapshot?: string;
  readonly operations: Operations;
  readonly version: string;
  /** Returns another door, even if it is off. Each door is opened once. */
  openDoor(name: string): Promise<Door>;
  /** Called once for each file that a door cannot use. */
  readonly onFault?: (error: Error) => void;
}

/** Opens the addresses of `BACKEND` that have certain schemes. */
export interface BackendExtra<C extends Config = Config> {
  /** The schemes, such as `postgres`. */
  readonly schemes: readonly string[];
  /** Whether requests go to another service, which then sees the queries of clients. */
  readonly isService: boolean;
  /** The data services at these addresses, for the help of `BACKEND`. */
  readonly help: string;
  /**
   * @param use undefined if a program opens the backend without settings
   * @throws {InputError} if the address is malformed
   */
  open(address: string, options: Partial<BackendOptions>, use: BackendUse<C> | undefined): Promise<Refreshable>;
}

/** The service that opens a backend. */
export interface BackendUse<C extends Config = Config> {
  readonly config: C;
  readonly metrics: Metrics;
  readonly log: Logger;
}
