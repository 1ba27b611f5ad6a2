import {
  RecordReader,
  SOLE_TRADER,
  countryCode,
  held,
  joinByKey,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  ordinary,
  present,
  publishedDay,
  required,
  toAddress,
  withSource,
  type Group,
  type ImportRun,
  type Input,
  type JsonRow,
  type NamedOfficer,
  type Reason,
} from '../../importer/index.ts';
import type { CompanyAddress, CompanyClassification, RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { readOfficers } from './roles.ts';

/** The forms of sub-units: places of work of an entity that is itself in the file of entities. */
const SUB_UNIT_FORMS: ReadonlySet<string> = new Set(codes.organisasjonsform.subUnits);

/** The organisation form of one person in business. */
const SOLE_TRADER_FORM = 'ENK';

/** The first publish date with activity codes of the standard of 2025. */
const SN2025_FROM = '2026-01-01';

/**
 * The forms of organisations whose business address is never a home. Other forms are sole traders and further registered persons, estates
 * of the dead and of the bankrupt, persons whose VAT registration was enforced, and branches of foreign businesses.
 */
const ORGANISATION_FORMS: ReadonlySet<string> = new Set(codes.organisasjonsform.organisations);

/** The joined part of an entity: its line without officers, or the reason why it has no line. */
interface Entity {
  readonly line?: RegisterLine;
  readonly leftOut?: string | Reason;
}

const JOINED = { entity: held<Entity>(), roles: held<NamedOfficer[]>('roles') };

/** Turns entities into register lines, one per organisation number, from the newest record, in the order of the numbers. */
export function read(inputs: readonly Input<JsonRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const inOrder = inputs.toSorted((a, b) => Number(a.kind === 'entities') - Number(b.kind === 'entities'));
  return joinByKey(inOrder, run, {
    kinds: JOINED,
    needed: { entities: 'no input is a file of entities; roles have no companies' },
    rows: {
      roles({ value }, hold) {
        const record = new RecordReader(value);
        const number = readNumber(record);
        hold('roles', number, readOfficers(record, number, run));
      },
      entities({ value }, hold, { stamp }) {
        const record = new RecordReader(value);
        const number = readNumber(record);
        const form = record.object('organisasjonsform')?.text('kode') ?? '';
        if (SUB_UNIT_FORMS.has(form)) hold('entity', number, { leftOut: ordinary('sub-unit') });
        else if (form === SOLE_TRADER_FORM && !run.soleTraders) hold('entity', number, { leftOut: SOLE_TRADER });
        else hold('entity', number, { line: buildLine(number, record, stamp?.date, run) });
      },
    },
    line: (group) => lineOfGroup(group, run),
  });
}

/** Returns the number of a record's entity. @throws {FieldFault} if it is missing */
function readNumber(record: RecordReader): string {
  return required(record.text('organisasjonsnummer'), 'organisasjonsnummer');
}

/** Returns the line of an entity with its officers. Records that do not become part of the line are counted. */
function lineOfGroup(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const { key: number } = group;
  const entity = group.newest('entity');
  const roles = group.newest('roles');
  const officers = roles?.value ?? [];
  const { line, leftOut } = entity?.value ?? {};
  if (leftOut !== undefined) run.report.drop(leftOut, number);
  const url = `https://data.brreg.no/enhetsregisteret/api/enheter/${encodeURIComponent(number)}/roller`;
  const source = run.officerSource(roles?.published, url);
  const written =
    entity &&
    line &&
    run.line(entity, () => present<RegisterLine>({ ...line, officers: withSource(officers, source) }));
  if (officers.length === 0) group.drop('roles', ordinary('none of a current officer'));
  else if (written === undefined) group.drop('roles', 'of an entity without a line');
  return written;
}

/** Builds the line of an entity without its officers; unknown values are counted in the report. */
function buildLine(number: string, record: RecordReader, published: string | undefined, run: ImportRun): RegisterLine {
  const form = record.object('organisasjonsform');
  const formCode = form?.text('kode');
  const status = readStatus(record);
  const business = record.object('forretningsadresse');
  const country = business?.text('landkode') ?? record.object('postadresse')?.text('landkode');
  const country_code = countryCode(run, 'landkode', country);
  run.code('organisasjonsform', formCode);
  noteWrongNumber(run, 'NO organisasjonsnummer', number, 'organisation number');
  return present<RegisterLine>({
    name: record.text('navn'),
    country_code,
    company_status: status,
    company_type: formCode,
    legal_form: form?.text('beskrivelse'),
    as_of_date: published,
    identifiers: [nationalNumber('NO', number)],
    state: run.state('flag', status ?? (formCode === 'KBO' ? 'KBO' : 'ingen')),
    registered_on: foundationDay(record, run),
    closed_on: publishedDay(run, 'slettedato', record.text('slettedato')),
    address: ORGANISATION_FORMS.has(formCode ?? '') ? readAddress(business, country_code) : undefined,
    record_url: run.recordUrl(number),
    classifications: nonEmpty(readClassifications(record, published)),
  });
}

/** Returns the day of foundation, else the day of entry in the register, a field whose name changed its case between versions. */
function foundationDay(record: RecordReader, run: ImportRun): string | undefined {
  const name = ['stiftelsesdato', 'registreringsdatoEnhetsregisteret', 'registreringsdatoenhetsregisteret'].find(
    (date) => record.has(date),
  );
  return name === undefined ? undefined : publishedDay(run, name, record.text(name));
}

/** Returns the business address of an organisation. `country` is the country of the entity. */
function readAddress(business: RecordReader | undefined, country: string | undefined): CompanyAddress | undefined {
  return toAddress({
    lines: business?.texts('adresse'),
    postal_code: business?.text('postnummer'),
    locality: business?.text('poststed'),
    region: business?.text('kommune'),
    country_code: business?.has('landkode') === true ? country : undefined,
  });
}

/** Returns the name of the gravest flag that is set, because the register publishes no status text. Most entities have no flag. */
function readStatus(record: RecordReader): string | undefined {
  if (record.text('slettedato') !== undefined) return 'slettet';
  const flag = ['konkurs', 'underTvangsavviklingEllerTvangsopplosning', 'underAvvikling'].find((name) =>
    record.flag(name),
  );
  if (flag !== undefined) return flag;
  // These two are only published as dates.
  return ['underRekonstruksjonsforhandling', 'underUtenlandskInsolvensbehandling'].find(
    (name) => record.text(`${name}Dato`) !== undefined,
  );
}

/** Returns the activity codes; the first is the main activity. A file without a date counts as current. */
function readClassifications(record: RecordReader, published: string | undefined): CompanyClassification[] {
  const scheme = published !== undefined && published < SN2025_FROM ? 'SN2007' : 'SN2025';
  return ['naeringskode1', 'naeringskode2', 'naeringskode3'].flatMap((name) => {
    const activity = record.object(name);
    const code = activity?.text('kode');
    if (activity === undefined || code === undefined) return [];
    const is_primary = name === 'naeringskode1';
    return [present<CompanyClassification>({ scheme, code, label: activity.text('beskrivelse'), is_primary })];
  });
}
