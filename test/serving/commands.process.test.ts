/** The behaviour that scripts rely on: `--json`, exit codes, and skipping of unchanged work. Compared with docs/commands.md. */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { PLACEHOLDERS } from '../../src/cli/completion/completed.ts';
import { loadProgram } from '../../src/cli/program.ts';
import { REGISTERS } from '../../src/registers/index.ts';
import { ResidentCommand, type Ended as EndedCommand } from '../fixtures/resident-command.ts';
import { environment } from '../fixtures/serving.ts';

const PAGE = readFileSync('docs/commands.md', 'utf8');
const GLEIF = resolve('src/registers/gleif/fixtures/json/20261120-0000-gleif-goldencopy-lei2-intra-day.json');
const ID = 'co_2tstf4k96nr0wjz2bbwr5g18cc';

/** Commands that report nothing: their output is a protocol, a log or a script. */
const SILENT = new Set(['mcp', 'serve', 'completion']);

/** A command and its result. */
interface Ended extends EndedCommand {
  readonly args: readonly string[];
}

/** Returns the rows of the table below a heading of the page. */
function rowsBelow(heading: string): string[][] {
  const [, section = ''] = PAGE.split(`\n## ${heading}\n`);
  const lines = (section.split('\n## ', 1)[0] ?? '').split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => line.slice(2, -2).split(' | '));
}

