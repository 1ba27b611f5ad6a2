import type * as Redis from '@redis/client';
import { nameOfServer, type StoreAddress, type StoreServer } from './address.ts';
import { StoreFault, faultOf, within } from './faults.ts';
import { SCRIPT, scriptArguments, type Taking } from './script.ts';

/** Maximum time to connect, in milliseconds, including the password and, with TLS, the certificates. */
const CONNECT_MS_MAX = 2000;

/** An open store: one server, or a cluster. Lost connections are not repaired: a new store replaces this one. */
export interface OpenStore {
  /** Returns the servers that accept writes. */
  readonly servers: () => readonly StoreServer[];
  /** Returns the name of the server that has a key; undefined if no server has it. */
  readonly serverOf: (key: string) => string | undefined;
  /** Runs the script and returns its reply. Rejects with a {@linkcode StoreFault}. */
  readonly take: (taking: Taking) => Promise<unknown>;
  readonly close: () => void;
  /** Returns whether the connection of a single server is open. A cluster is always open: each of its servers has a connection. */
  readonly isOpen: () => boolean;
}

/** Receives the fault of a server whose connection was lost, or whose replies cannot be parsed. */
export type OnFault = (server: string, fault: StoreFault) => void;
type ToFault = (error: unknown) => StoreFault;

/**
 * Opens a store: one host is a server, several are servers of a cluster. Rejects with a {@linkcode StoreFault}. Loads the library, which
 * takes a fifth of a second.
 */
export async function openStore(address: StoreAddress, onFault: OnFault): Promise<OpenStore> {
  const library = await import('@redis/client');
  const toFault: ToFault = (error) => explained(faultOf(error, (cause) => cause instanceof library.ErrorReply));
  const open = address.servers.length === 1 ? openServer : openCluster;
  const rethrow = (error: unknown): never => {
    throw toFault(error);
  };
  const store = await open(library, address, onFault, toFault).catch(rethrow);
  return { ...store, take: (taking) => store.take(taking).catch(rethrow) };
}

type Open = (library: typeof Redis, address: StoreAddress, onFault: OnFault, toFault: ToFault) => Promise<OpenStore>;

const openServer: Open = async ({ createClient, defineScript }, address, onFault, toFault) => {
  const [server] = address.servers;
  const name = nameOfServer(server);
  const client = createClient({
    ...commonOptions(address),
    ...COMMAND_OPTIONS,
    socket: socketOptions(address, server),
    database: address.database,
    scripts: { take: defineScript(TAKE) },
  });
  const close = (): void => client.destroy();
  client.on('error', (error: unknown) => {
    // After bytes that cannot be parsed, replies could be assigned to the wrong requests.
    close();
    onFault(name, toFault(error));
  });
  await within(CONNECT_MS_MAX, client.connect()).catch((error: unknown) => {
    close();
    throw error;
  });
  return {
    servers: () => [server],
    serverOf: () => name,
    take: (taking) => client.take(taking),
    close,
    isOpen: () => client.isOpen,
  };
};

const openCluster: Open = async ({ createCluster, defineScript }, address, onFault, toFault) => {
  const { default: slots } = await import('@redis/client/dist/lib/utils/calculate-slot.js');
  const cluster = createCluster({
    ...COMMAND_OPTIONS,
    rootNodes: address.servers.map((server) => ({
      socket: { ...socketOptions(address, server), socketTimeout: CONNECT_MS_MAX },
    })),
    defaults: { ...commonOptions(address), socket: socketOptions(address) },
    // Connects to each server at its first request, so that a server that is away does not keep the cluster from opening.
    minimizeConnections: true,
    maxCommandRedirections: 2,
    topologyRefreshOnReconnectionAttemptStrategy: false,
    scripts: { take: defineScript(TAKE) },
  });
  const causes: StoreFault[] = [];
  cluster.on('error', (error: unknown) => causes.push(toFault(error)));
  cluster.on('node-error', (error: unknown, server: StoreServer) => {
    cluster.nodeByAddress.get(`${server.host}:${server.port}`)?.client?.destroy();
    onFault(nameOfServer(server), toFault(error));
  });
  await cluster.connect().catch((error: unknown) => {
    // An error reply explains more than a lost connection.
    throw causes.find(({ kind }) => kind === 'refused') ?? causes[0] ?? error;
  });
  const missing = cluster.slots.length - Object.keys(cluster.slots).length;
  if (missing > 0) {
    cluster.destroy();
    throw new StoreFault('refused', `the cluster has no server for ${missing} of its ${cluster.slots.length} slots`);
  }
  return {
    servers: () => [...new Set(Object.values(cluster.slots).map(({ master }) => master))],
    serverOf: (key) => {
      const shard = cluster.slots[slots.default(key)];
      return shard && nameOfServer(shard.master);
    },
    take: (taking) => cluster.take(taking),
    close: () => cluster.destroy(),
    isOpen: () => true,
  };
};

const TAKE = {
  SCRIPT,
  parseCommand: (parser: Redis.CommandParser, taking: Taking): void => {
    parser.pushKeysLength([...taking.keys]);
    parser.push(...scriptArguments(taking));
  },
  transformReply: (reply: unknown) => reply,
};

/** A timer for each command would cost as much as the command. */
const COMMAND_OPTIONS = { RESP: 2, commandOptions: { timeout: 0 } } as const;

function commonOptions({ user, password }: StoreAddress) {
  return {
    ...(user !== undefined && { username: user }),
    ...(password !== undefined && { password }),
    maintNotifications: 'disabled',
    disableOfflineQueue: true,
    clientInfoTag: 'openfirma',
  } as const;
}

function socketOptions({ isEncrypted }: StoreAddress, server?: StoreServer) {
  const options = { ...server, connectTimeout: CONNECT_MS_MAX, reconnectStrategy: false as const };
  return isEncrypted ? { ...options, tls: true as const } : { ...options, tls: false as const };
}

/** Adds the remedy if the number of hosts does not fit the store. */
function explained(fault: StoreFault): StoreFault {
  const { kind, code, message } = fault;
  if (/^ERR .*cluster support disabled/.test(message))
    return new StoreFault(kind, `several hosts are named, and one of them is of no cluster: ${message}`, code);
  if (code === 'MOVED')
    return new StoreFault(kind, `it is of a cluster, so name several of its servers: ${message}`, code);
  return fault;
}
