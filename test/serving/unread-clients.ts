/** Clients that send requests to a running service and read nothing, and the memory of its process meanwhile. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { builtSample } from '../fixtures/built-sample.ts';
import { startService, type Running } from '../fixtures/serving.ts';

/** Builds the sample at a path, so that the service does not build it in its own memory. */
export async function buildSample(out: string): Promise<void> {
  const { path, remove } = await builtSample();
  copyFileSync(path, out);
  remove();
}

/** Starts a service over a snapshot. Returns it with the target of its largest document. */
export async function started(
  directory: string,
  settings: Readonly<Record<string, string>>,
): Promise<Running & { readonly largest: string }> {
  const running = await startService(directory, ['--snapshot', 'sample.snapshot'], settings);
  return { ...running, largest: (await largestDocument(running.address)).target };
}

/** Returns the largest document of the service, the script of the API reference. Leaves no connection open. */
export async function largestDocument(address: string): Promise<{ readonly target: string; readonly bytes: number }> {
  const page = await download(`${address}/developers/reference`);
  const [target] = /\/assets\/[^"]+bundle\.js/.exec(page.toString()) ?? [];
  assert.ok(target !== undefined, 'the reference has a script');
  const { length: bytes } = await download(address + target);
  assert.ok(bytes > 1_500_000, `${bytes} bytes`);
  return { target, bytes };
}

/** Downloads an address over a separate connection, and closes the connection. */
async function download(url: string): Promise<Buffer> {
  const [response] = (await once(request(url, { agent: false }).end(), 'response')) as [IncomingMessage];
  return await buffer(response);
}

/** Returns the text of a request for a target, with additional header lines. */
export function get(target: string, fields = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;
}

/** Opens connections that each send a text and never read. */
export async function openUnread(port: number, count: number, createText: (i: number) => string): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let i = 0; i < count; i++) {
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined).write(createText(i));
    sockets.push(socket);
    // A server accepts only some connections at once.
    if (i % 50 === 49) await once(socket, 'connect');
  }
  return sockets;
}

/** Returns the peak memory of a process; undefined on systems that do not report it. */
export function memoryPeakMb(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]) / 1024;
}