suite('The commands', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'openfirma-commands-'));
    const config = {
      downloads: 'downloads',
      lines: 'lines',
      snapshot: 'refreshed.snapshot',
      registers: [{ register: 'gleif', files: [GLEIF] }],
    };
    writeFileSync(join(folder, 'refresh.json'), JSON.stringify(config));
    writeFileSync(join(folder, 'lines.ndjson'), line('Oppdiktet Fisk AS', 1));
    writeFileSync(join(folder, 'list.csv'), 'name\nOppdiktet Fisk\n');
    writeFileSync(join(folder, 'other.ndjson'), line('Oppdiktet Mølle AS', 2));
  });
  const resident = new ResidentCommand(environment({ PUBLISH_KEY: 'key' }));
  after(() => {
    resident.close();
    rmSync(folder, { recursive: true });
  });

  const at = (name: string): string => join(folder, name);
  /** Changes of files between commands, by the first word. */
  const fileChanges: Readonly<Record<string, (path: string, a?: string, b?: string) => void>> = {
    '!append': (path, text = '') => appendFileSync(at(path), text),
    '!replace': (path, from = '', to = '') =>
      writeFileSync(at(path), readFileSync(at(path), 'utf8').replace(new RegExp(from), to)),
    '!touch': (path) => utimesSync(at(path), 1, 1),
    '!copy': (from, to = '') => copyFileSync(at(from), at(to)),
    '!remove': (path) => rmSync(at(path)),
  };

  /** Runs commands and changes of files, one after the other. */
  async function runAll(runs: readonly (readonly string[])[]): Promise<Ended[]> {
    const ended: Ended[] = [];
    for (const args of runs) {
      const [word = '', path = '', ...more] = args;
      const change = fileChanges[word];
      if (change === undefined) ended.push({ args, ...(await resident.run(args, folder)) });
      else change(path, ...more);
    }
    return ended;
  }

  const line = (name: string, n: number): string =>
    `${JSON.stringify({ name, identifiers: [{ scheme: 'national_registry_number', value: `99${n}`, country_scope: 'NO' }] })}\n`;
  const run = async (...args: string[]): Promise<Ended> => (await runAll([args]))[0] ?? assert.fail();

  test('that report print one JSON document with the fields of the page, and progress beside it', async () => {
    const runs: Readonly<Record<string, readonly string[]>> = {
      registers: ['registers', '--json'],
      import: ['import', 'gleif', '--out', 'gleif.ndjson', '--json', GLEIF],
      build: ['build', '--out', 'a.snapshot', '--json', 'lines.ndjson'],
      'build, other data': ['build', '--out', 'a.snapshot', '--json', 'lines.ndjson', 'other.ndjson'],
      coverage: ['coverage', 'a.snapshot', '--json'],
      fetch: ['fetch', 'be-kbo', '--into', 'downloads', '--json'],
      'refresh --dry-run': ['refresh', 'refresh.json', '--dry-run', '--json'],
      refresh: ['refresh', 'refresh.json', '--json'],
      curate: ['curate', 'restrict', ID, '--file', 'd.ndjson', '--decided-by', 'A. Clerk', '--why', 'a test', '--json'],
      inspect: ['inspect', 'a.snapshot', '--json'],
      verify: ['verify', 'a.snapshot', '--json'],
      search: ['search', 'a.snapshot', 'oppdiktet', '--json'],
      rollback: ['rollback', '--snapshot', 'a.snapshot', '--json'],
      init: ['init', '--countries', 'fi', '--address', 'toys.example', '--root', 'system', '--dry-run', '--json'],
      keys: ['keys', 'new', '--out', 'key', '--json'],
      'build, a continued one': ['build', '--previous', 'a.snapshot', '--out', 'b.snapshot', '--json', 'lines.ndjson', 'other.ndjson'], // prettier-ignore
      publish: ['publish', '--to', 'published', 'a.snapshot', '--json'],
      'build, with a match index': ['build', '--match', '--out', 'list.snapshot', '--json', 'lines.ndjson'],
      match: ['match', 'list.snapshot', 'list.csv', '--out', 'matched.csv', '--json'],
      enrich: ['enrich', 'list.snapshot', 'matched.csv', '--out', 'enriched.csv', '--json'],
      export: ['export', '--format', 'csv', '--into', 'exports', 'a.snapshot', '--json'],
    };
    const ended = await runAll(Object.values(runs));
    const documents = new Map<string, unknown>();
    for (const [i, name] of Object.keys(runs).entries()) {
      const { stdout, stderr, status } = ended[i] ?? assert.fail();
      assert.equal(status, name === 'fetch' ? 1 : 0, `${name}: ${stderr}`);
      documents.set(name, JSON.parse(stdout));
    }
    writeFileSync(at('ids.txt'), `${ID}\n`);
    documents.set('changes', JSON.parse((await run('changes', 'b.snapshot', '--watch', 'ids.txt', '--json')).stdout));
    assert.equal((documents.get('build, a continued one') as { changed: number }).changed, 1);
    const { data } = documents.get('search') as { data: { id: string }[] };
    const got = await run('get', 'a.snapshot', data[0]?.id ?? '', '--json');
    assert.equal((JSON.parse(got.stdout) as { id: string }).id, data[0]?.id);

    const stated = rowsBelow('JSON').map(
      ([command = '', fields = '']) => [command.replaceAll('`', ''), fields] as const,
    );
    for (const [command, fields] of stated) {
      if (['get', 'inspect', 'load', 'doctor', 'probe'].includes(command)) continue;
      const document = documents.get(command);
      const [first] = Array.isArray(document) ? (document as object[]) : [document as object];
      const names = new Set([...fields.replaceAll(/\([^)]*\)/g, '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
      for (const field of Object.keys(first ?? {})) assert.ok(names.has(field), `${command} has ${field}`);
    }
    const named = new Set(stated.map(([command]) => command.split(' ')[0]));
    const [help] = await runAll([['--help']]);
    const commands = [...(help?.stdout ?? '').matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name);
    for (const name of commands)
      assert.ok(SILENT.has(name) || name === 'help' || named.has(name), `${name} is not on the page`);
  });

  test('that report have --json, each of them, subcommands included, and values that completions know', async () => {
    const program = await loadProgram();
    const all = program.commands.flatMap((command) => [command, ...command.commands]);
    for (const command of all) {
      const path = `${command.parent === program ? '' : `${command.parent?.name()} `}${command.name()}`;
      const isLeaf = command.commands.length === 0;
      const hasJson = command.options.some(({ long }) => long === '--json');
      assert.equal(hasJson, isLeaf && !SILENT.has(path), `${path} --json`);
      const chosen = [...command.options, ...command.registeredArguments].filter((value) => !value.argChoices);
      for (const value of chosen) {
        const text = 'flags' in value ? /[<[]([a-z]+)/.exec(value.flags)?.[1] : value.name();
        assert.ok(text === undefined || text in PLACEHOLDERS, `${path}: completed.ts does not say what <${text}> is`);
      }
    }
  });

  test('have one meaning for an option, by its placeholder', async () => {
    const { commands } = await loadProgram();
    const flags = Map.groupBy(commands.concat(commands.flatMap((command) => command.commands)).flatMap(({ options }) => options), ({ long }) => long); // prettier-ignore
    const meanings = [...flags].map(([long, all]) => [long, new Set(all.map((one) => one.flags))] as const);
    // A command makes a file or a folder.
    assert.deepEqual(meanings.flatMap(([long, of]) => (of.size > 1 ? [long] : [])), ['--out']); // prettier-ignore
    assert.ok(flags.size > 20);
  });

  test('name the exit codes that they have in their help, and no other', async () => {
    const wanted = { '': '0 1 2', refresh: '0 1 2', 'curate split': '0 1 2', serve: '0 1 2', changes: '0 1 2 3', doctor: '0 1 2 3 4', probe: '0 1 2 3 4' }; // prettier-ignore
    const printed = await runAll(Object.keys(wanted).map((name) => [...name.split(' '), '--help'].filter(Boolean)));
    for (const [i, [name, codes]] of Object.entries(wanted).entries()) {
      const shown = printed[i]?.stdout.split('Exit status:\n')[1] ?? '';
      assert.equal([...shown.matchAll(/^ {2}(\d) {2}\w/gm)].map(([, code]) => code).join(' '), codes, name);
    }
  });

  test('print a register with the states of its codes', async () => {
    const [printed] = await runAll([['registers', 'ie-cro']]);
    assert.match(printed?.stdout ?? '', /^Name: Company Records\nCountry: IE\n/);
    assert.match(printed?.stdout ?? '', /^States by company_status:\n {2}Normal: active\n/m);
  });

  test('end with these exit codes', async () => {
    const ended = await runAll([
      ['registers'],
      ['inspect', 'absent'],
      ['inspect'],
      ['inspekt'],
      ['registers', '--jso'],
    ]);
    assert.deepEqual(
      ended.map(({ status }) => status),
      [0, 1, 2, 2, 2],
    );
  });

  const refused: readonly (readonly [args: readonly string[], message: string])[] = [
    [['search', 'a.snapshot', 'no'], 'Cannot use prefix: "no" must have 3 to 64 characters'],
    [['search', 'a.snapshot', "'\n"], `Cannot use prefix: "' " must have 3 to 64 characters`],
    [
      ['search', 'a.snapshot', 'nor', '--country', 'FIN'],
      'Cannot use --country: "FIN" must be two letters or "all"; did you mean FI?',
    ],
    [
      ['search', 'a.snapshot', 'nor', '--country', 'Norway'],
      'Cannot use --country: "Norway" must be two letters or "all"; did you mean NO?',
    ],
    [['fetch', 'fi-prh', 'fi-phr', '--into', 'd'], 'Cannot use register: "fi-phr" is unknown; did you mean fi-prh?'],
    [
      ['registers', 'walnut'],
      `Cannot use register: "walnut" is unknown; must be one of ${[...REGISTERS.keys()].join(', ')}`,
    ],
    [
      ['export', 'a.snapshot', '--into', 'd', '--format', 'parqet'],
      'Cannot use --format: "parqet" is unknown; did you mean parquet?',
    ],
    [['enrich', 'a.snapshot', '--fields', 'adress'], 'Cannot use --fields: "adress" is unknown; did you mean address?'],
    [['completion', 'bsh'], 'Cannot use shell: "bsh" is unknown; did you mean bash or zsh?'],
    [['search', 'a.snapshot', 'nor', '--limit', '26'], 'Cannot use --limit: "26" is not between 1 and 25'],
    [['get', 'a.snapshot', 'co_1'], 'Cannot use id: "co_1" is not a company id: co_ and 26 base32 characters'],
  ];
  test('name a value that they cannot use, and what is allowed, in one line', async () => {
    const ended = await runAll(refused.map(([args]) => args));
    for (const [i, { stderr, status }] of ended.entries())
      assert.deepEqual([stderr, status], [`openfirma: ${refused[i]?.[1]}\n`, 2]);
  });

  test('refresh --dry-run says what would be done and why, and changes nothing', async () => {
    const config = {
      downloads: 'none',
      lines: 'dry-lines',
      snapshot: 'dry.snapshot',
      registers: [{ register: 'gleif', files: [GLEIF] }],
    };
    writeFileSync(at('dry.json'), JSON.stringify(config));
    const keyless = { ...config, registers: [{ register: 'hr-sudreg' }, ...config.registers] };
    writeFileSync(at('keyless.json'), JSON.stringify(keyless));
    const names = readdirSync(folder).toSorted();
    const [keys, dry, real, again] = await runAll([
      ['refresh', 'keyless.json', '--dry-run'],
      ['refresh', 'dry.json', '--dry-run'],
      ['refresh', 'refresh.json'],
      ['refresh', 'refresh.json', '--dry-run'],
    ]);
    assert.deepEqual(readdirSync(folder).toSorted(), names);
    assert.match(
      dry?.stdout ?? '',
      /^gleif\n {2}keep {4}.*\(the configuration names it\)\n {2}import {2}.*dry-lines.gleif\.ndjson\.zst {2}\(it does not exist\)\nsnapshot\n {2}build {3}.*dry\.snapshot {2}\(lines are imported\)\nnothing was changed\n$/,
    );
    assert.match(
      keys?.stdout ?? '',
      /^hr-sudreg\n {2}fail {4}.*\(Cannot fetch "hr-sudreg": OPENFIRMA_HR_SUDREG_CLIENT_ID and .* not set .*\)\n {2}fail {4}.*\(there are no lines of an earlier run\)\ngleif\n[^]*\nsnapshot\n {2}fail {4}.*\(a register has no lines\)\n/,
    );
    assert.equal(real?.status, 0, real?.stderr);
    const [nothing, nowhere] = await runAll([
      ['search', 'refreshed.snapshot', 'zzzzzz', '--country', 'NO'],
      ['search', 'refreshed.snapshot', 'zzzzzz', '--country', 'XX'],
    ]);
    assert.deepEqual([nothing?.stdout, nothing?.stderr], ['', 'no name or number of NO begins with "zzzzzz"\n']);
    assert.deepEqual(
      [nowhere?.status, nowhere?.stderr],
      [1, 'openfirma: Cannot search "refreshed.snapshot" in XX: it has no company of this country\n'],
    );
    assert.match(
      again?.stdout ?? '',
      /\n {2}keep {4}.*zst {2}\(it was made of the same\)\nsnapshot\n {2}keep {4}.*made of the same/,
    );
  });

  test('make nothing again that was made of the same', async () => {
    const lines = join(folder, 'mine.ndjson');
    writeFileSync(lines, line('Oppdiktet Torv AS', 3));
    const build = (...more: string[]): string[] => [
      'build',
      '--out',
      'mine.snapshot',
      '--json',
      ...more,
      'mine.ndjson',
    ];
    const reasons = async (...runs: string[][]): Promise<(string | undefined)[]> =>
      (await runAll(runs)).map(({ stdout, stderr }) => {
        assert.notEqual(stdout, '', stderr);
        const { reason, unchanged } = JSON.parse(stdout) as { reason?: string; unchanged: boolean };
        assert.equal(unchanged, reason === undefined);
        return reason;
      });
    const [snapshot, record, input] = ['mine.snapshot', 'mine.snapshot.made.json', 'mine.ndjson'];
    const inputChanged = 'the input "mine.ndjson" has changed';
    const steps: readonly (readonly [step: string[], reason?: string])[] = [
      [build(), 'it does not exist'],
      [build()],
      [build('--previous', snapshot)],
      [build('--force'), 'it was forced'],
      [['!touch', input]],
      [build()],
      [build('--max-rejects', '3'), 'it was made with other options'],
      [build(), 'it was made with other options'],
      [['!append', input, line('Oppdiktet Tare AS', 4)]],
      [build(), inputChanged],
      [build()],
      [['!replace', record, '"program": "[^"]*"', '"program": "0.0.9"']],
      [build(), 'another version of the program made it'],
      [['!replace', record, '^[^]*$', '{']],
      [build(), 'it has no record of its inputs'],
      // A run that is killed before it writes the record leaves the previous record.
      [['!copy', record, 'stale.json']],
      [['!append', input, line('Oppdiktet Lyng AS', 5)]],
      [build(), inputChanged],
      [['!copy', 'stale.json', record]],
      [build(), inputChanged],
      [['!append', snapshot, 'x']],
      [build(), 'it was changed since it was made'],
    ];
    assert.deepEqual(
      await reasons(...steps.map(([step]) => step)),
      steps.filter(([[word]]) => word?.startsWith('!') === false).map(([, reason]) => reason),
    );
  });

  test('build keeps the match index of the snapshot that it continues or replaces, unless an option says otherwise', async () => {
    writeFileSync(at('matched.ndjson'), line('Oppdiktet Lyng AS', 6));
    const build = (out: string, ...more: string[]): string[] => ['build', '--out', out, ...more, 'matched.ndjson'];
    const inspect = (file: string): string[] => ['inspect', file, '--json'];
    const config = {
      downloads: 'downloads',
      lines: 'matched-lines',
      snapshot: 'matched.snapshot',
      registers: [{ register: 'gleif', files: [GLEIF] }],
    };
    writeFileSync(at('matched.json'), JSON.stringify(config));
    writeFileSync(at('unmatched.json'), JSON.stringify({ ...config, match: false }));
    const steps: readonly (readonly [step: string[], file: string, hasIndex: boolean])[] = [
      [build('m.snapshot'), 'm.snapshot', false],
      [build('m.snapshot', '--match'), 'm.snapshot', true],
      [build('m.snapshot'), 'm.snapshot', true],
      [build('m.snapshot', '--force'), 'm.snapshot', true],
      [build('m.snapshot', '--force', '--previous', 'm.snapshot'), 'm.snapshot', true],
      [build('n.snapshot', '--previous', 'm.snapshot'), 'n.snapshot', true],
      [build('m.snapshot', '--no-match'), 'm.snapshot', false],
      [build('m.snapshot', '--force'), 'm.snapshot', false],
      [build('n.snapshot', '--previous', 'm.snapshot'), 'n.snapshot', false],
      [build('matched.snapshot', '--match'), 'matched.snapshot', true],
      [['refresh', 'matched.json', '--accept-loss', 'NO'], 'matched.snapshot', true],
      [['refresh', 'unmatched.json'], 'matched.snapshot', false],
    ];
    const ended = await runAll(steps.flatMap(([step, file]) => [step, inspect(file)]));
    for (const [i, [step, , hasIndex]] of steps.entries()) {
      const [done, inspected] = [ended[2 * i], ended[2 * i + 1]];
      assert.equal(done?.status, 0, `${step.join(' ')}: ${done?.stderr}`);
      const facts = JSON.parse(inspected?.stdout ?? '') as { match_index: boolean };
      assert.equal(facts.match_index, hasIndex, step.join(' '));
    }
    assert.match((await run('inspect', 'matched.snapshot')).stdout, /^match index no$/m);
    assert.match(
      (await run('refresh', 'matched.json', '--dry-run')).stdout,
      /build .*\(it was made of the same\)|keep .*matched.snapshot/,
    );
  });

  test('import a register again only where something changed', async () => {
    const input = join(folder, '20261120-0000-gleif-goldencopy-lei2-intra-day.json');
    writeFileSync(input, readFileSync(GLEIF));
    const imported = (...more: string[]): string[] => [
      'import',
      'gleif',
      '--out',
      'again.ndjson.gz',
      '--json',
      ...more,
      input,
    ];
    const outcomes = async (...runs: string[][]): Promise<(string | undefined)[]> =>
      (await runAll(runs)).map(({ stdout, stderr }) => {
        assert.notEqual(stdout, '', stderr);
        const { reason, report } = JSON.parse(stdout) as { reason?: string; report: { records_read: number } };
        assert.equal(report.records_read, 39);
        return reason;
      });
    const runs = [
      imported(),
      imported(),
      imported('--published', '2026-11-19'),
      imported('--force'),
      ['!remove', 'again.ndjson.gz.report.json'],
      imported(),
      imported(),
    ];
    assert.deepEqual(await outcomes(...runs), [
      'it does not exist',
      undefined,
      'it was made with other options',
      'it was forced',
      'its report is missing',
      undefined,
    ]);
  });
});
