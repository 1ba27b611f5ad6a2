import { existsSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { Lock, diskReason, mustBeFile } from '../files/index.ts';
import { readLines } from '../identity/index.ts';
import { InputError, type CompanyLifecycle, type RegisterLine } from '../model/index.ts';
import { firstInvalidField } from '../model/shapes.ts';
import { SnapshotReader } from '../snapshot/index.ts';

/** A decision about a record: a register line with an id, who decided it, and why. */
export interface Decision {
  readonly line: RegisterLine & { readonly id: string };
  /** One line each; kept as a comment in front of the register line. */
  readonly by: string;
  readonly why: string;
}

/**
 * Adds a decision to a file of register lines, which is an input of builds, and returns the added text. With `snapshot`, the ids
 * must be ids of that snapshot.
 * @throws {InputError} if the decision contradicts earlier ones or the snapshot, or cannot be written
 */
export async function recordDecision(file: string, decision: Decision, snapshot?: string): Promise<string> {
  const { id, lifecycle } = decision.line;
  const targets = listTargets(lifecycle);
  if (targets.includes(id)) throw new InputError(`Cannot lead "${id}" to itself`);
  if (existsSync(file)) mustBeFile(file, (reason) => new InputError(`Cannot add to "${file}": ${reason}`));
  if (lifecycle !== undefined && snapshot !== undefined) await checkIds(snapshot, id, lifecycle);
  try {
    // Without the lock, two concurrent decisions could redirect two records to each other, or interleave their lines.
    await using _ = await Lock.take(`${file}.lock`, (reason) => new InputError(`Cannot add to "${file}": ${reason}`));
    if (lifecycle !== undefined) await refuseCircle(id, targets, file);
    return await append(file, decision);
  } catch (error) {
    const reason = diskReason(error);
    if (reason === undefined) throw error;
    throw new InputError(`Cannot add to "${file}": ${reason}; the decision was not recorded`, { cause: error });
  }
}

/** The targets of a redirected or split record. */
function listTargets(lifecycle: CompanyLifecycle | undefined): readonly string[] {
  const { canonical_id: canonical, successor_ids: successors = [] } = lifecycle ?? {};
  return canonical === undefined ? successors : [canonical];
}

async function checkIds(snapshot: string, id: string, lifecycle: CompanyLifecycle): Promise<void> {
  const reader = SnapshotReader.open(snapshot);
  try {
    const unknown = [id, ...listTargets(lifecycle)].find((one) => reader.company(one) === undefined);
    if (unknown !== undefined)
      throw new InputError(`Cannot decide about "${unknown}": "${snapshot}" has no record with this id`);
    if (lifecycle.status !== 'restricted') return;
    // The company would still be served under its current id.
    const record = JSON.parse(reader.company(id)?.toString('utf8') ?? '{}') as { lifecycle?: CompanyLifecycle };
    const current = listTargets(record.lifecycle);
    if (current.length > 0)
      throw new InputError(`Cannot restrict "${id}": it leads to "${current.join('", "')}"; restrict that instead`);
  } finally {
    await reader.close();
  }
}

/** Refuses a redirect or split that, with the earlier decisions, would lead back to its own record. */
async function refuseCircle(id: string, targets: readonly string[], file: string): Promise<void> {
  const leadsTo = new Map<string, readonly string[]>();
  if (existsSync(file)) {
    const onRejected = (): never => {
      throw new InputError(`Cannot add to "${file}": one of its lines is not a decision; "openfirma build" names it`);
    };
    for await (const { line } of readLines({ file, onRejected })) {
      if (line.id !== undefined && line.lifecycle !== undefined) leadsTo.set(line.id, listTargets(line.lifecycle));
    }
  }
  const seen = new Set<string>();
  const ahead = [...targets];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    if (next === id)
      throw new InputError(`Cannot lead "${id}" there: earlier decisions lead back to it; release one of them first`);
    if (seen.has(next)) continue;
    seen.add(next);
    ahead.push(...(leadsTo.get(next) ?? []));
  }
}

async function append(path: string, { line, by, why }: Decision): Promise<string> {
  const fault = firstInvalidField(line);
  if (fault !== undefined) throw new InputError(`Cannot record the decision: ${fault.field} ${fault.reason}`);
  const text = `# ${new Date().toISOString()} ${by}: ${why}\n${JSON.stringify(line)}\n`;
  const isNew = !existsSync(path);
  try {
    await using file = await open(path, 'a+', 0o600);
    await appendWhole(file, text);
  } catch (error) {
    // A build refuses an empty input.
    if (isNew) await rm(path, { force: true });
    throw error;
  }
  return text;
}

const NEWLINE = 0x0a;

/** Appends a text. On a full disk the written part is removed again. */
async function appendWhole(file: FileHandle, text: string): Promise<void> {
  const { size } = await file.stat();
  try {
    // An editor may have left the last line without a line feed.
    const last = await file.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    const isEnded = last.bytesRead === 0 || last.buffer[0] === NEWLINE;
    await file.appendFile(isEnded ? text : `\n${text}`);
    await file.sync();
  } catch (error) {
    await file.truncate(size);
    throw error;
  }
}
