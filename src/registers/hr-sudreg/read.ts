import {
  FieldFault,
  RecordReader,
  countryCode,
  inputsOfKind,
  nonEmpty,
  present,
  type ImportRun,
  type InputOfKinds,
  type JoinedGroup,
  SOLE_TRADER,
  ordinary,
  type Reason,
} from '../../importer/index.ts';
import { isPublishedNumber, InputError, collapseWhiteSpace, quoteValue, type RegisterLine } from '../../model/index.ts';
import type { KINDS } from './fields.ts';
import { CodeLists } from './lists.ts';

/** What the documentation of the interface says that a status means. */
const STATUS: Readonly<Record<string, string>> = { '1': 'Aktivan', '0': 'Neaktivan/Brisan' };

/** Sole traders are told by their form; where that is not known, by the letters that their names must have. */
const SOLE_FORM = /trgovac pojedinac/iu;
const SOLE_NAME = /(^|[\s,])t\. ?p\.(?=$|[\s,])/iu;

/** The lists of subjects in the order in which a group gives their records, and the fields that are joined. */
const JOINED = {
  subjects: ['potpuni_oib', 'oib', 'status', 'postupak', 'ino_podruznica'],
  names: ['ime', 'naznaka_imena'],
  shortNames: ['ime'],
  translations: ['ime'],
  shortTranslations: ['ime'],
  seats: ['drzava_id', 'naziv_opcine'],
  forms: ['vrsta_pravnog_oblika_id'],
  activities: ['nacionalna_klasifikacija_djelatnosti_id'],
} as const;
type List = keyof typeof JOINED;
const LISTS = Object.keys(JOINED) as List[];

/** Lists of which a subject has several records. */
const SEVERAL: ReadonlySet<List> = new Set<List>(['translations', 'shortTranslations']);

/** The lists without which there are no companies: without the forms, sole traders could not be told. */
const NEEDED = {
  subjects: 'subjekti',
  names: 'tvrtke',
  forms: 'pravni_oblici',
  formList: 'vrste_pravnih_oblika',
} as const;

/** Turns subjects into register lines, one per MBS, in the order of the numbers. */
export async function* read(
  inputs: readonly InputOfKinds<typeof KINDS>[],
  run: ImportRun,
): AsyncGenerator<RegisterLine> {
  for (const [kind, list] of Object.entries(NEEDED)) {
    if (!inputs.some((input) => input.kind === kind)) {
      throw new InputError(`Cannot import hr-sudreg: no input is the list ${list} of the interface`);
    }
  }
  const lists = await CodeLists.read(inputs, run);
  const joined = run.joined('subjects');
  for (const [kind, list] of LISTS.entries()) {
    for (const input of inputsOfKind(inputs, list)) {
      for await (const row of input.rows()) {
        run.attempt(row, () => {
          const record = new RecordReader(row.value);
          const held = JOINED[list].map((field) => collapseWhiteSpace(record.digits(field) ?? ''));
          joined.add(mbsOf(record), kind, row, JSON.stringify(held));
        });
      }
    }
  }
  const dates = new Map(inputs.map(({ name, stamp }) => [name, stamp?.date]));
  for (const group of joined.groups()) {
    const line = lineOfGroup(group, dates, lists, run);
    if (line !== undefined) yield line;
  }
}

/** An MBS has nine digits; most lists write it as a number, which loses its zeros. */
function mbsOf(record: RecordReader): string {
  const mbs = record.digits('potpuni_mbs') ?? record.digits('mbs');
  if (mbs === undefined) throw new FieldFault('mbs', 'is missing');
  if (!/^\d{1,9}$/.test(mbs)) throw new FieldFault('mbs', `must have at most nine digits, got ${quoteValue(mbs)}`);
  return mbs.padStart(9, '0');
}

