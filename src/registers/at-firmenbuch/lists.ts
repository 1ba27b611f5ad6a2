import { FieldFault, isDate, present, type RecordReader } from '../../importer/declaration.ts';
import { quoteValue } from '../../model/index.ts';
import { requiredNumber } from './number.ts';
import { linesOf } from './soap.ts';

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

/** A company in a list of changes. */
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
    return present<Hit>({
      number: requiredNumber('FNR', hit.content('FNR')),
      status: hit.content('STATUS'),
      name: linesOf(hit, 'NAME'),
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
    return { number: requiredNumber('FNR', change.content('FNR')), day, what: change.content('ARTDERVERAENDERUNG') };
  });
}
