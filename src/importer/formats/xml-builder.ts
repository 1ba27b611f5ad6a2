import type { SaxesTagPlain } from 'saxes';
import { COLUMNS_MAX, DEPTH_MAX, FIELD_CHARS_MAX, RECORD_VALUES_MAX } from '../limits.ts';
import { ownText } from './own-text.ts';
import {
  addChild,
  attributeNames,
  BareElement,
  isNamespace,
  localName,
  remembered,
  type XmlElement,
} from './xml-element.ts';

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

/** Builds records from the events of the parser. Elements outside of records are skipped. */
export class RecordBuilder {
  /** The first fault. Records that end after it are dropped. */
  fault: string | undefined;
  events = 0;
  /** Whether the last event was the end of a record. */
  hasClosedRecord = false;
  /** The tag of the records, with its prefix; undefined before the first record. */
  recordTag: string | undefined;
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
    this.#attributeName = attributeNames(bareAttributes);
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

  /** Number of levels that a record may have where the last one ended. */
  get recordDepthMax(): number {
    return DEPTH_MAX - this.#open.length - 1;
  }

  /** Adds a record that no event built. */
  add(record: XmlElement): void {
    this.events++;
    this.#take(record);
  }

  #take(record: XmlElement): void {
    if (this.fault === undefined) this.#found.push(Object.assign(record, this.#forAll));
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
      if (this.#isRecord()) this.recordTag = tag.name;
    }
    const element = new BareElement();
    for (const attribute of attributes) {
      const value = tag.attributes[attribute];
      if (value === undefined || isNamespace(attribute)) continue;
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
    this.hasClosedRecord = false;
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
      // No record follows the root.
      this.hasClosedRecord = isRecord && this.#records !== '';
      if (isRecord) this.#take(element);
      else this.#forAll[name] = element;
      return;
    }
    addChild(parent, name, element);
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

/** Whether white space between the tags of an element is text (XML 1.0, section 2.10). */
function keepsBlanks(element: XmlElement): boolean {
  return (element['@space'] ?? element['@xml:space']) === 'preserve';
}
