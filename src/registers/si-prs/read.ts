import {
  cellOf,
  held,
  joinByKey,
  nationalNumber,
  noteWrongNumber,
  ordinary,
  present,
  requiredCell,
  withoutEntities,
  type CsvRow,
  type Group,
  type HeldRecord,
  type ImportRun,
  type Input,
  type Reason,
} from '../../importer/index.ts';
import { collapseWhiteSpace, type CompanyClassification, type RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };

/**
 * Forms of natural persons, whose names are the names of people. The first is of the register; of the others only their kinds are known,
 * so their words are looked for.
 */
const NATURAL_PERSON =
  /\bs\. ?p\.|podjetnik posameznik|fizičn[aei]\p{L}* oseb|sobodajal|nosilec dopolniln|^(odvetnik|notar|detektiv|zasebnik|samostojni |samozaposlen)/iu;

/** Branches belong to companies of other countries: their address is not that of a head office. */
const FOREIGN_FORM = /\btuj(a|e|ega|i|ih)\b/iu;

/** The first publish date whose activity codes are of the classification of 2025. */
const SKD2025_FROM = '2025-01-01';

interface Subject {
  readonly name: string | undefined;
  readonly form: string | undefined;
  readonly country: string | undefined;
}

interface Taxpayer {
  readonly taxNumber: string | undefined;
  readonly activity: string | undefined;
}

const JOINED = { subject: held<Subject>(), taxpayer: held<Taxpayer>('taxpayers') };

const KNOWN_FORMS: ReadonlySet<string> = new Set(codes['Pravnoorganizacijska oblika']);

/** Turns subjects into register lines, one per matična številka, in the order of the numbers; the newest record stands. */
export function read(inputs: readonly Input<CsvRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  return joinByKey(inputs, run, {
    kinds: JOINED,
    needed: { subjects: 'no input is an opsiprs.csv; the list of taxpayers alone makes no company' },
    rows: {
      subjects: (row, hold) =>
        hold('subject', requiredCell(row, 'Matična številka'), {
          name: textOf(row, 'Popolno ime'),
          form: textOf(row, 'Pravnoorganizacijska oblika'),
          country: cellOf(row, 'Država'),
        }),
      taxpayers: (row, hold) =>
        hold('taxpayer', requiredCell(row, 'Matična številka'), {
          taxNumber: cellOf(row, 'Davčna številka'),
          activity: cellOf(row, 'Šifra dejavnosti'),
        }),
    },
    line: (group) => lineOfGroup(group, run),
  });
}

/** Texts have entities of HTML, which may stand for blanks too. */
function textOf(row: CsvRow, column: string): string | undefined {
  return collapseWhiteSpace(withoutEntities(cellOf(row, column) ?? '')) || undefined;
}

/** The line of a subject. Every record that is not part of it is counted. */
function lineOfGroup(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const subject = group.newest('subject');
  const taxpayer = group.newest('taxpayer');
  const line = subject && lineOf(group.key, subject, taxpayer, run);
  if (line === undefined) group.drop('taxpayer', 'of a subject without a line');
  return line;
}

function lineOf(
  number: string,
  subject: HeldRecord<Subject>,
  taxpayer: HeldRecord<Taxpayer> | undefined,
  run: ImportRun,
): RegisterLine | undefined {
  const { name, form, country } = subject.value;
  const leftOut = whyLeftOut(number, form ?? '', taxpayer !== undefined, run);
  run.code('Pravnoorganizacijska oblika', form, leftOut === undefined ? 'kept' : 'left out');
  if (leftOut !== undefined) {
    run.report.drop(leftOut, number);
    return undefined;
  }
  return run.line(subject, () => {
    run.code('Država', country, 'left out');
    const isRight = noteWrongNumber(run, 'SI matična številka', number, 'matična številka');
    const { taxNumber, activity } = taxpayer?.value ?? {};
    if (taxNumber !== undefined) noteWrongNumber(run, 'SI davčna številka', taxNumber, 'davčna številka', number);
    const hasSeatHere = country === 'SLOVENIJA' && !FOREIGN_FORM.test(form ?? '');
    return present<RegisterLine>({
      name,
      country_code: hasSeatHere ? 'SI' : undefined,
      legal_form: form,
      as_of_date: subject.published,
      identifiers: [
        nationalNumber('SI', number),
        ...(taxNumber === undefined ? [] : [{ scheme: 'tin', value: taxNumber, country_scope: 'SI' } as const]),
      ],
      // The subject as a whole is also written with only the first seven digits.
      number_forms: isRight ? [number.slice(0, 7)] : undefined,
      classifications: activity === undefined ? undefined : [classificationOf(activity, taxpayer?.published)],
    });
  });
}

/**
 * Why a subject gives no line; undefined where it does. The forms of natural persons are not all known: a form that is not known stands
 * only where the tax administration lists the subject among legal persons.
 */
function whyLeftOut(number: string, form: string, isLegalPerson: boolean, run: ImportRun): string | Reason | undefined {
  if (/^\d{10}$/.test(number) && !number.endsWith('000')) return 'unit of a subject';
  if (run.soleTraders) return undefined;
  if (NATURAL_PERSON.test(form)) return ordinary('sole trader or other natural person');
  if (isLegalPerson || KNOWN_FORMS.has(form)) return undefined;
  return 'of a form that is not known, and not among the legal persons of the tax administration';
}

function classificationOf(code: string, published: string | undefined): CompanyClassification {
  const scheme = published !== undefined && published < SKD2025_FROM ? 'SKD 2008' : 'SKD 2025';
  return { scheme, code, is_primary: true };
}
