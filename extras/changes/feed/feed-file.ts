import { companyIdBytes, encodeCompanyId } from '../../../src/model/index.ts';
import { ID_BYTES, findIndexes, idList, type IdList } from '../company-keys.ts';
import { CHANGED_FIELDS, EVENT_NAMES, type ChangesHeader, type FeedEvent } from './format.ts';
import { ChangesError } from './lines.ts';
import { readChanges } from './read.ts';

/** The layout of an entry: 16 bytes for the id, 1 for the event, 3 for the fields. */
const FIELDS_AT = 17;
const FIELDS_BYTES = 3;
const ENTRY_BYTES = 20;
const PURGED = EVENT_NAMES.indexOf('purged');
const RESTRICTED = EVENT_NAMES.indexOf('restricted');

/** The events of one change file in memory, 24 bytes each. A line is the index of an event in the file, from 0. */
export class FeedFile {
  readonly header: ChangesHeader;
  readonly lines: number;
  readonly #entries: Buffer;
  readonly #ids: IdList;

  constructor(header: ChangesHeader, entries: Buffer) {
    this.header = header;
    this.#entries = entries;
    this.#ids = idList(entries, ENTRY_BYTES);
    this.lines = entries.length / ENTRY_BYTES;
  }

  /**
   * Reads a change file.
   * @throws {ChangesError} if it is damaged, or has more than `most` events
   */
  static async read(path: string, most: number): Promise<FeedFile> {
    let entries = Buffer.alloc(1024 * ENTRY_BYTES);
    let end = 0;
    const header = await readChanges(path, {
      onEvent: ({ id, event, fields }) => {
        if (end === most * ENTRY_BYTES)
          throw new ChangesError(path, `it has more than ${most} events; it and earlier files are not served`);
        if (end === entries.length) entries = Buffer.concat([entries, Buffer.alloc(entries.length)]);
        companyIdBytes(id, entries.subarray(end, end + ID_BYTES));
        entries[end + ID_BYTES] = EVENT_NAMES.indexOf(event);
        entries.writeUIntBE(toFieldBits(fields), end + FIELDS_AT, FIELDS_BYTES);
        end += ENTRY_BYTES;
      },
    });
    return new FeedFile(header, Buffer.from(entries.subarray(0, end)));
  }

  /** Returns the event at a line; undefined if the event is hidden. */
  at(line: number): FeedEvent | undefined {
    const start = line * ENTRY_BYTES;
    const event = EVENT_NAMES[this.#entries[start + ID_BYTES] ?? PURGED];
    if (event === undefined || event === 'purged') return undefined;
    const bits = this.#entries.readUIntBE(start + FIELDS_AT, FIELDS_BYTES);
    const fields = CHANGED_FIELDS.filter((_, bit) => (bits & (1 << bit)) !== 0);
    return {
      id: encodeCompanyId(this.#entries.subarray(start, start + ID_BYTES)),
      event,
      generation: this.header.to,
      time: this.header.time,
      ...(fields.length === 0 ? {} : { fields }),
    };
  }

  /**
   * Adds the events of lines to a page of at most `limit`. Returns the line of the first event that does not fit; undefined if all fit.
   * @param counts whether events of a company belong to the page
   */
  addTo(
    page: FeedEvent[],
    lines: Iterable<number>,
    limit: number,
    counts: (id: string) => boolean = () => true,
  ): number | undefined {
    for (const line of lines) {
      const event = this.at(line);
      if (event === undefined || !counts(event.id)) continue;
      if (page.length === limit) return line;
      page.push(event);
    }
    return undefined;
  }

  /** Returns the lines of the events of some companies, in order, including hidden events. */
  findLines(keys: IdList): number[] {
    return findIndexes(keys, this.#ids);
  }

  /** Hides the events of some companies, except `restricted`. */
  drop(keys: IdList): void {
    for (const line of this.findLines(keys))
      if (this.#entries[line * ENTRY_BYTES + ID_BYTES] !== RESTRICTED)
        this.#entries[line * ENTRY_BYTES + ID_BYTES] = PURGED;
  }

  /** Yields the companies that this file restricts. */
  *restricted(): Generator<string, void, undefined> {
    for (let start = 0; start < this.#entries.length; start += ENTRY_BYTES)
      if (this.#entries[start + ID_BYTES] === RESTRICTED)
        yield encodeCompanyId(this.#entries.subarray(start, start + ID_BYTES));
  }
}

function toFieldBits(fields: readonly string[] = []): number {
  return fields.reduce((bits, name) => bits | (1 << CHANGED_FIELDS.findIndex((field) => field === name)), 0);
}
