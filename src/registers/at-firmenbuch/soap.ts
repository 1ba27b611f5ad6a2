import { FieldFault, RecordReader, required } from '../../importer/declaration.ts';
import type { XmlElement } from '../../importer/index.ts';
import { quoteValue } from '../../model/index.ts';
import operations from './operations.json' with { type: 'json' };

const ENVELOPE = 'http://www.w3.org/2003/05/soap-envelope';
const SERVICE = 'ns://firmenbuch.justiz.gv.at/Abfrage';

/** An operation of the service. */
export type Operation = keyof typeof operations;

/** A request in its envelope (SOAP 1.2). The schema requires all fields in their order, empty ones included. */
export function envelope(operation: Operation, fields: Readonly<Record<string, string>>): string {
  const { request, space } = operations[operation];
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
export function answerOf(operation: Operation, root: XmlElement): RecordReader {
  const body = new RecordReader(root).object('Body');
  if (body === undefined) throw new FieldFault('Body', 'is missing: the answer is not one of the service');
  const fault = body.object('Fault');
  if (fault !== undefined) throw new FieldFault('Fault', `says ${quoteValue(reasonOf(fault))}`);
  const { answer } = operations[operation];
  return required(body.object(answer), answer);
}

/** The text of a fault, in SOAP 1.2 or 1.1. */
function reasonOf(fault: RecordReader): string {
  return fault.object('Reason')?.each('Text')[0]?.content('$') ?? fault.content('faultstring') ?? '';
}

/** A text of one or several lines, each an element. */
export function linesOf(entry: RecordReader | undefined, name: string): string | undefined {
  const lines = (entry?.each(name) ?? []).flatMap((line) => line.content('$') ?? []);
  return lines.join(' ') || undefined;
}
