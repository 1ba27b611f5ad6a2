import {
  RecordReader,
  nationalNumber,
  noteWrongNumber,
  present,
  publishedDay,
  required,
  withZeros,
  type ImportRun,
  type XmlRow,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { officersOf } from './officers.ts';

/** The day of the first part of "05.12.2006; …". */
const FIRST_DAY = /^[^;\d]*(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4})/;

/** A subject that is joined with the others of its code. */
export interface Company {
  /** The number of its entry, else that of its row, as a key. */
  readonly id: string;
  readonly number?: string;
  readonly hasEnded: boolean;
  readonly line: RegisterLine;
}

/**
 * Reads a subject; undefined for a person in business, who is counted.
 * @throws {FieldFault} if RECORD is missing or an element occurs twice
 */
export function companyOf(row: XmlRow, published: string | undefined, run: ImportRun): Company | undefined {
  const record = new RecordReader(row.value);
  const id = required(record.content('RECORD'), 'RECORD');
  const [code, form, status] = ['EDRPOU', 'OPF', 'STAN'].map((name) => record.content(name));
  // The file of persons in business has the same elements, without a code and a form.
  const isSole = (code === undefined && form === undefined) || /фізична особа/i.test(form ?? '');
  if (isSole && run.dropsSoleTrader(id)) return undefined;
  run.code('STAN', status);
  const number = numberOf(code, id, run);
  const state = run.state('STAN', status);
  const hasEnded = state === 'closed';
  const short = record.content('SHORT_NAME');
  const line = present<RegisterLine>({
    name: record.content('NAME'),
    company_status: status,
    state,
    registered_on: publishedDay(run, 'REGISTRATION', record.content('REGISTRATION'), FIRST_DAY),
    closed_on: hasEnded
      ? publishedDay(run, 'TERMINATED_INFO', record.content('TERMINATED_INFO'), FIRST_DAY)
      : undefined,
    legal_form: form,
    as_of_date: published,
    identifiers: number === undefined ? undefined : [nationalNumber('UA', number)],
    other_names: short === undefined ? undefined : [{ name: short, kind: 'SHORT_NAME' }],
    officers: officersOf(record, id, published, run),
  });
  return present<Company>({ id: `ua-edr:${entryOf(record) ?? id}`, number, hasEnded, line });
}

/** The number of the entry: the last part of "29.04.2004; 24.10.2006; 10251200000000716", after the days of first registration and entry. */
function entryOf(record: RecordReader): string | undefined {
  return /;\s*(?<entry>\d{10,})$/.exec(record.content('REGISTRATION') ?? '')?.groups?.['entry'];
}

function numberOf(code: string | undefined, id: string, run: ImportRun): string | undefined {
  if (code === undefined || !/[\p{L}\p{N}]/u.test(code)) return run.report.note('no code (ЄДРПОУ)', id);
  const number = withZeros(code, 8);
  noteWrongNumber(run, 'UA ЄДРПОУ', number, 'code (ЄДРПОУ)');
  return number;
}
