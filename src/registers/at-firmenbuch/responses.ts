import { FieldFault, RecordReader, isDate, present, required } from '../../importer/declaration.ts';
import type { XmlElement } from '../../importer/index.ts';
import { quoteValue } from '../../model/index.ts';
import operations from './operations.json' with { type: 'json' };

const ENVELOPE = 'http://www.w3.org/2003/05/soap-envelope';
const SERVICE = 'ns://firmenbuch.justiz.gv.at/Abfrage';

/**
 * The service's operation for each kind of request. A search for a word and a search for the beginning of a name use the same operation.
 */
const OPERATIONS: ReadonlyMap<string, (typeof operations)['search']> = new Map(
  Object.entries({ ...operations, word: operations.search }),
);

function findOperation(kind: string): (typeof operations)['search'] {
  const operation = OPERATIONS.get(kind);
  if (operation === undefined) throw new FieldFault('question', `no kind ${quoteValue(kind)}`);
  return operation;
}

/** Wraps a request in an envelope (SOAP 1.2). The schema requires all fields in order, empty fields included. */
export function envelope(kind: string, fields: Readonly<Record<string, string>>): string {
  const { request, space } = findOperation(kind);
  const inner = Object.entries(fields)
    .map(([name, value]) => `<q:${name}>${escaped(value)}</q:${name}>`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="${ENVELOPE}" xmlns:q="${SERVICE}/${space}"><s:Header/><s:Body><q:${request}>${inner}</q:${request}></s:Body></s:Envelope>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * Returns the content of a response, whatever its SOAP version and its namespace prefixes.
 * @param root the root element of the response
 * @throws {FieldFault} for a SOAP fault, and for the response of another operation
 */
export function readOperation(kind: string, root: XmlElement): RecordReader {
  const body = new RecordReader(root).object('Body');
  if (body === undefined) throw new FieldFault('Body', 'is missing: the response is not one of the service');
  const fault = body.object('Fault');
  if (fault !== undefined) {
    // SOAP 1.2 or 1.1.
    const reason = fault.object('Reason')?.each('Text')[0]?.content('$') ?? fault.content('faultstring') ?? '';
    throw new FieldFault('Fault', `says ${quoteValue(reason)}`);
  }
  const { answer: response } = findOperation(kind);
  return required(body.object(response), response);
}

/** Returns a text whose lines are separate elements, joined by spaces. */
export function joinLines(entry: RecordReader | undefined, name: string): string | undefined {
  const lines = (entry?.each(name) ?? []).flatMap((line) => line.content('$') ?? []);
  return lines.join(' ') || undefined;
}

/** A number as the service and people write it: `30435 h`, `433826f`, `FN 030435h`. */
const NUMBER = /^(?:FN)?\s*0*([1-9]\d{0,5})\s*([a-z])$/i;

/** Returns a number as extracts print it, `30435 h`; undefined if the text is not a number. */
export function formatNumber(text: string | undefined): string | undefined {
  const [, digits, letter] = NUMBER.exec(text?.trim() ?? '') ?? [];
  return digits === undefined ? undefined : `${digits} ${letter?.toLowerCase()}`;
}

/** Returns a number as extracts print it. @throws {FieldFault} if the text is not a number */
export function requiredNumber(field: string, text: string | undefined): string {
  const number = formatNumber(text);
  if (number === undefined) throw new FieldFault(field, `must be a number, got ${quoteValue(text)}`);
  return number;
}

/** Returns a number as requests contain it: `30435h`. */
export function compact(number: string): string {
  return number.replace(' ', '');
}

/** Returns other spellings of a number: with `FN`, and padded with zeros as in European numbers. */
export function listNumberForms(number: string): string[] {
  const padded = number.padStart('000000 a'.length, '0');
  return padded === number ? [`FN ${number}`] : [`FN ${number}`, padded, `FN ${padded}`];
}

/** The status of a company that is struck off. */
export const DELETED = 'gelöscht';

/** The form of registered sole traders (Einzelunternehmer), whose names are people's. */
const SOLE_TRADER = 'EU';

/** Whether a legal form is that of sole traders, by its code or by its words. */
export function isSoleTrader(code: string | undefined, text: string | undefined): boolean {
  return code === SOLE_TRADER || /einzel(unternehm|kauf)/i.test(text ?? '');
}

/** A company in the response to a search. */
export interface Hit {
  readonly number: string;
  /** Absent if the company is registered; else `gelöscht` or `historisch`. */
  readonly status?: string;
  readonly name?: string;
  /** The code of the legal form, and its words. */
  readonly form?: string;
  readonly formText?: string;
}

/**
 * Returns the hits of a search, `SUCHEFIRMARESPONSE`.
 * @throws {FieldFault} if a hit has no number
 */
export function readHits(response: RecordReader): Hit[] {
  return response.each('ERGEBNIS').map((hit) => {
    const form = hit.object('RECHTSFORM');
    return present<Hit>({
      number: requiredNumber('FNR', hit.content('FNR')),
      status: hit.content('STATUS'),
      name: joinLines(hit, 'NAME'),
      form: form?.content('CODE'),
      formText: form?.content('TEXT'),
    });
  });
}

/**
 * Returns the changes of a day, `VERAENDERUNGENFIRMARESPONSE`.
 * @throws {FieldFault} if a change has no number or no day
 */
export function readChanges(response: RecordReader): { number: string; day: string; what: string | undefined }[] {
  return response.each('VERAENDERUNG').map((change) => {
    const day = change.content('VOLLZUGSDATUM')?.slice(0, 10) ?? '';
    if (!isDate(day)) throw new FieldFault('VERAENDERUNG.VOLLZUGSDATUM', `must be a day, got ${quoteValue(day)}`);
    return { number: requiredNumber('FNR', change.content('FNR')), day, what: change.content('ARTDERVERAENDERUNG') };
  });
}