/** The line of a subject. Every record that is no part of it is counted. */
function lineOfGroup(
  { key: mbs, records }: JoinedGroup,
  dates: ReadonlyMap<string, string | undefined>,
  lists: CodeLists,
  run: ImportRun,
): RegisterLine | undefined {
  const { report } = run;
  const of = (list: List): string[][] => {
    const all = records.filter(({ kind }) => LISTS[kind] === list);
    const newest = SEVERAL.has(list) ? all.filter(({ input }) => input === all[0]?.input) : all.slice(0, 1);
    for (const _ of all.slice(newest.length)) report.drop(ordinary(`${list}: a newer record has the same number`), mbs);
    return newest.map(({ text }) => JSON.parse(text) as string[]);
  };
  const [subject] = records;
  const told: Told = {
    subjects: of('subjects'),
    names: of('names'),
    shortNames: of('shortNames'),
    translations: of('translations'),
    shortTranslations: of('shortTranslations'),
    seats: of('seats'),
    forms: of('forms'),
    activities: of('activities'),
  };
  const drop = (reason: string | Reason): undefined => {
    report.drop(reason, mbs);
    return undefined;
  };
  if (subject === undefined || told.subjects.length === 0) return drop('of a subject that is not in the list subjekti');
  const formId = told.forms[0]?.[0] ?? '';
  const form = lists.formOf(formId, run);
  // Companies have these letters in their names, too: they count only where the form says nothing.
  const isSole = form === undefined ? SOLE_NAME.test(told.names[0]?.[0] ?? '') : SOLE_FORM.test(form);
  if (isSole && !run.soleTraders) return drop(SOLE_TRADER);
  return run.line(subject, () =>
    lineOf(mbs, told, form ?? (formId || undefined), dates.get(subject.input), lists, run),
  );
}

/** The fields of the records of a subject, in the order of {@linkcode JOINED}. */
type Told = Readonly<Record<List, readonly (readonly string[])[]>>;

function lineOf(
  mbs: string,
  told: Told,
  form: string | undefined,
  published: string | undefined,
  lists: CodeLists,
  run: ImportRun,
): RegisterLine {
  const [fullOib = '', oib = '', status = '', procedure = '', foreign = ''] = told.subjects[0] ?? [];
  const [name = '', mark = ''] = told.names[0] ?? [];
  run.code('status', status || undefined);
  const taxNumber = fullOib || (oib === '' || oib === '0' ? '' : oib.padStart(11, '0'));
  if (taxNumber !== '' && !isPublishedNumber('HR OIB', taxNumber)) {
    run.report.note('OIB with wrong form or check digit, kept as published', mbs);
  }
  const bare = mbs.replace(/^0+(?=\d)/, '');
  const isForeign = foreign !== '' && foreign !== '0';
  return present<RegisterLine>({
    name: name || undefined,
    country_code: isForeign ? undefined : countryOf(told, lists, run),
    company_status: lists.procedureOf(procedure, run) ?? STATUS[status] ?? (status || undefined),
    legal_form: form,
    as_of_date: published,
    identifiers: [
      { scheme: 'national_registry_number', value: mbs, country_scope: 'HR' },
      ...(taxNumber === '' ? [] : [{ scheme: 'tin', value: taxNumber, country_scope: 'HR' } as const]),
    ],
    number_forms: bare === mbs ? undefined : [bare],
    other_names: nonEmpty(otherNamesOf(told, name, mark)),
    classifications: nonEmpty(lists.activityOf(told.activities[0]?.[0] ?? '', run)),
  });
}

/** The country of the seat; a municipality of the register's own list is in Croatia. */
function countryOf(told: Told, lists: CodeLists, run: ImportRun): string | undefined {
  const [country = '', municipality = ''] = told.seats[0] ?? [];
  const code = lists.countryOf(country, run);
  return code === undefined
    ? country === '' && municipality !== ''
      ? 'HR'
      : undefined
    : countryCode(run, 'oznaka_2', code);
}

function otherNamesOf(told: Told, name: string, mark: string): NonNullable<RegisterLine['other_names']> {
  const all = [
    ...told.shortNames.map(([short = '']) => ({ name: short, kind: 'skraćena tvrtka' })),
    { name: mark, kind: 'naznaka imena' },
    ...told.translations.map(([translated = '']) => ({ name: translated, kind: 'prijevod tvrtke' })),
    ...told.shortTranslations.map(([translated = '']) => ({ name: translated, kind: 'prijevod skraćene tvrtke' })),
  ];
  return all.filter(
    (one, at) => one.name !== '' && one.name !== name && all.findIndex((other) => other.name === one.name) === at,
  );
}
