import { FieldFault, Part, present, type ImportRun, type Row } from '../../importer/index.ts';
import { COUNTRY_CODE_PATTERN, type CompanyClassification, type RegisterLine } from '../../model/index.ts';
import { SOLE_TRADER_FORM, SUB_UNIT_FORMS } from './codes.ts';
import { isOrganisationNumber } from './number.ts';

const COUNTRY = new RegExp(COUNTRY_CODE_PATTERN);

/** The first publish date whose activity codes are of the standard of 2025. */
const SN2025_FROM = '2026-01-01';

/** What an import takes from the record of an entity. */
export interface Entity {
  readonly number: string;
  /** Why it gives no line; undefined where it does. */
  readonly leftOut: string | undefined;
  readonly record: Part;
}

/**
 * Reads the record of an entity as far as it takes to say whether it gives a line.
 * @throws {FieldFault} where the number is missing or a value has not the published type
 */
export function readEntity(row: Row, run: ImportRun): Entity {
  const record = new Part(row.json);
  const number = record.text('organisasjonsnummer');
  if (number === undefined) throw new FieldFault('organisasjonsnummer', 'is missing');
  const form = record.part('organisasjonsform')?.text('kode') ?? '';
  const leftOut = SUB_UNIT_FORMS.has(form)
    ? 'sub-unit'
    : form === SOLE_TRADER_FORM && !run.soleTraders
      ? 'sole trader'
      : undefined;
  return { number, leftOut, record };
}

/** Builds the line of an entity, without its officers; what was not understood is counted in the report. */
export function lineOf({ number, record }: Entity, published: string | undefined, run: ImportRun): RegisterLine {
  const form = record.part('organisasjonsform');
  run.code('organisasjonsform', form?.text('kode'));
  if (!isOrganisationNumber(number)) {
    run.report.note('organisation number with wrong form or check digit, kept as published', number);
  }
  const classifications = classificationsOf(record, published);
  return present<RegisterLine>({
    name: record.text('navn'),
    country_code: countryOf(record, run),
    company_status: statusOf(record),
    company_type: form?.text('kode'),
    legal_form: form?.text('beskrivelse'),
    as_of_date: published,
    identifiers: [{ scheme: 'national_registry_number', value: number, country_scope: 'NO' }],
    classifications: classifications.length === 0 ? undefined : classifications,
  });
}

/** The country of the business address, else of the postal one. */
function countryOf(record: Part, run: ImportRun): string | undefined {
  const country = ['forretningsadresse', 'postadresse']
    .map((address) => record.part(address)?.text('landkode'))
    .find((code) => code !== undefined);
  if (country === undefined || COUNTRY.test(country)) return country;
  run.report.unknownCode('landkode', country);
  return undefined;
}

/**
 * The register publishes flags and no status text: the name of the gravest flag that is set is the status, and none is
 * set for most.
 */
function statusOf(record: Part): string | undefined {
  if (record.text('slettedato') !== undefined) return 'slettet';
  const flag = ['konkurs', 'underTvangsavviklingEllerTvangsopplosning', 'underAvvikling'].find((name) =>
    record.flag(name),
  );
  if (flag !== undefined) return flag;
  // These two are published as a date alone.
  return ['underRekonstruksjonsforhandling', 'underUtenlandskInsolvensbehandling'].find(
    (name) => record.text(`${name}Dato`) !== undefined,
  );
}

/** The activity codes; the first is the main one. A file without a date is taken for a present one. */
function classificationsOf(record: Part, published: string | undefined): CompanyClassification[] {
  const scheme = published !== undefined && published < SN2025_FROM ? 'SN2007' : 'SN2025';
  return ['naeringskode1', 'naeringskode2', 'naeringskode3'].flatMap((name) => {
    const activity = record.part(name);
    const code = activity?.text('kode');
    if (activity === undefined || code === undefined) return [];
    const is_primary = name === 'naeringskode1';
    return [present<CompanyClassification>({ scheme, code, label: activity.text('beskrivelse'), is_primary })];
  });
}
