import { COLUMNS_MAX } from '../limits.ts';
import { ownText } from './own-text.ts';
import { addChild, attributeNames, BareElement, isNamespace, localName, type XmlElement } from './xml-element.ts';

const BLANK = String.raw`[ \t\r\n]`;
const NAME = '[A-Za-z_][A-Za-z0-9_.:-]*';
// Characters that XML allows unescaped in a text and in an attribute, without those that a parser changes or joins.
const CHARS = String.raw`[^\]<&\r\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]*`;
const VALUE = String.raw`[^"<&\0-\x1f\ud800-\udfff\ufffe\uffff]*`;
const ENTITY = '&(?:amp|lt|gt|quot|apos);';
const CONTENT = `${CHARS}(?:${ENTITY}${CHARS})*`;

/** Matches a start tag; with what follows, if that is a text and the end tag of the same element. */
const START = new RegExp(
  `${BLANK}*<(${NAME})((?:${BLANK}+${NAME}="${VALUE}"){0,32})${BLANK}*(?:(/)>|>(?:(${CONTENT})</\\1>)?)`,
  'y',
);
const END = new RegExp(`${BLANK}*</(${NAME})>`, 'y');
const ATTRIBUTE = new RegExp(`(${NAME})="(${VALUE})"`, 'g');

const ENTITIES = new RegExp(ENTITY, 'g');
const CHARS_OF_ENTITIES = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
]);

/** Maximum length of attributes, in characters: those of 4,096 tags are kept, to compare them. */
const KEPT_CHARS_MAX = 256;

/**
 * Reads elements that are written in the plainest form of XML, which nearly all records are: ASCII names, attributes in double quotes,
 * text only in elements without children, no namespaces, no comments, no references but the five names. A match is well-formed. A
 * strict parser takes four times as long, and reads everything else.
 */
export class PlainXml {
  /** The position after the element that was read last. */
  end = 0;
  readonly #attributeName: (name: string) => string;
  readonly #tags = new Map<string, Tag>();
  #last = new Tag('');

  constructor(bareAttributes: boolean | undefined) {
    this.#attributeName = attributeNames(bareAttributes);
  }

  /**
   * Reads the element with the tag `name` at a position, which may have blanks before it. Returns undefined if it does not have the plain
   * form, does not end in the text, or is more than `depthMax` levels deep.
   */
  read(text: string, at: number, name: string, depthMax: number): XmlElement | undefined {
    const open: XmlElement[] = [];
    const tags: string[] = [];
    this.end = at;
    for (;;) {
      START.lastIndex = this.end;
      const started = START.exec(text);
      const parent = open.at(-1);
      if (started === null) {
        END.lastIndex = this.end;
        if (END.exec(text)?.[1] !== tags.pop() || parent === undefined) return undefined;
        this.end = END.lastIndex;
        open.pop();
        if (open.length === 0) return parent;
        continue;
      }
      const tag = this.#tag(started[1] ?? '');
      if (tag === undefined || open.length >= depthMax) return undefined;
      const content = started[3] === undefined ? started[4] : '';
      const element = this.#element(tag, started[2] ?? '', content);
      if (element === undefined) return undefined;
      this.end = START.lastIndex;
      if (parent !== undefined) addChild(parent, tag.local, element);
      else if (tag.name !== name) return undefined;
      else if (content !== undefined) return element;
      if (content !== undefined) continue;
      open.push(element);
      tags.push(tag.name);
    }
  }

  /**
   * Returns the tag of a name; undefined for one too many. In most records the same tag follows, and two texts are compared faster than
   * one is hashed.
   */
  #tag(name: string): Tag | undefined {
    const last = this.#last;
    if (last.next?.name !== name) {
      let tag = this.#tags.get(name);
      if (tag === undefined) {
        if (this.#tags.size === COLUMNS_MAX) return undefined;
        tag = new Tag(name);
        this.#tags.set(tag.name, tag);
      }
      last.next = tag;
    }
    this.#last = last.next;
    return last.next;
  }

  /** Makes an element; undefined if its attributes must be read strictly. */
  #element(tag: Tag, attributes: string, content = ''): XmlElement | undefined {
    const element = new BareElement();
    if (attributes !== '' && !this.#addAttributes(element, tag, attributes)) return undefined;
    const text = content.includes('&')
      ? content.replace(ENTITIES, (entity) => CHARS_OF_ENTITIES.get(entity) ?? '')
      : content;
    if (text.trim() !== '') element['$'] = ownText(text);
    return element;
  }

  /** Adds attributes to an element, mostly those of the last element with its tag. Returns false if they must be read strictly. */
  #addAttributes(element: XmlElement, tag: Tag, attributes: string): boolean {
    if (tag.attributes === attributes) {
      for (const [member, value] of tag.members) element[member] = value;
      return true;
    }
    const members: [string, string][] = [];
    ATTRIBUTE.lastIndex = 0;
    for (let found = ATTRIBUTE.exec(attributes); found !== null; found = ATTRIBUTE.exec(attributes)) {
      const name = found[1] ?? '';
      const member = this.#attributeName(name);
      // `space` may keep blanks.
      if (member in element || name.endsWith('space') || isNamespace(name)) return false;
      const value = ownText(found[2] ?? '');
      element[member] = value;
      members.push([member, value]);
    }
    if (attributes.length <= KEPT_CHARS_MAX) {
      tag.attributes = ownText(attributes);
      tag.members = members;
    }
    return true;
  }
}

/** A tag, and what its last element had. */
class Tag {
  readonly name: string;
  readonly local: string;
  /** The tag that came after it. */
  next: Tag | undefined;
  attributes = '';
  members: readonly (readonly [string, string])[] = [];

  constructor(name: string) {
    this.name = ownText(name);
    this.local = localName(this.name);
  }
}
