/**
 * The common part of the independent readings: unpacked files, their text and their rows. It shares no code with the importer.
 * @module
 */
import { basename } from 'node:path';
import { gunzipSync, inflateRawSync, zstdDecompressSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';

/** A file as the register publishes it, extracted from zip, gzip, Zstandard and tar. */
export interface RawFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** The expected fields of a register line, read from the raw file, in any order. */
export type IndependentLine = Readonly<Record<string, unknown>>;

/** Reads the files of a register. Returns the expected fields of each line. */
export type Reader = (files: readonly RawFile[]) => IndependentLine[];

/** Extracts a file from its wrappings; an XLSX file, which is also a zip, stays as it is. */
export function unwrapped(path: string, bytes: Buffer): RawFile[] {
  const name = basename(path);
  if (bytes.readUInt32BE(0) === 0x504b0304) {
    const entries = unzipped(bytes);
    return entries.some((entry) => entry.name === 'workbook.xml') ? [{ name, bytes }] : entries;
  }
  if (bytes.readUInt16BE(0) === 0x1f8b) return unwrapped(name.replace(/\.gz$/, ''), gunzipSync(bytes));
  if (bytes.readUInt32BE(0) === 0x28b52ffd) return unwrapped(name.replace(/\.zst$/, ''), zstdDecompressSync(bytes));
  return bytes.toString('latin1', 257, 262) === 'ustar' ? untarred(bytes) : [{ name, bytes }];
}

/** Returns the files of a zip by its directory. Names are the last parts of paths. */
function unzipped(zip: Buffer): RawFile[] {
  const end = zip.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  const files: RawFile[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    const name = basename(zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0)));
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    files.push({ name, bytes: zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed) });
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

/** Returns the regular files of a tar. */
function untarred(tar: Buffer): RawFile[] {
  const files: RawFile[] = [];
  for (let at = 0; at < tar.length && tar[at] !== 0;) {
    const [name = ''] = tar.toString('utf8', at, at + 100).split('\0');
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8);
    if (/[0\0]/.test(tar.toString('latin1', at + 156, at + 157))) {
      files.push({ name: basename(name), bytes: tar.subarray(at + 512, at + 512 + size) });
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return files;
}

/** Returns the text of a file, without its byte order mark and control characters. */
export function readText({ bytes }: RawFile, encoding = 'utf-8'): string {
  return new TextDecoder(encoding).decode(bytes).replaceAll(/[^\P{Cc}\t\r\n]/gu, '');
}

export type CsvRow = Readonly<Record<string, string>>;

interface CsvOptions {
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly quote?: '"' | false;
}

/** Returns the rows of a CSV by the column names in its header; names and cells are trimmed. */
export function readRows(file: RawFile, { delimiter = ',', encoding, quote = '"' }: CsvOptions = {}): CsvRow[] {
  return parse(readText(file, encoding), {
    delimiter,
    quote,
    columns: (names: string[]) => names.map((name) => name.trim()),
    cast: (cell: string) => cell.trim(),
    skip_empty_lines: true,
    relax_column_count: true,
  });
}

/** Returns the objects of a file with one JSON object a line. */
export function parseLines<T>(file: RawFile): T[] {
  return readText(file)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}

/** Returns the first file whose header, or beginning if it is JSON, contains a text such as a column name. */
export function fileWith(files: readonly RawFile[], text: string, encoding = 'utf-8'): RawFile | undefined {
  return files.find(({ bytes }) => {
    const start = new TextDecoder(encoding).decode(bytes.subarray(0, 16_384));
    const [header = ''] = start.split('\n');
    return (/^\s*[[{]/.test(start) ? start : header).includes(text);
  });
}

/** Groups values by a key; groups are in the order of their first values. */
export function grouped<T>(values: Iterable<T>, keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group === undefined) groups.set(keyOf(value), [value]);
    else group.push(value);
  }
  return groups;
}

/** Returns the date in a file name, `2026-11-20`, `20261120`, `2026.11.20` or `20.11.2026`; undefined without one. */
export function parseDate(name: string): string | undefined {
  const [, year, month, day] = /(20\d\d)[-._]?([01]\d)[-._]?([0-3]\d)/.exec(name) ?? [];
  if (year !== undefined) return `${year}-${month}-${day}`;
  return dateOfDayFirst(name);
}

/** Converts `20.11.2026` or `20/11/2026` to `2026-11-20`. */
export function dateOfDayFirst(text: string): string | undefined {
  const [, day, month, year] = /([0-3]\d)[./-]([01]\d)[./-]((?:18|19|20)\d\d)/.exec(text) ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
}

/** Collapses the white space of a text; undefined if nothing is left. */
export function clean(text: string | null | undefined): string | undefined {
  return text?.replaceAll(/\s+/g, ' ').trim() || undefined;
}

/** Returns the identifier of a company for its number in the register. */
export function registryNumber(value: string, country: string): object {
  return { scheme: 'national_registry_number', value, country_scope: country };
}

/** An XML element; names are without prefixes. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', apos: "'" };

/** Decodes the entities of XML or HTML. */
export function withoutEntities(text: string): string {
  return text
    .replaceAll(/&#(x?)([\da-f]+);/gi, (_, hex: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, hex === '' ? 10 : 16)),
    )
    .replaceAll(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

/** Parses an XML text of tags and texts. Returns the root element. */
export function parsedXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  for (const [, instruction, closing, name = '', attributes = '', empty, text] of xml.matchAll(
    /<([?!][\s\S]*?)>|<(\/?)(?:[\w-]+:)?([\w-]+)([^>]*?)(\/?)>|([^<]+)/g,
  )) {
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.text += withoutEntities(text);
    else if (instruction !== undefined) continue;
    else if (closing === '/') open.pop();
    else {
      const pairs = Array.from(attributes.matchAll(/([\w:-]+)="([^"]*)"/g), ([, key = '', value = '']) => [
        key,
        withoutEntities(value),
      ]);
      const element: Element = {
        name,
        attributes: Object.fromEntries(pairs) as Record<string, string>,
        children: [],
        text: '',
      };
      parent.children.push(element);
      if (empty !== '/') open.push(element);
    }
  }
  return root.children[0] ?? root;
}

/** Returns the elements at the end of a path of names. */
export function elementsAt(element: Element, ...path: readonly string[]): Element[] {
  return path.reduce<Element[]>(
    (at, name) => at.flatMap(({ children }) => children.filter((child) => child.name === name)),
    [element],
  );
}

/** Returns the text at the end of a path of names, cleaned. */
export function textAt(element: Element, ...path: readonly string[]): string | undefined {
  return clean(elementsAt(element, ...path)[0]?.text);
}
