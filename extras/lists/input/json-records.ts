import { linesOf } from '../../../src/files/index.ts';
import { quoteValue, type InputError } from '../../../src/model/index.ts';
import { unreadable } from './encoding.ts';

/** The longest line: a row of a list is a few hundred bytes. */
const LINE_BYTES_MAX = 16 * 1024 * 1024;

/** One object of JSON lines. */
export interface JsonRecord {
  /** Its line, so that numbers and escapes stay as they are. */
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** The objects of JSON lines. Empty lines are skipped. @throws {InputError} with the line that is not an object */
export async function* jsonRecords(name: string, chunks: AsyncIterable<Buffer>): AsyncGenerator<JsonRecord> {
  let line = 1;
  const refuse = (reason: string): InputError => unreadable(name, `line ${line}: ${reason}`);
  for await (const bytes of linesOf(ended(chunks), LINE_BYTES_MAX, refuse)) {
    const text = bytes.toString().trim();
    if (text !== '') yield { text, value: objectOf(text, refuse) };
    line++;
  }
}

function objectOf(text: string, refuse: (reason: string) => InputError): JsonRecord['value'] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw refuse('it is not JSON');
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonRecord['value'];
  throw refuse(`it must be an object, got ${quoteValue(value)}`);
}

/** Ends the last line, which may have no line break. */
async function* ended(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let last = 0x0a;
  for await (const chunk of chunks) {
    last = chunk.at(-1) ?? last;
    yield chunk;
  }
  if (last !== 0x0a) yield Buffer.from('\n');
}
