/** Popular generators read every served OpenAPI document in each version that they support, and write types that compile. */
import assert from 'node:assert/strict';
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { OPENAPI_FILES } from '../../src/contract/index.ts';
import { DOOR_NAMES, listDeclarations } from '../fixtures/doors.ts';
import { runProgram } from '../fixtures/programs.ts';
import { TestService, openSample } from '../fixtures/service.ts';

const TSC = join(import.meta.dirname, '../../node_modules/.bin/tsc');
const STRICT =
  '--ignoreConfig --noEmit --strict --module esnext --moduleResolution bundler --target es2022 --pretty false';
const VERSIONS = Object.keys(OPENAPI_FILES);
/** For generators that refuse version 3.2. */
const OLDER = VERSIONS.filter((file) => file !== 'openapi.json');
const NAMES = ['api', ...DOOR_NAMES];

interface Generator {
  readonly program: string;
  /** The documents that the generator reads. */
  readonly reads: readonly string[];
  /** Returns the arguments for an input, and for an output without its file extension. */
  readonly args: (input: string, output: string) => readonly string[];
}

/** Generators by package and version. Installed for this soak only: together they are 120 MB. */
const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-typescript@7.13.0': {
    program: 'openapi-typescript',
    reads: VERSIONS,
    args: (input, output) => [input, '--output', `${output}.ts`],
  },
  '@hey-api/openapi-ts@0.99.0': {
    program: 'openapi-ts',
    reads: VERSIONS,
    args: (input, output) => ['--input', input, '--output', output, '--silent'],
  },
  'orval@8.38.0': {
    program: 'orval',
    reads: VERSIONS,
    args: (input, output) => ['--input', input, '--output', `${output}.ts`, '--client', 'fetch'],
  },
  'openapi-typescript-codegen@0.31.0': {
    program: 'openapi',
    reads: VERSIONS,
    args: (input, output) => ['--input', input, '--output', output, '--client', 'fetch', '--useUnionTypes'],
  },
  'swagger-typescript-api@13.13.0': {
    program: 'swagger-typescript-api',
    reads: VERSIONS,
    args: (input, output) => ['generate', '--path', input, '--output', dirname(output), '--name', `${basename(output)}.ts`], // prettier-ignore
  },
  'oazapfts@7.5.0': {
    program: 'oazapfts',
    reads: OLDER,
    args: (input, output) => [input, `${output}.ts`],
  },
  'openapi-zod-client@1.18.3': {
    program: 'openapi-zod-client',
    reads: OLDER,
    args: (input, output) => [input, '--output', `${output}.ts`],
  },
  'typed-openapi@2.2.7': {
    program: 'typed-openapi',
    reads: OLDER,
    args: (input, output) => [input, '--output', `${output}.ts`],
  },
};

/** Packages that their output imports. */
const IMPORTED = ['@oazapfts/runtime@1.2.0', '@zodios/core@10.9.6', 'axios@1.13.2', 'zod@3.25.76'];

suite('Generators', () => {
  let folder = '';
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'openfirma-generators-'));
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    const packages = [...Object.keys(GENERATORS), ...IMPORTED, 'typescript@5.9.3'];
    runProgram('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], { cwd: folder });
    const sample = await openSample();
    const service = new TestService(sample.backend, { doors: listDeclarations(...DOOR_NAMES) });
    for (const name of NAMES) {
      mkdirSync(join(folder, name));
      for (const file of VERSIONS) {
        const { status, body } = await service.send(`/about/api/${name === 'api' ? '' : `${name}/`}${file}`);
        assert.equal(status, 200, `${name} ${file}`);
        writeFileSync(join(folder, name, file), body);
      }
    }
    await service.app.close();
    await sample.close();
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [name, { program, reads, args }] of Object.entries(GENERATORS))
    for (const file of reads)
      test(`${name} reads every ${file}, and its output compiles`, () => {
        const at = join(folder, 'out', program, file);
        mkdirSync(at, { recursive: true });
        for (const document of NAMES) {
          // Relative: typed-openapi puts its folder in front of every output.
          const given = args(join(folder, document, file), join('out', program, file, document));
          runProgram(join(folder, 'node_modules/.bin', program), given, { cwd: folder });
        }
        const written = globSync('{*.ts,*/index.ts}', { cwd: at });
        assert.deepEqual(written.map((one) => one.replace(/\W.*/, '')).toSorted(), NAMES.toSorted());
        runProgram(TSC, [...STRICT.split(' '), '--types', '', ...written], { cwd: at });
      });

  test('openapi-typescript writes the same types of each version', () => {
    const at = join(folder, 'out/openapi-typescript');
    const [newest = '', ...others] = VERSIONS;
    const lines = NAMES.flatMap((name) =>
      others.map((file) => {
        const [a, b] = [newest, file].map((one) => `import('./${one}/${name}').paths`);
        return `Same<${a}, ${b}>`;
      }),
    );
    const same = 'type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;';
    writeFileSync(join(at, 'same.ts'), `${same}\nexport const all: [${lines.join(',\n')}] = [${lines.map(() => 'true').join(', ')}];\n`); // prettier-ignore
    runProgram(TSC, [...STRICT.split(' '), '--types', '', 'same.ts'], { cwd: at });
  });
});
