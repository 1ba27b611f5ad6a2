import type { RegisterLine } from '../model/index.ts';
import { lastLines } from './io/last-lines.ts';
import type { NewestLines } from './io/newest-lines.ts';
import { present } from './record/present.ts';
import type { Register } from './register.ts';

interface Going {
  /** Where the input may be a part of the register: its lines and the last ones are sorted there. */
  readonly part: NewestLines | undefined;
  /** The file of the last lines, if there is one. */
  readonly last?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Told of every line of the inputs. */
  readonly onLine: (line: RegisterLine) => void;
}

/** The texts of the lines that an import writes: those of its inputs, and of a part the last lines, too, where no newer one stands. */
export async function* lineTexts(
  register: Register,
  lines: AsyncIterable<RegisterLine>,
  { part, last, signal, onLine }: Going,
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

/** What every line of a register says of the register. */
function ownFields({ id, isIndex, addsTo }: Register): Pick<RegisterLine, 'register' | 'index' | 'adds_to'> {
  return present({ register: id, index: isIndex, adds_to: addsTo });
}
