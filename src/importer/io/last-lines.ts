import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { splitLines } from '../../files/index.ts';
import { firstInvalidField } from '../../model/shapes.ts';
import { InputError, quoteValue, type RegisterLine } from '../../model/index.ts';
import { openInputs } from './input.ts';
import type { NewestLines } from './newest-lines.ts';

const LINE_BYTES_MAX = 8 * 1024 * 1024;

/** Refuses previous lines with sole traders if sole traders are no longer wanted: a line does not show whether its company is one. */
export async function refuseSoleTraders(path: string): Promise<void> {
  const report = `${path}.report.json`;
  if (!existsSync(report)) return;
  const refuse = createRefusal(path);
  let value: unknown;
  try {
    value = JSON.parse(await readFile(report, 'utf8'));
  } catch (error) {
    throw refuse(`their report cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
  if (typeof value === 'object' && value !== null && Reflect.get(value, 'sole_traders') === true)
    throw refuse('they have sole traders, which this import does not');
}

/**
 * Reads the lines that an earlier import of a register wrote.
 * @throws {InputError} if the file cannot be read, is cut, or contains anything except lines of the register
 */
async function* lastLines(path: string, register: string) {
  const refuse = createRefusal(path);
  const [file, other] = await openInputs([path]);
  if (file === undefined || other !== undefined || file.packedIn !== undefined)
    throw refuse('it is not a file of lines');
  const chunks = file.chunks(() => {});
  let number = 0;
  for await (const bytes of splitLines(chunks, LINE_BYTES_MAX, refuse)) {
    number++;
    const text = bytes.toString('utf8');
    let line: unknown;
    try {
      line = JSON.parse(text);
    } catch {
      throw refuse(`line ${number} is not JSON`);
    }
    const invalid = firstInvalidField(line);
    if (invalid !== undefined) throw refuse(`line ${number}: ${invalid.field} ${invalid.reason}`);
    const valid = line as RegisterLine;
    if (valid.register !== register)
      throw refuse(`line ${number} is of the register ${quoteValue(valid.register)}, must be ${quoteValue(register)}`);
    yield { line: valid, text };
  }
}

function createRefusal(path: string): (reason: string) => InputError {
  const instead = 'remove it, or import with --afresh, to get only the lines of the inputs';
  return (reason) => new InputError(`Cannot continue the previous lines ${quoteValue(path)}: ${reason}; ${instead}`);
}

/** The part of a register declaration that every line repeats. */
interface Declared {
  readonly id: string;
  readonly isIndex?: true;
  readonly addsTo?: string;
}

interface LineOptions {
  /** Merges the lines with the previous output, if the input is a part of the register. */
  readonly part: NewestLines | undefined;
  /** The file of the previous output. */
  readonly last?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with every line of the inputs. */
  readonly onLine: (line: RegisterLine) => void;
}

/** Yields the lines of an import as texts. An import of a part also yields the lines of the previous output that it does not replace. */
export async function* lineTexts(
  register: Declared,
  lines: AsyncIterable<RegisterLine>,
  { part, last, signal, onLine }: LineOptions,
): AsyncGenerator<string, void, undefined> {
  const { id, isIndex, addsTo } = register;
  // JSON omits undefined fields.
  const start = JSON.stringify({ register: id, index: isIndex, adds_to: addsTo }).slice(0, -1);
  for await (const line of lines) {
    signal?.throwIfAborted();
    onLine(line);
    const text = `${start},${JSON.stringify(line).slice(1)}`;
    if (part === undefined) yield text;
    else part.add(line, text);
  }
  if (part === undefined) return;
  if (last !== undefined) {
    for await (const { line, text } of lastLines(last, register.id)) {
      signal?.throwIfAborted();
      part.addLast(line, text);
    }
  }
  yield* part.texts();
}
