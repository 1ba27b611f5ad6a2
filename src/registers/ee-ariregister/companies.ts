import {
  FieldFault,
  RecordReader,
  alpha2Of,
  cellOf,
  nonEmpty,
  noteWrongNumber,
  present,
  type CsvRow,
  type ImportRun,
  type JsonRow,
} from '../../importer/index.ts';
import {
  quoteValue,
  type CompanyClassification,
  type CompanyIdentifier,
  type RegisterLine,
} from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import oldCountries from './countries.json' with { type: 'json' };

/** The legal form of one person in business. */
const SOLE_TRADER_FORM = 'Füüsilisest isikust ettevõtja';
const SOLE_TRADER_CODE = 'FIE';

/** The legal form of the Estonian registration of a foreign company. */
const FOREIGN_BRANCH = 'Välismaa äriühingu filiaal';

/** The generations of the Estonian classification of activities, by the number of their version. */
const EMTAK_OF_VERSION: ReadonlyMap<string, string> = new Map(Object.entries(codes.emtak_versioon));

/**
 * What the register wrote before it took up the letters of ISO, and still has in old records: mostly the codes of
 * sport. Codes of former countries, such as `ANT` and `SCG`, are not among them.
 */
const OLD_COUNTRIES: ReadonlyMap<string, string> = new Map(Object.entries(oldCountries));

/** The part of a register line that one file of companies fills. */
export type CompanyPart = Partial<
  Pick<RegisterLine, 'name' | 'country_code' | 'company_status' | 'company_type' | 'legal_form' | 'classifications'>
> & {
  readonly identifiers?: readonly CompanyIdentifier[];
  /** Set for a sole trader who is not wanted: nothing else is held. */
  readonly isSoleTrader?: true;
};

/**
 * The registry code of a record, with the eight digits that it is defined to have: JSON writes it as a number.
 * @throws {FieldFault} where it is missing or anything else
 */
export function codeOf(row: CsvRow | JsonRow): string {
  const published =
    row.format === 'csv' ? cellOf(row, 'ariregistri_kood') : new RecordReader(row.value).digits('ariregistri_kood');
  if (published === undefined) throw new FieldFault('ariregistri_kood', 'is missing');
  if (!/^\d{1,8}$/.test(published)) {
    throw new FieldFault('ariregistri_kood', `must be up to eight digits, got ${quoteValue(published)}`);
  }
  return published.padStart(8, '0');
}

/** Reads a row of the basic data, in either layout. */
export function readBasic(row: CsvRow, run: ImportRun): CompanyPart {
  const form = cellOf(row, 'ettevotja_oiguslik_vorm');
  run.code('oiguslik_vorm_tekstina', form);
  // Lines have the words of the register for it.
  run.code('staatus', cellOf(row, 'ettevotja_staatus'), 'replaced');
  if (form === SOLE_TRADER_FORM && !run.soleTraders) return { isSoleTrader: true };
  const vat = cellOf(row, 'kmkr_nr');
  if (vat !== undefined) noteWrongNumber(run, 'EE KMKR', vat, 'VAT number');
  return present<CompanyPart>({
    name: cellOf(row, 'nimi'),
    company_status: cellOf(row, 'ettevotja_staatus_tekstina'),
    company_type: cellOf(row, 'ettevotja_oigusliku_vormi_alaliik'),
    legal_form: form,
    identifiers: vat === undefined ? undefined : [{ scheme: 'eu_vat_number', value: vat }],
  });
}

/**
 * Reads a record of the general data.
 * @throws {FieldFault} where a value has not the published type
 */
export function readGeneral(row: JsonRow, run: ImportRun): CompanyPart {
  const record = new RecordReader(row.value);
  const data = record.object('yldandmed');
  const form = data?.text('oiguslik_vorm_tekstina');
  const formCode = data?.text('oiguslik_vorm');
  run.code('oiguslik_vorm_tekstina', form);
  run.code('oiguslik_vorm', formCode);
  run.code('staatus', data?.text('staatus'), 'replaced');
  const isSole = form === SOLE_TRADER_FORM || formCode === SOLE_TRADER_CODE;
  if (isSole && !run.soleTraders) return { isSoleTrader: true };
  const classifications = data === undefined ? [] : classificationsOf(data, codeOf(row), run);
  return present<CompanyPart>({
    name: record.text('nimi'),
    // The address of a branch is not that of its head office.
    country_code: data === undefined || form === FOREIGN_BRANCH ? undefined : countryOf(data, run),
    company_status: data?.text('staatus_tekstina'),
    company_type: formCode,
    legal_form: form,
    classifications: nonEmpty(classifications),
  });
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

/** The code of a country that the register writes in three letters; undefined where they are not one present country's. */
export function countryCodeOf(letters: string): string | undefined {
  return alpha2Of(letters) ?? OLD_COUNTRIES.get(letters);
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
