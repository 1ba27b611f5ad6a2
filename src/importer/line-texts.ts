import type { RegisterLine } from '../model/index.ts';
import { lastLines } from './io/last-lines.ts';
import type { NewestLines } from './io/newest-lines.ts';
import { present } from './record/present.ts';
import type { Register } from './register.ts';

interface LineOptions {
  /** Merges the lines with the previous output, if the input is a part of the register. */
  readonly part: NewestLines | undefined;
  /** The file of the previous output. */
  readonly last?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with every line of the inputs. */
  readonly onLine: (line: RegisterLine) => void;
}

/** The texts of the lines of an import. A part includes the lines of the previous output that it does not replace. */
export async function* lineTexts(
  register: Register,
  lines: AsyncIterable<RegisterLine>,
  { part, last, signal, onLine }: LineOptions,
): AsyncGenerator<string, void, undefined> {
  const own = ownFields(register);
  for await (const line of lines) {
    signal?.throwIfAborted();
    onLine(line);
    const whole = { ...own, ...line };
    if (part === undefined) yield JSON.stringify(whole);
    else part.add(whole);
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

/** The fields that are equal in all lines of a register. */
function ownFields({ id, isIndex, addsTo }: Register): Pick<RegisterLine, 'register' | 'index' | 'adds_to'> {
  return present({ register: id, index: isIndex, adds_to: addsTo });
}
