import {
  findEntry,
  toAddress,
  alpha2Of,
  readCell,
  DAY_FIRST,
  FieldFault,
  nonEmpty,
  noteWrongNumber,
  present,
  publishedDay,
  RecordReader,
  type CsvRow,
  type ImportRun,
  type JsonRow,
} from '../../importer/index.ts';
import { quoteValue, type CompanyClassification, type CompanyName, type RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import oldCountries from './countries.json' with { type: 'json' };

/** The legal form of one person in business. */
const SOLE_TRADER_FORM = 'Füüsilisest isikust ettevõtja';
/** The legal form of the Estonian registration of a foreign company. */
const FOREIGN_BRANCH = 'Välismaa äriühingu filiaal';

/** The part of a register line that one file of companies fills. */
export type CompanyPart = Partial<RegisterLine> & {
  /** Set for an unwanted sole trader; then there are no other members. */
  readonly isSoleTrader?: true;
};

/**
 * Returns the registry code of a record with eight digits, because JSON writes it as a number.
 * @throws {FieldFault} if the code is missing or invalid
 */
export function readCode(row: CsvRow | JsonRow): string {
  const published =
    row.format === 'csv' ? readCell(row, 'ariregistri_kood') : new RecordReader(row.value).digits('ariregistri_kood');
  if (published === undefined) throw new FieldFault('ariregistri_kood', 'is missing');
  if (!/^\d{1,8}$/.test(published)) {
    throw new FieldFault('ariregistri_kood', `must be up to eight digits, got ${quoteValue(published)}`);
  }
  return published.padStart(8, '0');
}

/** Reads a row of the basic data, in either of its layouts. */
export function readBasic(row: CsvRow, run: ImportRun): CompanyPart {
  const form = readCell(row, 'ettevotja_oiguslik_vorm');
  run.code('oiguslik_vorm_tekstina', form);
  // Lines have the register's words instead of the code.
  const status = readCell(row, 'ettevotja_staatus');
  run.code('staatus', status, 'replaced');
  if (form === SOLE_TRADER_FORM && !run.soleTraders) return { isSoleTrader: true };
  const vat = readCell(row, 'kmkr_nr');
  if (vat !== undefined) noteWrongNumber(run, 'EE KMKR', vat, 'VAT number');
  return present<CompanyPart>({
    name: readCell(row, 'nimi'),
    company_status: readCell(row, 'ettevotja_staatus_tekstina'),
    company_type: readCell(row, 'ettevotja_oigusliku_vormi_alaliik'),
    legal_form: form,
    state: run.state('staatus', status),
    registered_on: run.readDay(row, 'ettevotja_esmakande_kpv', DAY_FIRST),
    address: hasAddress(form)
      ? joinAddress(
          readCell(row, 'asukoht_ettevotja_aadressis'),
          readCell(row, 'indeks_ettevotja_aadressis'),
          readCell(row, 'asukoha_ehak_tekstina'),
        )
      : undefined,
    identifiers: vat === undefined ? undefined : [{ scheme: 'eu_vat_number', value: vat }],
  });
}

/**
 * Reads a record of the general data.
 * @throws {FieldFault} if a value does not have the published type
 */
export function readGeneral(row: JsonRow, run: ImportRun): CompanyPart {
  const record = new RecordReader(row.value);
  const data = record.object('yldandmed');
  const form = data && run.readCode(data, 'oiguslik_vorm_tekstina');
  const formCode = data && run.readCode(data, 'oiguslik_vorm');
  const status = data && run.readCode(data, 'staatus', 'replaced');
  const isSole = form === SOLE_TRADER_FORM || formCode === 'FIE';
  if (isSole && !run.soleTraders) return { isSoleTrader: true };
  if (data === undefined) return present<CompanyPart>({ name: record.text('nimi') });
  const [address] = filterOpen(data.objects('aadressid'));
  return present<CompanyPart>({
    name: record.text('nimi'),
    // The address of a branch is not that of its head office.
    country_code: form === FOREIGN_BRANCH ? undefined : readCountry(address, run),
    company_status: data.text('staatus_tekstina'),
    company_type: formCode,
    legal_form: form,
    classifications: nonEmpty(readClassifications(data, readCode(row), run)),
    state: run.state('staatus', status),
    registered_on: run.readDay(data, 'esmaregistreerimise_kpv', DAY_FIRST),
    closed_on: run.readDay(data, 'kustutamise_kpv', DAY_FIRST),
    address:
      address !== undefined && !isSole && hasAddress(form)
        ? joinAddress(address.text('tanav_maja_korter'), address.text('postiindeks'), address.text('ehak_nimetus'))
        : undefined,
    former_names: nonEmpty(readFormerNames(data, run)),
  });
}

/** Whether the address in the file is the address of a head office, and not of a natural person. */
function hasAddress(form: string | undefined): boolean {
  return form !== SOLE_TRADER_FORM && form !== FOREIGN_BRANCH;
}

function readCountry(address: RecordReader | undefined, run: ImportRun): string | undefined {
  const letters = address?.text('riik');
  return letters && (findCountryCode(letters) ?? run.report.unknownCode('riik', letters, 'left out'));
}

/**
 * Returns the code of a country that the register writes in three letters; undefined if the letters name no present country. Old records
 * have letters from before the register adopted ISO codes, mostly the codes used in sport. Codes of former countries (`ANT`) are not in the
 * list.
 */
export function findCountryCode(letters: string): string | undefined {
  return alpha2Of(letters) ?? findEntry(oldCountries, letters);
}

/** Returns the present activities, each code once. A code is the main activity if one of its records is. */
function readClassifications(data: RecordReader, company: string, run: ImportRun): CompanyClassification[] {
  const found = new Map<string, CompanyClassification>();
  for (const activity of filterOpen(data.objects('teatatud_tegevusalad'))) {
    const code = activity.text('emtak_kood');
    if (code === undefined) continue;
    const scheme = readScheme(activity, run);
    if (scheme === undefined) {
      run.report.note('activity of an unknown version of the classification, skipped', company);
      continue;
    }
    const key = `${scheme} ${code}`;
    const label = activity.text('emtak_tekstina');
    const is_primary = activity.flag('on_pohitegevusala') || found.get(key)?.is_primary === true;
    found.set(key, present<CompanyClassification>({ scheme, code, label, is_primary }));
  }
  return [...found.values()];
}

/** Returns the classification and its version: in words, which older files lack, else by number. */
function readScheme(activity: RecordReader, run: ImportRun): string | undefined {
  const version = activity.digits('emtak_versioon');
  const words = activity.text('emtak_versioon_tekstina');
  // The words name the scheme if present, else the number does.
  run.code('emtak_versioon', version, words === undefined ? 'left out' : 'replaced');
  return words ?? findEntry(codes.emtak_versioon, version);
}

/**
 * Returns an address without its country.
 * @param place the divisions from the smallest to the county: `Pirita linnaosa, Tallinn, Harju maakond`
 */
function joinAddress(street?: string, postal_code?: string, place = '') {
  const divisions = place.split(', ');
  const region = place.endsWith(' maakond') ? divisions.pop() : undefined;
  return toAddress({ street, postal_code, locality: divisions.join(', '), region });
}

/** Returns the former names: entries in the list of names that have ended. */
function readFormerNames(data: RecordReader, run: ImportRun): CompanyName[] {
  return data.objects('arinimed').flatMap((entry) => {
    const [name, end] = [entry.text('sisu'), entry.text('lopp_kpv')];
    if (name === undefined || end === undefined) return [];
    const from = publishedDay(run, 'arinimed.algus_kpv', entry.text('algus_kpv'), DAY_FIRST);
    const until = publishedDay(run, 'arinimed.lopp_kpv', end, DAY_FIRST);
    return [present<CompanyName>({ name, kind: 'Ärinimi', from, until })];
  });
}

/** Returns the entries of a history that have not ended. */
function filterOpen(entries: readonly RecordReader[]): RecordReader[] {
  return entries.filter((entry) => entry.text('lopp_kpv') === undefined);
}
