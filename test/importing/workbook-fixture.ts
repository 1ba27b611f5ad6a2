import { createZip } from '../../src/importer/formats/zip-fixture.ts';

/** A cell: a text becomes a shared string, a number a number. */
type Cell = string | number | undefined;

export type SheetsFixture = Readonly<Record<string, readonly (readonly Cell[])[]>>;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Builds an XLSX file for tests as Excel writes it; `more` replaces its parts, or adds others. */
export function createWorkbook(sheets: SheetsFixture, more: Readonly<Record<string, string>> = {}): Buffer {
  return createZip({ ...workbookParts(sheets), ...more });
}

/** The parts of an XLSX file, by their names in the zip. */
export function workbookParts(sheets: SheetsFixture): Record<string, string> {
  const strings = new Map<string, number>();
  const formatCell = (cell: Cell, reference: string): string => {
    if (cell === undefined) return '';
    if (typeof cell === 'number') return `<c r="${reference}" s="1"><v>${cell}</v></c>`;
    if (!strings.has(cell)) strings.set(cell, strings.size);
    return `<c r="${reference}" t="s"><v>${strings.get(cell)}</v></c>`;
  };
  const names = Object.keys(sheets);
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/>${names.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${CONTENT}.worksheet+xml"/>`).join('')}<Override PartName="/xl/sharedStrings.xml" ContentType="${CONTENT}.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook ${MAIN} xmlns:r="${RELATIONS}"><sheets>${names.map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rId0" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  };
  for (const [i, name] of names.entries()) {
    const rows = (sheets[name] ?? []).map((cells, row) => {
      const inside = cells
        .map((cell, column) => formatCell(cell, `${String.fromCharCode(65 + column)}${row + 1}`))
        .join('');
      return `<row r="${row + 1}">${inside}</row>`;
    });
    parts[`xl/worksheets/sheet${i + 1}.xml`] =
      `${XML}<worksheet ${MAIN}><sheetData>${rows.join('')}</sheetData></worksheet>`;
  }
  const items = [...strings.keys()].map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`);
  parts['xl/sharedStrings.xml'] = `${XML}<sst ${MAIN} uniqueCount="${strings.size}">${items.join('')}</sst>`;
  return parts;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
