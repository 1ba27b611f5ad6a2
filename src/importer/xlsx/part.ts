import { InputError, quoteValue } from '../../model/index.ts';
import { withoutControls, type OnControls } from '../formats/controls.ts';
import { readText } from '../formats/text.ts';
import { xmlRecords, type XmlElement } from '../formats/xml.ts';

/**
 * Streams the elements of a path in one part of a workbook.
 * @throws {InputError} where the part is not XML in UTF-8, or is cut
 */
export async function* partElements(
  where: string,
  chunks: AsyncGenerator<Buffer>,
  path: string,
  onControls: OnControls,
): AsyncGenerator<XmlElement> {
  const text = await readText(where, chunks, { observer: { onControls, onUnendedRow: () => {} } });
  if (text.format !== 'xml') {
    await text.chunks.return(undefined);
    throw new InputError(`Cannot read ${quoteValue(where)}: it is not XML`);
  }
  yield* xmlRecords(where, text, { records: path, bareAttributes: true });
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  const children = element[name];
  if (children === undefined || typeof children === 'string') return [];
  return Array.isArray(children) ? children : [children];
}

/** An attribute, without the prefix of its name. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  const value = element[`@${name}`];
  return typeof value === 'string' ? value : undefined;
}

export function textOf(element: XmlElement): string {
  return typeof element['$'] === 'string' ? element['$'] : '';
}

/** The text of a string, which may be divided into formatted runs (`r`). Phonetic hints (`rPh`) are not part of it. */
export function richText(element: XmlElement): string {
  return [element, ...childrenOf(element, 'r')].flatMap((run) => childrenOf(run, 't').map(textOf)).join('');
}

/** A text without control characters and without escapes of such characters (`_x000D_`). */
export function cellText(text: string, onControls: OnControls): string {
  const plain = text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  return withoutControls(plain.toWellFormed(), onControls);
}
