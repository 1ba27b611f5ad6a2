import { FieldFault, RecordReader } from '../../importer/declaration.ts';
import type { XmlElement } from '../../importer/index.ts';
import { quoteValue } from '../../model/index.ts';

const ENVELOPE = 'http://www.w3.org/2003/05/soap-envelope';
const SERVICE = 'ns://firmenbuch.justiz.gv.at/Abfrage';

/** The operations of the service. */
const OPERATIONS = {
  search: { request: 'SUCHEFIRMAREQUEST', space: 'SucheFirmaRequest', answer: 'SUCHEFIRMARESPONSE' },
  extract: { request: 'AUSZUG_V2_REQUEST', space: 'v2/AuszugRequest', answer: 'AUSZUG_V2_RESPONSE' },
  changes: {
    request: 'VERAENDERUNGENFIRMAREQUEST',
    space: 'VeraenderungenFirmaRequest',
    answer: 'VERAENDERUNGENFIRMARESPONSE',
  },
} as const;

export type Operation = keyof typeof OPERATIONS;

/** A request in its envelope (SOAP 1.2). The schema wants the fields in their order, the empty ones too. */
export function envelope(operation: Operation, fields: Readonly<Record<string, string>>): string {
  const { request, space } = OPERATIONS[operation];
  const inner = Object.entries(fields)
    .map(([name, value]) => `<q:${name}>${escaped(value)}</q:${name}>`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="${ENVELOPE}" xmlns:q="${SERVICE}/${space}"><s:Header/><s:Body><q:${request}>${inner}</q:${request}></s:Body></s:Envelope>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/**
 * What an answer says, whatever its version of SOAP and its prefixes.
 * @param root its root element
 * @throws {FieldFault} where it is a fault, or the answer of something else
 */
export function answerOf(operation: Operation, root: XmlElement): RecordReader {
  const body = new RecordReader(root).object('Body');
  if (body === undefined) throw new FieldFault('Body', 'is missing: it is no answer of the service');
  const fault = body.object('Fault');
  if (fault !== undefined) throw new FieldFault('Fault', `says ${quoteValue(reasonOf(fault))}`);
  const answer = body.object(OPERATIONS[operation].answer);
  if (answer === undefined) throw new FieldFault(OPERATIONS[operation].answer, 'is missing');
  return answer;
}

/** What a fault says, in SOAP 1.2 or 1.1. */
function reasonOf(fault: RecordReader): string {
  return fault.object('Reason')?.each('Text')[0]?.content('$') ?? fault.content('faultstring') ?? '';
}
