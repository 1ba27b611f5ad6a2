import { foldNumber, IDENTIFIER_SCHEMES, InputError, quoteValue, type RegisterLine } from '../../model/index.ts';
import { Sorter } from '../../sort/index.ts';

/** What tells which company of its register a line is about. */
export type LineIdentity = Pick<RegisterLine, 'key' | 'identifiers' | 'id'>;

/** What became of the last lines when those of a part came over them. */
export interface PartCounts {
  /** Last lines that went on, because no line of this import is about their company, or only an older one. */
  carried: number;
  /** Lines that gave way to a newer one of the same company. */
  superseded: number;
  /** Companies of the last lines that the register says are gone. */
  gone: number;
}

/** Where a record comes from, in the order in which records of one day stand. */
const TONIGHT = 0;
const GONE = 1;
const LAST = 2;

/** Before the text of a line: whether it is restricted. */
const OPEN = 0;
const RESTRICTED = 1;

/** The bytes behind the identity: a zero that no identity holds, the day, so that the newest comes first, and the source. */
const DATE_BYTES = 10;
const SUFFIX_BYTES = 1 + DATE_BYTES + 1;

/** Memory for records before they are spilled, in bytes: half of what a sorter takes, for the parser needs its share. */
const MEMORY_BYTES = 32 * 1024 * 1024;

/**
 * The lines of a register whose input is a part, over its last lines. Of each company the lines of the newest day stand, whole; of one
 * day those of this import. So a company that the input lacks keeps its last line, and the order of inputs means nothing. A line that
 * says that the company is restricted stays beside a newer one: only a decision lifts a restriction. All is sorted on disk, so memory
 * does not grow with the register.
 */
export class NewestLines {
  readonly #sorter: Sorter;
  readonly #counts: PartCounts;

  /** @param directory where sorted runs are spilled */
  constructor(directory: string, counts: PartCounts) {
    this.#sorter = new Sorter({ directory, name: 'newest-lines', memoryBytes: MEMORY_BYTES });
    this.#counts = counts;
  }

  /** Adds a line of this import. */
  add(line: RegisterLine): void {
    this.#add(line, TONIGHT, JSON.stringify(line));
  }

  /** Adds one of the last lines, with its text. */
  addLast(line: RegisterLine, text: string): void {
    this.#add(line, LAST, text);
  }

  /** Says that the register no longer has a company, as of a day. */
  addGone(company: LineIdentity, asOf: string): void {
    this.#add({ ...company, as_of_date: asOf }, GONE, '');
  }

  #add(line: RegisterLine, source: number, text: string): void {
    const key = Buffer.from(`${identityOf(line)}\0${newestFirst(line.as_of_date)}\0`);
    key[key.length - 1] = source;
    const value = Buffer.from(`\0${text}`);
    value[0] = line.lifecycle?.status === 'restricted' ? RESTRICTED : OPEN;
    this.#sorter.add(key, value);
  }

  /** The lines that stand, as texts, company by company; can be taken once. */
  *texts(): Generator<string, void, undefined> {
    let company: Buffer | undefined;
    let standing: Standing = NOTHING;
    for (const { key, value } of this.#sorter.sorted()) {
      const identity = key.subarray(0, key.length - SUFFIX_BYTES);
      const day = key.toString('latin1', identity.length);
      // The sorter lends its records until the next one.
      if (company?.equals(identity) !== true) {
        company = Buffer.from(identity);
        standing = { day, isGone: sourceOf(key) === GONE, isRestricted: false, text: undefined };
        if (standing.isGone) continue;
      }
      if (!this.#stands(standing, day, key, value)) continue;
      const text = value.toString('utf8', 1);
      standing.isRestricted ||= value[0] === RESTRICTED;
      if (text === standing.text) continue;
      standing.text = text;
      if (sourceOf(key) === LAST) this.#counts.carried++;
      yield text;
    }
  }

  #stands(standing: Standing, day: string, key: Buffer, value: Buffer): boolean {
    const isOfNewest = !standing.isGone && day === standing.day;
    if (isOfNewest || (!standing.isGone && value[0] === RESTRICTED && !standing.isRestricted)) return true;
    if (sourceOf(key) === GONE) return false;
    if (!standing.isGone) this.#counts.superseded++;
    else if (!standing.isCounted && sourceOf(key) === LAST) {
      standing.isCounted = true;
      this.#counts.gone++;
    }
    return false;
  }
}

/** What stands of the company whose records are read. */
interface Standing {
  /** The day and the source of its newest record. */
  readonly day: string;
  readonly isGone: boolean;
  isRestricted: boolean;
  /** The last text that was given. */
  text: string | undefined;
  /** Whether it was counted among the companies that are gone. */
  isCounted?: boolean;
}

const NOTHING: Standing = { day: '', isGone: false, isRestricted: false, text: undefined };

function sourceOf(key: Buffer): number {
  return key[key.length - 1] ?? TONIGHT;
}

/** A text that sorts newer days first, and a line without a day last. */
function newestFirst(date: string | undefined): string {
  if (date === undefined) return '~'.repeat(DATE_BYTES);
  return date.replaceAll(/\d/g, (digit) => String(9 - Number(digit)));
}

/** Names the company of a line within its register: its key, else its strongest identifier, the one that is written first. */
function identityOf({ key, id, identifiers = [] }: LineIdentity): string {
  if (key !== undefined) return checked(`key ${key}`);
  for (const scheme of IDENTIFIER_SCHEMES) {
    const found = identifiers.find((identifier) => identifier.scheme === scheme);
    if (found === undefined) continue;
    const { country_scope: scope = '', value } = found;
    return checked(`${scheme} ${scheme === 'lei' ? '' : scope} ${foldNumber(value)}`);
  }
  return `id ${id}`;
}

function checked(identity: string): string {
  if (!identity.includes('\0')) return identity;
  throw new InputError(`Cannot tell the company of a line: ${quoteValue(identity)} holds a zero character`);
}
