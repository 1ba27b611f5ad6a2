import { companyIdBytes, companyIdOf } from '../../../src/model/index.ts';
import { CHANGED_FIELDS, EVENT_NAMES, type ChangesHeader, type EventName } from './format.ts';
import { readChanges } from './read.ts';
import type { EventHead } from './lines.ts';

/** The place of the bits in an entry of 19 bytes: id, event, fields. */
const ID_BYTES = 16;
const FIELDS_AT = 17;
const ENTRY_BYTES = 19;
/** Instead of an event: it was purged, or is of no interest to readers. */
const NOTHING = 0xff;
const RESTRICTED = EVENT_NAMES.indexOf('restricted');

/** The event of one company as readers get it: without any value. */
export interface FeedEvent {
  readonly id: string;
  readonly event: EventName;
  readonly generation: string;
  readonly time: string;
  readonly fields?: readonly string[];
}

/** The events of one change file in memory, 19 bytes each. A line is the place of an event in the file, from 0. */
export class FeedFile {
  readonly header: ChangesHeader;
  /** Undefined for a file with too many events: only its end is known to readers. */
  readonly digest: string | undefined;
  readonly lines: number;
  readonly #entries: Buffer;

  private constructor(header: ChangesHeader, digest?: string, entries: Buffer = Buffer.alloc(0)) {
    this.header = header;
    this.digest = digest;
    this.#entries = entries;
    this.lines = entries.length / ENTRY_BYTES;
  }

  /** Of a file whose events are too many. */
  static beyond(header: ChangesHeader): FeedFile {
    return new FeedFile(header);
  }

  /** Whether its events are served. */
  get isTold(): boolean {
    return this.digest !== undefined;
  }

  /**
   * Reads the events for readers in a change file, and nothing after them; stops when there are more than `most`.
   * @throws {ChangesError} where they are damaged
   */
  static async read(path: string, known: ChangesHeader, most: number): Promise<FeedFile> {
    const beyond = new AbortController();
    let entries = Buffer.alloc(1024 * ENTRY_BYTES);
    let end = 0;
    const onEvent = (_: Buffer, head: EventHead | undefined): void => {
      if (end === most * ENTRY_BYTES) {
        beyond.abort();
        return;
      }
      if (end === entries.length) entries = Buffer.concat([entries, Buffer.alloc(entries.length)]);
      // Entries stay in the order of ids: what was purged repeats the one before.
      if (head === undefined) entries.copy(entries, end, Math.max(0, end - ENTRY_BYTES), Math.max(0, end - 3));
      else companyIdBytes(head.id, entries.subarray(end, end + ID_BYTES));
      entries[end + ID_BYTES] = head === undefined ? NOTHING : EVENT_NAMES.indexOf(head.event);
      entries.writeUInt16BE(bitsOf(head?.fields), end + FIELDS_AT);
      end += ENTRY_BYTES;
    };
    try {
      const { header, end: last } = await readChanges(path, { signal: beyond.signal, onEvent, isToldOnly: true });
      if (!beyond.signal.aborted) return new FeedFile(header, last.digest, Buffer.from(entries.subarray(0, end)));
    } catch (error) {
      if (!beyond.signal.aborted) throw error;
    }
    return FeedFile.beyond(known);
  }

  /** The event at a line; undefined if it is hidden from readers. */
  at(line: number): FeedEvent | undefined {
    const start = line * ENTRY_BYTES;
    const event = EVENT_NAMES[this.#entries[start + ID_BYTES] ?? NOTHING];
    if (event === undefined || event === 'stored') return undefined;
    const bits = this.#entries.readUInt16BE(start + FIELDS_AT);
    const fields = CHANGED_FIELDS.filter((_, bit) => (bits & (1 << bit)) !== 0);
    return {
      id: companyIdOf(this.#entries.subarray(start, start + ID_BYTES)),
      event,
      generation: this.header.to,
      time: this.header.time,
      ...(fields.length === 0 ? {} : { fields }),
    };
  }

  /** The line of the event of a company; undefined where it has none. */
  lineOf(id: string): number | undefined {
    const key = companyIdBytes(id);
    let [from, to] = [0, this.lines];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const start = middle * ENTRY_BYTES;
      if (this.#entries.compare(key, 0, ID_BYTES, start, start + ID_BYTES) < 0) from = middle + 1;
      else to = middle;
    }
    return from < this.lines && this.at(from)?.id === id ? from : undefined;
  }

  /** Hides the event of a company from readers, unless the event is `restricted`. */
  drop(id: string): void {
    const line = this.lineOf(id);
    if (line !== undefined && this.at(line)?.event !== 'restricted')
      this.#entries[line * ENTRY_BYTES + ID_BYTES] = NOTHING;
  }

  /** The companies that it says to be restricted. */
  *restricted(): Generator<string, void, undefined> {
    for (let start = 0; start < this.#entries.length; start += ENTRY_BYTES)
      if (this.#entries[start + ID_BYTES] === RESTRICTED)
        yield companyIdOf(this.#entries.subarray(start, start + ID_BYTES));
  }
}

/** The fields that an event names, by their bits. */
function bitsOf(fields: readonly string[] = []): number {
  return fields.reduce((bits, name) => bits | (1 << CHANGED_FIELDS.findIndex((field) => field === name)), 0);
}
