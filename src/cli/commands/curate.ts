import { existsSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { Lock, diskReason } from '../../files/index.ts';
import { readLines } from '../../identity/index.ts';
import { COUNTRIES, InputError, codePointCount, isLei, quoteValue } from '../../model/index.ts';
import { firstInvalidField } from '../../model/shapes.ts';
import type { CompanyIdentifier, CompanyLifecycle, RegisterLine } from '../../model/index.ts';
import { SnapshotReader } from '../../snapshot/index.ts';
import { companyId } from '../arguments.ts';

const HELP = `
A decision is one line of the file of decisions, behind a comment that says who decided it, when and why. Lines are added and never
changed; of two decisions about one id the later one counts. The file is an input of every build, and the first:

  openfirma curate restrict co_2tstf4k96nr0wjz2bbwr5g18cc --file decisions.ndjson --by 'A. Clerk' --why 'erasure request 12/26'
  openfirma build --previous data/openfirma.snapshot --out data/openfirma.snapshot decisions.ndjson fi-prh.ndjson.zst

With --snapshot the ids must be ids that the snapshot knows.
`;

interface CurateFlags {
  readonly file: string;
  readonly by: string;
  readonly why: string;
  readonly snapshot?: string;
}

/** The command `openfirma curate`: decisions about records, checked and written down. */
export function curateCommand(): Command {
  const curate = new Command('curate').description('write down a decision about a company').addHelpText('after', HELP);
  const decision = (usage: string, description: string): Command =>
    curate
      .command(usage)
      .description(description)
      .requiredOption('--file <file>', 'the file of decisions; made where it is not there')
      .requiredOption('--by <who>', 'who decides; kept as a comment, never served', remark)
      .requiredOption('--why <reason>', 'why; kept as a comment, never served', remark)
      .option('--snapshot <file>', 'the snapshot whose ids are meant');
  const id = '<id>';
  decision(`redirect ${id} <to>`, 'one record is another: lead the first id to the second').action(
    (from: string, to: string, flags: CurateFlags) => {
      const canonical = companyId(to);
      return decide(companyId(from), { status: 'redirected', canonical_id: canonical }, [canonical], flags);
    },
  );
  decision(`split ${id} <successor...>`, 'a record goes on as several').action(
    (from: string, to: string[], flags: CurateFlags) => {
      const successors = [...new Set(to.map(companyId))];
      if (successors.length < 2)
        throw new InputError(`Cannot split "${from}" into one: name at least two successors, or redirect it`);
      return decide(companyId(from), { status: 'split', successor_ids: successors }, successors, flags);
    },
  );
  decision(`restrict ${id}`, 'withhold all values of a record, whatever registers publish').action(
    (from: string, flags: CurateFlags) => decide(companyId(from), { status: 'restricted' }, [], flags),
  );
  decision(`release ${id}`, 'take back a restriction, a redirect or a split').action(
    (from: string, flags: CurateFlags) => decide(companyId(from), { status: 'active' }, [], flags),
  );
  decision(
    `assign ${id} <identifier...>`,
    'give an id to what carries these: FI:0112038-9, lei:5493…, key:ro-onrc:J40/1/2020',
  ).action((to: string, tokens: string[], flags: CurateFlags) => assign(companyId(to), tokens, flags));
  return curate;
}

async function decide(
  id: string,
  lifecycle: CompanyLifecycle,
  others: readonly string[],
  flags: CurateFlags,
): Promise<void> {
  if (others.includes(id)) throw new InputError(`Cannot lead "${id}" to itself`);
  await mustKnow([id, ...others], flags);
  if (lifecycle.status === 'restricted') await mustBeCurrent(id, flags);
  await using _ = await lockOf(flags);
  await mustNotCircle(id, others, flags.file);
  await append({ id, lifecycle }, flags);
}

async function assign(id: string, tokens: readonly string[], flags: CurateFlags): Promise<void> {
  const keys = tokens.filter((token) => token.startsWith('key:')).map((token) => token.slice('key:'.length));
  const [key, another] = keys;
  if (another !== undefined) throw new InputError('Cannot assign several keys at once; write a decision for each');
  const identifiers = tokens.filter((token) => !token.startsWith('key:')).map(identifierOf);
  const line = { id, ...(key === undefined ? {} : { key }), ...(identifiers.length === 0 ? {} : { identifiers }) };
  await using _ = await lockOf(flags);
  await append(line, flags);
}

function identifierOf(token: string): CompanyIdentifier {
  const [, scope = '', value = ''] = /^([^:]+):(.+)$/.exec(token) ?? [];
  if (scope === 'lei') {
    if (!isLei(value))
      throw new InputError(`Cannot assign ${quoteValue(token)}: its check digits say that it is no LEI`);
    return { scheme: 'lei', value };
  }
  if (value === '')
    throw new InputError(`Cannot assign ${quoteValue(token)}: must be COUNTRY:NUMBER, lei:LEI or key:KEY`);
  const country = scope.toUpperCase();
  if (!COUNTRIES.has(country.slice(0, 2)))
    throw new InputError(`Cannot assign ${quoteValue(token)}: "${scope}" is none of the 35 countries`);
  return { scheme: 'national_registry_number', value, country_scope: country };
}

/** A remark is part of a comment of one line. */
function remark(text: string): string {
  if (/[\p{Cc}\u2028\u2029]/u.test(text) || text.trim() === '' || codePointCount(text) > 1000) {
    throw new InvalidArgumentError('must be one line of 1 to 1,000 characters.');
  }
  return text.trim();
}

async function mustKnow(ids: readonly string[], { snapshot }: CurateFlags): Promise<void> {
  if (snapshot === undefined) return;
  const reader = SnapshotReader.open(snapshot);
  try {
    const unknown = ids.find((id) => reader.company(id) === undefined);
    if (unknown !== undefined)
      throw new InputError(`Cannot decide about "${unknown}": "${snapshot}" does not know the id`);
  } finally {
    await reader.close();
  }
}

/** Refuses to restrict a record that leads elsewhere: the company would go on being shown under its current id. */
async function mustBeCurrent(id: string, { snapshot }: CurateFlags): Promise<void> {
  if (snapshot === undefined) return;
  const reader = SnapshotReader.open(snapshot);
  try {
    const { lifecycle } = JSON.parse(reader.company(id)?.toString('utf8') ?? '{}') as { lifecycle?: CompanyLifecycle };
    const { canonical_id: canonical, successor_ids: successors = [] } = lifecycle ?? {};
    const current = canonical === undefined ? successors : [canonical];
    if (current.length > 0)
      throw new InputError(`Cannot restrict "${id}": it leads to "${current.join('", "')}"; restrict that instead`);
  } finally {
    await reader.close();
  }
}

/** Refuses a redirect that, with those decided before, would lead back to where it starts. */
async function mustNotCircle(id: string, others: readonly string[], file: string): Promise<void> {
  const leadsTo = new Map<string, readonly string[]>();
  if (existsSync(file)) {
    const onRejected = (): never => {
      throw new InputError(
        `Cannot add to "${file}": it holds a line that is not a register line; "openfirma build" names it`,
      );
    };
    for await (const { line } of readLines({ file, onRejected })) {
      const { canonical_id: canonical, successor_ids: successors = [] } = line.lifecycle ?? {};
      if (line.id !== undefined && line.lifecycle !== undefined) {
        leadsTo.set(line.id, canonical === undefined ? successors : [canonical]);
      }
    }
  }
  const seen = new Set<string>();
  const ahead = [...others];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next === id)
      throw new InputError(`Cannot lead "${id}" there: earlier decisions lead back to it; release one of them first`);
    if (seen.has(next)) continue;
    seen.add(next);
    ahead.push(...(leadsTo.get(next) ?? []));
  }
}

