import { SaxesParser } from 'saxes';
import { InputError, quoteValue } from '../../model/index.ts';
import { FIELD_CHARS_MAX, RECORD_BYTES_MAX } from '../limits.ts';
import { FieldFault } from '../present.ts';
import { ControlReferences, type OnControls } from './controls.ts';
import { parserReason } from './own-text.ts';
import { PlainXml } from './plain-xml.ts';
import type { Text } from './text.ts';
import { RecordBuilder, type XmlLayout } from './xml-builder.ts';
import { localName, type XmlElement } from './xml-element.ts';

const PIECE_BYTES = 32 * 1024;

/** Maximum length of a record that is read in one piece, in characters. The longest records of GLEIF have some 20,000. */
const PLAIN_CHARS_MAX = 64 * 1024;

/** Number of characters within which a record may begin after the one before. */
const BLANKS_MAX = 1024;

/**
 * Streams the records of a well-formed XML file (XML 1.0). Document types are refused. References to control characters, which XML 1.0
 * does not allow, are removed.
 * @throws {InputError} with the number, from 1, of the record at which reading stopped
 */
export async function* xmlRecords(name: string, text: Text, layout: XmlLayout): AsyncGenerator<XmlElement> {
  let records = 0;
  let unfinishedBytes = 0;
  const parser = new RecordParser(layout);
  const { builder } = parser;
  parser.strict.on('xmldecl', ({ encoding = 'UTF-8', version = '1.0' }) => {
    // Other characters end lines in XML 1.1.
    if (version !== '1.0') parser.isAllStrict = true;
    const declared = encoding.toLowerCase() === 'us-ascii' ? 'utf-8' : encoding.toLowerCase();
    if (declared === text.encoding) return;
    builder.stop(`declared as ${quoteValue(encoding)}; must be ${text.encoding.toUpperCase()}`);
  });
  const stop = (reason: string): InputError =>
    new InputError(`Cannot read ${quoteValue(name)}: record ${records + 1}: ${reason}`);
  const taken = function* (bytes: number): Generator<XmlElement, void, undefined> {
    const found = builder.taken();
    unfinishedBytes = found.length > 0 ? bytes : unfinishedBytes + bytes;
    for (const record of found) {
      yield record;
      records++;
    }
    if (builder.fault !== undefined) throw stop(`not valid XML: ${builder.fault}`);
    if (unfinishedBytes > RECORD_BYTES_MAX) throw stop(`longer than the allowed ${RECORD_BYTES_MAX} bytes`);
  };
  const references = new ControlReferences((count) => text.observer.onControls(count));
  for await (const chunk of text.chunks) {
    for (const piece of decodePieces(chunk)) parser.write(references.next(piece));
    yield* taken(chunk.length);
  }
  parser.write(references.end());
  parser.end();
  yield* taken(0);
  parser.strict.close();
  if (builder.fault !== undefined) throw stop(`the file ends in the middle (${builder.fault}); download it again`);
}

/** Decodes a chunk in pieces that end with a line. The string of a whole chunk is a large object, which only a full collection frees. */
function* decodePieces(chunk: Buffer): Generator<string, void, undefined> {
  for (let start = 0; start < chunk.length;) {
    const end = chunk.indexOf('\n', start + PIECE_BYTES) + 1 || chunk.length;
    yield chunk.toString('utf8', start, end);
    start = end;
  }
}

/**
 * Parses a short XML text and returns its root element. Attributes have local names.
 * @throws {FieldFault} if the text is not well-formed, or too long
 */
export function xmlRoot(field: string, text: string, onControls: OnControls = () => {}): XmlElement {
  if (text.length > RECORD_BYTES_MAX)
    throw new FieldFault(field, `is longer than the allowed ${RECORD_BYTES_MAX} bytes`);
  const parser = new RecordParser({ records: '', bareAttributes: true });
  const { builder } = parser;
  const references = new ControlReferences(onControls);
  parser.write(references.next(text.replace(/^\uFEFF/, '')) + references.end());
  parser.end();
  parser.strict.close();
  const [root] = builder.taken();
  if (builder.fault !== undefined || root === undefined) {
    throw new FieldFault(field, `is not valid XML: ${builder.fault ?? 'it has no root'}`);
  }
  return root;
}

/**
 * Removes the elements that must never be stored from an XML text.
 * @param isCut whether an element is removed; called with the local names from the root to the element
 * @throws {FieldFault} if the text is not well-formed
 */
