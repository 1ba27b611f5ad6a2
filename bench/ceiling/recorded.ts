import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { askAll, fieldsOf, type LoadRequest } from '../../test/fixtures/load.ts';

/** A recorded response: status, header fields as name, value, name, value …, and body. */
export interface Recorded {
  readonly status: number;
  readonly fields: string[];
  readonly body: Buffer;
}

/** One line of the index; `start` and `bytes` locate the body in the file of all bodies. */
type Entry = [target: string, status: number, start: number, bytes: number, fields: string[]];

const BODIES = 'bodies';
const INDEX = 'index';

/** Node writes these itself. */
const OF_NODE = /^(date|connection|keep-alive|transfer-encoding)$/i;

/** Sends each request once and records the responses in a folder. Throws if a response has another status than `statuses`. */
export async function record(
  port: number,
  requests: readonly LoadRequest[],
  statuses: readonly number[],
  folder: string,
): Promise<void> {
  // In the mix `zipf` most requests repeat.
  const distinct = [...new Map(requests.map((request) => [request.target, request])).values()];
  const entries: Entry[] = [];
  const file = openSync(join(folder, BODIES), 'w');
  let written = 0;
  try {
    await askAll(port, distinct, ({ status, head, body }, i) => {
      const target = distinct[i]?.target ?? '';
      if (!statuses.includes(status))
        throw new Error(`"${target}" was answered ${status}, not ${statuses.join(' or ')}`);
      const fields = fieldsOf(head).filter(([name]) => !OF_NODE.test(name));
      entries.push([target, status, written, body.length, fields.flat()]);
      for (let at = 0; at < body.length;) at += writeSync(file, body, at);
      written += body.length;
    });
  } finally {
    closeSync(file);
  }
  writeFileSync(join(folder, INDEX), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
}

/** The recorded responses of a folder by target. */
export function readRecorded(folder: string): Map<string, Recorded> {
  const bodies = readFileSync(join(folder, BODIES));
  const lines = readFileSync(join(folder, INDEX), 'utf8').trimEnd().split('\n');
  // Shares equal strings, because most header fields repeat.
  const before = new Map<string, string>();
  const shared = (text: string, key: string): string => {
    const last = before.get(key);
    if (last === text) return last;
    before.set(key, text);
    return text;
  };
  return new Map(
    lines.map((line) => {
      const [target, status, start, bytes, fields] = JSON.parse(line) as Entry;
      const own = fields.map((text, i) => shared(text, `${i}`));
      return [target, { status, fields: own, body: bodies.subarray(start, start + bytes) }];
    }),
  );
}
