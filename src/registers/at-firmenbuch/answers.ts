import { FieldFault, RecordReader, isDate, present, required } from '../../importer/declaration.ts';
import type { XmlElement } from '../../importer/index.ts';
import { quoteValue } from '../../model/index.ts';
import operations from './operations.json' with { type: 'json' };

const ENVELOPE = 'http://www.w3.org/2003/05/soap-envelope';
const SERVICE = 'ns://firmenbuch.justiz.gv.at/Abfrage';

/** The operations of the service by the kind of question. A search for a word uses the same operation as one for the beginning of a name. */
const OPERATIONS: ReadonlyMap<string, (typeof operations)['search']> = new Map(
  Object.entries({ ...operations, word: operations.search }),
);

function operationOf(kind: string): (typeof operations)['search'] {
  const operation = OPERATIONS.get(kind);
  if (operation === undefined) throw new FieldFault('question', `no kind ${quoteValue(kind)}`);
  return operation;
}

/** A request in its envelope (SOAP 1.2). The schema requires all fields in their order, empty ones included. */
export function envelope(kind: string, fields: Readonly<Record<string, string>>): string {
  const { request, space } = operationOf(kind);
  const inner = Object.entries(fields)
    .map(([name, value]) => `<q:${name}>${escaped(value)}</q:${name}>`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="${ENVELOPE}" xmlns:q="${SERVICE}/${space}"><s:Header/><s:Body><q:${request}>${inner}</q:${request}></s:Body></s:Envelope>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * The content of an answer in any version of SOAP, with any prefixes.
 * @param root its root element
 * @throws {FieldFault} for a fault, and for the answer of another operation
 */
export function answerOf(kind: string, root: XmlElement): RecordReader {
  const body = new RecordReader(root).object('Body');
  if (body === undefined) throw new FieldFault('Body', 'is missing: the answer is not one of the service');
  const fault = body.object('Fault');
  if (fault !== undefined) {
    // SOAP 1.2 or 1.1.
    const reason = fault.object('Reason')?.each('Text')[0]?.content('$') ?? fault.content('faultstring') ?? '';
    throw new FieldFault('Fault', `says ${quoteValue(reason)}`);
  }
  const { answer } = operationOf(kind);
  return required(body.object(answer), answer);
}

/** A text of one or several lines, each an element. */
export function linesOf(entry: RecordReader | undefined, name: string): string | undefined {
  const lines = (entry?.each(name) ?? []).flatMap((line) => line.content('$') ?? []);
  return lines.join(' ') || undefined;
}

/** A number as the service and people write it: `30435 h`, `433826f`, `FN 030435h`. */
const NUMBER = /^(?:FN)?\s*0*([1-9]\d{0,5})\s*([a-z])$/i;

/** A number as extracts print it, `30435 h`; undefined where the text is not a number. */
export function numberOf(text: string | undefined): string | undefined {
  const [, digits, letter] = NUMBER.exec(text?.trim() ?? '') ?? [];
  return digits === undefined ? undefined : `${digits} ${letter?.toLowerCase()}`;
}

/** A number as extracts print it. @throws {FieldFault} where the text is not a number */
export function requiredNumber(field: string, text: string | undefined): string {
  const number = numberOf(text);
  if (number === undefined) throw new FieldFault(field, `must be a number, got ${quoteValue(text)}`);
  return number;
}

/** A number as requests have it: `30435h`. */
export function compact(number: string): string {
  return number.replace(' ', '');
}

/** Other forms of a number: with `FN`, and with the zeros of European numbers. */
export function formsOf(number: string): string[] {
  const padded = number.padStart('000000 a'.length, '0');
  return padded === number ? [`FN ${number}`] : [`FN ${number}`, padded, `FN ${padded}`];
}

/** The status of a company that is struck off. */
export const DELETED = 'gelöscht';

/** The form of registered sole traders (Einzelunternehmer), whose names are people's. */
const SOLE_TRADER = 'EU';

/** Whether a form is that of sole traders, by its code or by its words. */
export function isSoleTrader(code: string | undefined, text: string | undefined): boolean {
  return code === SOLE_TRADER || /einzel(unternehm|kauf)/i.test(text ?? '');
}

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
export function changesOf(answer: RecordReader): { number: string; day: string; what: string | undefined }[] {
  return answer.each('VERAENDERUNG').map((change) => {
    const day = change.content('VOLLZUGSDATUM')?.slice(0, 10) ?? '';
    if (!isDate(day)) throw new FieldFault('VERAENDERUNG.VOLLZUGSDATUM', `must be a day, got ${quoteValue(day)}`);
    return { number: requiredNumber('FNR', change.content('FNR')), day, what: change.content('ARTDERVERAENDERUNG') };
  });
}
