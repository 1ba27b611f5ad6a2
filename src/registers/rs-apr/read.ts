import {
  FieldFault,
  RecordReader,
  addressOf,
  lineOfEachRow,
  nationalNumber,
  noteWrongNumber,
  present,
  type ImportRun,
  type JsonRow,
} from '../../importer/index.ts';
import { collapseWhiteSpace, type RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

export const read = lineOfEachRow(lineOf);

/** @param published the date from the command line, which takes precedence over the date in the file */
function lineOf(row: JsonRow, published: string | undefined, run: ImportRun): RegisterLine {
  const record = new RecordReader(row.value);
  const number = record.text('MaticniBroj');
  if (number === undefined) throw new FieldFault('MaticniBroj', 'is missing: the file has no object "Podaci"');
  noteWrongNumber(run, 'RS matični broj', number, 'matični broj');
  const status = run.codeIn(record, 'NazivStatus');
  const form = run.codeIn(record, 'NazivPravneForme');
  const activity = record.text('SifraDelatnosti');
  // Branches and representations belong to foreign companies: their municipality is not that of a head office.
  const isForeign = codes.NazivPravneForme.foreign.includes(form ?? '');
  const municipality = isForeign ? undefined : record.content('NazivOpstine');
  const country_code = municipality === undefined ? undefined : 'RS';
  return present<RegisterLine>({
    name: nameOf(record),
    country_code,
    company_status: status,
    state: run.state('NazivStatus', status),
    registered_on: run.dayIn(record, 'DatumOsnivanja'),
    address: addressOf({ locality: municipality, country_code }),
    legal_form: form,
    as_of_date: published ?? record.text('DatumPreseka'),
    identifiers: [nationalNumber('RS', number)],
    classifications: activity === undefined ? undefined : [{ scheme: 'KD 2010', code: activity, is_primary: true }],
  });
}

/** Returns the name. Published names have blanks at their ends and repeated blanks, and one has a byte order mark. */
function nameOf(record: RecordReader): string | undefined {
  return collapseWhiteSpace((record.text('PoslovnoIme') ?? '').replaceAll('\uFEFF', '')) || undefined;
}
