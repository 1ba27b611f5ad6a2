import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { test } from 'node:test';

/** The rooms, and the rooms that each may import. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  model: [],
  files: [],
  contract: ['model'],
  importer: ['model', 'files'],
  registers: ['model', 'importer'],
  fetching: ['model', 'importer', 'files'],
  identity: ['model', 'files'],
  snapshot: ['model', 'contract', 'files'],
  build: ['model', 'files', 'identity', 'snapshot'],
  backend: ['model', 'files', 'snapshot'],
  operations: ['model', 'contract', 'backend'],
  server: ['model', 'contract', 'backend', 'operations'],
  site: ['model', 'contract', 'registers'],
  extra: ['model', 'files', 'contract', 'operations', 'backend', 'build', 'registers', 'server', 'site'],
  details: ['model', 'contract', 'registers', 'backend', 'operations', 'server', 'site', 'extra'],
  cli: [
    'model',
    'files',
    'contract',
    'importer',
    'fetching',
    'registers',
    'snapshot',
    'build',
    'backend',
    'operations',
    'server',
    'site',
    'extra',
    'details',
  ],
};

/** This file imports nothing, so that code for browsers can share its rules. */
const DELIMITED = join('src', 'model', 'tables', 'delimited.ts');

/** A room has one entry, index.ts, except for these, which load a library that most importers of the room do not need. */
const SIDE_DOORS = new Set([
  DELIMITED,
  join('src', 'importer', 'declaration.ts'),
  join('src', 'model', 'shapes.ts'),
  join('src', 'contract', 'document.ts'),
  join('src', 'server', 'bounds.ts'),
  join('src', 'extra', 'workers-wanted.ts'),
  join('src', 'extra', 'refresh-config.ts'),
  join('src', 'site', 'texts.ts'),
  join('src', 'snapshot', 'tables.ts'),
]);

/** The entries of the core for extras: each room's index.ts, and the side doors. */
const CORE_ENTRIES = new Set([...SIDE_DOORS, ...Object.keys(ARROWS).map((room) => join('src', room, 'index.ts'))]);

/** The extras that import other extras. */
const EXTRA_ARROWS: Readonly<Record<string, readonly string[]>> = {
  changes: ['matching'],
  lists: ['lookup', 'matching', 'reconcile'],
  mcp: ['changes', 'lookup', 'matching', 'reconcile'],
  publication: ['changes', 'exports', 'matching'],
  reconcile: ['lookup', 'matching'],
};

const FILE_LINES_MAX = 300;

/** Maximum number of sources in a folder; a larger folder needs subfolders. Tests, soaks, suites and fixtures do not count. */
const FOLDER_SOURCES_MAX = 16;
const NO_SOURCE = /\.(test|soak|suite|d)\.ts$|fixture/;

/** Names of files and folders that say nothing about the contents. */
const EMPTY_NAMES = /(^|\/)(utils?|helpers?|manager|misc|common)(\.ts|\/)/i;

/** Leftovers, silenced checks and paths of one machine. This file is not searched, because it lists them. */
const BANNED: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(TODO|FIXME|XXX|HACK)\b/, 'finish it, or open an issue'],
  [/\.(skip|only|todo)\(/, 'a skipped test says nothing; a missing part must fail loudly'],
  [/@ts-(ignore|nocheck|expect-error)/, 'let the types tell the truth'],
  [/\/work\//, 'a path of one machine'],
];

const sources = ['src', 'extras', 'test', 'clients', 'tools', 'bench']
  .flatMap((top) => globSync(`${top}/**/*.ts`, { exclude: ['clients/javascript/dist/**', '**/node_modules/**'] }))
  .toSorted();
const read = (file: string): string => readFileSync(file, 'utf8');

/** Matches the end of the first part of a path. */
const END = /$|\/|\\/;

/** Returns the rooms, extras and folders that contain a file. */
function foldersAbove(file: string): string[] {
  const parts = file.split(sep).slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join(sep)).slice(1);
}

