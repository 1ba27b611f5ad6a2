import { InputError, quoteValue } from '../../model/index.ts';
import { attributeOf, partElements, readSharedStrings, SharedStrings, sheetRows, type SheetRow } from './sheet.ts';
import { findFormat, type NumberFormats } from './number-formats.ts';
import type { Entry } from 'yauzl';
import type { XmlElement } from '../formats/xml-element.ts';
import { zipEntryChunks } from '../formats/zip.ts';

/** The part that lists the sheets. A zip with it is a workbook. */
const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

/** Maximum number of sheets in a workbook. Published workbooks have at most four. */
const SHEETS_MAX = 100;

/** Maximum number of relations in a workbook: one per sheet, and a few for styles and strings. */
const RELATIONS_MAX = 1000;

/** Maximum number of styles of a workbook: Excel allows some 65,000. */
const STYLES_MAX = 70_000;

type OnCount = (count: number) => void;

export interface Sheet {
  readonly name: string;
  readonly bytes: number;
  /**
   * Streams the rows that have any text. The length and checksum of each part are checked.
   * @param onUnstored if set, cells are read as spreadsheets show them, and it is called for each formula without a stored result
   */
  rows(onBytes: OnCount, onControls: OnCount, onUnstored?: () => void): AsyncGenerator<SheetRow>;
}

/**
 * Returns the sheets of an XLSX file (ISO/IEC 29500); undefined if the zip is not a workbook. Shared strings are read once, before the
 * first row.
 * @throws {InputError} if a part is missing or damaged
 */
export async function openWorkbook(path: string, entries: readonly Entry[]): Promise<Sheet[] | undefined> {
  const parts = new Map(entries.map((entry) => [entry.fileName, entry]));
  if (!parts.has(WORKBOOK)) return undefined;
  const findPart = (name: string): Entry => {
    const entry = parts.get(name);
    if (entry === undefined)
      throw new InputError(`Cannot read ${quoteValue(path)}: the workbook has no ${quoteValue(name)}`);
    return entry;
  };
  const where = (name: string): string => `${path}!${name}`;
  const readElements = async (part: string, elements: string, what: string, max: number): Promise<XmlElement[]> => {
    const chunks = zipEntryChunks(path, findPart(part), () => {});
    const found: XmlElement[] = [];
    for await (const element of partElements(where(part), chunks, elements, () => {})) {
      if (found.push(element) <= max) continue;
      throw new InputError(`Cannot read ${quoteValue(where(part))}: it has more than ${max} ${what}`);
    }
    return found;
  };
  const related = await readElements(RELATIONS, 'Relationships.Relationship', 'relations', RELATIONS_MAX);
  const relations = new Map(
    related.map((element) => {
      const target = attributeOf(element, 'Target') ?? '';
      // The target is relative to the folder of the workbook, or absolute from the root of the zip.
      const part = target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
      return [attributeOf(element, 'Id') ?? '', { type: attributeOf(element, 'Type') ?? '', target: part }];
    }),
  );
  const listed = await readElements(WORKBOOK, 'workbook.sheets.sheet', 'sheets', SHEETS_MAX);
  const shared = [...relations.values()].find(({ type }) => type.endsWith('/sharedStrings'));
  let strings: Promise<SharedStrings> | undefined;
  const loadStrings = (onBytes: OnCount, onControls: OnCount): Promise<SharedStrings> => {
    if (shared === undefined) return Promise.resolve(new SharedStrings());
    const entry = findPart(shared.target);
    strings ??= readSharedStrings(where(shared.target), zipEntryChunks(path, entry, onBytes), onControls);
    return strings;
  };
  const styles = [...relations.values()].find(({ type }) => type.endsWith('/styles'));
  const formats = async (): Promise<NumberFormats> => {
    if (styles === undefined) return [];
    const [properties = {}] = await readElements(WORKBOOK, 'workbook.workbookPr', 'properties', 1);
    const is1904 = /^(?:1|true)$/.test(attributeOf(properties, 'date1904') ?? '');
    const written = await readElements(styles.target, 'styleSheet.numFmts.numFmt', 'number formats', STYLES_MAX);
    const codes = new Map(written.map((element) => [formatIdOf(element), attributeOf(element, 'formatCode') ?? '']));
    const used = await readElements(styles.target, 'styleSheet.cellXfs.xf', 'styles', STYLES_MAX);
    return used.map(formatIdOf).map((id) => findFormat(id, codes.get(id), is1904));
  };
  return listed.flatMap((sheet): Sheet[] => {
    const found = relations.get(attributeOf(sheet, 'id') ?? '');
    // Charts are also sheets, without rows.
    if (found === undefined || !found.type.endsWith('/worksheet')) return [];
    const entry = findPart(found.target);
    const rows: Sheet['rows'] = async function* (onBytes, onControls, onUnstored) {
      const texts = await loadStrings(onBytes, onControls);
      const shown = onUnstored && { formats: await formats(), onUnstored };
      yield* sheetRows(where(found.target), zipEntryChunks(path, entry, onBytes), texts, onControls, shown);
    };
    return [{ name: attributeOf(sheet, 'name') ?? '', bytes: entry.compressedSize, rows }];
  });
}

function formatIdOf(element: XmlElement): number {
  return Number(attributeOf(element, 'numFmtId') ?? 0);
}
