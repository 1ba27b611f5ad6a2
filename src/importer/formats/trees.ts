import { InputError, quoteValue } from '../../model/index.ts';
import { isJsonLines, textLines } from './json-lines.ts';
import { otherFormat } from '../refusals.ts';
import { jsonRecords } from './json.ts';
import type { FileLayout } from './layout.ts';
import type { Text } from './text.ts';
import { xmlRecords } from './xml.ts';

/**
 * Streams the records of a JSON or XML file.
 * @throws {InputError} where the layout does not declare the format, or the file is neither
 */
export async function treesOf(name: string, text: Text, layout: FileLayout): Promise<AsyncGenerator> {
  const { json } = layout;
  if (text.format === 'json' && json !== undefined) {
    const isLines = json.lines === true && isJsonLines(text, json.recordsAt);
    return isLines ? textLines(name, text) : jsonRecords(name, text, json);
  }
  if (text.format === 'xml' && layout.xml !== undefined) return xmlRecords(name, text, layout.xml);
  throw await refusal(name, text, layout);
}

/** Closes a file in a format that its layout does not declare. Returns an error with the right format. */
export async function refusal(name: string, text: Text, layout: FileLayout): Promise<InputError> {
  await text.chunks.return(undefined);
  return new InputError(`Cannot read ${quoteValue(name)}: ${otherFormat(text.format, [layout])}`);
}