/** Returns the files that a file imports by a relative path, including types, and the files that it starts as a thread. */
function findImports(file: string): string[] {
  return [...read(file).matchAll(/(?:from|import|new Worker\(new URL)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) =>
    join(dirname(file), path ?? ''),
  );
}

function findRoom(file: string): string | undefined {
  const [top, room, ...rest] = file.split(sep);
  return top === 'src' && rest.length > 0 ? room : undefined;
}

test('every room is in the table of arrows, and every room of the table exists', () => {
  const rooms = new Set(sources.map(findRoom).filter((room) => room !== undefined));
  assert.deepEqual([...rooms].toSorted(), Object.keys(ARROWS).toSorted());
});

test('a room imports only the rooms that the table allows, and enters them by index.ts', () => {
  const faults: string[] = [];
  for (const file of sources) {
    const from = findRoom(file);
    if (from === undefined) continue;
    for (const target of findImports(file)) {
      const to = findRoom(target);
      if (to === undefined || to === from) continue;
      if (file.endsWith('.test.ts') && to !== from && target.endsWith('index.ts')) continue;
      if (ARROWS[from]?.includes(to) !== true) faults.push(`${file} imports ${target}: ${from} must not know ${to}`);
      else if (target !== join('src', to, 'index.ts') && !SIDE_DOORS.has(target))
        faults.push(`${file} imports ${target}: enter by index.ts`);
    }
  }
  assert.deepEqual(faults, []);
});

test('the table allows no arrow that no file uses', () => {
  const used = new Set(
    sources.flatMap((file) => findImports(file).map((target) => `${findRoom(file)} ${findRoom(target)}`)),
  );
  const allowed = Object.entries(ARROWS).flatMap(([from, rooms]) => rooms.map((to) => `${from} ${to}`));
  assert.deepEqual(
    allowed.filter((arrow) => !used.has(arrow)),
    [],
  );
});

/** The files that compose the core and the extras, and the test of the composition. */
const COMPOSING = [
  'extras.test.ts',
  'extras.ts',
  'open-backend.ts',
  'program.ts',
  join('sample', 'make-sample.ts'),
  join('serving', 'source.ts'),
  'settings.ts',
  'snapshot-file.ts',
].map((file) => join('src', 'cli', file));

test('the core never imports extras, its tests included', () => {
  const found = sources.filter(
    (file) => file.startsWith(`src${sep}`) && findImports(file).some((target) => target.startsWith(`extras${sep}`)),
  );
  assert.deepEqual(found, COMPOSING);
});

test('an extra enters the core by index.ts, and other extras as the table allows', () => {
  const faults: string[] = [];
  for (const file of sources.filter((one) => one.startsWith(`extras${sep}`) && !NO_SOURCE.test(one))) {
    const [, own = ''] = file.split(sep);
    for (const target of findImports(file)) {
      const [top, room = ''] = target.split(sep);
      if (top === 'src' && !CORE_ENTRIES.has(target)) faults.push(`${file} imports ${target}: enter by index.ts`);
      if (top === 'src' && room === 'cli') faults.push(`${file} imports ${target}: extras must not know cli`);
      if (top !== 'extras' || room === own || own === 'index.ts') continue;
      if (EXTRA_ARROWS[own]?.includes(room) !== true) faults.push(`${file} imports ${target}: not in the table`);
    }
  }
  assert.deepEqual(faults, []);
});

test('no file imports itself, directly or through others, type imports counted', () => {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start !== -1) circles.push([...path.slice(start), file].join(' -> '));
    if (start !== -1 || done.has(file)) return;
    for (const target of findImports(file)) if (sources.includes(target)) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of sources.filter((source) => findRoom(source) !== undefined)) visit(file, []);
  assert.deepEqual(circles, []);
});

