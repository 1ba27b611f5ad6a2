import {
  countryCode,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  present,
  type ImportRun,
  type RecordReader,
} from '../../importer/index.ts';
import type { CompanyClassification, RegisterLine } from '../../model/index.ts';

/** The first publish date whose activity codes are of the standard of 2025. */
const SN2025_FROM = '2026-01-01';

/** The line of an entity without its officers; what was not understood is counted in the report. */
export function lineOf(
  number: string,
  record: RecordReader,
  published: string | undefined,
  run: ImportRun,
): RegisterLine {
  const form = record.object('organisasjonsform');
  run.code('organisasjonsform', form?.text('kode'));
  noteWrongNumber(run, 'NO organisasjonsnummer', number, 'organisation number');
  return present<RegisterLine>({
    name: record.text('navn'),
    country_code: countryOf(record, run),
    company_status: statusOf(record),
    company_type: form?.text('kode'),
    legal_form: form?.text('beskrivelse'),
    as_of_date: published,
    identifiers: [nationalNumber('NO', number)],
    classifications: nonEmpty(classificationsOf(record, published)),
  });
}

/** The country of the business address, else of the postal one. */
function countryOf(record: RecordReader, run: ImportRun): string | undefined {
  const country = ['forretningsadresse', 'postadresse']
    .map((address) => record.object(address)?.text('landkode'))
    .find((code) => code !== undefined);
  return countryCode(run, 'landkode', country);
}

/**
 * The register publishes flags and no status text: the name of the gravest flag that is set is the status, and none is
 * set for most.
 */
function statusOf(record: RecordReader): string | undefined {
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
function classificationsOf(record: RecordReader, published: string | undefined): CompanyClassification[] {
  const scheme = published !== undefined && published < SN2025_FROM ? 'SN2007' : 'SN2025';
  return ['naeringskode1', 'naeringskode2', 'naeringskode3'].flatMap((name) => {
    const activity = record.object(name);
    const code = activity?.text('kode');
    if (activity === undefined || code === undefined) return [];
    const is_primary = name === 'naeringskode1';
    return [present<CompanyClassification>({ scheme, code, label: activity.text('beskrivelse'), is_primary })];
  });
}
