import { quoteValue } from '../../model/index.ts';
import { DEPTH_MAX, FIELD_CHARS_MAX } from '../limits.ts';

/** Why a part of a workbook cannot be read any further, as a clause. */
export class PartFault extends Error {}

/** What is done with the elements of a part; names are local ones. */
export interface PartHandler {
  /** @param attributes as they are written; {@linkcode attributesOf} reads them */
  open(name: string, attributes: string): void;
  text(content: string): void;
  close(name: string): void;
}

const EXCLAMATION = 0x21;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const GREATER = 0x3e;
const QUESTION = 0x3f;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** The longest attributes that are divided, in characters. Those of a cell have some 20. */
const ATTRIBUTES_CHARS_MAX = 8192;

/** What attributes may have that programs do not write where they are read one by one. */
const UNUSUAL = /['&\t\r\n]| =|= /;

/**
 * Reads the XML of a workbook as events, piece by piece. It knows what programs write there (elements, attributes, texts, the five
 * entities, comments, CDATA) and refuses document types; elements must close in their order. Of a sheet, half the bytes are tags,
 * which the searches of the engine find six times as fast as a parser that looks at every character.
 */
export class XmlScanner {
  readonly #handler: PartHandler;
  /** The names of the open elements as they are written, from the root down. */
  readonly #open: string[] = [];
  #rest = '';
  #hasRoot = false;

  constructor(handler: PartHandler) {
    this.#handler = handler;
  }

  /** @throws {PartFault} where the text is no XML, and whatever the handler throws */
  write(chunk: string): void {
    const text = this.#rest + chunk;
    let at = 0;
    for (;;) {
      const tag = text.indexOf('<', at);
      if (tag === -1) break;
      const end = endOfMarkup(text, tag);
      if (end === -1) break;
      if (tag > at) this.#content(text.slice(at, tag));
      this.#markup(text, tag, end);
      at = end;
    }
    this.#rest = text.slice(at);
    if (this.#rest.length > FIELD_CHARS_MAX) {
      throw new PartFault(`a text or tag is longer than the allowed ${FIELD_CHARS_MAX} characters`);
    }
  }

  /** @throws {PartFault} where an element has not ended */
  end(): void {
    const isOver = this.#hasRoot && this.#open.length === 0 && this.#rest.trim() === '';
    if (!isOver) throw new PartFault('it ends in the middle; download it again');
  }

  #content(raw: string): void {
    if (this.#open.length > 0) this.#handler.text(decoded(raw));
    else if (raw.trim() !== '') throw new PartFault('not valid XML: a text outside of all elements');
  }

  /** Takes the markup from `<` at `tag` to behind its `>`. */
  #markup(text: string, tag: number, end: number): void {
    switch (text.charCodeAt(tag + 1)) {
      case SLASH:
        return this.#close(text, tag + 2, end - 1);
      case QUESTION:
        return checkDeclaration(text.slice(tag + 2, end - 2));
      case EXCLAMATION:
        if (text.startsWith('<![CDATA[', tag) && this.#open.length > 0)
          this.#handler.text(text.slice(tag + 9, end - 3));
        else if (!text.startsWith('<!--', tag)) throw new PartFault('it has a document type');
        return undefined;
      default:
        return this.#element(text, tag + 1, end);
    }
  }

  #element(text: string, start: number, end: number): void {
    const isEmpty = text.charCodeAt(end - 2) === SLASH;
    const inside = text.slice(start, end - (isEmpty ? 2 : 1));
    const blank = inside.search(/\s/);
    const name = blank === -1 ? inside : inside.slice(0, blank);
    if (name === '' || name.includes('<'))
      throw new PartFault(`not valid XML: the tag ${quoteValue(inside.slice(0, 50))}`);
    if (this.#open.length === 0 && this.#hasRoot) throw new PartFault('not valid XML: a second root');
    if (this.#open.length === DEPTH_MAX) throw new PartFault(`elements lie more than ${DEPTH_MAX} deep`);
    this.#hasRoot = true;
    this.#handler.open(localName(name), blank === -1 ? '' : inside.slice(blank));
    if (isEmpty) this.#handler.close(localName(name));
    else this.#open.push(name);
  }

  #close(text: string, start: number, end: number): void {
    const name = this.#open.pop();
    if (name === undefined || !text.startsWith(name, start) || text.slice(start + name.length, end).trim() !== '') {
      throw new PartFault(`not valid XML: unexpected end of ${quoteValue(text.slice(start, end).slice(0, 50))}`);
    }
    this.#handler.close(localName(name));
  }
}

/** Where the markup that begins at `tag` is over, behind its `>`; -1 where that has not arrived yet. */
function endOfMarkup(text: string, tag: number): number {
  const behind = (mark: string): number => {
    const at = text.indexOf(mark, tag);
    return at === -1 ? -1 : at + mark.length;
  };
  const kind = text.charCodeAt(tag + 1);
  if (kind === QUESTION) return behind('?>');
  if (kind === EXCLAMATION) {
    // Enough to tell a comment from CDATA.
    if (text.length < tag + 9) return -1;
    return behind(text.startsWith('<!--', tag) ? '-->' : text.startsWith('<![CDATA[', tag) ? ']]>' : '>');
  }
  // Attributes may hold the sign that ends a tag.
  for (let at = tag + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === GREATER) return at + 1;
    if (code !== QUOTE && code !== APOSTROPHE) continue;
    at = text.indexOf(code === QUOTE ? '"' : "'", at + 1);
    if (at === -1) return -1;
  }
  return -1;
}

function checkDeclaration(instruction: string): void {
  const [, encoding = 'UTF-8'] = /^xml\s.*?\bencoding\s*=\s*["']([^"']*)/s.exec(instruction) ?? [];
  if (!/^(utf-8|us-ascii)$/i.test(encoding)) throw new PartFault(`declared as ${quoteValue(encoding)}; must be UTF-8`);
}

/** The attributes of an element, by their names with prefixes. */
export function attributesOf(written: string): ReadonlyMap<string, string> {
  if (written.length > ATTRIBUTES_CHARS_MAX) {
    throw new PartFault(`attributes are longer than the allowed ${ATTRIBUTES_CHARS_MAX} characters`);
  }
  const attributes = new Map<string, string>();
  for (const [, name = '', inQuotes, inApostrophes = ''] of written.matchAll(
    /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g,
  )) {
    attributes.set(name, decoded(inQuotes ?? inApostrophes));
  }
  return attributes;
}

/** One attribute of an element. Written as programs write it, it is found without dividing the others. */
export function attributeOf(written: string, name: string): string | undefined {
  if (UNUSUAL.test(written)) return attributesOf(written).get(name);
  const mark = ` ${name}="`;
  const at = written.indexOf(mark);
  return at === -1 ? undefined : written.slice(at + mark.length, written.indexOf('"', at + mark.length));
}

function decoded(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9A-Fa-f]{1,6})|(\w+));|&/g,
    (entity, decimal?: string, hex?: string, name = '') => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      const character = code <= 0x10ffff ? String.fromCodePoint(code) : ENTITIES.get(name);
      // Half of a character is none.
      if (character?.isWellFormed() !== true)
        throw new PartFault(`not valid XML: unknown entity ${quoteValue(entity)}`);
      return character;
    },
  );
}

function localName(name: string): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}
