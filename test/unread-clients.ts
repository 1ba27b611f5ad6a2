/** Clients that ask the running service and read nothing, and what its process takes meanwhile. */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { buildSnapshot } from '../src/build/index.ts';
import { startService, type Running } from './serving.ts';

/** Builds the sample, so that the service does not do it in its own memory. */
export async function buildSample(out: string): Promise<void> {
  await buildSnapshot({ inputs: globSync(join(import.meta.dirname, '..', 'sample', '*.ndjson')).toSorted(), out });
}

/** A service over a snapshot, and the target of its largest document. */
export async function started(
  directory: string,
  settings: Readonly<Record<string, string>>,
): Promise<Running & { readonly largest: string }> {
  const running = await startService(directory, ['--snapshot', 'sample.snapshot'], settings);
  const page = await (await fetch(`${running.address}/developers/reference`)).text();
  const [largest] = /\/assets\/[^"]+bundle\.js/.exec(page) ?? [];
  assert.ok(largest !== undefined, 'the reference has a script');
  const { length } = Buffer.from(await (await fetch(running.address + largest)).arrayBuffer());
  assert.ok(length > 1_500_000, `${length} bytes`);
  return { ...running, largest };
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
