import { Command } from 'commander';
import { appendFileSync, closeSync, existsSync, openSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  CompanyResolver,
  LineSample,
  describeRejectedLine,
  readLines,
  type ResolutionReport,
  type RejectedLine,
} from '../../identity/index.ts';
import { diskReason, exclusiveFolder, renameSynced, syncPath } from '../../files/index.ts';
import { InputError } from '../../model/index.ts';
import { NEVER_YIELD, type YieldIfDue } from '../../sort/index.ts';
import { SnapshotScanner, SnapshotWriter, verifyLines, verifySnapshot, type About } from '../../snapshot/index.ts';
import { countryList, wholeNumber } from '../arguments.ts';
import { Continuation, type ContinuationOptions } from '../continuation.ts';
import { interruptible, lastTurn, turnsUntil } from '../interrupt.ts';
import { keepPrevious, mustNotForget } from '../previous.ts';
import { createProgress } from '../progress.ts';

const HELP = `
Inputs are files of register lines (.ndjson, plain, .gz or .zst), or - for standard input. Where several lines speak of
one company, the input named first wins, field by field. The snapshot is written aside, checked and then renamed: a
build that fails or is interrupted leaves FILE as it was. While one builds FILE, a second one is refused.

Example:
  openfirma build --out data/openfirma.snapshot fi-prh.ndjson.gz gleif.ndjson.gz
`;

/** The command `openfirma build`: register lines in, a snapshot out. */
export function buildCommand(): Command {
  return new Command('build')
    .description('build a snapshot from register lines')
    .argument('<input...>', 'files of register lines, the most trusted first')
    .requiredOption('--out <file>', 'where the snapshot goes')
    .option(
      '--previous <file>',
      'the snapshot before: its ids are kept, and no country may lose more than 5 % of its companies',
    )
    .option('--accept-loss <country>', 'a country that may lose more, two letters; may be repeated', countryList, [])
    .option('--restriction-key <file>', 'key that seals restricted companies; default: restriction.key beside FILE')
    .option('--max-rejects <count>', 'how many unusable lines to leave out before giving up', wholeNumber, 0)
    .addHelpText('after', HELP)
    .action(async (inputs: string[], flags: Omit<BuildOptions, 'inputs'>) => {
      if (flags.previous === undefined) await mustNotForget(flags.out);
      const outcome = await interruptible(`build "${flags.out}"`, (signal) =>
        buildSnapshot({ inputs, ...flags, signal }),
      );
      process.stderr.write(describeBuild(outcome, flags.out));
    });
}