/** Two who decide at once could lead two records to each other, or cut what the other one has just written. */
async function lockOf({ file }: CurateFlags): Promise<Lock> {
  try {
    return await Lock.take(`${file}.lock`, (reason) => new InputError(`Cannot add to "${file}": ${reason}`));
  } catch (error) {
    throw writingFault(error, file);
  }
}

/** Adds the decision in one write, so that a crash leaves it whole or not at all. */
async function append(line: RegisterLine, { file, by, why }: CurateFlags): Promise<void> {
  const fault = firstInvalidField(line);
  if (fault !== undefined) throw new InputError(`Cannot decide that: ${fault.field} ${fault.reason}`);
  const text = `# ${new Date().toISOString()} ${by}: ${why}\n${JSON.stringify(line)}\n`;
  const isNew = !existsSync(file);
  try {
    await using decisions = await open(file, 'a+', 0o600);
    await appendWhole(decisions, text);
  } catch (error) {
    // Without a line, a build would refuse it.
    if (isNew) await rm(file, { force: true });
    throw writingFault(error, file);
  }
  process.stdout.write(text);
}

/** Adds a text, or nothing: what a full disk took of it is cut off again. */
async function appendWhole(file: FileHandle, text: string): Promise<void> {
  const { size } = await file.stat();
  try {
    // Somebody's editor may have left the last line without its end.
    const last = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    const isEnded = last.bytesRead === 0 || last.buffer[0] === NEWLINE;
    await file.appendFile(isEnded ? text : `\n${text}`);
    await file.sync();
  } catch (error) {
    await file.truncate(size);
    throw error;
  }
}

const NEWLINE = 0x0a;

/** The system does not name the file for which the disk had no room. */
function writingFault(error: unknown, file: string): unknown {
  const reason = diskReason(error);
  if (reason === undefined) return error;
  return new InputError(`Cannot add to "${file}": ${reason}; the decision is not written down`, { cause: error });
}
