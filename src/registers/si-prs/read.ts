import {
  cellOf,
  inputsOfKind,
  present,
  requiredCell,
  withoutEntities,
  type CsvRow,
  type ImportRun,
  type InputOfKinds,
  type JoinedGroup,
  ordinary,
  type Reason,
} from '../../importer/index.ts';
import {
  isPublishedNumber,
  InputError,
  collapseWhiteSpace,
  type CompanyClassification,
  type RegisterLine,
} from '../../model/index.ts';
import { CODES, FOREIGN_FORM, NATURAL_PERSON } from './codes.ts';
import type { KINDS } from './columns.ts';

/** The kinds of joined records. */
const SUBJECT = 0;
const TAXPAYER = 1;

/** The first publish date whose activity codes are of the classification of 2025. */
const SKD2025_FROM = '2025-01-01';

/** What is joined of a subject and of a taxpayer; a text is empty where nothing is published. */
type HeldSubject = readonly [name: string, form: string, country: string];
type HeldTaxpayer = readonly [taxNumber: string, activity: string];

const KNOWN_FORMS: ReadonlySet<string> = new Set(CODES['Pravnoorganizacijska oblika']);

/** Turns subjects into register lines, one per matična številka, in the order of the numbers; the newest record stands. */
export async function* read(
  inputs: readonly InputOfKinds<typeof KINDS>[],
  run: ImportRun,
): AsyncGenerator<RegisterLine> {
  const subjects = inputsOfKind(inputs, 'subjects');
  if (subjects.length === 0) {
    throw new InputError(
      'Cannot import si-prs: no input is an opsiprs.csv; the list of taxpayers alone makes no company',
    );
  }
  const joined = run.joined('subjects');
  for (const input of inputs) {
    const [kind, held] = input.kind === 'subjects' ? [SUBJECT, subjectOf] : [TAXPAYER, taxpayerOf];
    for await (const row of input.rows()) {
      const number = run.attempt(row, () => requiredCell(row, 'Matična številka'));
      if (number !== undefined) joined.add(number, kind, row, JSON.stringify(held(row)));
    }
  }
  const dates = new Map(inputs.map(({ name, stamp }) => [name, stamp?.date]));
  for (const group of joined.groups()) {
    const line = lineOfGroup(group, dates, run);
    if (line !== undefined) yield line;
  }
}

function subjectOf(row: CsvRow): HeldSubject {
  return [textOf(row, 'Popolno ime'), textOf(row, 'Pravnoorganizacijska oblika'), cellOf(row, 'Država') ?? ''];
}

function taxpayerOf(row: CsvRow): HeldTaxpayer {
  return [cellOf(row, 'Davčna številka') ?? '', cellOf(row, 'Šifra dejavnosti') ?? ''];
}

/** Texts have entities of HTML, which may stand for blanks too. */
function textOf(row: CsvRow, column: string): string {
  return collapseWhiteSpace(withoutEntities(cellOf(row, column) ?? ''));
}

/** The line of a subject. Every record that is no part of it is counted. */
function lineOfGroup(
  { key: number, records }: JoinedGroup,
  dates: ReadonlyMap<string, string | undefined>,
  run: ImportRun,
): RegisterLine | undefined {
  const { report } = run;
  const [subject, ...olderSubjects] = records.filter(({ kind }) => kind === SUBJECT);
  const [taxpayer, ...olderTaxpayers] = records.filter(({ kind }) => kind === TAXPAYER);
  for (const _ of olderSubjects) report.drop(ordinary('a newer record has the same number'), number);
  for (const _ of olderTaxpayers) report.drop(ordinary('taxpayers: a newer record has the same number'), number);
  const line = subject === undefined ? undefined : lineOf(number, subject, taxpayer, dates, run);
  if (taxpayer !== undefined && line === undefined) report.drop('taxpayers: of a subject without a line', number);
  return line;
}

function lineOf(
  number: string,
  subject: JoinedGroup['records'][number],
  taxpayer: JoinedGroup['records'][number] | undefined,
  dates: ReadonlyMap<string, string | undefined>,
  run: ImportRun,
): RegisterLine | undefined {
  const [name, form, country] = JSON.parse(subject.text) as HeldSubject;
  const leftOut = whyLeftOut(number, form, taxpayer !== undefined, run);
  run.code('Pravnoorganizacijska oblika', form || undefined, leftOut === undefined ? 'kept' : 'left out');
  if (leftOut !== undefined) {
    run.report.drop(leftOut, number);
    return undefined;
  }
  return run.line(subject, () => {
    run.code('Država', country || undefined, 'left out');
    const isRight = isPublishedNumber('SI matična številka', number);
    if (!isRight) run.report.note('matična številka with wrong form or check digit, kept as published', number);
    const [taxNumber = '', activity = ''] = taxpayer === undefined ? [] : (JSON.parse(taxpayer.text) as HeldTaxpayer);
    if (taxNumber !== '' && !isPublishedNumber('SI davčna številka', taxNumber)) {
      run.report.note('davčna številka with wrong form or check digit, kept as published', number);
    }
    const hasSeatHere = country === 'SLOVENIJA' && !FOREIGN_FORM.test(form);
    return present<RegisterLine>({
      name: name || undefined,
      country_code: hasSeatHere ? 'SI' : undefined,
      legal_form: form || undefined,
      as_of_date: dates.get(subject.input),
      identifiers: [
        { scheme: 'national_registry_number', value: number, country_scope: 'SI' },
        ...(taxNumber === '' ? [] : [{ scheme: 'tin', value: taxNumber, country_scope: 'SI' } as const]),
      ],
      // The subject as a whole is also written with the first seven digits alone.
      number_forms: isRight ? [number.slice(0, 7)] : undefined,
      classifications: activity === '' ? undefined : [classificationOf(activity, dates.get(taxpayer?.input ?? ''))],
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
