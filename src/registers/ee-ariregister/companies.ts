import {
  FieldFault,
  RecordReader,
  cellOf,
  nonEmpty,
  present,
  type CsvRow,
  type ImportRun,
  type JsonRow,
} from '../../importer/index.ts';
import { isPublishedNumber, quoteValue, type CompanyClassification, type RegisterLine } from '../../model/index.ts';
import { EMTAK_OF_VERSION, FOREIGN_BRANCH, SOLE_TRADER, SOLE_TRADER_CODE } from './codes.ts';
import { countryCodeOf } from './countries.ts';

/** The code of a company, and the part of one record that is kept until the join. */
export interface Said<T> {
  /** Eight digits. */
  readonly code: string;
  /** Undefined where there is nothing to keep: no officer, or a sole trader who is not wanted. */
  readonly held: T | undefined;
}

/** The part of a register line that one file of companies fills. */
export type CompanyPart = Pick<
  RegisterLine,
  'name' | 'country_code' | 'company_status' | 'company_type' | 'legal_form' | 'identifiers' | 'classifications'
>;

/**
 * The registry code with the eight digits that it is defined to have: JSON writes it as a number.
 * @throws {FieldFault} where it is missing or anything else
 */
export function registryCode(published: string | undefined): string {
  if (published === undefined) throw new FieldFault('ariregistri_kood', 'is missing');
  if (!/^\d{1,8}$/.test(published)) {
    throw new FieldFault('ariregistri_kood', `must be up to eight digits, got ${quoteValue(published)}`);
  }
  return published.padStart(8, '0');
}

/** Reads a row of the basic data, in either layout. */
export function readBasic(row: CsvRow, run: ImportRun): Said<CompanyPart> {
  const code = registryCode(cellOf(row, 'ariregistri_kood'));
  const form = cellOf(row, 'ettevotja_oiguslik_vorm');
  run.code('oiguslik_vorm_tekstina', form);
  // Lines have the words of the register for it.
  run.code('staatus', cellOf(row, 'ettevotja_staatus'), 'replaced');
  if (form === SOLE_TRADER && !run.soleTraders) return { code, held: undefined };
  const vat = cellOf(row, 'kmkr_nr');
  if (vat !== undefined && !isPublishedNumber('EE KMKR', vat)) {
    run.report.note('VAT number with wrong form or check digit, kept as published', vat);
  }
  return {
    code,
    held: present<CompanyPart>({
      name: cellOf(row, 'nimi'),
      company_status: cellOf(row, 'ettevotja_staatus_tekstina'),
      company_type: cellOf(row, 'ettevotja_oigusliku_vormi_alaliik'),
      legal_form: form,
      identifiers: vat === undefined ? undefined : [{ scheme: 'eu_vat_number', value: vat }],
    }),
  };
}

/**
 * Reads a record of the general data.
 * @throws {FieldFault} where the code is missing or a value has not the published type
 */
export function readGeneral(row: JsonRow, run: ImportRun): Said<CompanyPart> {
  const record = new RecordReader(row.value);
  const code = registryCode(record.digits('ariregistri_kood'));
  const data = record.object('yldandmed');
  const form = data?.text('oiguslik_vorm_tekstina');
  const formCode = data?.text('oiguslik_vorm');
  run.code('oiguslik_vorm_tekstina', form);
  run.code('oiguslik_vorm', formCode);
  run.code('staatus', data?.text('staatus'), 'replaced');
  if ((form === SOLE_TRADER || formCode === SOLE_TRADER_CODE) && !run.soleTraders) return { code, held: undefined };
  const classifications = data === undefined ? [] : classificationsOf(data, code, run);
  return {
    code,
    held: present<CompanyPart>({
      name: record.text('nimi'),
      // The address of a branch is not that of its head office.
      country_code: data === undefined || form === FOREIGN_BRANCH ? undefined : countryOf(data, run),
      company_status: data?.text('staatus_tekstina'),
      company_type: formCode,
      legal_form: form,
      classifications: nonEmpty(classifications),
    }),
  };
}

/** The country of the first present address. */
function countryOf(data: RecordReader, run: ImportRun): string | undefined {
  const letters = openOf(data.objects('aadressid'))
    .map((address) => address.text('riik'))
    .find((riik) => riik !== undefined);
  const country = letters === undefined ? undefined : countryCodeOf(letters);
  if (letters !== undefined && country === undefined) run.report.unknownCode('riik', letters, 'left out');
  return country;
}

/** The present activities. A code that is given twice is one activity, the main one if either is. */
function classificationsOf(data: RecordReader, company: string, run: ImportRun): CompanyClassification[] {
  const found = new Map<string, CompanyClassification>();
  for (const activity of openOf(data.objects('teatatud_tegevusalad'))) {
    const code = activity.text('emtak_kood');
    if (code === undefined) continue;
    const scheme = schemeOf(activity, run);
    if (scheme === undefined) {
      run.report.note('activity of an unknown version of the classification, left out', company);
      continue;
    }
    const key = `${scheme} ${code}`;
    const is_primary = activity.flag('on_pohitegevusala') || found.get(key)?.is_primary === true;
    found.set(
      key,
      present<CompanyClassification>({ scheme, code, label: activity.text('emtak_tekstina'), is_primary }),
    );
  }
  return [...found.values()];
}

/** The classification and its version: in words, which older files lack, else by number. */
function schemeOf(activity: RecordReader, run: ImportRun): string | undefined {
  const version = activity.digits('emtak_versioon');
  const words = activity.text('emtak_versioon_tekstina');
  // The words are the scheme; the number, where there are none.
  run.code('emtak_versioon', version, words === undefined ? 'left out' : 'replaced');
  return words ?? EMTAK_OF_VERSION.get(version ?? '');
}

/** The entries of a history that have not ended. */
function openOf(entries: readonly RecordReader[]): RecordReader[] {
  return entries.filter((entry) => entry.text('lopp_kpv') === undefined);
}