test('inside a room or an extra, folders and the files beside them import each other in one direction only', () => {
  const arrows = sources
    .filter((file) => /^(src|extras)\b/.test(file) && !NO_SOURCE.test(file))
    .flatMap((file) => findImports(file).map((target) => [file, target] as const))
    .filter(([, target]) => !NO_SOURCE.test(target));
  // A folder with all that is below it is one node of the graph of the folder that contains it.
  const folders = new Set(arrows.flatMap(([file]) => foldersAbove(file)));
  const faults: string[] = [];
  for (const folder of folders) {
    const nodeOf = (file: string): string =>
      file.slice(0, folder.length + 1 + file.slice(folder.length + 1).search(END));
    const inside = arrows
      .filter((arrow) => arrow.every((file) => file.startsWith(folder + sep)))
      .map(([file, target]) => ({ file, target, from: nodeOf(file), to: nodeOf(target) }))
      .filter(({ from, to }) => from !== to);
    const importedBy = (node: string): string[] => inside.flatMap(({ from, to }) => (from === node ? [to] : []));
    const reached = (node: string): Set<string> => {
      const found = new Set(importedBy(node));
      // The loop also visits the nodes that are added to the set meanwhile.
      for (const other of found) for (const next of importedBy(other)) found.add(next);
      return found;
    };
    const reachedFrom = new Map(inside.map(({ from }) => [from, reached(from)]));
    for (const { file, target, from, to } of inside)
      if (reachedFrom.get(to)?.has(from) === true) faults.push(`${file} imports ${target}: ${to} needs ${from}`);
  }
  assert.deepEqual(faults, []);
});

