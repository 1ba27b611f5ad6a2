import { FieldFault, isDate, present, type RecordReader } from '../../importer/declaration.ts';
import { quoteValue } from '../../model/index.ts';
import { numberOf } from './number.ts';

/** A company as a search lists it. */
export interface Hit {
  readonly number: string;
  /** Absent where it is registered; else `gelöscht` or `historisch`. */
  readonly status?: string;
  readonly name?: string;
  /** The code of the legal form, and its words. */
  readonly form?: string;
  readonly formText?: string;
}

/** What a list of changes says of a company. */
export interface Change {
  readonly number: string;
  readonly day: string;
  readonly what: string | undefined;
}

/**
 * The hits of a search, `SUCHEFIRMARESPONSE`.
 * @throws {FieldFault} where one has no number
 */
export function hitsOf(answer: RecordReader): Hit[] {
  return answer.each('ERGEBNIS').map((hit) => {
    const form = hit.object('RECHTSFORM');
    const name = hit
      .each('NAME')
      .flatMap((line) => line.content('$') ?? [])
      .join(' ');
    return present<Hit>({
      number: requiredNumber(hit),
      status: hit.content('STATUS'),
      name: name || undefined,
      form: form?.content('CODE'),
      formText: form?.content('TEXT'),
    });
  });
}

/**
 * The changes of a day, `VERAENDERUNGENFIRMARESPONSE`.
 * @throws {FieldFault} where one has no number or no day
 */
export function changesOf(answer: RecordReader): Change[] {
  return answer.each('VERAENDERUNG').map((change) => {
    const day = change.content('VOLLZUGSDATUM')?.slice(0, 10) ?? '';
    if (!isDate(day)) throw new FieldFault('VERAENDERUNG.VOLLZUGSDATUM', `must be a day, got ${quoteValue(day)}`);
    return { number: requiredNumber(change), day, what: change.content('ARTDERVERAENDERUNG') };
  });
}

function requiredNumber(record: RecordReader): string {
  const text = record.content('FNR');
  const number = numberOf(text);
  if (number === undefined) throw new FieldFault('FNR', `must be a number, got ${quoteValue(text)}`);
  return number;
}
