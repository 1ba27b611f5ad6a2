import { foldNumber, IDENTIFIER_SCHEMES, InputError, quoteValue, type RegisterLine } from '../../model/index.ts';
import type { Sorter } from '../../files/index.ts';
import type { PartCounts } from '../report.ts';

/** The fields that identify the company of a line in its register. */
export type LineIdentity = Pick<RegisterLine, 'key' | 'identifiers' | 'id'>;

/** The sources of records. Records of one company and day are sorted by these numbers. */
const OWN = 0;
const GONE = 1;
const LAST = 2;

/** The first byte of a value states whether the line is restricted. */
const OPEN = 0;
const RESTRICTED = 1;

/** The bytes of a key after the identity: a zero byte, which no identity contains, the day in descending order, and the source. */
const DATE_BYTES = 10;
const SUFFIX_BYTES = 1 + DATE_BYTES + 1;

/**
 * Merges the lines of an import of a part with the previous output. Each company keeps its lines of the newest day; lines of this import
 * come before previous lines of the same day. So the order of inputs does not matter. A restricted line is kept in addition to newer
 * lines: only a decision lifts a restriction. Lines are sorted on disk, so memory does not grow with the register.
 */
export class NewestLines {
  readonly #sorter: Sorter;
  readonly #counts: PartCounts;

  constructor(sorter: Sorter, counts: PartCounts) {
    this.#sorter = sorter;
    this.#counts = counts;
  }

  add(line: RegisterLine, text: string): void {
    this.#add(line, OWN, text);
  }

  addLast(line: RegisterLine, text: string): void {
    this.#add(line, LAST, text);
  }

  /** Reports that the register no longer has a company, as of a day. */
  addGone(company: LineIdentity, asOf: string): void {
    this.#add({ ...company, as_of_date: asOf }, GONE, '');
  }

  #add(line: RegisterLine, source: number, text: string): void {
    const key = Buffer.from(`${findIdentity(line)}\0${newestFirst(line.as_of_date)}\0`);
    key[key.length - 1] = source;
    const value = Buffer.from(`\0${text}`);
    value[0] = line.lifecycle?.status === 'restricted' ? RESTRICTED : OPEN;
    this.#sorter.add(key, value);
  }

  /** Yields the merged lines as texts, sorted by company. Can be called once. */
  *texts(): Generator<string, void, undefined> {
    let company: Company | undefined;
    for (const { key, value } of this.#sorter.sorted()) {
      const identity = key.subarray(0, key.length - SUFFIX_BYTES);
      const day = key.toString('latin1', identity.length);
      // A record is valid until the next one.
      if (company?.identity.equals(identity) !== true) {
        company = { identity: Buffer.from(identity), day, isGone: decodeSource(key) === GONE, isRestricted: false };
        if (company.isGone) continue;
      }
      if (!this.#isKept(company, day, key, value)) continue;
      const text = value.toString('utf8', 1);
      company.isRestricted ||= value[0] === RESTRICTED;
      if (text === company.text) continue;
      company.text = text;
      if (decodeSource(key) === LAST) this.#counts.carried++;
      yield text;
    }
  }

  #isKept(company: Company, day: string, key: Buffer, value: Buffer): boolean {
    const isOfNewest = !company.isGone && day === company.day;
    if (isOfNewest || (!company.isGone && value[0] === RESTRICTED && !company.isRestricted)) return true;
    if (decodeSource(key) === GONE) return false;
    if (!company.isGone) this.#counts.superseded++;
    else if (!company.isCounted && decodeSource(key) === LAST) {
      company.isCounted = true;
      this.#counts.gone++;
    }
    return false;
  }
}

/** The company of the records that are being read. */
interface Company {
  readonly identity: Buffer;
  /** The day of the newest record of the company. */
  readonly day: string;
  readonly isGone: boolean;
  isRestricted: boolean;
  /** The last yielded text. */
  text?: string;
  /** Whether the company was counted as gone. */
  isCounted?: boolean;
}

function decodeSource(key: Buffer): number {
  return key[key.length - 1] ?? OWN;
}

/** Returns a sort key for a day: the newest day sorts first, a missing day last. */
function newestFirst(date: string | undefined): string {
  if (date === undefined) return '~'.repeat(DATE_BYTES);
  return date.replaceAll(/\d/g, (digit) => String(9 - Number(digit)));
}

/** Returns the identity of a company in its register: its key, else its strongest identifier, else its id. */
function findIdentity({ key, id, identifiers = [] }: LineIdentity): string {
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
  throw new InputError(`Cannot identify the company of a line: ${quoteValue(identity)} has a zero character`);
}
