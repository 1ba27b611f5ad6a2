import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { splitLines } from '../../src/files/index.ts';
import { InputError } from '../../src/model/index.ts';
import type { ToolParts } from './mcp-server.ts';

/** Maximum number of bytes of a message. A call of a tool is a few short texts. */
const MESSAGE_BYTES_MAX = 10 * 1024 * 1024;
/** Maximum number of concurrent requests; the next request is read after a response. */
const REQUESTS_MAX = 8;
/** How long running requests may take after the end of the input, in milliseconds. */
const END_MS = 2000;

interface StdioStreams {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Serves the tools of the door `mcp` over two streams until the input ends, the output is closed, or `signal` aborts.
 * @param onUnforeseen called with unforeseen errors
 * @throws {InputError} for a message that is too long, or cut off
 */
export async function serveTools(
  parts: ToolParts,
  streams: StdioStreams,
  signal: AbortSignal,
  onUnforeseen: (error: unknown) => unknown,
): Promise<void> {
  const [{ parseJSONRPCMessage }, { serveStdio }, { toolServers }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
    import('./mcp-server.ts'),
  ]);
  const transport = new StdioTransport(streams, parseJSONRPCMessage);
  const serving = serveStdio((await toolServers(parts))(onUnforeseen), { transport });
  const stop = (): void => void transport.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await transport.read();
  } finally {
    signal.removeEventListener('abort', stop);
    await serving.close();
  }
}

const unusable = (reason: string): InputError => new InputError(`Cannot use standard input: ${reason}`);

/** Exchanges messages as lines of JSON. Reads input only while the output drains and few requests run, so that memory is bounded. */
class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #parseMessage: (value: unknown) => JSONRPCMessage;
  readonly #input: Readable;
  readonly #output: Writable;
  readonly #underWay = new Set<unknown>();
  readonly #closing = new AbortController();
  #settled = Promise.withResolvers<void>();

  /** @param parseMessage throws for a value that is not a message */
  constructor({ input, output }: StdioStreams, parseMessage: (value: unknown) => JSONRPCMessage) {
    this.#parseMessage = parseMessage;
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    // A client that has closed the output reads no response, although the input may stay open.
    this.#output.on('error', () => void this.close());
  }

  /** Reads messages until the input ends or the connection is closed. */
  async read(): Promise<void> {
    try {
      this.#closing.signal.addEventListener('abort', () => void this.#input.destroy());
      for await (const line of splitLines(this.#input, MESSAGE_BYTES_MAX, unusable)) {
        const text = line.toString();
        if (text.trim() !== '') this.#take(text);
        await this.#until(() => this.#underWay.size < REQUESTS_MAX && !this.#output.writableNeedDrain);
      }
      const late = setTimeout(() => void this.close(), END_MS);
      await this.#until(() => this.#underWay.size === 0 && this.#output.writableLength === 0);
      clearTimeout(late);
    } catch (error) {
      if (!this.#closing.signal.aborted) throw error;
    } finally {
      await this.close();
    }
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#write(message);
    if ('id' in message && !('method' in message)) this.#underWay.delete(message.id);
    this.#settle();
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#settle();
    this.onclose?.();
  }

  #take(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = this.#parseMessage(JSON.parse(line));
    } catch (fault) {
      const isJson = !(fault instanceof SyntaxError);
      const error = isJson
        ? { code: -32_600, message: 'A line must be one message of JSON-RPC 2.0' }
        : { code: -32_700, message: 'A line must be one message as JSON' };
      // The response to an invalid request has no id.
      this.#write({ jsonrpc: '2.0', id: null, error });
      return;
    }
    if ('method' in message && 'id' in message) this.#underWay.add(message.id);
    // A cancelled request gets no response.
    else if ('method' in message && message.method === 'notifications/cancelled')
      this.#underWay.delete(message.params?.['requestId']);
    this.onmessage?.(message);
  }

  #write(message: object): void {
    this.#output.write(`${JSON.stringify(message)}\n`, () => this.#settle());
  }

  /** Waits until a condition holds, or the connection is closed. */
  async #until(holds: () => boolean): Promise<void> {
    while (!holds() && !this.#closing.signal.aborted) await this.#settled.promise;
  }

  /** Wakes up {@linkcode #until}: after a response, a write, or the end of the connection. */
  #settle(): void {
    this.#settled.resolve();
    this.#settled = Promise.withResolvers();
  }
}
