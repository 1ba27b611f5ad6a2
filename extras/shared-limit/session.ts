import type * as Redis from '@redis/client';
import { quoteValue } from '../../src/model/index.ts';
import type { StoreAddress, StoreServer } from './address.ts';
import { StoreFault, faultOf } from './faults.ts';
import { takeCommand, type Taking } from './script.ts';

/** A client without the default types of its reply. */
type Client = Pick<Redis.RedisClientType, 'connect' | 'destroy' | 'sendCommand' | 'on'>;

/** The library, which is loaded only where there is a store. */
export interface RedisLibrary {
  /** Makes a client: `createClient` would build a class with all commands for each, which takes 60 ms. */
  readonly clientOf: (options: Redis.AnyRedisClientOptions) => Client;
  readonly isReply: (error: unknown) => boolean;
}

/** Loads it, in a fifth of a second. */
export async function loadRedis(): Promise<RedisLibrary> {
  const { RedisClient, ErrorReply } = await import('@redis/client');
  return {
    clientOf: RedisClient.factory({ RESP: 2 }) as unknown as RedisLibrary['clientOf'],
    isReply: (error) => error instanceof ErrorReply,
  };
}

/** How long connecting may take, with the password and, where encrypted, the certificates. */
export const CONNECT_MS_MAX = 2000;

/** More requests than one connection answers in its deadline; the next are counted locally. */
const UNANSWERED_MAX = 1000;

/** A request that somebody waits for. */
interface Waiting {
  readonly withinMs: number;
  /** Counted from when the command was written. */
  dueMs: number;
  readonly reject: (fault: StoreFault) => void;
}

