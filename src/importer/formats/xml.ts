import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { InputError, quoteValue } from '../../model/index.ts';
import { COLUMNS_MAX, DEPTH_MAX, FIELD_CHARS_MAX, RECORD_BYTES_MAX, RECORD_VALUES_MAX } from '../limits.ts';
import { FieldFault } from '../present.ts';
import { ControlReferences, type OnControls } from './controls.ts';
import { ownText, parserReason } from './own-text.ts';
import type { Text } from './text.ts';

const PIECE_BYTES = 16 * 1024;

export interface XmlLayout {
  /** The path of the records in local names, `LEIData.LEIRecords.LEIRecord`; empty if the root is the record. */
  readonly records: string;
  /**
   * The paths of elements before the records that are copied into each record under their last name, such as the date of the file.
   */
  readonly shared?: readonly string[];
  /** Whether the prefixes of attributes are dropped: some servers write numbered prefixes. */
  readonly bareAttributes?: true;
}

/**
 * An element as a plain object, as in the JSON edition of GLEIF: text is `$`, attributes are `@name`, children have their local names,
 * and repeated children are arrays.
 */
export interface XmlElement {
  [name: string]: string | XmlElement | XmlElement[];
}

/**
 * Streams the records of a well-formed XML file (XML 1.0). Document types are refused. References to control characters, which XML 1.0
 * does not allow, are removed.
 * @throws {InputError} with the number, from 1, of the record at which reading stopped
 */