test('what serves is loaded without the schemas, the registers, which some pages name, and the clients of databases', () => {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    // Type imports are erased, and an import inside a call is loaded only when needed.
    for (const [, path = ''] of read(file).matchAll(/^(?:import|export)\s(?!type\s)(?:[^'();]*\sfrom\s)?'([^']+)'/gm)) {
      if (path.startsWith('.')) load(join(dirname(file), path));
      else loaded.add(path);
    }
  };
  load(join('src', 'cli', 'commands', 'serve.ts'));
  assert.ok(loaded.has('find-my-way'));
  assert.ok(loaded.has(join('src', 'site', 'site.ts')));
  const faults = [...loaded].filter(
    (one) =>
      /^(?:typebox|pg|pg-copy-streams|@redis\/client)(?:\/|$)/.test(one) ||
      ['importer', 'registers'].includes(findRoom(one) ?? ''),
  );
  assert.deepEqual(faults, []);
});

test('code for browsers imports only itself, the published client and the rules of tables, and no code of the service imports it', () => {
  const browser = join('src', 'site', 'browser') + sep;
  const published = join('clients', 'javascript', 'src') + sep;
  const faults: string[] = [];
  for (const file of sources.filter((source) => findRoom(source) !== undefined && !source.endsWith('.test.ts'))) {
    const runsInBrowsers = file.startsWith(browser);
    for (const target of findImports(file)) {
      const isOfBrowsers = target.startsWith(browser) || target.startsWith(published);
      if (runsInBrowsers ? !isOfBrowsers && target !== DELIMITED : isOfBrowsers)
        faults.push(`${file} imports ${target}`);
    }
  }
  assert.deepEqual(faults, []);
});

test('a register never imports another register', () => {
  const findRegisterFolder = (file: string): string | undefined => {
    const [first, ...rest] = relative(join('src', 'registers'), file).split(sep);
    return first === '..' || rest.length === 0 ? undefined : first;
  };
  const faults = sources
    .filter((file) => findRegisterFolder(file) !== undefined)
    .flatMap((file) => findImports(file).map((target) => [file, target] as const))
    .filter(
      ([file, target]) =>
        findRegisterFolder(target) !== undefined && findRegisterFolder(target) !== findRegisterFolder(file),
    );
  assert.deepEqual(faults, []);
});

test('the client imports only its own sources, and files of src/model that import neither Node nor a package', () => {
  const published = join('clients', 'javascript', 'src') + sep;
  const files = new Set(sources.filter((file) => file.startsWith(published)));
  const faults: string[] = [];
  // The loop also visits the files that are added to the set meanwhile.
  for (const file of files)
    for (const [, path = ''] of read(file).matchAll(/^(?:import|export)\s(?!type\s)(?:[^'();]*\sfrom\s)?'([^']+)'/gm)) {
      const target = join(dirname(file), path);
      const isAllowed = path.startsWith('.') && (target.startsWith(published) || findRoom(target) === 'model');
      if (!isAllowed) faults.push(`${file} imports ${path}`);
      else if (target.endsWith('.ts')) files.add(target);
    }
  assert.deepEqual(faults, []);
});

test(`a file has at most ${FILE_LINES_MAX} lines`, () => {
  // Tests are tables that grow by rows and are read row by row.
  const long = sources.filter(
    (file) => !/\.(test|suite)\.ts$/.test(file) && read(file).split('\n').length - 1 > FILE_LINES_MAX,
  );
  assert.deepEqual(long, []);
});

test(`a folder has at most ${FOLDER_SOURCES_MAX} sources`, () => {
  const counts = new Map<string, number>();
  for (const file of sources) {
    if (!/^(src|extras|clients)\//.test(file.replaceAll(sep, '/')) || NO_SOURCE.test(file)) continue;
    counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  }
  assert.deepEqual(
    [...counts].filter(([, count]) => count > FOLDER_SOURCES_MAX),
    [],
  );
});

test('CONTRIBUTING.md lists the rooms and their arrows, each room below those that it imports', () => {
  const rows = [...read('CONTRIBUTING.md').matchAll(/^\| `src\/(\w+)` \|.*\| (.+) \|$/gm)];
  const rooms = rows.map(([, room = '']) => room);
  const importedBy = (room: string, cell: string): readonly string[] => {
    if (cell === 'nothing') return [];
    const [, missing] = /^all but (\w+)$/.exec(cell) ?? [];
    return missing === undefined
      ? (cell.split(';')[0] ?? '').split(', ')
      : rooms.filter((other) => other !== room && other !== missing);
  };
  const listed = rows.map(([, room = '', cell = '']) => [room, importedBy(room, cell)] as const);
  for (const [room, may] of listed)
    for (const other of may) assert.ok(rooms.indexOf(other) < rooms.indexOf(room), `${other} is above ${room}`);
  const sorted = (arrows: Readonly<Record<string, readonly string[]>>): [string, string[]][] =>
    Object.entries(arrows).map(([room, may]) => [room, may.toSorted()]);
  assert.deepEqual(sorted(Object.fromEntries(listed)), sorted(ARROWS));
});

test('no file or folder has a name that says nothing', () => {
  assert.deepEqual(
    sources.filter((file) => EMPTY_NAMES.test(file)),
    [],
  );
});

test('no leftovers, no silenced checks, no paths of one machine', () => {
  const texts = globSync(['*.md', '*.json', 'clients/javascript/*.{md,json}', 'docs/**/*.md', 'bin/*', '.ci/*']).concat(
    sources,
  );
  const searched = texts.filter((file) => file !== relative('.', import.meta.filename));
  const found = searched.flatMap((file) =>
    BANNED.filter(([pattern]) => pattern.test(read(file))).map(
      ([pattern, instead]) => `${file}: ${pattern}: ${instead}`,
    ),
  );
  assert.deepEqual(found, []);
});

test('folders are made by makeFolder, which ends where the recursive one of Node does not', () => {
  const made = sources.filter((file) => file.startsWith('src') && !NO_SOURCE.test(file));
  assert.deepEqual(
    made.filter((file) => /mkdir(Sync)?\([^;]*recursive/.test(read(file))),
    [],
  );
});

test('only a row of a table in a test is not formatted', () => {
  const unformatted = sources.filter(
    (file) => !/\.(test|soak|suite)\.ts$/.test(file) && /prettier-ignore/.test(read(file)),
  );
  assert.deepEqual(unformatted, []);
});

test('every file is imported by another one, or is a test or a way in', () => {
  const waysIn =
    /\.(test|soak)\.ts$|^test\/([\w-]+\/)*(run|compare-import|disturbed-at|fetching-from-itself|publishers|resident-command-process|together)\.ts$|^src\/(index|cli\/main)\.ts$|^src\/site\/browser\/[^/]+$|^clients\/javascript\/src\/(company-search|react)\.ts$|^bench\/|^test\/importing\/independent-readings\/|^tools\/sample\/generate\.ts$|(derive|write)-\w+\.ts$/;
  const imported = new Set(sources.flatMap(findImports));
  const dead = sources.filter(
    (file) => !waysIn.test(file.replaceAll(sep, '/')) && !imported.has(file) && !file.endsWith('.d.ts'),
  );
  assert.deepEqual(dead, []);
});
