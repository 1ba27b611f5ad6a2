/** The client as published: JavaScript that runs without its sources, and declarations that describe the service's responses. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { compressedBytes, packClient } from '../../clients/javascript/emit.ts';
import type { RegisterLine } from '../../src/model/index.ts';
import { DocumentSchemas, type OpenApi } from './openapi-document.ts';
import { lineId } from '../fixtures/service.ts';
import { startSample } from '../fixtures/built-sample.ts';
import { stopService, type Running } from '../fixtures/serving.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const README = readFileSync(join(ROOT, 'clients', 'javascript', 'README.md'), 'utf8');
const SAMPLE = readFileSync(join(ROOT, 'tools', 'sample', 'companies.ndjson'), 'utf8').trimEnd();
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const STRICT = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022', '--pretty', 'false'];
/** The compiler options for a page, and for a program on Node. */
const BROWSER = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom', '--types', ''];
const NODE = ['--module', 'nodenext', '--types', 'node', '--skipLibCheck'];

/** A response of the service, by the schema of the document that it must satisfy. */
interface Answer {
  readonly schema: 'SearchPage' | 'CompanyEnvelope' | 'OfficerPage' | 'Problem';
  readonly body: object;
}

suite('The published client', () => {
  let folder = '';
  let packed = '';
  let running: Running;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'openfirma-client-'));
    packed = join(folder, 'node_modules', 'openfirma-client');
    await packClient(packed);
    symlinkSync(join(ROOT, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    running = await startSample(folder, { DATA_DIR: 'data' });
  });
  after(async () => {
    await stopService(running);
    rmSync(folder, { recursive: true });
  });

  /** Compiles files that use the package. Returns the compiler's messages of each file, by line. */
  function faults(files: Readonly<Record<string, string>>, options: readonly string[]): Map<number, string>[] {
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
    const types = ['--typeRoots', join(ROOT, 'node_modules', '@types')];
    const args = [TSC, ...STRICT, ...options, ...types, '--ignoreConfig', ...Object.keys(files)];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    assert.equal(stderr, '');
    const errors = stdout.split('\n').flatMap((line) => {
      if (!line.includes('error TS')) return [];
      const [, file = '', number = '0'] = /^([\w.]+)\((\d+),/.exec(line) ?? [];
      assert.ok(file in files, line);
      return [{ file, number: Number(number), line }];
    });
    return Object.keys(files).map(
      (name) => new Map(errors.flatMap(({ file, number, line }) => (file === name ? [[number, line]] : []))),
    );
  }

  test('has no dependencies, holds the files that it names, and is as small as it says', () => {
    const { version, license } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;
    const manifest = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8')) as Record<string, unknown>;
    assert.deepEqual([manifest['version'], manifest['license']], [version, license]);
    assert.deepEqual(Object.keys(manifest).filter((name) => /dependencies|bin/i.test(name)), []); // prettier-ignore
    assert.deepEqual(Object.keys(manifest['scripts'] as object), ['prepack']);
    const { './package.json': _, ...entries } = manifest['exports'] as Record<string, Record<string, string>>;
    for (const file of Object.values(entries).flatMap((entry) => Object.values(entry)))
      assert.ok(existsSync(join(packed, file)), file);
    assert.ok(readdirSync(join(packed, 'dist')).every((file) => /\.(js|d\.ts)$|^LICENSE$/.test(file)));
    const bytes = compressedBytes(join(packed, 'dist'), 'openfirma');
    assert.equal(/ (\d\.\d) kB compressed/.exec(README)?.[1], (bytes / 1000).toFixed(1));
  });

  const USE = `import { OpenFirma, OpenFirmaError, type Company, type SearchPage } from 'openfirma-client';
const country: string | undefined = undefined;
const client = new OpenFirma({ baseUrl: 'https://api.example.org', fetch, onWait: ({ seconds }) => seconds.toFixed() });
const page: SearchPage = await client.search({ q: 'abc', country, signal: AbortSignal.timeout(10) });
for await (const company of client.companies({ q: 'abc', max: 10 })) company satisfies Company;
const error: unknown = undefined;
if (error instanceof OpenFirmaError && error.code === 'rate_limited') error.retryAfterSeconds?.toFixed();
export const name: string = page.data[0]?.name ?? '';
`;
  const FIELD = `import { CompanySearch } from 'openfirma-client/company-search';
CompanySearch.texts.none = 'Keine Firma gefunden';
const field: CompanySearch = document.createElement('company-search');
field.addEventListener('company-selected', ({ detail: { id, name } }) => console.log(id, name));
field.value satisfies string;
`;
  test('compiles in a file for Node', () => {
    assert.deepEqual(faults({ 'use.ts': USE }, NODE), [new Map()]);
  });

  test('compiles in JSX: the recipe of the site for React passes, attributes that the field does not have do not', () => {
    const recipes = readFileSync(join(ROOT, 'src', 'site', 'texts', 'recipes.md'), 'utf8');
    const [, text = ''] = /## React[^]*?```js\n([^]*?)\n```/.exec(recipes) ?? [];
    const recipe = text.replace('{{baseUrl}}', 'https://api.example.org').split('\n');
    const wrong = [
      'export const right = <company-search country-picker label="Supplier" className="wide" />;',
      'export const misspelt = <company-search placholder="Supplier" />;',
      'export const number = <company-search value={7} />;',
      "export const text = <company-search required='no' />;",
      'export const event = <company-search oncompany-selected={({ detail }) => detail.revenue} />;',
    ];
    const options = [...BROWSER, '--jsx', 'react-jsx', '--skipLibCheck'];
    const [found] = faults({ 'supplier.tsx': [...recipe, ...wrong].join('\n') }, options);
    assert.deepEqual(
      [...(found ?? []).keys()],
      [2, 3, 4, 5].map((line) => recipe.length + line),
    );
  });

  test('does nothing where there is no DOM, as in a server that renders pages', () => {
    const program = `const { CompanySearch } = await import('openfirma-client/company-search');
await import('openfirma-client/react');
console.log(typeof CompanySearch, Object.keys(globalThis).filter((name) => /element/i.test(name)).length);`;
    const args = ['--no-experimental-strip-types', '--input-type=module', '--eval', program];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    assert.deepEqual([status, stdout.trim(), stderr], [0, 'function 0', '']);
  });

  /** Returns responses of every kind, about companies in every state. Few, because all must fit into the allowance. */
  async function realAnswers(): Promise<Answer[]> {
    const answers: Answer[] = [];
    const ask = async (schema: Answer['schema'], target: string): Promise<void> => {
      const answer = await fetch(running.address + target);
      assert.equal(answer.ok, schema !== 'Problem', target);
      answers.push({ schema, body: (await answer.json()) as object });
    };
    for (const query of ['q=tov&limit=25', 'q=nordlysmyr&country=NO', 'q=absent'])
      await ask('SearchPage', `/v1/search?${query}`);
    const lines = SAMPLE.split('\n').map((line) => JSON.parse(line) as RegisterLine);
    const states = Map.groupBy(lines, ({ lifecycle, officers }) => lifecycle?.status ?? `active ${officers?.length}`);
    assert.ok(states.size > 5);
    for (const line of [...states.values()].flatMap((some) => some.slice(0, 1))) {
      await ask('CompanyEnvelope', `/v1/companies/${lineId(line)}`);
      await ask('OfficerPage', `/v1/companies/${lineId(line)}/officers`);
    }
    for (const target of ['/v1/search', '/v1/companies/co_0000000000000000000000000z']) await ask('Problem', target);
    return answers;
  }

  /** Returns wrong responses made from a right one: in every object a field too many, a missing field, and a field of another type. */
  function spoiled({ schema, body }: Answer): Answer[] {
    const fields = Object.keys(body);
    return [
      { schema, body: { ...body, relevance: 1 } },
      ...fields.map((name) => ({
        schema,
        body: Object.fromEntries(Object.entries(body).filter(([key]) => key !== name)),
      })),
      ...fields.map((name) => ({ schema, body: { ...body, [name]: { of: 'another type' } } })),
    ];
  }

  /** Calls that the API does not have, after two lines of calls that it has. */
  const WRONG = [
    "import { OpenFirma, OpenFirmaError } from 'openfirma-client';",
    "const client = new OpenFirma({ baseUrl: 'https://api.example.org' });",
    "await client.search({ country: 'FI' });",
    "await client.search({ q: 'abc', limit: '10' });",
    "await client.search({ q: 'abc', name: 'abc' });",
    "client.companies({ q: 'abc', cursor: 'abc' });",
    "await client.search({ q: 'abc', cursor: (await client.search({ q: 'abc' })).next_cursor });",
    '(await client.company(7)).data;',
    "(await client.officers('co_1')).data[0].birth_date;",
    "if (new Error('') instanceof OpenFirmaError) new OpenFirma();",
    "export const isWrong = (error: OpenFirmaError) => error.code === 'unknown';",
  ];

  suite('in a page', () => {
    let answers: readonly Answer[] = [];
    let wrong: readonly Answer[] = [];
    let faultsOf: readonly Map<number, string>[] = [];
    // One run of the compiler checks the files of all three tests.
    before(async () => {
      answers = await realAnswers();
      const kinds = [...Map.groupBy(answers, ({ schema }) => schema).values()];
      wrong = kinds.flatMap(([answer]) => (answer === undefined ? [] : spoiled(answer)));
      assert.ok(kinds.length === 4 && wrong.length > 40);
      const names = [...new Set(answers.map(({ schema }) => schema))].join(', ');
      const typed = [...answers, ...wrong].map(
        ({ schema, body }, i) => `export const a${i}: ${schema} = ${JSON.stringify(body)};`,
      );
      const imported = `import type { ${names} } from 'openfirma-client';`;
      const files = {
        'use.ts': USE + FIELD,
        'wrong.ts': WRONG.join('\n'),
        'answers.ts': [...typed, imported].join('\n'),
      };
      faultsOf = faults(files, BROWSER);
    });

    test('compiles', () => {
      assert.deepEqual(faultsOf[0], new Map());
    });

    test('rejects parameters that the API does not have', () => {
      assert.deepEqual([...(faultsOf[1] ?? []).keys()], WRONG.map((_, i) => i + 1).slice(2));
    });

    test('has types that fit every real response', async () => {
      const document = (await (await fetch(`${running.address}/api/openapi.json`)).json()) as OpenApi;
      const schemas = new DocumentSchemas(document);
      const isValid = ({ schema, body }: Answer): boolean =>
        schemas.faults({ $ref: `#/components/schemas/${schema}` }, body).length === 0;
      assert.ok(answers.every(isValid) && !wrong.some(isValid));
      const [, , found = new Map<number, string>()] = faultsOf;
      const wanted = wrong.map((_, i) => answers.length + i + 1);
      assert.deepEqual([...found.keys()], wanted, [...found.values()].slice(0, 3).join('\n'));
    });
  });

  suite('runs the examples of its README in plain Node', { concurrency: 2 }, () => {
    const examples = [...README.matchAll(/^## (.+)$|^```js\n([\s\S]+?)^```/gm)];
    let section = '';
    for (const [index, [, heading, example]] of examples.entries()) {
      section = heading ?? section;
      if (example === undefined) continue;
      test(`${section}, ${index}`, async () => {
        const file = join(folder, `example-${index}.js`);
        writeFileSync(file, example.replace('http://localhost:8080', running.address));
        const child = spawn(process.execPath, ['--no-experimental-strip-types', file], { cwd: folder });
        let written = '';
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (bytes: Buffer) => (written += bytes.toString()));
        const code = await new Promise((resolve) => child.on('close', resolve));
        const said = [...example.matchAll(/^\/\/ → (.*)$/gm)].map(([, line]) => line);
        assert.deepEqual(written.trimEnd().split('\n'), said);
        assert.ok(code === 0 && said.length > 0);
      });
    }
  });
});
