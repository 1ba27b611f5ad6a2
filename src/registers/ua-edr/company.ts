import {
  FieldFault,
  RecordReader,
  SOLE_TRADER,
  nationalNumber,
  noteWrongNumber,
  ordinary,
  present,
  withZeros,
  type ImportRun,
  type XmlRow,
} from '../../importer/index.ts';
import type { RegisterLine } from '../../model/index.ts';
import { officersOf } from './officers.ts';

/** The states of subjects that have ended: terminated, and annulled. */
const ENDED: ReadonlySet<string> = new Set(['припинено', 'скасовано']);

/** A subject as it is joined with the others of its code. */
export interface Company {
  /** What tells it from others of its code: the number of its entry, else that of its row. */
  readonly key: string;
  readonly number?: string;
  readonly hasEnded: boolean;
  readonly line: RegisterLine;
}

/**
 * Reads a subject; undefined where it is a person in business, which is counted.
 * @throws {FieldFault} where it has no number of its row, or an element occurs twice
 */
export function companyOf(row: XmlRow, published: string | undefined, run: ImportRun): Company | undefined {
  const record = new RecordReader(row.value);
  const id = record.content('RECORD');
  if (id === undefined) throw new FieldFault('RECORD', 'is missing');
  const [code, form, status] = ['EDRPOU', 'OPF', 'STAN'].map((name) => record.content(name));
  // The file of persons in business is alike, and its people have neither.
  if (!run.soleTraders && ((code === undefined && form === undefined) || /фізична особа/i.test(form ?? ''))) {
    run.report.drop(SOLE_TRADER, id);
    return undefined;
  }
  run.code('STAN', status);
  const number = numberOf(code, id, run);
  const hasEnded = ENDED.has(status ?? '');
  const officers = officersOf(record, id, published, run);
  if (hasEnded && officers !== undefined) run.report.note(ordinary('ended, and its officers are left out'), id);
  const short = record.content('SHORT_NAME');
  const line = present<RegisterLine>({
    name: record.content('NAME'),
    company_status: status,
    legal_form: form,
    as_of_date: published,
    identifiers: number === undefined ? undefined : [nationalNumber('UA', number)],
    other_names: short === undefined ? undefined : [{ name: short, kind: 'SHORT_NAME' }],
    officers: hasEnded ? undefined : officers,
  });
  return present<Company>({ key: `ua-edr:${entryOf(record) ?? id}`, number, hasEnded, line });
}

/** "29.04.2004; 24.10.2006; 10251200000000716": the first registration, the entry, the number of the entry. */
function entryOf(record: RecordReader): string | undefined {
  return /;\s*(?<entry>\d{10,})$/.exec(record.content('REGISTRATION') ?? '')?.groups?.['entry'];
}

function numberOf(code: string | undefined, id: string, run: ImportRun): string | undefined {
  if (code === undefined || !/[\p{L}\p{N}]/u.test(code)) {
    run.report.note('no code (ЄДРПОУ)', id);
    return undefined;
  }
  const number = withZeros(code, 8);
  noteWrongNumber(run, 'UA ЄДРПОУ', number, 'code (ЄДРПОУ)');
  return number;
}
