import type * as Redis from '@redis/client';
import type { StoreAddress } from './address.ts';
import { toStoreFault, within, type StoreFault } from './faults.ts';
import { SCRIPT, scriptArguments, type Taking } from './script.ts';

/** Maximum time to connect, in milliseconds, including the password, Sentinel's reply and, with TLS, the certificates. */
const CONNECT_MS_MAX = 2000;

/** A connection to the store. A lost connection is not repaired: a new one replaces it. */
export interface Connection {
  /** Runs the script and returns its reply. Rejects with a {@linkcode StoreFault}. */
  readonly take: (taking: Taking) => Promise<unknown>;
  readonly close: () => void;
  readonly isOpen: () => boolean;
}

/**
 * Connects to the store, which Sentinel names if the address is of Sentinel. Rejects with a {@linkcode StoreFault}. Loads the library,
 * which takes a fifth of a second.
 * @param onLost called when the connection was lost, or its replies cannot be parsed
 */
export async function connectStore(address: StoreAddress, onLost: (fault: StoreFault) => void): Promise<Connection> {
  const library = await import('@redis/client');
  const toFault = (error: unknown): StoreFault => toStoreFault(error, (cause) => cause instanceof library.ErrorReply);
  const client = address.service === undefined ? serverClient(library, address) : sentinelClient(library, address);
  let isOpen = true;
  const end = async (): Promise<void> => await client.destroy();
  const close = (): void => {
    isOpen = false;
    // Only a client that was not connected has an error at its end, and that is reported already.
    void end().catch(() => undefined);
  };
  let isConnected = false;
  let cause: unknown;
  client.on('error', (error: unknown) => {
    cause ??= error;
    if (!isConnected || !isOpen) return;
    // After bytes that cannot be parsed, replies could be assigned to the wrong requests.
    close();
    onLost(toFault(error));
  });
  try {
    await within<unknown>(CONNECT_MS_MAX, client.connect());
    isConnected = true;
  } catch (error) {
    close();
    throw toFault(cause ?? error);
  }
  const rethrow = (error: unknown): never => {
    throw toFault(error);
  };
  return { take: (taking) => client.take(taking).catch(rethrow), close, isOpen: () => isOpen };
}

function serverClient({ createClient, defineScript }: typeof Redis, address: StoreAddress) {
  const [server] = address.servers;
  return createClient({
    ...COMMAND_OPTIONS,
    ...clientOptions(address),
    socket: { ...server, ...socketOptions(address) },
    scripts: { take: defineScript(TAKE) },
  });
}

function sentinelClient({ createSentinel, defineScript }: typeof Redis, address: StoreAddress) {
  return createSentinel({
    ...COMMAND_OPTIONS,
    name: address.service ?? '',
    sentinelRootNodes: [...address.servers],
    // Requests share one connection; otherwise each would wait for the reply to the request before it.
    reserveClient: true,
    passthroughClientErrorEvents: true,
    nodeClientOptions: { ...clientOptions(address), socket: socketOptions(address) },
    sentinelClientOptions: { socket: socketOptions(address) },
    scripts: { take: defineScript(TAKE) },
  });
}

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

function clientOptions({ user, password, database }: StoreAddress) {
  return {
    ...(user !== undefined && { username: user }),
    ...(password !== undefined && { password }),
    database,
    maintNotifications: 'disabled',
    disableOfflineQueue: true,
    clientInfoTag: 'openfirma',
  } as const;
}

function socketOptions({ isEncrypted }: StoreAddress) {
  const options = { connectTimeout: CONNECT_MS_MAX, reconnectStrategy: false as const };
  return isEncrypted ? { ...options, tls: true as const } : { ...options, tls: false as const };
}
