import { DETAIL_FIELDS, NO_DETAILS } from '../../model/index.ts';
import type { ByteBuffer, CompanyDetails, CompanyRecord } from '../../model/index.ts';
import { DayCodes } from '../dictionary/day-codes.ts';
import type { Dictionary } from '../dictionary/dictionary.ts';

/**
 * The details of one company, or no bytes if it has none:
 *
 *     u8 flags (1: it has former or other names) · the JSON of the details, compressed
 *
 * The fields have the order of `DETAIL_FIELDS`, then `sources`.
 */
const FLAG_NAMES = 1;

/** A former or further name of a company, as its register publishes it. */
export interface FurtherName {
  readonly name: string;
  /** Whether the company no longer has it. */
  readonly isFormer: boolean;
}

/** Maximum number of names of a company, the first ones: some companies list a name for every shop. */
const NAMES_MAX = 50;

/** Encodes the details of a record without compressing them: the dictionary is trained on their texts first. */
export function encodeDetails({ details }: Pick<CompanyRecord, 'details'>, days = new DayCodes()): Buffer {
  const { sources } = details;
  if (sources.length === 0) return Buffer.alloc(0);
  const fields = DETAIL_FIELDS.filter((field) => details[field] !== undefined);
  let json = JSON.stringify({ ...Object.fromEntries(fields.map((field) => [field, details[field]])), sources });
  for (const { register, as_of_date: day } of sources)
    json = days.replace(json, `"register":${JSON.stringify(register)},`, register, day);
  const hasNames = details.former_names !== undefined || details.other_names !== undefined;
  return Buffer.concat([Buffer.of(hasNames ? FLAG_NAMES : 0), Buffer.from(json)]);
}

/** Returns the text of {@linkcode encodeDetails}. */
export function detailsText(details: Buffer): Buffer {
  return details.subarray(1);
}

/** Compresses the text of {@linkcode encodeDetails}. */
export function compressDetails(details: Buffer, dictionary: Dictionary): Buffer {
  if (details.length === 0) return details;
  return Buffer.concat([details.subarray(0, 1), dictionary.encode(detailsText(details))]);
}

/** Reverses {@linkcode compressDetails}; the result is a copy. */
export function decompressDetails(details: Buffer, dictionary: Dictionary, scratch: ByteBuffer): Buffer {
  if (details.length === 0) return details;
  scratch.length = 0;
  scratch.append(details.subarray(0, 1));
  dictionary.decode(details, 1, details.length, scratch);
  return scratch.copy();
}

/** Reverses {@linkcode encodeDetails}. */
export function decodeDetails(details: Buffer): CompanyDetails {
  return details.length === 0 ? NO_DETAILS : (JSON.parse(detailsText(details).toString('utf8')) as CompanyDetails);
}

/** Whether details, compressed or not, have former or other names. */
export function haveNames(details: Buffer): boolean {
  return details.length > 0 && (details.readUInt8(0) & FLAG_NAMES) !== 0;
}

/** Returns the names of a company beside its registered name, each once, at most 50. A name that the company still has is not former. */
export function listFurtherNames(
  { former_names: former = [], other_names: others = [] }: CompanyDetails,
  registered?: string,
): FurtherName[] {
  const names = new Map<string, boolean>();
  for (const { name } of others) names.set(name, false);
  for (const { name } of former) if (!names.has(name)) names.set(name, true);
  if (registered !== undefined) names.delete(registered);
  return Array.from(names, ([name, isFormer]) => ({ name, isFormer })).slice(0, NAMES_MAX);
}
