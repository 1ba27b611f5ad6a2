import { InputError, quoteValue } from '../../model/index.ts';
import { PartFault, XmlScanner, type PartHandler } from './xml-scanner.ts';

/**
 * Reads one part of a workbook; gives a turn after each chunk, so that the caller takes what the handler has gathered.
 * @throws {InputError} where the part is no XML in UTF-8, is cut, or the handler refuses it
 */
export async function* readPart(
  where: string,
  chunks: AsyncIterable<Buffer>,
  handler: PartHandler,
): AsyncGenerator<void> {
  const scanner = new XmlScanner(handler);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const refusal = (error: unknown): unknown => {
    const isNoText =
      error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    if (!isNoText && !(error instanceof PartFault)) return error;
    const reason = isNoText ? 'it is not UTF-8' : error.message;
    return new InputError(`Cannot read ${quoteValue(where)}: ${reason}`, { cause: error });
  };
  for await (const chunk of chunks) {
    try {
      scanner.write(decoder.decode(chunk, { stream: true }));
    } catch (error) {
      throw refusal(error);
    }
    yield;
  }
  try {
    scanner.write(decoder.decode());
    scanner.end();
  } catch (error) {
    throw refusal(error);
  }
  yield;
}
