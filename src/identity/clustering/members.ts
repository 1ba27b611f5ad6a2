import { foldNumber } from '../../model/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { isFundOrBranch, registerOfKey } from './match-keys.ts';

/**
 * Discriminators distinguish companies that have the same number: ids, LEIs, and keys by register. If two clusters have values of the
 * same kind but no value in common, they are different companies (a cannot-link constraint).
 */
export type Discriminators = ReadonlyMap<string, ReadonlySet<string>>;

const NO_DISCRIMINATORS: Discriminators = new Map();
export const LEI_KIND = 'lei';

/** A line with a match key, as the sorter holds it. */
export interface Member {
  readonly line: number;
  readonly discriminators: Discriminators;
  /** Whether the line may carry the number of another company, see {@linkcode isFundOrBranch}. */
  readonly isFundOrBranch: boolean;
  /** Whether the line only adds to a company that other lines describe. */
  readonly isAddition: boolean;
}

/** Number of bytes of a line number and the flags after it. */
const HEAD_BYTES = 5;

const FUND_OR_BRANCH = 1;
const ADDITION = 2;

export function encodeMember(number: number, line: RegisterLine): Buffer {
  const discriminators = listDiscriminators(line);
  const text = discriminators.length === 0 ? '' : JSON.stringify(discriminators);
  const value = Buffer.allocUnsafe(HEAD_BYTES + Buffer.byteLength(text));
  value.writeUInt32BE(number, 0);
  value[4] = (isFundOrBranch(line) ? FUND_OR_BRANCH : 0) | (line.adds_to === undefined ? 0 : ADDITION);
  value.write(text, HEAD_BYTES);
  return value;
}

export function decodeMember(value: Buffer): Member {
  const flags = value[4] ?? 0;
  const member = {
    line: value.readUInt32BE(0),
    isFundOrBranch: (flags & FUND_OR_BRANCH) !== 0,
    isAddition: (flags & ADDITION) !== 0,
  };
  if (value.length === HEAD_BYTES) return { ...member, discriminators: NO_DISCRIMINATORS };
  const discriminators = new Map<string, Set<string>>();
  for (const [kind, one] of JSON.parse(value.toString('utf8', HEAD_BYTES)) as [kind: string, value: string][]) {
    discriminators.set(kind, (discriminators.get(kind) ?? new Set()).add(one));
  }
  return { ...member, discriminators };
}

/** Whether all discriminators that have values of a kind share one, for every kind. The order of `all` does not matter. */
export function haveCommonValues(all: Iterable<Discriminators>): boolean {
  const common = new Map<string, ReadonlySet<string>>();
  for (const discriminators of all) {
    for (const [kind, values] of discriminators) {
      const inCommon = common.get(kind)?.intersection(values) ?? values;
      if (inCommon.size === 0) return false;
      common.set(kind, inCommon);
    }
  }
  return true;
}

function listDiscriminators({ id, key, identifiers = [] }: RegisterLine): [kind: string, value: string][] {
  const leis = identifiers.filter(({ scheme }) => scheme === 'lei');
  const all = leis.map(({ value }): [string, string] => [LEI_KIND, foldNumber(value)]);
  if (id !== undefined) all.push(['id', id]);
  if (key !== undefined) all.push([`key ${registerOfKey(key)}`, key]);
  return all;
}
