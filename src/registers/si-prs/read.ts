import {
  held,
  joinByKey,
  nationalNumber,
  noteWrongNumber,
  ordinary,
  present,
  readCell,
  readCells,
  requiredCell,
  toAddress,
  withoutEntities,
  type CsvRow,
  type Group,
  type HeldRecord,
  type ImportRun,
  type Input,
  type Reason,
  type Texts,
} from '../../importer/index.ts';
import { collapseWhiteSpace, type CompanyAddress, type RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

/** Legal forms of natural persons. The first is the register's; for the others only some words are known. */
const NATURAL_PERSON =
  /\bs\. ?p\.|podjetnik posameznik|fizičn[aei]\p{L}* oseb|sobodajal|nosilec dopolniln|^(odvetnik|notar|detektiv|zasebnik|samostojni |samozaposlen)/iu;

/** Forms of branches of foreign companies: their address is not that of a head office. */
const FOREIGN_FORM = /\btuj(a|e|ega|i|ih)\b/iu;

/** The suffix that the law requires for companies in liquidation, compulsory settlement or bankruptcy. */
const ADDITION = /\bv (?:likvidaciji|prisilni poravnavi|stečaju)$/iu;

interface Subject {
  readonly name: string | undefined;
  readonly form: string | undefined;
  readonly country: string | undefined;
  readonly address: CompanyAddress | undefined;
}

/** The columns kept from a row of taxpayers. */
const TAXPAYER = ['Davčna številka', 'Šifra dejavnosti'] as const;
type Taxpayer = Texts<(typeof TAXPAYER)[number]>;

const JOINED = { subject: held<Subject>(), taxpayer: held<Taxpayer>('taxpayers') };

/** Turns subjects into register lines, sorted by matična številka. Each number gives at most one line, made from its newest records. */
export function read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  return joinByKey(inputs, run, {
    kinds: JOINED,
    needed: { subjects: 'no input is an opsiprs.csv; the list of taxpayers has no companies' },
    rows: {
      subjects: (row, hold) =>
        hold('subject', requiredCell(row, 'Matična številka'), {
          name: readText(row, 'Popolno ime'),
          form: readText(row, 'Pravnoorganizacijska oblika'),
          country: readCell(row, 'Država'),
          address: readAddress(row),
        }),
      taxpayers: (row, hold) => hold('taxpayer', requiredCell(row, 'Matična številka'), readCells(row, TAXPAYER)),
    },
    line: (group) => lineOfGroup(group, run),
  });
}

/** Returns the text of a cell. Texts contain HTML entities, even for blanks. */
function readText(row: CsvRow, column: string): string | undefined {
  return collapseWhiteSpace(withoutEntities(readCell(row, column) ?? '')) || undefined;
}

/** Returns the line of a subject. Records that do not become part of the line are counted. */
function lineOfGroup(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const subject = group.newest('subject');
  const taxpayer = group.newest('taxpayer');
  const line = subject && buildLine(group.key, subject, taxpayer, run);
  if (line === undefined) group.drop('taxpayer', 'of a subject without a line');
  return line;
}

function buildLine(
  number: string,
  subject: HeldRecord<Subject>,
  taxpayer: HeldRecord<Taxpayer> | undefined,
  run: ImportRun,
): RegisterLine | undefined {
  const { name, form, country, address } = subject.value;
  const person = whyNaturalPerson(form ?? '', taxpayer !== undefined);
  const leftOut = isUnit(number) ? 'unit of a subject' : run.soleTraders ? undefined : person;
  run.code('Pravnoorganizacijska oblika', form, leftOut === undefined ? 'kept' : 'left out');
  if (leftOut !== undefined) return run.report.drop(leftOut, number);
  return run.line(subject, () => {
    run.code('Država', country, 'left out');
    const isRight = noteWrongNumber(run, 'SI matična številka', number, 'matična številka');
    const { 'Davčna številka': taxNumber, 'Šifra dejavnosti': activity } = taxpayer?.value ?? {};
    if (taxNumber !== undefined) noteWrongNumber(run, 'SI davčna številka', taxNumber, 'davčna številka', number);
    const isForeign = FOREIGN_FORM.test(form ?? '');
    const country_code = country === 'SLOVENIJA' && !isForeign ? 'SI' : undefined;
    const isAddressed = address !== undefined && !isForeign && person === undefined;
    const [addition = '(none)'] = ADDITION.exec(name ?? '') ?? [];
    return present<RegisterLine>({
      name,
      country_code,
      state: run.state('Popolno ime', addition.toLowerCase()),
      address: isAddressed ? present<CompanyAddress>({ ...address, country_code }) : undefined,
      legal_form: form,
      as_of_date: subject.published,
      identifiers: [
        nationalNumber('SI', number),
        ...(taxNumber === undefined ? [] : [{ scheme: 'tin', value: taxNumber, country_scope: 'SI' } as const]),
      ],
      // The number of the subject as a whole is also written as its first seven digits.
      number_forms: isRight ? [number.slice(0, 7)] : undefined,
      classifications: activity === undefined ? undefined : [toClassification(activity, taxpayer?.published)],
    });
  });
}

function isUnit(number: string): boolean {
  return /^\d{10}$/.test(number) && !number.endsWith('000');
}

/**
 * Returns why a subject is or may be a natural person; undefined for a legal person. Not all forms of natural persons are known: with an
 * unknown form, only subjects that the tax administration lists as legal persons are legal persons.
 */
function whyNaturalPerson(form: string, isLegalPerson: boolean): string | Reason | undefined {
  if (NATURAL_PERSON.test(form)) return ordinary('sole trader or other natural person');
  if (isLegalPerson || codes['Pravnoorganizacijska oblika'].includes(form)) return undefined;
  return 'of a form that is not known, and not among the legal persons of the tax administration';
}

function toClassification(code: string, published: string | undefined) {
  const scheme = published !== undefined && published < '2025-01-01' ? 'SKD 2008' : 'SKD 2025';
  return { scheme, code, is_primary: true };
}

/** Returns the address of a subject, without its country. House numbers have leading zeros: `004` is 4, with the addition `a` 4a. */
function readAddress(row: CsvRow): CompanyAddress | undefined {
  const number = readCell(row, 'Hišna št')?.replace(/^0+(?=\d)/, '') ?? '';
  const addition = readCell(row, 'Hišna št  dodatek') ?? readCell(row, 'Hišna št dodatek') ?? '';
  return toAddress({
    street: `${readCell(row, 'Ulica') ?? ''} ${number}${addition}`,
    postal_code: readCell(row, 'Poštna št'),
    locality: readCell(row, 'Naselje'),
  });
}
