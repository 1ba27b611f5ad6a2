import { Command } from 'commander';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { CHANGES_LIMITS } from '../declaration.ts';
import { changesDoor } from '../door/door.ts';
import { FeedReader } from '../feed/index.ts';
import type { Change, ChangeList } from '../schemas.ts';
import { openBackend } from '../../../src/backend/index.ts';
import {
  EXIT_FOUND,
  JSON_OPTION,
  isFollowed,
  printJson,
  reportFault,
  runProgram,
  type Config,
} from '../../../src/extra/index.ts';
import { mustBeFile, writeWhole } from '../../../src/files/index.ts';
import { InputError, isCompanyId, quoteValue } from '../../../src/model/index.ts';
import { toProblem } from '../../../src/operations/index.ts';

const { eventsMax, watchedMax } = CHANGES_LIMITS;
/** Maximum size of a watch list: `watchedMax` IDs, each with a note of a thousand characters. */
const LIST_BYTES_MAX = 10 * 1024 * 1024;

const HELP = `
The changes come from the change files beside the snapshot (builds with --previous, or a follower, write them). IDS has
one company ID a line; a note may follow after a blank or a comma, and is repeated in the report. Empty lines and lines
that begin with # are skipped. A redirected or split company is followed: its later changes are those of the companies
that it continues as, and the report says so.

Without changes nothing is printed. With --position each run begins where the last successful one ended, so that no
change is missed or reported twice; --since counts for the first run only. --exec runs a program once if something
changed, without a shell: its arguments are those after --, and it reads the report from its standard input. If it
fails, the position stays.

Examples:
  openfirma changes data/openfirma.snapshot --watch ids.txt --since 2026-11-01
  openfirma changes data/openfirma.snapshot --watch ids.txt --position ids.position --exec mail -- -s Companies me@example.org
`;

interface ChangesFlags {
  readonly watch: string;
  readonly since?: string;
  readonly position?: string;
  readonly exec?: string;
  readonly json?: true;
}

export function changesCommand(readConfig: () => Config): Command {
  return new Command('changes')
    .description('list the changes of the companies of a watch list, from the change files beside a snapshot')
    .argument('<file>', 'the snapshot')
    .argument('[words...]', 'after --: the arguments of the program of --exec')
    .requiredOption('--watch <file>', 'the watch list: a company ID a line')
    .option('--since <time>', 'only changes after this time (RFC 3339) or day (UTC); by default all that are kept')
    .option('--position <file>', 'begin where the last run with this file ended; it is created')
    .option('--exec <program>', 'run a program with the report on its standard input if something changed')
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (file: string, words: string[], flags: ChangesFlags) => {
      if (flags.exec === undefined && words.length > 0)
        throw new InputError(`Cannot use ${quoteValue(words[0])}: only the program of --exec takes arguments`);
      if (isFollowed(file)) throw cannotWatch(file, 'it is an address; give the path of a snapshot');
      const notes = readWatchList(flags.watch);
      const list = await findChanges(file, [...notes.keys()], flags, readConfig());
      for (const id of list.unknown_ids ?? []) process.stderr.write(`${id} was never published\n`);
      if (list.data.length > 0) {
        const report = flags.json === true ? `${JSON.stringify(list)}\n` : describe(list, notes);
        if (flags.exec !== undefined) await runProgram('report the changes', flags.exec, words, report);
        else if (flags.json === true) printJson(list);
        else process.stdout.write(report);
        process.exitCode = EXIT_FOUND;
      } else if (flags.json === true && flags.exec === undefined) printJson(list);
      if (flags.position !== undefined) await writeWhole(flags.position, `${list.next_cursor}\n`);
    });
}