/** One connection from its beginning to its end. It is never repaired: a new one takes its place. */
export class StoreSession {
  /** Resolves when the connection is lost. */
  readonly lost: Promise<StoreFault>;
  readonly #client: Client;
  readonly #isReply: (error: unknown) => boolean;
  readonly #nowMs: () => number;
  readonly #onLate: (fault: StoreFault) => void;
  /** Requests that somebody waits for, in the order in which they were sent. */
  readonly #waiting = new Set<Waiting>();
  /** Those of them that are written at the end of this turn. */
  #unwritten: Waiting[] = [];
  /** Commands that were sent and not answered, also those that nobody waits for any more. */
  #unanswered = 0;
  #onAnswered: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `onLate` is told of each turn in which requests were given up. */
  constructor(
    { clientOf, isReply }: RedisLibrary,
    server: StoreServer,
    { isEncrypted, user, password, database }: StoreAddress,
    { nowMs, onLate = () => undefined }: { nowMs: () => number; onLate?: (fault: StoreFault) => void },
  ) {
    const { host, port } = server;
    const place = { host, port, connectTimeout: 2 * CONNECT_MS_MAX, reconnectStrategy: false as const };
    this.#client = clientOf({
      socket: isEncrypted ? { ...place, tls: true } : { ...place, tls: false },
      ...(user !== undefined && { username: user }),
      ...(password !== undefined && { password }),
      database,
      RESP: 2,
      maintNotifications: 'disabled',
      disableOfflineQueue: true,
      clientInfoTag: 'openfirma',
      // A timer for each command would cost as much as the command.
      commandOptions: { timeout: 0 },
    });
    this.#isReply = isReply;
    this.#nowMs = nowMs;
    this.#onLate = onLate;
    this.lost = new Promise((resolve) => this.#client.on('error', (error: unknown) => resolve(this.#faultOf(error))));
  }

  /** Connects. Rejects with a {@linkcode StoreFault}. */
  async connect(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new StoreFault('late', NO_ANSWER)), CONNECT_MS_MAX);
    });
    try {
      await Promise.race([this.#client.connect(), late]);
    } catch (error) {
      throw this.#faultOf(error);
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#client.destroy();
  }

  /** Whether so much is under way that no more should be. */
  get isBusy(): boolean {
    return this.#unanswered >= UNANSWERED_MAX;
  }

  /** Resolves once everything that was sent is answered, or after so long; tells which. */
  async isAnsweredWithin(ms: number): Promise<boolean> {
    if (this.#unanswered === 0) return true;
    const isAnswered = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), ms);
      this.#onAnswered = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
    this.#onAnswered = undefined;
    return isAnswered;
  }

  /** The answer to a command. Rejects with a {@linkcode StoreFault}. */
  async ask(command: readonly string[]): Promise<unknown> {
    try {
      return await this.#send(command);
    } catch (error) {
      throw this.#faultOf(error);
    }
  }

  /**
   * Takes tokens, within so long. Rejects with a {@linkcode StoreFault}. `isAsking` asks a server of a cluster that is about to get the
   * key from another one.
   */
  take(taking: Taking, withinMs: number, isAsking = false): Promise<number> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { withinMs, dueMs: Infinity, reject };
      this.#waiting.add(waiting);
      const answered = (reply: unknown): void => {
        if (!this.#waiting.delete(waiting)) return;
        if (isTokensLeft(reply, taking)) resolve(reply);
        else reject(new StoreFault('refused', wrongReply(reply, taking), 'REPLY'));
      };
      const failed = (error: unknown): void => {
        if (this.#waiting.delete(waiting)) reject(this.#faultOf(error));
      };
      const sendText = (): void => void this.#send(takeCommand(taking, 'text')).then(answered, failed);
      if (isAsking) {
        // Holds for the next command, whose answer says what was wrong.
        this.#send(['ASKING']).catch(() => undefined);
        sendText();
      } else {
        this.#send(takeCommand(taking, 'digest')).then(answered, (error: unknown) => {
          const isUnknown = this.#faultOf(error).code === 'NOSCRIPT';
          if (isUnknown && this.#waiting.has(waiting)) sendText();
          else failed(error);
        });
      }
      // The client writes at the end of the turn, before this.
      if (this.#unwritten.push(waiting) === 1) setImmediate(() => this.#onWritten());
    });
  }

  async #send(command: readonly string[]): Promise<unknown> {
    this.#unanswered++;
    try {
      return await this.#client.sendCommand([...command]);
    } finally {
      if (--this.#unanswered === 0) this.#onAnswered?.();
    }
  }

  #onWritten(): void {
    const now = this.#nowMs();
    for (const waiting of this.#unwritten) waiting.dueMs = now + waiting.withinMs;
    this.#unwritten = [];
    this.#watch();
  }

  /** Sets the timer for the next deadline. */
  #watch(): void {
    const [next] = this.#waiting;
    if (this.#timer !== undefined || this.#isClosed || next === undefined || next.dueMs === Infinity) return;
    this.#timer = setTimeout(
      // Where this thread itself was late, the answer has come and is read before this is called.
      () => setImmediate(() => this.#giveUp()),
      Math.max(1, Math.ceil(next.dueMs - this.#nowMs())),
    );
  }

  #giveUp(): void {
    this.#timer = undefined;
    const now = this.#nowMs();
    const fault = new StoreFault('late', NO_ANSWER);
    let isLate = false;
    for (const waiting of this.#waiting) {
      if (waiting.dueMs > now) continue;
      this.#waiting.delete(waiting);
      waiting.reject(fault);
      isLate = true;
    }
    this.#watch();
    if (isLate) this.#onLate(fault);
  }

  #faultOf(error: unknown): StoreFault {
    return faultOf(error, this.#isReply);
  }
}

/** Whether a reply is what the script returns. Anything else would let every request of the client pass. */
function isTokensLeft(reply: unknown, { tokens, cost }: Taking): reply is number {
  return Number.isInteger(reply) && Number(reply) >= -cost && Number(reply) <= tokens;
}

function wrongReply(reply: unknown, { tokens, cost }: Taking): string {
  // JSON has no large integers, and a list may be nested too deeply for it.
  const isPlain = typeof reply === 'string' || typeof reply === 'number' || reply === null;
  const shown = isPlain ? quoteValue(reply) : `a value of the type ${typeof reply}`;
  return `its script returned ${shown}, allowed is a whole number from ${-cost} to ${tokens}`;
}

const NO_ANSWER = 'it does not answer in time';
