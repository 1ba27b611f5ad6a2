import { NO_DETAILS, type CompanyDetails } from '../../model/index.ts';
import { findPart } from '../format/company-block.ts';
import { decodeDetails, decompressDetails, haveNames } from '../format/details.ts';
import { blockOf, entryOf, numberKey, type Tables } from '../format/format.ts';
import type { InMemory } from './in-memory.ts';

type Read = Pick<InMemory, 'dictionary' | 'answer'>;

/** Returns the details of the active company at a rank among all companies; the caller owns them. */
export function detailsAt(tables: Tables, memory: Read, rank: number): CompanyDetails {
  const part = partAt(tables, rank);
  return part === undefined ? NO_DETAILS : decoded(part, memory);
}

/** Returns the details of the company at a rank; undefined if it has no former or other names, which is cheaper to find out. */
export function namedDetailsAt(tables: Tables, memory: Read, rank: number): CompanyDetails | undefined {
  const part = partAt(tables, rank);
  return part !== undefined && haveNames(part) ? decoded(part, memory) : undefined;
}

function decoded(part: Buffer, { dictionary, answer }: Read): CompanyDetails {
  return decodeDetails(decompressDetails(part, dictionary, answer));
}

function partAt({ details }: Tables, rank: number): Buffer | undefined {
  const block = details.get(numberKey(blockOf(rank)));
  return block && findPart(block, entryOf(rank));
}
