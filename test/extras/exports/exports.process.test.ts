/** Exports, read by independent programs. They load native code, so they need their own process. */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import type * as FollowTheMoney from '@opensanctions/followthemoney';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { codePointCount } from '../../../src/model/index.ts';
import { REGISTERS } from '../../../src/registers/index.ts';
import { SnapshotReader, type SnapshotMetadata } from '../../../src/snapshot/index.ts';
import { company, id, write } from '../../../src/snapshot/record-fixture.ts';
import { EXPORTED, exportAll, exportedRecords, listFiles, readContent, readLines } from './exported-data.ts';
import { COMMAND, environment } from '../../fixtures/serving.ts';
import { until } from '../../fixtures/until.ts';

// A CommonJS module, whose names `import` does not find.
const ftm = createRequire(import.meta.url)('@opensanctions/followthemoney') as typeof FollowTheMoney;

interface Package {
  readonly licenses?: readonly object[];
  readonly resources: readonly {
    readonly name: string;
    readonly path: string;
    readonly schema?: string;
    readonly rows: number;
    readonly bytes: number;
    readonly hash: string;
  }[];
}

/** The expected address columns, by the id of the company. */
const DETAILS_OF: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [id(1)]: {
    street: 'Izdomu iela 1; 2. stāvs',
    postal_code: 'LV-0001',
    locality: 'Rīga',
    address_country: 'LV',
    address: 'Izdomu iela 1; 2. stāvs, LV-0001 Rīga, LV',
  },
  [id(6)]: { locality: 'Nowhere', region: 'Noshire', address: 'The Mill, 1, Invented Row, Nowhere, Noshire' },
};

const omitUndefined = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

