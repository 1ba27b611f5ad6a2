import { STATUS_FIELDS, OFFICER_FIELDS, type StatusField } from './codes.ts';
import type { Change, Value } from './filing.ts';

/** A record that holds, and when it was entered. */
export interface Held {
  readonly at: string;
  readonly value: Value;
}

/** Erasures come before what the same entry adds; a section closes after all. */
const RANKS = { Erase: 0, Add: 1, Close: 2 } as const;

/**
 * The order in which changes count: by entry, and within one entry erasures first. It depends on nothing but the changes, so
 * that the order of files does not matter, and a change that is there twice counts once.
 */
function byEntry(a: Change, b: Change): number {
  return (
    order(a.at, b.at) ||
    RANKS[a.operation] - RANKS[b.operation] ||
    order(a.section, b.section) ||
    order(a.field, b.field) ||
    // Records are numbered: a longer number is a later one.
    (a.id ?? '').length - (b.id ?? '').length ||
    order(a.id ?? '', b.id ?? '') ||
    order(JSON.stringify(a.value), JSON.stringify(b.value))
  );
}

function order(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The present state of a company: what its changes leave. */
export class State {
  /** By field, section and record. */
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

  /** What a field with one value holds. */
  value(field: string): Value | undefined {
    return this.records(field).at(-1)?.value;
  }

  /** All that hold of a field, in whichever section. */
  records(field: string): Held[] {
    const held: Held[] = [];
    for (const records of this.#fields.get(field)?.values() ?? []) held.push(...records.values());
    return held;
  }

  /** The highest state that fields tell: the latest word of deletion, else of insolvency, and so on. */
  status(): Pick<StatusField, 'rank' | 'word'> | undefined {
    const latest: ({ at: string; word: string } | undefined)[] = [];
    for (const [field, { rank, word, isFlag }] of STATUS_FIELDS) {
      for (const { at, value } of this.records(field)) {
        if (isFlag && value.text === '0') continue;
        if (at >= (latest[rank]?.at ?? '')) latest[rank] = { at, word };
      }
    }
    const rank = latest.findIndex((state) => state !== undefined && state.word !== '');
    return rank === -1 ? undefined : { rank, word: latest[rank]?.word ?? '' };
  }
}
