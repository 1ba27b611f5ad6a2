import { TITLE, describeExport, type ExportFacts, type ExportedFile } from './exported-file.ts';

const schemaPath = (name: string): string => `schemas/${name}.json`;

/** Returns the Table Schemas of the exported tables, by the path of the schema file. */
export function tableSchemas(files: readonly ExportedFile[]): Map<string, string> {
  const schemas = new Map<string, string>();
  for (const { kind, table } of files) {
    if (table === undefined) continue;
    const { columns, primaryKey } = table;
    const fields = columns.map(({ name, type, description, isRequired, values }) => ({
      name,
      type: type === 'list' ? 'array' : type,
      description,
      constraints: (isRequired ?? values) && { required: isRequired, enum: values },
    }));
    // Foreign keys are impossible: a key names one resource, but companies have one resource for each country and format.
    schemas.set(schemaPath(kind.name), json({ fields, missingValues: [''], primaryKey }));
  }
  return schemas;
}

/** The Data Package of Frictionless, version 2: files, columns and licences. */
export function dataPackage(facts: ExportFacts): string {
  const { generation, day, registers, files, publisher } = facts;
  const licences = new Map(
    registers.flatMap(({ register }) =>
      register === undefined ? [] : [[register.licence.url, register.licence.name]],
    ),
  );
  return json({
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: 'openfirma',
    title: TITLE,
    description: describeExport(facts),
    version: generation,
    created: day === undefined ? undefined : `${day}T00:00:00Z`,
    contributors: [{ title: publisher, roles: ['publisher'] }],
    licenses: licences.size === 0 ? undefined : Array.from(licences, ([path, title]) => ({ path, title })),
    sources: registers.map(({ id, register, facts: { published, as_of_last: last } }) => ({
      title: register?.name ?? id,
      path: register?.files.page,
      attribution: register?.attribution,
      licence: register?.licence.url,
      version: published ?? last,
    })),
    resources: files.map(describeResource),
  });
}

function describeResource({ path, format, kind, table, country, rows, bytes, sha256 }: ExportedFile): object {
  const isCsv = format.name === 'csv';
  return {
    name: [format.name, kind.name.replaceAll('_', '-'), country?.toLowerCase() ?? []].flat().join('-'),
    title: country === undefined ? kind.title : `${kind.title}: ${country}`,
    path,
    ...(isCsv && { type: 'table' }),
    format: format.name === 'csv' || format.name === 'parquet' ? format.name : 'ndjson',
    mediatype: format.mediaType,
    encoding: 'utf-8',
    compression: format.compression,
    dialect: isCsv ? { delimiter: ',', lineTerminator: '\n', quoteChar: '"', doubleQuote: true } : undefined,
    schema: table === undefined ? undefined : schemaPath(kind.name),
    rows,
    bytes,
    hash: `sha256:${sha256}`,
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
