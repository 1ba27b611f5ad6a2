import {
  FieldFault,
  RecordReader,
  SOLE_TRADER,
  countryCode,
  held,
  joinByKey,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  present,
  type Group,
  type Hold,
  type ImportRun,
  type Input,
  type JsonRow,
} from '../../importer/index.ts';
import { quoteValue, type RegisterLine } from '../../model/index.ts';
import { CodeLists, textsOf, type Texts } from './lists.ts';

/** What the documentation of the interface says that a status means. */
const STATUS: ReadonlyMap<string, string> = new Map([
  ['1', 'Aktivan'],
  ['0', 'Neaktivan/Brisan'],
]);

/** Sole traders have a form of their own; where the form is not known, the letters that their names must have. */
const SOLE_FORM = /trgovac pojedinac/iu;
const SOLE_NAME = /(^|[\s,])t\. ?p\.(?=$|[\s,])/iu;

/** The lists of subjects, and the fields that are joined. */
const FIELDS = {
  subjects: ['potpuni_oib', 'oib', 'status', 'postupak', 'ino_podruznica'],
  names: ['ime', 'naznaka_imena'],
  shortNames: ['ime'],
  translations: ['ime'],
  shortTranslations: ['ime'],
  seats: ['drzava_id', 'naziv_opcine'],
  forms: ['vrsta_pravnog_oblika_id'],
  activities: ['nacionalna_klasifikacija_djelatnosti_id'],
} as const;
type List = keyof typeof FIELDS;

const JOINED = {
  subjects: held<Texts<(typeof FIELDS.subjects)[number]>>('subjects'),
  names: held<Texts<(typeof FIELDS.names)[number]>>('names'),
  shortNames: held<Texts<'ime'>>('shortNames'),
  translations: held<Texts<'ime'>>('translations'),
  shortTranslations: held<Texts<'ime'>>('shortTranslations'),
  seats: held<Texts<(typeof FIELDS.seats)[number]>>('seats'),
  forms: held<Texts<(typeof FIELDS.forms)[number]>>('forms'),
  activities: held<Texts<(typeof FIELDS.activities)[number]>>('activities'),
};

/** The lists without which there are no companies: without the forms, sole traders could not be told. */
const NEEDED = {
  subjects: 'no input is the list subjekti of the interface',
  names: 'no input is the list tvrtke of the interface',
  forms: 'no input is the list pravni_oblici of the interface',
  formList: 'no input is the list vrste_pravnih_oblika of the interface',
};

/** Turns subjects into register lines, one per MBS, in the order of the numbers. The newest record stands. */
export function read(inputs: readonly Input<JsonRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const lists = new CodeLists();
  const holdAs = (list: List) => (row: JsonRow, hold: Hold<typeof JOINED>) => {
    const record = new RecordReader(row.value);
    hold(list, mbsOf(record), textsOf(record, FIELDS[list]));
  };
  return joinByKey(inputs, run, {
    kinds: JOINED,
    needed: NEEDED,
    rows: {
      formList: (row) => lists.formList.take(row),
      activityList: (row) => lists.activityList.take(row),
      countryList: (row) => lists.countryList.take(row),
      procedureList: (row) => lists.procedureList.take(row),
      subjects: holdAs('subjects'),
      names: holdAs('names'),
      shortNames: holdAs('shortNames'),
      translations: holdAs('translations'),
      shortTranslations: holdAs('shortTranslations'),
      seats: holdAs('seats'),
      forms: holdAs('forms'),
      activities: holdAs('activities'),
    },
    line: (group) => lineOfGroup(group, lists, run),
  });
}

/** An MBS has nine digits; most lists write it as a number, which loses its zeros. */
function mbsOf(record: RecordReader): string {
  const mbs = record.digits('potpuni_mbs') ?? record.digits('mbs');
  if (mbs === undefined) throw new FieldFault('mbs', 'is missing');
  if (!/^\d{1,9}$/.test(mbs)) throw new FieldFault('mbs', `must have at most nine digits, got ${quoteValue(mbs)}`);
  return mbs.padStart(9, '0');
}

