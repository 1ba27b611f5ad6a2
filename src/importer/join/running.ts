import { ordinary } from '../report.ts';
import type { ImportRun } from '../import-run.ts';
import type { HeldRecord } from './group.ts';

/** A record of a register in which several entries may have one number. */
interface Entry {
  /** The permanent id of the entry. */
  readonly id: string;
  /** The day of its last change. */
  readonly changed?: string;
  readonly hasEnded: boolean;
}

/** A held record with its parsed value. */
interface Running<T> {
  readonly record: HeldRecord;
  readonly value: T;
}

const NEWER_RECORD = ordinary('a newer record has the same id');
const ENDED = ordinary('ended, and a running record has the same number');

/**
 * The records of one number, one for each id: of an id the record that was changed last, then the one in the newest file. Running records
 * replace ended ones. Others are counted.
 */
export function runningOf<T extends Entry>(
  number: string,
  records: readonly HeldRecord<T>[],
  run: ImportRun,
): Running<T>[] {
  const newest = new Map<string, Running<T>>();
  for (const record of records) {
    const { value } = record;
    const known = newest.get(value.id)?.value;
    if (known !== undefined) run.report.drop(NEWER_RECORD, value.id);
    if (known === undefined || (value.changed ?? '') > (known.changed ?? '')) newest.set(value.id, { record, value });
  }
  const all = [...newest.values()];
  const running = all.filter(({ value }) => !value.hasEnded);
  const kept = running.length === 0 ? all : running;
  for (const _ of all.slice(kept.length)) run.report.drop(ENDED, number);
  if (kept.length > 1) run.report.note('number that several records have', number);
  return kept;
}
