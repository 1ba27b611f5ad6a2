import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { InputError, quoteValue } from '../../model/index.ts';
import { textLines } from '../formats/json-lines.ts';
import type { Text } from '../formats/text.ts';
import { ANSWER_CHARS_MAX } from '../limits.ts';

const AnswerLine = Type.Object(
  {
    /** The kind and the key of the question. */
    question: Type.String({ pattern: '^[a-z][a-z0-9-]*:[^\\0]+$' }),
    asked_at: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
    url: Type.String(),
    status: Type.Integer({ minimum: 100, maximum: 599 }),
    data: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
    /** Absent if the status means that it does not exist. */
    body: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
);
export type AnswerLine = Static<typeof AnswerLine>;
const answerLine = Compile(AnswerLine);

/** Streams the lines of a file of answers. @throws {InputError} with the number of the invalid line, from 1 */
export async function* answerLines(name: string, text: Text): AsyncGenerator<AnswerLine> {
  let record = 0;
  for await (const value of textLines(name, text, ANSWER_CHARS_MAX)) {
    record++;
    if (answerLine.Check(value)) {
      yield value;
      continue;
    }
    const fault = answerLine.Errors(value).find(({ keyword }) => keyword !== 'boolean');
    const where = fault?.instancePath.slice(1).replaceAll('/', '.') || 'the line';
    const why = `record ${record}: it is not an answer of a crawl: ${where} ${fault?.message ?? 'is wrong'}`;
    throw new InputError(`Cannot read ${quoteValue(name)}: ${why}`);
  }
}

/** Whether the first line of a text is an answer of a crawl. */
export function isAnswers({ format, head }: Text): boolean {
  return format === 'json' && /^\s*\{"question":"[a-z][a-z0-9-]*:/.test(head);
}
