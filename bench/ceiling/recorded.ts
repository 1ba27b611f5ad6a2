import { appendFileSync, closeSync, createReadStream, openSync } from 'node:fs';
import { splitLines } from '../../src/files/index.ts';
import { askAll, parseFields, type LoadRequest } from '../../test/fixtures/load.ts';

/** A recorded response: status, header fields as name, value, name, value …, and body. */
interface Recorded {
  readonly status: number;
  readonly fields: string[];
  readonly body: Buffer;
}

/** A line of the file of responses. */
type Entry = [target: string, status: number, fields: string[], body: string];

/** Header fields that Node itself writes. */
const OF_NODE = /^(date|connection|keep-alive|transfer-encoding)$/i;
const LINE_BYTES_MAX = 1 << 24;

/** Sends each request once and records the responses in a file. Throws if a response has another status than 200. */
export async function record(port: number, requests: readonly LoadRequest[], path: string): Promise<void> {
  // In the mix `zipf` most requests repeat.
  const distinct = [...new Map(requests.map((request) => [request.target, request])).values()];
  const file = openSync(path, 'w');
  try {
    await askAll(port, distinct, ({ status, head, body }, i) => {
      const target = distinct[i]?.target ?? '';
      if (status !== 200) throw new Error(`"${target}" was answered ${status}, not 200`);
      const fields = parseFields(head).filter(([name]) => !OF_NODE.test(name));
      const entry: Entry = [target, status, fields.flat(), body.toString()];
      appendFileSync(file, `${JSON.stringify(entry)}\n`);
    });
  } finally {
    closeSync(file);
  }
}

/** Returns the recorded responses of a file by target. */
export async function readRecorded(path: string): Promise<Map<string, Recorded>> {
  const answers = new Map<string, Recorded>();
  // Equal texts share memory, because most header fields repeat.
  let before: readonly string[] = [];
  const chunks = createReadStream(path) as AsyncIterable<Buffer>;
  for await (const line of splitLines(
    chunks,
    LINE_BYTES_MAX,
    (reason) => new Error(`Cannot read "${path}": ${reason}`),
  )) {
    const [target, status, texts, body] = JSON.parse(line.toString()) as Entry;
    const fields = texts.map((text, i) => (text === before[i] ? before[i] : text));
    answers.set(target, { status, fields, body: Buffer.from(body) });
    before = fields;
  }
  return answers;
}