/** What the lists say about a subject: of most one record each. */
function toldOf(group: Group<typeof JOINED>) {
  return {
    subject: group.newest('subjects')?.value,
    name: group.newest('names')?.value ?? {},
    shortName: group.newest('shortNames')?.value.ime,
    translations: group.ofNewestFile('translations').map(({ value }) => value.ime),
    shortTranslations: group.ofNewestFile('shortTranslations').map(({ value }) => value.ime),
    seat: group.newest('seats')?.value ?? {},
    form: group.newest('forms')?.value.vrsta_pravnog_oblika_id,
    activity: group.newest('activities')?.value.nacionalna_klasifikacija_djelatnosti_id,
  };
}
type Told = ReturnType<typeof toldOf>;

/** The line of a subject. Every record that is not part of it is counted. */
function lineOfGroup(group: Group<typeof JOINED>, lists: CodeLists, run: ImportRun): RegisterLine | undefined {
  const { key: mbs, place } = group;
  const told = toldOf(group);
  if (told.subject === undefined) {
    run.report.drop('of a subject that is not in the list subjekti', mbs);
    return undefined;
  }
  const { naziv: form } =
    told.form === undefined ? {} : lists.formList.of(told.form, 'vrsta_pravnog_oblika_id', 'kept', run);
  // Companies have these letters in their names, too: they count only where the form says nothing.
  const isSole = form === undefined ? SOLE_NAME.test(told.name.ime ?? '') : SOLE_FORM.test(form);
  if (isSole && !run.soleTraders) {
    run.report.drop(SOLE_TRADER, mbs);
    return undefined;
  }
  const published = group.all('subjects')[0]?.published;
  return run.line(place, () => lineOf(mbs, told, form ?? told.form, published, lists, run));
}

function lineOf(
  mbs: string,
  told: Told,
  form: string | undefined,
  published: string | undefined,
  lists: CodeLists,
  run: ImportRun,
): RegisterLine {
  const { potpuni_oib: fullOib, oib, status, postupak = '0', ino_podruznica: foreign = '0' } = told.subject ?? {};
  run.code('status', status);
  const taxNumber = fullOib ?? (oib === '0' ? undefined : oib?.padStart(11, '0'));
  if (taxNumber !== undefined) noteWrongNumber(run, 'HR OIB', taxNumber, 'OIB', mbs);
  const bare = mbs.replace(/^0+(?=\d)/, '');
  // 0 stands for no procedure.
  const procedure =
    postupak === '0' ? undefined : lists.procedureList.of(postupak, 'postupak', 'replaced', run).znacenje;
  return present<RegisterLine>({
    name: told.name.ime,
    country_code: foreign === '0' ? countryOf(told.seat, lists, run) : undefined,
    company_status: procedure ?? STATUS.get(status ?? '') ?? status,
    legal_form: form,
    as_of_date: published,
    identifiers: [
      nationalNumber('HR', mbs),
      ...(taxNumber === undefined ? [] : [{ scheme: 'tin', value: taxNumber, country_scope: 'HR' } as const]),
    ],
    number_forms: bare === mbs ? undefined : [bare],
    other_names: nonEmpty(otherNamesOf(told)),
    classifications: nonEmpty(lists.activityOf(told.activity, run)),
  });
}

/** The country of the seat; a municipality of the register's own list is in Croatia. */
function countryOf({ drzava_id: country, naziv_opcine: municipality }: Told['seat'], lists: CodeLists, run: ImportRun) {
  if (country === undefined) return municipality === undefined ? undefined : 'HR';
  const { oznaka_2: code } = lists.countryList.of(country, 'drzava_id', 'left out', run);
  return code === undefined ? undefined : countryCode(run, 'oznaka_2', code);
}

function otherNamesOf({ name, shortName, translations, shortTranslations }: Told) {
  const found = new Map<string, string>();
  const add = (other: string | undefined, kind: string): void => {
    if (other !== undefined && other !== name.ime && !found.has(other)) found.set(other, kind);
  };
  add(shortName, 'skraćena tvrtka');
  add(name.naznaka_imena, 'naznaka imena');
  for (const translated of translations) add(translated, 'prijevod tvrtke');
  for (const translated of shortTranslations) add(translated, 'prijevod skraćene tvrtke');
  return Array.from(found, ([other, kind]) => ({ name: other, kind }));
}
