import { compareText } from '../../model/index.ts';
import { STATUS_FIELDS, OFFICER_FIELDS, type StatusField } from './fields.ts';
import type { Change, Value } from './filing.ts';

/** A record in force, with the time of its entry. */
export interface Held {
  readonly at: string;
  readonly value: Value;
}

/** Within one entry, erasures come before additions; a section closes last. */
const RANKS = { Erase: 0, Add: 1, Close: 2 } as const;

/**
 * Compares changes in the order in which they count: by entry, and within one entry erasures first. The order depends only on the changes,
 * not on the order of files, and a change that occurs twice counts once.
 */
function byEntry(a: Change, b: Change): number {
  return (
    compareText(a.at, b.at) ||
    RANKS[a.operation] - RANKS[b.operation] ||
    compareText(a.section, b.section) ||
    compareText(a.field, b.field) ||
    // Records are numbered: a longer number is a later one.
    (a.id ?? '').length - (b.id ?? '').length ||
    compareText(a.id ?? '', b.id ?? '') ||
    compareText(JSON.stringify(a.value ?? ''), JSON.stringify(b.value ?? ''))
  );
}

/** The state of a company after its changes. */
export class State {
  /** The records in force, by field, section and record. */
  readonly #fields = new Map<string, Map<string, Map<string, Held>>>();
  /** Every name that was entered, in order. */
  readonly names: Held[] = [];

  constructor(changes: Iterable<Change>) {
    for (const change of [...changes].toSorted(byEntry)) this.#apply(change);
  }

  #apply({ at, section, field, operation, id = '', value = { text: '' } }: Change): void {
    if (operation === 'Close') {
      for (const sections of this.#fields.values()) sections.delete(section);
      return;
    }
    const sections = this.#fields.get(field);
    if (operation === 'Erase') {
      if (id === '') sections?.delete(section);
      else sections?.get(section)?.delete(id);
      return;
    }
    if (field === 'Company') this.names.push({ at, value });
    const isList = OFFICER_FIELDS.get(field)?.record !== undefined;
    const records = (isList ? sections?.get(section) : undefined) ?? new Map<string, Held>();
    records.set(id, { at, value });
    if (sections === undefined) this.#fields.set(field, new Map([[section, records]]));
    else sections.set(section, records);
  }

  /** Returns the value of a field with one value. */
  value(field: string): Value | undefined {
    return this.records(field).at(-1)?.value;
  }

  /** Returns the records of a field in all sections. */
  records(field: string): Held[] {
    const held: Held[] = [];
    for (const records of this.#fields.get(field)?.values() ?? []) held.push(...records.values());
    return held;
  }

  /** Returns the latest status of the highest rank, with its entry. */
  status(): (Pick<StatusField, 'rank' | 'word'> & { at: string }) | undefined {
    const latest: ({ at: string; word: string } | undefined)[] = [];
    for (const [field, { rank, word, isFlag }] of STATUS_FIELDS) {
      for (const { at, value } of this.records(field)) {
        if (isFlag && value.text === '0') continue;
        if (at >= (latest[rank]?.at ?? '')) latest[rank] = { at, word };
      }
    }
    const rank = latest.findIndex((state) => state !== undefined && state.word !== '');
    const { at = '', word = '' } = latest[rank] ?? {};
    return rank === -1 ? undefined : { rank, word, at };
  }
}