export async function* xmlRecords(name: string, text: Text, layout: XmlLayout): AsyncGenerator<XmlElement> {
  let records = 0;
  const { builder, parser } = createParser(layout);
  parser.on('xmldecl', ({ encoding = 'UTF-8' }) => {
    const declared = encoding.toLowerCase() === 'us-ascii' ? 'utf-8' : encoding.toLowerCase();
    if (declared === text.encoding) return;
    builder.stop(`declared as ${quoteValue(encoding)}; must be ${text.encoding.toUpperCase()}`);
  });
  const stop = (reason: string): InputError =>
    new InputError(`Cannot read ${quoteValue(name)}: record ${records + 1}: ${reason}`);
  const references = new ControlReferences((count) => text.observer.onControls(count));
  let unfinishedBytes = 0;
  let unfinishedChars = 0;
  for await (const chunk of text.chunks) {
    for (const decoded of decodePieces(chunk)) {
      const piece = references.next(decoded);
      const before = builder.events;
      parser.write(piece);
      unfinishedChars = builder.events > before ? 0 : unfinishedChars + piece.length;
      // The parser holds unfinished parts in memory, some of them at 32 bytes per character.
      if (unfinishedChars > FIELD_CHARS_MAX) {
        builder.stop(`a text or tag is longer than the allowed ${FIELD_CHARS_MAX} characters`);
      }
    }
    const found = builder.taken();
    unfinishedBytes = found.length > 0 ? chunk.length : unfinishedBytes + chunk.length;
    for (const record of found) {
      yield record;
      records++;
    }
    const { fault } = builder;
    if (fault !== undefined) throw stop(`not valid XML: ${fault}`);
    if (unfinishedBytes > RECORD_BYTES_MAX) throw stop(`longer than the allowed ${RECORD_BYTES_MAX} bytes`);
  }
  parser.write(references.end()).close();
  const { fault } = builder;
  if (fault !== undefined) throw stop(`the file ends in the middle (${fault}); download it again`);
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
  const { builder, parser } = createParser({ records: '', bareAttributes: true });
  const references = new ControlReferences(onControls);
  parser.write(references.next(text.replace(/^\uFEFF/, '')) + references.end()).close();
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

function createParser(layout: XmlLayout): { builder: RecordBuilder; parser: SaxesParser } {
  const builder = new RecordBuilder(layout);
  // With more than seven handlers the parser takes five times as long, because V8 turns its object into a hash table.
  const parser = new SaxesParser();
  // The handler must not throw: the parser would continue in an undefined state.
  parser.on('error', (error) => builder.stop(parserReason(error)));
  parser.on('doctype', () => builder.stop('it has a document type'));
  parser.on('opentag', (tag) => builder.open(tag));
  parser.on('text', (content) => builder.text(content));
  parser.on('cdata', (content) => builder.text(content));
  parser.on('closetag', () => builder.close());
  return { builder, parser };
}

/** Builds records from the events of the parser. Elements outside of records are skipped. */
class RecordBuilder {
  /** The first fault, after which there are no records. */
  fault: string | undefined;
  events = 0;
  readonly #records: string;
  readonly #shared: ReadonlySet<string>;
  readonly #local = remembered(localName);
  readonly #attributeName: (name: string) => string;
  readonly #forAll = new BareElement();
  readonly #open: string[] = [];
  readonly #elements: XmlElement[] = [];
  readonly #names: string[] = [];
  #found: XmlElement[] = [];
  #values = 0;

  constructor({ records, shared = [], bareAttributes }: XmlLayout) {
    this.#records = records;
    this.#attributeName = remembered((name) => `@${bareAttributes === true ? localName(name) : name}`);
    this.#shared = new Set(shared);
  }

  stop(fault: string): void {
    this.fault ??= fault;
  }

  taken(): XmlElement[] {
    const records = this.#found;
    this.#found = [];
    if (records.length > 0) this.#values = 0;
    return records;
  }

  /** Counts a name and a value of the record. A record with too many is refused before it takes too much memory. */
  #count(value: string): void {
    this.#values += 2;
    if (this.#values > RECORD_VALUES_MAX) this.stop(`more than the allowed ${RECORD_VALUES_MAX} names and values`);
    if (value.length > FIELD_CHARS_MAX) {
      this.stop(`a text is longer than the allowed ${FIELD_CHARS_MAX} characters`);
    }
  }

  open(tag: SaxesTagPlain): void {
    this.events++;
    // After the fault, the same chunk may open 20,000 more nested elements.
    if (this.fault !== undefined) return;
    const name = this.#local(tag.name);
    const attributes = Object.keys(tag.attributes);
    if (attributes.length > COLUMNS_MAX) this.stop(`an element has more than the allowed ${COLUMNS_MAX} attributes`);
    this.#count('');
    if (this.#elements.length === 0) {
      this.#open.push(name);
      if (!this.#isBuilt()) return this.#checkDepth();
    }
    const element = new BareElement();
    for (const attribute of attributes) {
      const value = tag.attributes[attribute];
      if (value === undefined || attribute === 'xmlns' || attribute.startsWith('xmlns:')) continue;
      this.#count(value);
      element[this.#attributeName(attribute)] = value;
    }
    this.#elements.push(element);
    this.#names.push(name);
    this.#checkDepth();
  }

  text(content: string): void {
    this.events++;
    const element = this.#elements.at(-1);
    if (element === undefined || (content.trim() === '' && !keepsBlanks(element))) return;
    const before = element['$'];
    const text = typeof before === 'string' ? before + content : ownText(content);
    this.#count(text);
    element['$'] = text;
  }

  close(): void {
    this.events++;
    const element = this.#elements.pop();
    const name = this.#names.pop();
    if (element === undefined || name === undefined) {
      this.#open.pop();
      return;
    }
    const parent = this.#elements.at(-1);
    if (parent === undefined) {
      const isRecord = this.#isRecord();
      this.#open.pop();
      if (!isRecord) this.#forAll[name] = element;
      else if (this.fault === undefined) this.#found.push(Object.assign(element, this.#forAll));
      return;
    }
    const before = parent[name];
    if (before === undefined) parent[name] = element;
    else if (Array.isArray(before)) before.push(element);
    else if (typeof before === 'object') parent[name] = [before, element];
  }

  /** Whether the opened element is a record, or is shared by all records. */
  #isBuilt(): boolean {
    return this.#isRecord() || this.#shared.has(this.#open.join('.'));
  }

  #isRecord(): boolean {
    return this.#records === '' || this.#open.join('.') === this.#records;
  }

  #checkDepth(): void {
    if (this.#open.length + this.#elements.length > DEPTH_MAX) {
      this.stop(`elements are more than ${DEPTH_MAX} deep`);
    }
  }
}

/** Caches the results of `derive` by name. The engine finds a property faster if it has seen the same string object before. */
function remembered(derive: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const derived = derive(name);
    if (known.size < COLUMNS_MAX) known.set(ownText(name), derived);
    return derived;
  };
}

/** Whether white space between the tags of an element is text (XML 1.0, section 2.10). */
function keepsBlanks(element: XmlElement): boolean {
  return (element['@space'] ?? element['@xml:space']) === 'preserve';
}

/** Makes an object without prototype: an element may have the name `constructor` or `__proto__`. */
const BareElement = function BareElement(): void {} as unknown as new () => XmlElement;
BareElement.prototype = Object.create(null);

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