/** Reads the IDs of a watch list, with their notes. @throws {InputError} if it is empty, too long, or has a line without an ID */
function readWatchList(path: string): Map<string, string> {
  mustBeFile(path);
  if (statSync(path).size > LIST_BYTES_MAX) throw cannotWatch(path, `it has more than ${LIST_BYTES_MAX} bytes`);
  const notes = new Map<string, string>();
  for (const [i, line] of readFileSync(path, 'utf8').split('\n').entries()) {
    const [, id = '', note = ''] = /^\s*([^\s,]*)[\s,]*(.*?)\s*$/.exec(line.replace(/^\u{feff}/u, '')) ?? [];
    if (id === '' || id.startsWith('#')) continue;
    if (!isCompanyId(id))
      throw cannotWatch(path, `line ${i + 1} begins with ${quoteValue(id)}, which is not a company ID`);
    notes.set(id, note);
  }
  if (notes.size === 0 || notes.size > watchedMax)
    throw cannotWatch(path, `it must have 1 to ${watchedMax} company IDs, and has ${notes.size}`);
  return notes;
}

function cannotWatch(path: string, reason: string): InputError {
  return new InputError(`Cannot watch "${path}": ${reason}`);
}

/** Returns all changes of some companies, in the form of the door `changes`. */
async function findChanges(
  file: string,
  companies: readonly string[],
  { since, position }: ChangesFlags,
  { DATA_PROVIDER: dataProvider }: Config,
): Promise<ChangeList> {
  mustBeFile(file);
  const backend = openBackend(`snapshot:${file}`);
  try {
    const facts = { baseUrl: '', siteUrl: '', dataProvider };
    // Unlike the service, the command waits until all files are loaded.
    const reader = new FeedReader(file, { onFault: reportFault, patience: () => new Promise(() => undefined) });
    const { handlers } = changesDoor({ backend, facts }, reader);
    const page = async (from: object): Promise<ChangeList> => {
      const body = Buffer.from(JSON.stringify({ companies, limit: eventsMax, ...from }));
      const request = { target: '', parameters: {}, headers: {}, body, charge: () => undefined, turn: async () => {} };
      const answer = await handlers['queryChanges']?.(request);
      return JSON.parse(Buffer.from(answer?.body as Uint8Array).toString()) as ChangeList;
    };
    const known = position !== undefined && existsSync(position);
    let list = await page(known ? { cursor: readFileSync(position, 'utf8').trim() } : { since });
    const data = [...list.data];
    while (list.has_more) {
      list = await page({ cursor: list.next_cursor });
      data.push(...list.data);
    }
    return { ...list, data };
  } catch (error) {
    const problem = toProblem(error);
    throw problem === undefined ? error : new InputError(`Cannot list the changes of "${file}": ${problem.message}`);
  } finally {
    await backend.close();
  }
}

/** Returns the report as text, one line for each change. */
function describe({ data, followed = [] }: ChangeList, notes: ReadonlyMap<string, string>): string {
  const origins = new Map<string, string[]>();
  for (const { company_id: from, reason, continues_as: to } of followed)
    for (const id of to) origins.set(id, [...(origins.get(id) ?? []), `${named(from, notes)} was ${reason}`]);
  return data.map((change) => `${formatChange(change, notes, origins.get(change.company_id))}\n`).join('');
}

function formatChange(
  { time, event, company_id: id, name, fields = [], values = {} }: Change,
  notes: ReadonlyMap<string, string>,
  origins: readonly string[] = [],
): string {
  const valueOf = new Map(Object.entries(values));
  const changed = fields.map((field) => (valueOf.has(field) ? `${field}: ${quoteValue(valueOf.get(field))}` : field));
  const what = fields.length === 0 ? event : `${event} (${changed.join(', ')})`;
  return `${time} ${named(id, notes)}${name === undefined ? '' : ` ${quoteValue(name)}`} ${what}${origins.map((origin) => `; ${origin}`).join('')}`;
}

function named(id: string, notes: ReadonlyMap<string, string>): string {
  const note = notes.get(id) ?? '';
  return note === '' ? id : `${id} ${quoteValue(note)}`;
}