export function xmlWithout(field: string, text: string, isCut: (path: readonly string[]) => boolean): string {
  const parser = new SaxesParser();
  const path: string[] = [];
  let fault: string | undefined;
  let kept = '';
  let keptTo = 0;
  let cutDepth = Infinity;
  parser.on('error', (error) => (fault ??= parserReason(error)));
  parser.on('opentag', ({ name }) => {
    path.push(localName(name));
    if (path.length > cutDepth || !isCut(path)) return;
    cutDepth = path.length;
    // Attributes cannot contain `<`, so the last `<` begins the tag.
    kept += text.slice(keptTo, text.lastIndexOf('<', parser.position - 1));
  });
  parser.on('closetag', () => {
    if (path.length === cutDepth) {
      cutDepth = Infinity;
      keptTo = parser.position;
    }
    path.pop();
  });
  parser.write(text).close();
  if (fault !== undefined) throw new FieldFault(field, `is not valid XML: ${fault}`);
  return kept + text.slice(keptTo);
}

/**
 * Parses the text of records. The strict parser gets everything but the records in plain form that follow another record, which it would
 * read to the same element.
 */
class RecordParser {
  readonly builder: RecordBuilder;
  readonly strict = new SaxesParser();
  /** Whether the strict parser gets everything. */
  isAllStrict = false;
  readonly #plain: PlainXml;
  /** The start of a record that may be plain. */
  #rest = '';
  /** Numbers of characters that the strict parser got, up to the last end tag, and without an event. */
  #strictChars = 0;
  #closedAt = 0;
  #unfinishedChars = 0;
  #hasSkipped = false;

  constructor(layout: XmlLayout) {
    const { strict } = this;
    const builder = new RecordBuilder(layout);
    this.builder = builder;
    this.#plain = new PlainXml(layout.bareAttributes);
    // With more than seven handlers the parser takes five times as long, because V8 turns its object into a hash table.
    // The handler must not throw: the parser would continue in an undefined state.
    strict.on('error', (error) => {
      const reason = parserReason(error);
      // The parser counts lines and columns of what it gets.
      builder.stop(this.#hasSkipped ? reason.replace(/^\d+:\d+: /, '') : reason);
    });
    strict.on('doctype', () => builder.stop('it has a document type'));
    strict.on('opentag', (tag) => builder.open(tag));
    strict.on('text', (content) => builder.text(content));
    strict.on('cdata', (content) => builder.text(content));
    strict.on('closetag', () => {
      builder.close();
      this.#closedAt = strict.position;
    });
  }

  write(piece: string): void {
    const text = this.#rest + piece;
    this.#rest = '';
    for (let at = 0; at < text.length;) {
      at = this.#takePlain(text, at);
      const { recordTag } = this.builder;
      const endTag = `</${recordTag}>`;
      const found = recordTag === undefined ? -1 : text.indexOf(endTag, at);
      if (found === -1 && text.length - at <= PLAIN_CHARS_MAX && this.#isRecordAt(text, at)) {
        this.#rest = text.slice(at);
        return;
      }
      const end = found === -1 ? text.length : found + endTag.length;
      this.#parse(text.slice(at, end));
      at = end;
    }
  }

  /** Parses what may have become a record in plain form. */
  end(): void {
    this.#parse(this.#rest);
  }

  /** Whether a record has just ended, and the parser has seen no character after it. */
  get #isBetween(): boolean {
    const { hasClosedRecord, fault } = this.builder;
    return hasClosedRecord && this.#closedAt === this.#strictChars && fault === undefined && !this.isAllStrict;
  }

  /** Takes plain records. Returns the position after them. */
  #takePlain(text: string, start: number): number {
    const { builder } = this;
    if (!this.#isBetween || builder.recordTag === undefined) return start;
    const depthMax = builder.recordDepthMax;
    for (let at = start; ; at = this.#plain.end) {
      const record = this.#plain.read(text, at, builder.recordTag, depthMax);
      if (record === undefined) return at;
      builder.add(record);
      this.#hasSkipped = true;
      this.#unfinishedChars = 0;
    }
  }

  /** Whether a text may begin with a record, of which the end is to come. */
  #isRecordAt(text: string, at: number): boolean {
    if (!this.#isBetween) return false;
    const start = `<${this.builder.recordTag}`;
    const next = text.slice(at, at + BLANKS_MAX).trimStart();
    return start.startsWith(next.slice(0, start.length));
  }

  #parse(text: string): void {
    const before = this.builder.events;
    this.strict.write(text);
    this.#strictChars += text.length;
    this.#unfinishedChars = this.builder.events > before ? 0 : this.#unfinishedChars + text.length;
    // The parser holds unfinished parts in memory, some of them at 32 bytes per character.
    if (this.#unfinishedChars > FIELD_CHARS_MAX)
      this.builder.stop(`a text or tag is longer than the allowed ${FIELD_CHARS_MAX} characters`);
  }
}
