/**
 * Runs every example of the site against services over the bundled sample and over other data. Examples for browsers run in
 * developers.browser.test.ts.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { CompanyEnvelope, OfficerPage, SearchPage } from '../../src/contract/index.ts';
import { exportAll } from '../extras/exports/exported-data.ts';
import { MILLS, buildLines, mills } from '../searching/generations.ts';
import { has, type PartName } from '../parts.ts';
import { startService, stopService, type Running } from '../fixtures/serving.ts';
import { assertPrinted, requestsOn, siteExamples, type Example } from './site-examples.ts';

const CLIENT = join(import.meta.dirname, '..', '..', 'clients', 'javascript', 'src');

/** The command that runs an example, and the program that it needs. */
const COMMANDS: Readonly<
  Record<string, { readonly command: string; readonly args: readonly string[]; readonly part?: PartName }>
> = {
  sh: { command: 'bash', args: ['-eo', 'pipefail', '-c'], part: 'curl' },
  node: { command: process.execPath, args: ['--input-type=module', '--eval'] },
  python: { command: 'python3', args: ['-c'], part: 'python' },
};

/** The exit status and the output of a command. */
interface Ended {
  readonly code: number | null;
  readonly printed: string;
  readonly complaints: string;
}

/** Runs a command in a folder. */
function run(command: string, args: readonly string[], cwd: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const { PATH = '', NODE_COMPILE_CACHE } = process.env;
    const compiled = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
    const env = { PATH, ...compiled, PYTHONIOENCODING: 'utf-8' };
    const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    let complaints = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, printed, complaints }));
  });
}

interface Served {
  /** Returns the arguments of `serve`; may write data to a folder. */
  readonly prepare: (folder: string) => Promise<readonly string[]>;
  /** A search of the site that finds companies. */
  readonly search: string;
}

const SERVED: Readonly<Record<string, Served>> = {
  'the sample': { prepare: async () => ['--sample'], search: 'q=l%27a&country=all' },
  'other data': {
    prepare: async (folder) => ['--snapshot', await buildLines(folder, 'mills', mills(0, 30), { match: true })],
    search: `q=${MILLS}&country=SE`,
  },
};

const made = mkdtempSync(join(tmpdir(), 'openfirma-exported-'));
const exported = join(made, 'exports');
before(async () => {
  await exportAll(await buildLines(made, 'exported', mills(0, 3)), exported, { formats: ['csv'] });
});
after(() => rmSync(made, { recursive: true }));

for (const [name, { prepare, search }] of Object.entries(SERVED))
  suite(`The examples of the site over ${name}`, () => {
    let folder = '';
    let running: Running;
    let examples: readonly Example[] = [];
    before(async () => {
      folder = mkdtempSync(join(tmpdir(), 'openfirma-examples-'));
      // The client from its sources, under the name by which readers would install it.
      const installed = join(folder, 'node_modules', 'openfirma-client');
      mkdirSync(installed, { recursive: true });
      symlinkSync(CLIENT, join(installed, 'src'));
      writeFileSync(
        join(installed, 'package.json'),
        '{"type":"module","exports":{".":"./src/openfirma.ts","./*":"./src/*.ts"}}',
      );
      cpSync(exported, join(folder, 'exports'), { recursive: true });
      const settings = { DATA_DIR: 'data', DOORS: 'lookup,changes,data,reconcile,mcp' };
      running = await startService(folder, await prepare(folder), settings);
      examples = await siteExamples(running.address);
    });
    after(async () => {
      await stopService(running);
      rmSync(folder, { recursive: true });
    });

    test('exist for every language, browsers included', () => {
      assert.deepEqual([...new Set(examples.map(({ runner }) => runner))].toSorted(), [
        'browser',
        'node',
        'python',
        'sh',
      ]);
    });

    const ofPages = 'of a page of data get that data';
    test(ofPages, { skip: !has('curl', ofPages) }, async () => {
      const { address } = running;
      const asked = async (page: string, i: number): Promise<string> => {
        const requests = await requestsOn(page);
        const { command, args } = COMMANDS['sh'] ?? { command: '', args: [] };
        const ended = await run(command, [...args, (requests[i] ?? 'false').replace('curl ', 'curl -sf ')], folder);
        assert.equal(ended.code, 0, `${page}: ${requests[i]}`);
        return ended.printed;
      };
      const { data } = JSON.parse(await asked(`${address}/search?${search}`, 0)) as SearchPage;
      assert.ok(data.length > 0);
      const company = data[0]?.id ?? '';
      assert.equal((JSON.parse(await asked(`${address}/companies/${company}`, 0)) as CompanyEnvelope).data.id, company);
      assert.equal((JSON.parse(await asked(`${address}/companies/${company}`, 1)) as OfficerPage).company_id, company);
    });

    for (const [runner, { command, args, part }] of Object.entries(COMMANDS)) {
      const title = `print the output on their pages: ${runner}`;
      if (part !== undefined && !has(part, `The examples of the site ${title}`)) continue;
      test(title, async () => {
        for (const example of examples.filter((some) => some.runner === runner)) {
          const ended = await run(command, [...args, example.code], folder);
          assert.equal(
            ended.code,
            0,
            `${example.page}
${example.code}
${ended.complaints}`,
          );
          assertPrinted(example, ended.printed);
        }
      });
    }
  });
