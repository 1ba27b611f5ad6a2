/** Clients that ask the running service and read nothing, and what its process takes meanwhile. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { builtSample } from '../fixtures/built-sample.ts';
import { startService, type Running } from '../fixtures/serving.ts';

/** Puts the sample at a path, built before, so that the service does not do it in its own memory. */
export async function buildSample(out: string): Promise<void> {
  const { path, remove } = await builtSample();
  copyFileSync(path, out);
  remove();
}

/** A service over a snapshot, and the target of its largest document. */
export async function started(
  directory: string,
  settings: Readonly<Record<string, string>>,
): Promise<Running & { readonly largest: string }> {
  const running = await startService(directory, ['--snapshot', 'sample.snapshot'], settings);
  return { ...running, largest: (await largestDocument(running.address)).target };
}

/** The largest document of the service, which is the script of the reference. It leaves no connection open. */
export async function largestDocument(address: string): Promise<{ readonly target: string; readonly bytes: number }> {
  const page = await download(`${address}/developers/reference`);
  const [target] = /\/assets\/[^"]+bundle\.js/.exec(page.toString()) ?? [];
  assert.ok(target !== undefined, 'the reference has a script');
  const { length: bytes } = await download(address + target);
  assert.ok(bytes > 1_500_000, `${bytes} bytes`);
  return { target, bytes };
}

/** Downloads an address over a connection of its own, and closes that. */
async function download(url: string): Promise<Buffer> {
  const [response] = (await once(request(url, { agent: false }).end(), 'response')) as [IncomingMessage];
  return await buffer(response);
}

/** A request for a target, with more fields as lines. */
export function get(target: string, fields = ''): string {
  return `GET ${target} HTTP/1.1\r\nHost: a\r\n${fields}\r\n`;
}

/** Opens connections that send a text each and never read. */
export async function openUnread(port: number, count: number, textOf: (i: number) => string): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let i = 0; i < count; i++) {
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined).write(textOf(i));
    sockets.push(socket);
    if (i % 50 === 49) await pause(10);
  }
  return sockets;
}

/** The most memory that a process has taken so far; undefined on systems that do not tell. */
export function memoryPeakMb(pid: number | undefined): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]) / 1024;
}