/** What a build did, in lines for an operator. */
export function describeBuild({ about, report, rejects }: BuildOutcome, out: string): string {
  const shared = report.numbersShared + report.leisShared;
  const lines = [
    `${report.lines} lines, ${report.companies} companies, ${about.records.active} of them active`,
    ...(report.vanished + report.returned + report.merged === 0
      ? []
      : [`vanished ${report.vanished}, returned ${report.returned}, turned out to be another ${report.merged}`]),
    ...(report.divided === 0
      ? []
      : [`published companies that are several now, one of which keeps the id: ${report.divided}`]),
    ...(shared === 0 ? [] : [`numbers that several companies carry, which joined nothing: ${shared}`]),
    ...(report.idsWithSeveralKeys === 0 ? [] : [`ids that join several keys: ${report.idsWithSeveralKeys}`]),
    ...(rejects === 0 ? [] : [`lines left out, listed in "${rejectsPath(out)}": ${rejects}`]),
    `wrote "${out}", generation ${about.generation}`,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

export interface BuildOptions extends ContinuationOptions {
  /** Files of register lines, the most trusted first; `-` is standard input. */
  readonly inputs: readonly string[];
  readonly out: string;
  /** How many unusable lines may be left out; 0 by default. */
  readonly maxRejects?: number;
}

/** What a build did. */
export interface BuildOutcome {
  readonly about: About;
  readonly report: ResolutionReport;
  readonly rejects: number;
}

/**
 * Builds a snapshot beside `out`, checks it and renames it to `out`. Throws an InputError where the inputs cannot be
 * used, where the disk is full, and where another process builds the same; then `out` is as it was and nothing is left
 * beside it.
 */
export async function buildSnapshot(options: BuildOptions): Promise<BuildOutcome> {
  const { inputs, out: named, maxRejects = 0, signal } = options;
  // A link goes on leading to the snapshot that it led to.
  const out = existsSync(named) ? realpathSync(named) : named;
  checkPaths(inputs, out);
  await mkdir(dirname(out), { recursive: true });
  // Two builds at once would go on from the same snapshot, and ids of the first would be unknown to the second.
  const directory = await exclusiveFolder(
    dirname(out),
    `.${basename(out)}.building-`,
    (reason) => new InputError(`Cannot build "${out}": another build is running: ${reason}`),
  );
  const rejects = new Rejects(join(directory, 'rejects.ndjson'), maxRejects);
  let continuation: Continuation | undefined;
  try {
    continuation = await Continuation.open(out, directory, options);
    const yieldIfDue = signal === undefined ? NEVER_YIELD : turnsUntil(signal);
    const tools = { rejects, continuation, sample: new LineSample(), yieldIfDue };
    const { about, report } = await assemble(options, directory, tools);
    continuation.checkLoss(about);
    const path = join(directory, 'snapshot');
    await check(path, directory, tools);
    rejects.close();
    syncPath(path);
    if (signal !== undefined) await lastTurn(signal);
    await continuation.keepKey();
    await keepPrevious(out, about.generation, directory);
    if (rejects.count > 0) renameSync(rejects.path, rejectsPath(out));
    else rmSync(rejectsPath(out), { force: true });
    renameSynced(path, out);
    return { about, report, rejects: rejects.count };
  } catch (error) {
    throw outputFault(error, out);
  } finally {
    rejects.close();
    await continuation?.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** The place of an input on the command line is kept with every line in two bytes. */
const INPUTS_MAX = 65_535;

/** Refuses an output that would destroy something, and inputs that cannot be told apart, before any work is done. */
function checkPaths(inputs: readonly string[], out: string): void {
  const refuse = (reason: string): never => {
    throw new InputError(`Cannot write the snapshot "${out}": ${reason}`);
  };
  if (inputs.length > INPUTS_MAX)
    throw new InputError(`Cannot build from ${inputs.length} inputs: at most ${INPUTS_MAX}`);
  if (out === '-') refuse('a snapshot is a file, it cannot go to standard output');
  if (out === '' || /[/\\]$/.test(out)) refuse('the path must name a file');
  const present = statSync(out, { throwIfNoEntry: false });
  if (present === undefined) return;
  // Renaming would replace a device or a pipe by a file.
  if (!present.isFile()) refuse('it is there and no file');
  for (const input of inputs) {
    if (input !== '-' && existsSync(input) && realpathSync(input) === realpathSync(out))
      refuse('it is one of the inputs');
  }
}

function rejectsPath(out: string): string {
  return `${out}.rejects.ndjson`;
}

/** The system does not name the file for which the disk had no room; the operator knows this one. */
function outputFault(error: unknown, out: string): unknown {
  const reason = diskReason(error);
  return reason === undefined ? error : new InputError(`Cannot build "${out}": ${reason}`, { cause: error });
}

interface Tools {
  readonly rejects: Rejects;
  readonly continuation: Continuation;
  readonly sample: LineSample;
  readonly yieldIfDue: YieldIfDue;
}

async function assemble(
  { inputs, signal }: BuildOptions,
  directory: string,
  { rejects, continuation, sample, yieldIfDue }: Tools,
): Promise<{ about: About; report: ResolutionReport }> {
  const { previousSnapshot, keyedHash } = continuation;
  const resolver = await CompanyResolver.open(directory, {
    keyedHash,
    yieldIfDue,
    ...(previousSnapshot === undefined ? {} : { previousSnapshot }),
  });
  const writer = new SnapshotWriter(directory);
  try {
    for (const [input, file] of inputs.entries()) {
      const name = file === '-' ? 'standard input' : file;
      const progress = createProgress(`read ${basename(file)}`);
      const onProgress = (done: number, total: number | undefined): void => progress.update(done, total);
      const linesBefore = resolver.report.lines + rejects.count;
      const onRejected = (rejected: RejectedLine): void => rejects.add(rejected);
      const stoppable = signal === undefined ? {} : { signal };
      for await (const read of readLines({ file, onRejected, onProgress, ...stoppable })) {
        sample.add(read, name, resolver.add(read.line, read.bytes, input));
      }
      progress.finish();
      // Nothing is what a failed download or a failed import in a pipe leaves: it must not wipe a snapshot.
      if (resolver.report.lines + rejects.count === linesBefore) {
        throw new InputError(`Cannot use "${name}": it holds no register line`);
      }
    }
    const progress = createProgress('join and sort');
    for await (const resolved of resolver.companies()) {
      writer.add(resolved.company);
      sample.assign(resolved);
      // There are at most as many companies as lines; mostly there are nearly as many.
      progress.update(resolver.report.companies, resolver.report.lines, `${resolver.report.companies} companies`);
    }
    progress.finish();
  } finally {
    // The lines are on the disk once more by now, sorted.
    resolver.close();
  }
  const writing = createProgress('write');
  const onRow = (rows: number, table: string): void => writing.update(rows, undefined, `${rows} rows, now ${table}`);
  // Whether a key was needed is known now that every company is.
  const { keyName: restrictionKey } = continuation;
  const about = await writer.finish(join(directory, 'snapshot'), { onRow, yieldIfDue, restrictionKey });
  writing.finish();
  return { about, report: resolver.report };
}

/**
 * Lines of the sample between two mappings of the snapshot. A line is searched for by name and by every number, from page to page, which
 * brings in some megabytes that count as memory of the process.
 */
const LINES_PER_MAPPING = 64;

async function check(path: string, directory: string, { sample, yieldIfDue }: Tools): Promise<void> {
  const progress = createProgress('verify');
  const onVerified = (done: number, total: number | undefined, note: string): void =>
    progress.update(done, total, note);
  await verifySnapshot(path, { onVerified, yieldIfDue, lockIn: directory });
  const scanner = new SnapshotScanner(path, { lockIn: directory });
  try {
    let asked = 0;
    for (const line of sample.resolved()) {
      verifyLines(scanner.reader, [line]);
      if (++asked % LINES_PER_MAPPING === 0) scanner.remap();
      await yieldIfDue();
    }
  } finally {
    await scanner.close();
  }
  progress.finish();
}

/** Lines that could not be used, kept with their reasons up to a number; one more stops the build. */
class Rejects {
  readonly path: string;
  readonly #max: number;
  #descriptor: number | undefined;
  count = 0;

  constructor(path: string, max: number) {
    this.path = path;
    this.#max = max;
  }

  add(rejected: RejectedLine): void {
    this.count++;
    if (this.count > this.#max) {
      const others = this.#max === 0 ? '' : ` (${this.#max} others were left out before, as --max-rejects allows)`;
      throw new InputError(describeRejectedLine(rejected) + others);
    }
    // Refused lines are kept whole, so that nothing is lost; they are for the operator alone.
    this.#descriptor ??= openSync(this.path, 'wx', 0o600);
    appendFileSync(this.#descriptor, `${JSON.stringify(rejected)}\n`);
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }
}