suite('An export', () => {
  let directory = '';
  let made: { snapshot: string; into: string; at: string };
  let reader: SnapshotReader;
  let metadata: SnapshotMetadata;
  let duckdb: DuckDBConnection;
  before(async () => {
    directory = mkdtempSync(join(tmpdir(), 'openfirma-exports-'));
    made = await exportedRecords(directory);
    reader = SnapshotReader.open(made.snapshot);
    ({ metadata } = reader);
    duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    await duckdb.run("SET TimeZone = 'UTC'");
  });
  after(async () => {
    duckdb.closeSync();
    await reader.close();
    rmSync(directory, { recursive: true });
  });

  const active = EXPORTED.filter(({ lifecycle }) => lifecycle.status === 'active');
  const rows = async (sql: string): Promise<Record<string, unknown>[]> =>
    (await duckdb.runAndReadAll(sql)).getRowObjectsJson();
  const parquet = (table: string): string => `'${made.at}/parquet/${table}/*.parquet'`;
  const readPackage = (at: string): Package =>
    JSON.parse(readFileSync(join(at, 'datapackage.json'), 'utf8')) as Package;

  test('has in DuckDB the companies that inspect counts, by country, in the order of ids', async () => {
    const counted = await rows(
      `select coalesce(country, '--') as country, count(*)::int as n from ${parquet('companies')} group by 1`,
    );
    const inspected = Object.entries(metadata.countries).filter(([, counts]) => counts.active > 0);
    assert.deepEqual(
      new Map(counted.map(({ country, n }) => [country, n])),
      new Map(inspected.map(([country, counts]) => [country, counts.active])),
    );
    for (const { path } of readPackage(made.at).resources.filter((one) => one.path.startsWith('parquet/companies/'))) {
      const ids = (await rows(`select id from '${join(made.at, path)}'`)).map((row) => String(row['id']));
      assert.deepEqual(ids, ids.toSorted());
    }
  });

  test('has the same rows in one file of all countries a table, by country, then by id', async () => {
    const all = join(directory, 'all');
    const { files } = await exportAll(made.snapshot, all, { by: 'all' });
    for (const { path, rows: count } of files.filter((one) => one.path.startsWith('parquet/'))) {
      const [whole, table = ''] = [`'${join(all, 'latest', path)}'`, path.split(/[/.]/)[1]];
      const from = table === 'former_ids' ? `'${made.at}/${path}'` : parquet(table);
      const differing = `from ((from ${whole} except all from ${from}) union all (from ${from} except all from ${whole}))`;
      assert.deepEqual([path, (await rows(`select * ${differing}`)).length], [`parquet/${table}.parquet`, 0]);
      assert.equal((await rows(`from ${whole}`)).length, count);
    }
    const order = (
      await rows(`select coalesce(country, '~') as country, id from '${all}/latest/parquet/companies.parquet'`)
    ).map((row) => `${String(row['country'])} ${String(row['id'])}`);
    assert.deepEqual(order, order.toSorted());
    assert.deepEqual(listFiles(join(all, 'latest', 'ndjson')), ['companies.ndjson.gz', 'former_ids.ndjson.gz', 'officers.ndjson.gz', 'other_names.ndjson.gz']); // prettier-ignore
  });

  test('has the typed columns of the page in Parquet, each with its logical type', async () => {
    const page = readFileSync('docs/exports.md', 'utf8');
    const logical: Readonly<Record<string, string>> = {
      VARCHAR: 'StringType()',
      DATE: 'DateType()',
      TIMESTAMPTZ:
        'TimestampType(isAdjustedToUTC=1, unit=TimeUnit(MILLIS=MilliSeconds(), MICROS=<null>, NANOS=<null>))',
      'VARCHAR[]': 'ListType()',
    };
    for (const table of ['companies', 'identifiers', 'other_names', 'classifications', 'officers', 'former_ids']) {
      const from = table === 'former_ids' ? `'${made.at}/parquet/former_ids.parquet'` : parquet(table);
      const described = (await rows(`describe select * from ${from}`)).map(
        ({ column_name: name, column_type: type }) => [name, String(type).replace(' WITH TIME ZONE', 'TZ')],
      );
      const [, block = ''] = page.split(`### \`${table}\`\n`)[1]?.split('```') ?? [];
      const stated = [...block.matchAll(/^(\w+) +(\S+)/gm)].map(([, name, type]) => [name, type]);
      assert.deepEqual(stated, described, table);
      for (const [name, type = ''] of stated) {
        const declared = await rows(
          `select distinct logical_type as l from parquet_schema(${from}) where name = '${name}'`,
        );
        assert.deepEqual(declared, [{ l: logical[type] ?? null }], `${table}.${name}`);
      }
    }
  });

  test('has in Parquet the values of the snapshot', async () => {
    const companies = await rows(`select * from ${parquet('companies')}`);
    const byId = new Map(companies.map((row) => [row['id'], row]));
    for (const {
      id: one,
      profile,
      details,
      identifiers: [first],
    } of active) {
      const row = byId.get(one) ?? assert.fail(one);
      const { address, former_names: _, other_names: __, sources: ___, ...plain } = details;
      const want = {
        ...profile,
        ...plain,
        ...DETAILS_OF[one],
        ...(first && { number: first.value, number_scheme: first.scheme, number_country: first.country_scope }),
      };
      const stated = Object.entries(row).filter(
        ([name, value]) => value !== null && name !== 'id' && name !== 'country',
      );
      assert.deepEqual(Object.fromEntries(stated), omitUndefined(want), one);
      assert.equal(row['address'] === null, address === undefined, one);
    }
    const identifiers = await rows(
      `select scheme, value, country_scope from ${parquet('identifiers')} where company_id = '${id(1)}'`,
    );
    assert.deepEqual(
      identifiers.map((row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))),
      EXPORTED[0]?.identifiers,
    );
    assert.deepEqual(await rows(`select code, label, is_primary from ${parquet('classifications')}`), [
      { code: '01.11', label: 'Graudi, u.c.', is_primary: true },
      { code: '03.11', label: null, is_primary: false },
    ]);
  });

  test('has former and other names in every format that allows them', async () => {
    const long = 'O'.repeat(400);
    const names = [
      { name: 'Dzirnavas un Dēli', is_former: false, kind: 'trading' },
      { name: long, is_former: false, kind: 'trading', from: '2001-01-01' },
      { name: 'Vecās "Dzirnavas", SIA', is_former: true, kind: 'former', from: '1992-01-31', until: '1999-12-31' },
    ];
    assert.deepEqual(
      await rows(`select * exclude (company_id, country) from ${parquet('other_names')}`),
      names.map((name) => ({ from: null, until: null, ...name })),
    );
    assert.deepEqual(
      readLines(join(made.at, 'ndjson', 'other_names')),
      names.map((name) => Object.assign({ company_id: id(1) }, name)),
    );
    const entity = readLines<{ id: string; properties: Record<string, string[]> }>(
      join(made.at, 'ftm', 'entities'),
    ).find((one) => one.id === id(1).replace('_', '-'));
    assert.deepEqual(entity?.properties['name'], ['Ūdens "Dzirnavas", SIA']);
    const { alias, previousName } = entity?.properties ?? {};
    // FollowTheMoney does not accept a name of this length.
    assert.deepEqual([alias, previousName], [['Dzirnavas un Dēli'], ['Vecās "Dzirnavas", SIA']]);
  });

  test('has the details of a company in FollowTheMoney', () => {
    const entity = readLines<{ id: string; properties: Record<string, string[]> }>(
      join(made.at, 'ftm', 'entities'),
    ).find((one) => one.id === id(1).replace('_', '-'));
    const { address, status, incorporationDate, dissolutionDate, sourceUrl } = entity?.properties ?? {};
    assert.deepEqual(
      { address, status, incorporationDate, dissolutionDate, sourceUrl },
      {
        // FollowTheMoney treats a semicolon in an address as the end of a line.
        address: ['Izdomu iela 1, 2. stāvs, LV-0001 Rīga, LV'],
        status: ['NA', 'in_liquidation'],
        incorporationDate: ['1992-01-31'],
        dissolutionDate: ['2026-10-31'],
        sourceUrl: ['https://register.example/companies/40001?lang=lv&full=1'],
      },
    );
  });

  test('has the current officers of registers whose licence allows it', async () => {
    const officers = await rows(
      `select position, name, kind, roles, appointed_on, resigned_on from ${parquet('officers')}`,
    );
    const nothing = { kind: null, roles: null, appointed_on: null, resigned_on: null };
    assert.deepEqual(officers, [
      {
        ...nothing,
        position: 1,
        name: 'Anna Izdomāta',
        kind: 'natural_person',
        roles: ['Valdes loceklis', 'Liquidator, "temporary"'],
        appointed_on: '2001-02-03',
      },
      { ...nothing, position: 2, name: 'Anna Izdomāta' },
      { ...nothing, position: 3, name: 'Padome SIA', kind: 'organisation', roles: ['Valdes priekšsēdētājs'] },
      { ...nothing, position: 4, name: 'Leaving Later', resigned_on: '2026-12-31' },
    ]);
    for (const file of listFiles(made.at))
      assert.doesNotMatch(readContent(join(made.at, file)).toString('latin1'), /Withheld|Goneson/, file);
  });

  test('has the same tables in CSV as in Parquet', async () => {
    for (const table of ['companies', 'identifiers', 'other_names', 'classifications', 'officers']) {
      const cells = listFiles(join(made.at, 'csv', table)).flatMap((file) => {
        const text = readContent(join(made.at, 'csv', table, file));
        return parse<Record<string, string>>(text, { columns: true, relax_column_count: false });
      });
      const typed = await rows(
        `select * exclude (filename, file_row_number)
        from read_parquet(${parquet(table)}, filename = true, file_row_number = true) order by filename, file_row_number`,
      );
      const texts = typed.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, csvText(value)])),
      );
      assert.deepEqual(cells, texts, table);
    }
  });

  test('has the times of CSV in Parquet in every time zone', async () => {
    await duckdb.run("SET TimeZone = 'Europe/Helsinki'");
    const times = `company_id, position, source_published_at::timestamptz::text as published, source_observed_at::timestamptz::text as observed`;
    const [texts, typed] = await Promise.all([
      rows(`select ${times} from read_csv('${made.at}/csv/officers/*.csv.gz', all_varchar = true) order by all`),
      rows(`select ${times} from ${parquet('officers')} order by all`),
    ]);
    await duckdb.run("SET TimeZone = 'UTC'");
    assert.ok(texts.some(({ observed }) => observed !== null));
    assert.deepEqual(
      typed,
      texts.map((row) => Object.assign({}, row, { position: Number(row['position']) })),
    );
  });

  test('has CSV whose dialect DuckDB detects from any file', async () => {
    const files = listFiles(join(made.at, 'csv')).filter((file) => file.endsWith('.gz'));
    const quotes = await Promise.all(
      files.map(async (file) => (await rows(`select Quote as q from sniff_csv('${made.at}/csv/${file}')`))[0]?.['q']),
    );
    assert.deepEqual(new Set(quotes), new Set(['"']));
    for (const table of ['companies', 'other_names']) {
      const csv = `read_csv('${made.at}/csv/${table}/*.csv.gz', all_varchar = true)`;
      assert.deepEqual(await rows(`select name from ${csv} except select name from ${parquet(table)}`), [], table);
    }
  });

  test('is read by DuckDB as the page says: numbers keep zeros that come late, and fields that come late are there', async () => {
    const page = readFileSync('docs/exports.md', 'utf8');
    const at = join(directory, 'late');
    mkdirSync(at);
    // DuckDB guesses types and fields from 20,480 rows of a file, and from 32 files.
    const serials = Array.from({ length: 25_000 }, (_, i) => i);
    const isLate = (i: number): boolean => i > 24_990;
    const cells = serials.map((i) => `${i},${isLate(i) ? '0' : '1'}${i}`);
    const lines = serials.map((i) => JSON.stringify({ id: i, ...(isLate(i) && { late: 'x' }) }));
    writeFileSync(join(at, 'EE.csv.gz'), gzipSync(['"id","number"', ...cells].join('\n')));
    writeFileSync(join(at, 'LV.csv.gz'), gzipSync('"id","number"\n1,LV 1'));
    writeFileSync(join(at, 'AA.ndjson.gz'), gzipSync(lines.join('\n')));
    for (let i = 0; i < 33; i++)
      writeFileSync(join(at, `B${i}.ndjson.gz`), gzipSync(JSON.stringify({ id: i, ...(i === 32 && { last: 'y' }) })));
    const stated = (call: string, files: string): string => {
      const [, rest = ''] = new RegExp(`\`${call}\\(FILES(.*?)\\)\``).exec(page) ?? [];
      assert.notEqual(rest, '', call);
      return `${call}('${join(at, files)}'${rest})`;
    };
    for (const files of ['EE.csv.gz', '*.csv.gz'])
      assert.deepEqual(await rows(`select number from ${stated('read_csv', files)} where id = '24999'`), [
        { number: '024999' },
      ]);
    const found = `count(late)::int as late, count(last)::int as last`;
    assert.deepEqual(await rows(`select ${found} from ${stated('read_json', '*.ndjson.gz')}`), [{ late: 9, last: 1 }]);
  });

  test('has the bytes of the API in NDJSON, and then the columns of details', async () => {
    const texts = listFiles(join(made.at, 'ndjson', 'companies')).flatMap((file) =>
      readContent(join(made.at, 'ndjson', 'companies', file))
        .toString('utf8')
        .trimEnd()
        .split('\n'),
    );
    const answers = active.map((one) => reader.company(one.id)?.toString('utf8') ?? '');
    assert.equal(texts.length, answers.length);
    const described = await rows(`describe select * from ${parquet('companies')}`);
    const appended = described.map(({ column_name: name }) => String(name)).slice(-14);
    const parquetRows = new Map((await rows(`select * from ${parquet('companies')}`)).map((row) => [row['id'], row]));
    for (const text of texts) {
      const { id: one, ...line } = JSON.parse(text) as Record<string, unknown>;
      const answer = answers.find((json) => json.includes(String(one))) ?? assert.fail(text);
      assert.ok(text.startsWith(answer.slice(0, -1)), text);
      for (const name of appended) assert.equal(line[name] ?? null, parquetRows.get(one)?.[name], `${text}: ${name}`);
    }
    assert.deepEqual(
      readLines<{ object: string; kind?: string }>(join(made.at, 'ndjson', 'officers')).map(({ object, kind }) => [
        object,
        kind,
      ]),
      ['natural_person', undefined, 'organisation', undefined].map((kind) => ['company_officer', kind]),
    );
  });

  test('maps former ids to current ones, without restricted records', async () => {
    assert.deepEqual(await rows(`select * from '${made.at}/parquet/former_ids.parquet'`), [
      { id: id(2), status: 'redirected', continues_as: id(1) },
      { id: id(3), status: 'split', continues_as: id(1) },
      { id: id(3), status: 'split', continues_as: id(6) },
      { id: id(4), status: 'tombstoned', continues_as: null },
    ]);
    for (const file of listFiles(made.at))
      for (const hidden of [id(5), id(7), id(8), 'Split SIA'])
        assert.ok(!readContent(join(made.at, file)).includes(hidden), `${file}: ${hidden}`);
  });

  test('is valid in the model of FollowTheMoney', () => {
    const model = new ftm.Model(ftm.defaultModel);
    const entities = readLines<{ id: string; schema: string; properties: Record<string, string[]> }>(
      join(made.at, 'ftm', 'entities'),
    );
    // One company has no name; the name of another is longer than FollowTheMoney accepts.
    const companies = entities.filter(({ schema }) => schema === 'Company');
    assert.equal(companies.length, active.length - 2);
    assert.equal(entities.length, companies.length + 8);
    assert.deepEqual(
      entities.flatMap(({ schema, properties }) => (schema === 'Directorship' || schema === 'Company' ? [] : [[schema, properties['name']?.[0]]])), // prettier-ignore
      [
        ['Person', 'Anna Izdomāta'],
        ['LegalEntity', 'Anna Izdomāta'],
        ['Organization', 'Padome SIA'],
        ['LegalEntity', 'Leaving Later'],
      ],
    );
    const ids = new Set(entities.map((entity) => entity.id));
    assert.equal(ids.size, entities.length);
    for (const raw of entities) {
      // The ids that its Python model accepts; references to other ids are dropped.
      assert.match(raw.id, /^[0-9a-zA-Z][0-9a-zA-Z.-]*[0-9a-zA-Z]$/);
      const entity = model.getEntity(raw);
      assert.deepEqual(entity.toJSON(), raw);
      for (const name of entity.schema.required) assert.ok(entity.hasProperty(name), `${raw.id}: ${name}`);
      for (const property of entity.getProperties()) {
        assert.ok(!property.stub && !property.deprecated, property.qname);
        for (const value of raw.properties[property.name] ?? []) {
          assert.ok(value.trim() !== '' && codePointCount(value) <= property.maxLength, property.qname);
          const { name: type, values } = property.type;
          if (type === 'country') assert.ok(values.has(value), value);
          if (type === 'date') assert.match(value, /^\d{4}-\d{2}-\d{2}$/);
          if (type === 'entity') assert.ok(ids.has(value), value);
        }
      }
    }
  });

  test('describes each file with correct checksums', () => {
    const { resources, licenses } = readPackage(made.at);
    const sums = new Map(
      readFileSync(join(made.at, 'SHA256SUMS'), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line): [string, string] => [line.slice(66), line.slice(0, 64)]),
    );
    const files = listFiles(made.at);
    assert.deepEqual(
      [...sums.keys()],
      files.filter((file) => file !== 'SHA256SUMS'),
    );
    for (const [file, sum] of sums) {
      const bytes = readFileSync(join(made.at, file));
      assert.equal(createHash('sha256').update(bytes).digest('hex'), sum, file);
    }
    const data = files.filter((file) => file.includes('/') && !file.startsWith('schemas/'));
    assert.deepEqual(resources.map(({ path }) => path).toSorted(), data);
    assert.equal(new Set(resources.map(({ name }) => name)).size, data.length);
    for (const { name, path, schema, bytes, hash } of resources) {
      assert.match(name, /^[a-z0-9-]+$/);
      assert.equal(bytes, readFileSync(join(made.at, path)).length);
      assert.equal(hash, `sha256:${sums.get(path)}`);
      if (schema === undefined) continue;
      assert.ok(sums.has(schema), schema);
      // A foreign key names one resource, but there is one resource for each country.
      assert.doesNotMatch(readFileSync(join(made.at, schema), 'utf8'), /foreignKeys/);
    }
    // The profile does not allow an empty list.
    assert.ok(licenses === undefined || licenses.length > 0);
    const catalogue = JSON.parse(readFileSync(join(made.at, 'catalog.jsonld'), 'utf8')) as {
      'dcat:dataset': { 'dcat:distribution': { 'dcat:downloadURL': { '@id': string } }[] }[];
    };
    const distributions = catalogue['dcat:dataset'].flatMap((dataset) => dataset['dcat:distribution']);
    assert.deepEqual(distributions.map((one) => one['dcat:downloadURL']['@id']).toSorted(), data);
  });

  test('counts in its description the rows that DuckDB counts', async () => {
    for (const { path, rows: stated } of readPackage(made.at).resources) {
      const from = path.startsWith('csv/')
        ? `read_csv('${made.at}/${path}')`
        : path.startsWith('parquet/')
          ? `'${made.at}/${path}'`
          : `read_json('${made.at}/${path}', format = 'newline_delimited')`;
      assert.deepEqual(await rows(`select count(*)::int as n from ${from}`), [{ n: stated }], path);
    }
  });

  test('has the same bytes in any folder and at any time, and is not written again', async () => {
    const again = await exportAll(made.snapshot, join(directory, 'again'));
    assert.equal(again.isUnchanged, false);
    const sums = readFileSync(join(made.at, 'SHA256SUMS'), 'utf8');
    assert.equal(readFileSync(join(again.path, 'SHA256SUMS'), 'utf8'), sums);
    const { path } = again;
    assert.equal((await exportAll(made.snapshot, join(directory, 'again'))).isUnchanged, true);
    writeFileSync(join(path, 'LICENCES.md'), 'overwritten');
    assert.equal((await exportAll(made.snapshot, join(directory, 'again'))).isUnchanged, false);
    assert.notEqual(readFileSync(join(path, 'LICENCES.md'), 'utf8'), 'overwritten');
    assert.deepEqual(readdirSync(join(directory, 'again')).toSorted(), [
      path.slice(path.lastIndexOf('/') + 1),
      'latest',
    ]);
  });

  test('lists licences, and omitted officers with the reason', async () => {
    const into = join(directory, 'licences');
    const at = mkdtempSync(join(directory, 'registers-'));
    const work = join(at, 'work');
    mkdirSync(work);
    const { SnapshotWriter } = await import('../../../src/snapshot/index.ts');
    const writer = new SnapshotWriter(work);
    writer.add(company(1, { profile: { name: 'Only AS', as_of_date: '2026-11-01' } }));
    const counts = { lines: 1, companies: 1, officers: 0 };
    await writer.finish(join(at, 's'), { registers: { 'no-brreg': counts, 'lv-ur': counts, own: counts } });
    const { officersLeftOut } = await exportAll(join(at, 's'), into);
    assert.deepEqual(officersLeftOut, []);
    const said = readFileSync(join(into, 'latest', 'LICENCES.md'), 'utf8');
    for (const word of [
      REGISTERS.get('no-brreg')?.attribution,
      REGISTERS.get('lv-ur')?.licence.url,
      'Officers: omitted, NLOD does not cover personal data',
      'Officers: included, CC0',
      '## own\n\nThe licence is unknown.',
    ])
      assert.ok(said.includes(word ?? assert.fail()), word);
  });

  test('lists omitted officers with the reason, a line for each system', async () => {
    const { path, officersLeftOut } = await exportAll(made.snapshot, join(directory, 'left-out'));
    const because = REGISTERS.get('gb-companies-house')?.officersReuse?.because ?? assert.fail();
    const unknown = 'the register is unknown, and so is its licence for officers';
    assert.deepEqual(officersLeftOut, [
      { system: 'Companies House', register: 'gb-companies-house', officers: 1, because },
      { system: 'somebody', officers: 1, because: unknown },
    ]);
    const said = readFileSync(join(path, 'LICENCES.md'), 'utf8');
    assert.ok(said.includes(`- 1 officer of gb-companies-house omitted: ${because}\n- 1 officer of "somebody" omitted: ${unknown}\n`)); // prettier-ignore
    const { description } = JSON.parse(readFileSync(join(path, 'datapackage.json'), 'utf8')) as { description: string };
    assert.match(description, / Others are omitted \(2\); LICENCES\.md lists the reasons\./);
    assert.doesNotMatch(said + description, /Withheld/);
  });

  test('has no folder without files', async () => {
    const at = mkdtempSync(join(directory, 'bare-'));
    const { path: bare } = await write(at, 's', [
      company(1, { profile: { name: 'Only AS', as_of_date: '2026-11-01' } }),
    ]);
    for (const withOfficers of [true, false]) {
      const { path } = await exportAll(bare, join(at, 'exports'), { withOfficers });
      const folders = readdirSync(path, { recursive: true, withFileTypes: true }).filter((one) => one.isDirectory());
      assert.ok(folders.length > 0);
      for (const { parentPath, name } of folders) assert.ok(readdirSync(join(parentPath, name)).length > 0, name);
    }
  });

  test('has no officers unless they are requested', async () => {
    const { path, files, officersLeftOut } = await exportAll(made.snapshot, join(directory, 'without'), {
      withOfficers: false,
    });
    assert.deepEqual([files.filter((file) => file.kind.name === 'officers'), officersLeftOut], [[], []]);
    for (const file of listFiles(path))
      assert.doesNotMatch(readContent(join(path, file)).toString('utf8'), /Izdomāta|Leaving/, file);
  });

  test('removes the earlier export, and no other file of the folder', async () => {
    const into = join(directory, 'kept');
    mkdirSync(join(into, 'somebody'), { recursive: true });
    const { path: earlier } = await exportAll(made.snapshot, into, { formats: ['csv'] });
    const { path: other } = await write(mkdtempSync(join(directory, 'other-')), 's', [
      company(1, { name: 'Other AS' }),
    ]);
    const { path } = await exportAll(other, into, { formats: ['csv'] });
    assert.notEqual(path, earlier);
    assert.deepEqual(readdirSync(into).toSorted(), [path.slice(into.length + 1), 'latest', 'somebody'].toSorted());
    assert.deepEqual(listFiles(join(into, 'latest')), listFiles(path));
  });

  const refused: readonly (readonly [claim: string, set: (into: string) => void, says: RegExp])[] = [
    [
      'where latest is a folder',
      (into) => mkdirSync(join(into, 'latest'), { recursive: true }),
      /is not a link to an export/,
    ],
    [
      'while another process exports into it',
      (into) => mkdirSync(join(into, `.exporting-${process.ppid}`), { recursive: true }),
      /process \d+ holds/,
    ],
  ];
  test('is refused if it would remove an export of other formats', async () => {
    const into = join(directory, 'search');
    mkdirSync(join(into, 'made'), { recursive: true });
    writeFileSync(join(into, 'made', 'search.json'), '');
    symlinkSync('made', join(into, 'latest'));
    await assert.rejects(exportAll(made.snapshot, into), /"static" takes a folder of its own$/);
    assert.deepEqual(readdirSync(into), ['latest', 'made']);
  });

  test('is refused if the path is a file', async () => {
    const into = join(directory, 'file');
    writeFileSync(into, '');
    await assert.rejects(exportAll(made.snapshot, into), /^InputError: Cannot export into ".*": it is a file, not a folder$/); // prettier-ignore
  });

  for (const [claim, set, says] of refused) {
    test(`is refused ${claim}, and changes nothing`, async () => {
      const into = mkdtempSync(join(directory, 'refused-'));
      set(into);
      const found = readdirSync(into);
      await assert.rejects(exportAll(made.snapshot, into), says);
      assert.deepEqual(readdirSync(into), found);
    });
  }

  test('is stopped by a signal between two companies and leaves nothing', async () => {
    const into = join(directory, 'stopped');
    const stop = new Error('stopped');
    let calls = 0;
    const yieldIfDue = (): Promise<void> | undefined => (++calls < 700 ? undefined : Promise.reject(stop));
    await assert.rejects(exportAll(made.snapshot, into, { yieldIfDue }), stop);
    assert.ok(!readdirSync(directory).includes('stopped'));
  });

  test('that was killed leaves only hidden files, which the next one removes', async () => {
    const into = join(directory, 'killed');
    const args = ['export', '--format', 'csv,parquet', '--into', into, made.snapshot];
    const child = spawn(COMMAND, args, { env: environment({}), stdio: 'ignore' });
    // The export is stopped in the middle, so that it is killed there however fast it is.
    await until('it has begun to write', () => {
      const work = readdirSync(directory).includes('killed') ? readdirSync(into) : [];
      return child.exitCode !== null || work.some((name) => name.startsWith('.exporting-'));
    });
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    if (child.signalCode === 'SIGKILL')
      assert.ok(!readdirSync(into).includes('latest') || listFiles(join(into, 'latest')).length > 0);
    const { status, stdout, stderr } = spawnSync(COMMAND, [...args, '--json'], {
      env: environment({}),
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    const report = JSON.parse(stdout) as { path: string; files: { path: string }[] };
    assert.deepEqual(readdirSync(into).toSorted(), [report.path.slice(into.length + 1), 'latest']);
    for (const { path } of report.files) assert.ok(listFiles(report.path).includes(path), path);
  });
});

/** Formats a value from DuckDB's JSON as CSV does. */
function csvText(value: unknown): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\+00$/.test(text) ? text.replace(' ', 'T').replace('+00', 'Z') : text;
}
