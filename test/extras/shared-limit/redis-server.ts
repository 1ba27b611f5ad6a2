/** Redis servers of a test, each in its own folder. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RedisClient, type createClient, type AnyRedisClientOptions } from '@redis/client';
import { findProgram, freePort, stopProcess, untilAnswers } from '../../fixtures/programs.ts';

type Settings = Readonly<Record<string, string>>;

/** `createClient` would build a class with all commands for each client. */
const clientOf = RedisClient.factory({ RESP: 2 }) as (
  options: AnyRedisClientOptions,
) => ReturnType<typeof createClient>;

/** A server that a test starts, stops and queries. Nothing is on disk. */
export class RedisServer {
  readonly port: number;
  readonly #folder: string;
  readonly #settings: Settings;
  readonly #password: string | undefined;
  readonly #isEncrypted: boolean;
  #child: ChildProcess | undefined;

  private constructor(folder: string, port: number, settings: Settings) {
    this.#folder = folder;
    this.port = port;
    this.#isEncrypted = 'tls-cert-file' in settings;
    this.#password = settings['requirepass'];
    const ports = this.#isEncrypted ? { port: '0', 'tls-port': String(port) } : { port: String(port) };
    this.#settings = { ...ports, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no', ...settings };
  }

  static async start(settings: Settings = {}): Promise<RedisServer> {
    const server = new RedisServer(mkdtempSync(join(tmpdir(), 'openfirma-redis-')), await freePort(), settings);
    await server.resume();
    return server;
  }

  /** Starts the server again, without its data. `isAwaited`: waits until the server answers. */
  async resume(settings: Settings = {}, isAwaited = true): Promise<void> {
    const log = openSync(join(this.#folder, 'log'), 'a');
    const args = Object.entries({ ...this.#settings, ...settings }).flatMap(([name, value]) => [`--${name}`, value]);
    const child = spawn(findProgram('redis-server'), args, { stdio: ['ignore', log, log] });
    closeSync(log);
    this.#child = child;
    if (isAwaited) await untilAnswers(child, async () => assert.equal(await this.ask('PING'), 'PONG'));
  }

  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.#child !== undefined) await stopProcess(this.#child, signal);
    this.#child = undefined;
  }

  /** Sends a signal that does not end the server: SIGSTOP, SIGCONT. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async remove(): Promise<void> {
    this.signal('SIGCONT');
    await this.stop();
    rmSync(this.#folder, { recursive: true });
  }

  /** The folder of the server's files. */
  get folder(): string {
    return this.#folder;
  }

  /** The address of the server, with the password. */
  get address(): string {
    const login = this.#password === undefined ? '' : `:${this.#password}@`;
    return `${this.#isEncrypted ? 'rediss' : 'redis'}://${login}127.0.0.1:${this.port}`;
  }

  /** Returns the reply to a command. */
  async ask(...command: readonly string[]): Promise<unknown> {
    return (await this.askAll([command]))[0];
  }

  /** Returns the replies to commands that are sent at once over a separate connection. */
  async askAll(commands: readonly (readonly string[])[]): Promise<unknown[]> {
    const client = clientOf({
      socket: {
        host: '127.0.0.1',
        port: this.port,
        reconnectStrategy: false,
        ...(this.#isEncrypted ? { tls: true, rejectUnauthorized: false } : { tls: false }),
      },
      ...(this.#password !== undefined && { password: this.#password }),
      RESP: 2,
      maintNotifications: 'disabled',
    });
    // An error also rejects the command.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await Promise.all(commands.map((command) => client.sendCommand([...command])));
    } finally {
      client.destroy();
    }
  }

  async keys(): Promise<string[]> {
    return (await this.ask('KEYS', '*')) as string[];
  }
}

/** Starts a Sentinel that watches a server. Returns a function that ends it. */
export function startSentinel({ port, folder }: RedisServer, sentinelPort: number): () => Promise<void> {
  const file = join(folder, 'sentinel.conf');
  const lines = [
    `port ${sentinelPort}`,
    'bind 127.0.0.1',
    `sentinel monitor limits 127.0.0.1 ${port} 1`,
    'sentinel down-after-milliseconds limits 500',
    'sentinel failover-timeout limits 2000',
  ];
  writeFileSync(file, lines.join('\n'));
  const child = spawn(findProgram('redis-server'), [file, '--sentinel'], { stdio: 'ignore' });
  return () => stopProcess(child);
}
