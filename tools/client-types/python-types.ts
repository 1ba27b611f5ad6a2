/** Writes the schemas of OpenAPI documents as Python dataclasses. */
import { RECONCILE, RECONCILE_LIMITS } from '../../extras/reconcile/declaration.ts';
import { RECONCILE_SCHEMAS } from '../../extras/reconcile/schemas.ts';
import { SEARCH_LIMITS } from '../../src/contract/index.ts';
import { DETAILS_DOOR } from '../../src/details/index.ts';
import { countryCodes } from '../../src/model/index.ts';
import { createDocument, type Schema } from './document-types.ts';

const LINE_CHARACTERS_MAX = 100;
const KEYWORDS = new Set(['from', 'class', 'import', 'global', 'in', 'is', 'not', 'or', 'and', 'as', 'with', 'pass']);
const SCALARS: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** The request limits that the client needs. */
const LIMITS = {
  PAGE_COMPANIES_MAX: SEARCH_LIMITS.limitMax,
  BATCH_QUERIES_MAX: RECONCILE_LIMITS.batchMax,
  BATCH_BYTES_MAX: RECONCILE_LIMITS.bodyBytesMax,
  QUERY_CHARACTERS_MAX: RECONCILE_LIMITS.queryCharsMax,
};

/**
 * Returns the source of the Python module with the classes of the API: the resources of the main document and of details, and the candidate
 * of reconciliation.
 */
export async function pythonTypes(): Promise<string> {
  const doors = [DETAILS_DOOR.declaration, { ...RECONCILE, schemas: async () => RECONCILE_SCHEMAS }];
  const documents = await Promise.all([createDocument(), ...doors.map(createDocument)]);
  const [contract = {}, details = {}, reconcile = {}] = documents.map(({ components }) => components.schemas);
  const { ReconcileCandidate = {} } = reconcile;
  const schemas = { ...contract, ...details, ReconcileCandidate };
  return `# Written by \`npm run client:types\` from the OpenAPI documents of the service. Do not edit.
"""The resources of the API. A field that no register publishes is None."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

${Object.entries(LIMITS)
  .map(([name, value]) => `${name} = ${value}\n`)
  .join('')}
${formatCountries()}

${pythonClasses(schemas)}`;
}

/** Returns the codes that the filter by country accepts: those of countries, and two in wide use. */
function formatCountries(): string {
  const codes = [...countryCodes(), 'EL', 'UK'].toSorted().join(' ');
  const lines = codes.match(/.{1,90}(?: |$)/g) ?? [];
  return `COUNTRY_CODES = frozenset(\n    (\n${lines.map((line) => `        "${line}"\n`).join('')}    ).split()\n)`;
}

/** Returns a dataclass for each object schema and an alias for any other schema. Throws an Error for an unsupported schema. */
export function pythonClasses(schemas: Readonly<Record<string, Schema>>): string {
  const written: string[] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.properties !== undefined) writeClass(name, schema, written);
    else written.push(`${name} = ${toType(schema, name, written)}\n${formatDocstring(schema.description, '')}`);
  }
  return written.join('\n\n');
}

/** Writes the dataclasses of the objects inside a schema, and then its own. */
function writeClass(name: string, { description, properties = {}, required = [] }: Schema, written: string[]): void {
  const fields = Object.entries(properties).map(([key, schema]) => {
    const type = toType(schema, name + pascalCase(key), written);
    const isRequired = required.includes(key);
    const declared = isRequired ? type : type.endsWith(' | None') ? `${type} = None` : `${type} | None = None`;
    const field = KEYWORDS.has(key) ? `${key}_` : key;
    return formatField(field, declared) + formatDocstring(schema.description, '    ');
  });
  const head = `@dataclass(frozen=True, kw_only=True, slots=True)\nclass ${name}:\n`;
  const doc = formatDocstring(description, '    ');
  written.push(`${head}${doc}${doc === '' ? '' : '\n'}${fields.join('')}`);
}

/** Returns the annotation for a schema. An unnamed object becomes a class that is named after its field. */
function toType(schema: Schema, name: string, written: string[]): string {
  const { $ref, items, type } = schema;
  if ($ref !== undefined) return $ref.replace('#/components/schemas/', '');
  const { enum: choices } = schema;
  if (choices !== undefined) return `Literal[${choices.map((choice) => JSON.stringify(choice)).join(', ')}]`;
  if (schema.properties !== undefined) {
    writeClass(name, schema, written);
    return name;
  }
  if (type === 'array' && items !== undefined) return `list[${toType(items, name, written)}]`;
  const names = [type ?? []].flat().map((one) => SCALARS[one]);
  if (names.length > 0 && names.every((one) => one !== undefined)) return names.join(' | ');
  throw new Error(`Cannot write ${name} as Python: unsupported schema ${JSON.stringify(schema)}`);
}

/** Returns the line of a field. A list of choices that is too long for one line gets a line per choice. */
function formatField(field: string, declared: string): string {
  const line = `    ${field}: ${declared}`;
  if (line.length <= LINE_CHARACTERS_MAX) return `${line}\n`;
  const [, before = '', choices = '', after = ''] = /^(.*Literal\[)(.*?)(\].*)$/.exec(line) ?? [];
  if (choices === '') throw new Error(`Cannot write "${line}": it is too long`);
  const lines = choices.split(', ').map((choice) => `        ${choice},\n`);
  return `${before}\n${lines.join('')}    ${after}\n`;
}

function formatDocstring(text: string | undefined, indent: string): string {
  if (text === undefined) return '';
  if (text.includes('"""') || text.includes('\\')) throw new Error(`Cannot write as Python: ${text}`);
  const lines = [''];
  for (const word of `"""${text}"""`.split(' ')) {
    const line = lines.at(-1) ?? '';
    const isFull = indent.length + line.length + 1 + word.length > LINE_CHARACTERS_MAX;
    if (isFull) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.map((line) => `${indent}${line}\n`).join('');
}

function pascalCase(key: string): string {
  return key.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
