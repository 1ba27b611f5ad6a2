import {
  countryCode,
  FieldFault,
  findGravest,
  held,
  joinByKey,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  present,
  publishedDay,
  RecordReader,
  required,
  toAddress,
  type Group,
  type Hold,
  type ImportRun,
  type Input,
  type JsonRow,
  type Texts,
  type UnknownFate,
} from '../../importer/index.ts';
import { collapseWhiteSpace, quoteValue, type CompanyClassification, type RegisterLine } from '../../model/index.ts';
import states from './states.json' with { type: 'json' };

/** The legal form of sole traders, and the letters that their names must have, which decide if the form is unknown. */
const SOLE_FORM = /trgovac pojedinac/iu;
/** The legal form of branches of foreign companies. */
const BRANCH_FORM = /podružnic/iu;
const SOLE_NAME = /(^|[\s,])t\. ?p\.(?=$|[\s,])/iu;

/** The lists of subjects, and the fields that are joined. */
const FIELDS = {
  subjects: [
    'potpuni_oib',
    'oib',
    'status',
    'postupak',
    'ino_podruznica',
    'stecajna_masa',
    'likvidacijska_masa',
    'datum_osnivanja',
    'datum_brisanja',
  ],
  names: ['ime', 'naznaka_imena'],
  shortNames: ['ime'],
  translations: ['ime'],
  shortTranslations: ['ime'],
  seats: [
    'drzava_id',
    'naziv_opcine',
    'naziv_zupanije',
    'naziv_naselja',
    'naselje_van_sifrarnika',
    'ulica',
    'kucni_broj',
    'kucni_podbroj',
    'postanski_broj',
  ],
  forms: ['vrsta_pravnog_oblika_id'],
  activities: ['nacionalna_klasifikacija_djelatnosti_id'],
} as const;
type List = keyof typeof FIELDS;
const LISTS = Object.keys(FIELDS) as List[];

type Held = { [L in List]: ReturnType<typeof held<Texts<(typeof FIELDS)[L][number]>>> };
const JOINED = Object.fromEntries(LISTS.map((list) => [list, held(list)])) as Held;

/** Turns subjects into register lines, one per MBS, from the newest record, in the order of the MBSs. */
export function read(inputs: readonly Input<JsonRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const lists = codeLists(run);
  const holdAs = (kind: List) => (row: JsonRow, hold: Hold<typeof JOINED>) => {
    const record = new RecordReader(row.value);
    hold(kind, readMbs(record), readTexts(record, FIELDS[kind]));
  };
  return joinByKey(inputs, run, {
    kinds: JOINED,
    // Without the names and forms, sole traders could not be recognised.
    needed: {
      subjects: 'no input is the list subjekti of the interface',
      names: 'no input is the list tvrtke of the interface',
      forms: 'no input is the list pravni_oblici of the interface',
      formList: 'no input is the list vrste_pravnih_oblika of the interface',
    },
    rows: {
      ...Object.fromEntries(Object.entries(lists).map(([kind, list]) => [kind, (row: JsonRow) => list.take(row)])),
      ...Object.fromEntries(LISTS.map((list) => [list, holdAs(list)])),
    },
    line: (group) => lineOfGroup(group, lists, run),
  });
}

/** Returns the MBS. It has nine digits; most lists write it as a number, which loses leading zeros. */
function readMbs(record: RecordReader): string {
  const mbs = required(record.digits('potpuni_mbs') ?? record.digits('mbs'), 'mbs');
  if (!/^\d{1,9}$/.test(mbs)) throw new FieldFault('mbs', `must have at most nine digits, got ${quoteValue(mbs)}`);
  return mbs.padStart(9, '0');
}

/** Returns the records about a subject: the newest one of most lists, and all translations of the newest file. */
function collectFacts(group: Group<typeof JOINED>) {
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
/** The records, the name of the legal form, and whether it is a form of organisations. */
type Facts = ReturnType<typeof collectFacts> & { readonly isOrganisation: boolean };

/** Returns the line of a subject. Records that do not become part of the line are counted. */
function lineOfGroup(group: Group<typeof JOINED>, lists: CodeLists, run: ImportRun): RegisterLine | undefined {
  const { key: mbs, place } = group;
  const facts = collectFacts(group);
  if (facts.subject === undefined) return run.report.drop('of a subject that is not in the list subjekti', mbs);
  const { naziv: form } = lists.formList.of(facts.form);
  // Names of companies may also have these letters, so they decide only if the form is unknown.
  const isSole = form === undefined ? SOLE_NAME.test(facts.name.ime ?? '') : SOLE_FORM.test(form);
  if (isSole && run.dropsSoleTrader(mbs)) return undefined;
  const published = group.all('subjects')[0]?.published;
  const isOrganisation = form !== undefined && !isSole && !BRANCH_FORM.test(form);
  return run.line(place, () =>
    buildLine(mbs, { ...facts, form: form ?? facts.form, isOrganisation }, published, lists, run),
  );
}

function buildLine(mbs: string, facts: Facts, published: string | undefined, lists: CodeLists, run: ImportRun) {
  const { potpuni_oib: fullOib, oib, status, postupak = '0', ino_podruznica: foreign = '0' } = facts.subject ?? {};
  run.code('status', status);
  const taxNumber = fullOib ?? (oib === '0' ? undefined : oib?.padStart(11, '0'));
  if (taxNumber !== undefined) noteWrongNumber(run, 'HR OIB', taxNumber, 'OIB', mbs);
  const bare = mbs.replace(/^0+(?=\d)/, '');
  // The code 0 means no procedure.
  const hasProcedure = postupak !== '0';
  const procedure = hasProcedure ? lists.procedureList.of(postupak).znacenje : undefined;
  const country = foreign === '0' ? findCountry(facts.seat, lists, run) : undefined;
  return present<RegisterLine>({
    name: facts.name.ime,
    country_code: country,
    company_status: procedure ?? run.word('status', status),
    legal_form: facts.form,
    as_of_date: published,
    identifiers: [
      nationalNumber('HR', mbs),
      ...(taxNumber === undefined ? [] : [{ scheme: 'tin', value: taxNumber, country_scope: 'HR' } as const]),
    ],
    number_forms: bare === mbs ? undefined : [bare],
    state: findGravest([run.state('status', status), ...readStates(facts, hasProcedure, procedure, run)]),
    registered_on: publishedDay(run, 'datum_osnivanja', facts.subject?.datum_osnivanja),
    closed_on: publishedDay(run, 'datum_brisanja', facts.subject?.datum_brisanja),
    address: facts.isOrganisation && foreign === '0' ? seatAddress(facts.seat, country) : undefined,
    other_names: nonEmpty(listOtherNames(facts)),
    classifications: nonEmpty(findActivity(facts.activity, lists)),
  });
}

/** Yields the states other than the status: of a procedure, by its word, and of the two kinds of estates, by their flag or their form. */
function* readStates({ subject, form }: Facts, hasProcedure: boolean, procedure: string | undefined, run: ImportRun) {
  if (hasProcedure) yield run.state('postupak', procedure?.toLowerCase());
  for (const estate of ['stecajna_masa', 'likvidacijska_masa'] as const) {
    if (subject?.[estate] === '1' || form?.toLowerCase() === states.masa[estate].word) yield run.state('masa', estate);
  }
}

/** Returns the seat. The addition to a house number is a letter. */
function seatAddress(seat: Facts['seat'], country_code: string | undefined) {
  const house = `${seat.kucni_broj ?? ''}${seat.kucni_podbroj ?? ''}`;
  return toAddress({
    street: seat.ulica === undefined ? undefined : `${seat.ulica} ${house}`,
    postal_code: seat.postanski_broj,
    locality: seat.naziv_naselja ?? seat.naselje_van_sifrarnika ?? seat.naziv_opcine,
    region: seat.naziv_zupanije,
    country_code,
  });
}

/** Returns the country of the seat. A municipality in the register's own list is in Croatia. */
function findCountry(
  { drzava_id: country, naziv_opcine: municipality }: Facts['seat'],
  lists: CodeLists,
  run: ImportRun,
) {
  if (country === undefined) return municipality === undefined ? undefined : 'HR';
  return countryCode(run, 'oznaka_2', lists.countryList.of(country).oznaka_2);
}

function listOtherNames({ name, shortName, translations, shortTranslations }: Facts) {
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

/** Returns fields of a record as texts. */
function readTexts<Name extends string>(record: RecordReader, names: readonly Name[]): Texts<Name> {
  const texts: { [Key in Name]?: string } = {};
  for (const name of names) {
    const text = collapseWhiteSpace(record.digits(name) ?? '');
    if (text !== '') texts[name] = text;
  }
  return texts;
}

/** A list of codes. The newest file that has a code decides its meaning. */
class CodeList<Name extends string> {
  readonly #entries = new Map<string, Texts<Name>>();
  readonly #run: ImportRun;
  readonly #code: string;
  readonly #fields: readonly Name[];
  readonly #unknown: readonly [field: string, fate: UnknownFate];

  /**
   * @param code the field with the code
   * @param fields the fields with its meaning
   * @param unknown the name under which codes that are not in the list are counted, and how lines show them
   */
  constructor(run: ImportRun, code: string, fields: readonly Name[], unknown: readonly [string, UnknownFate]) {
    this.#run = run;
    this.#code = code;
    this.#fields = fields;
    this.#unknown = unknown;
  }

  take(row: JsonRow): void {
    const record = new RecordReader(row.value);
    const code = record.digits(this.#code) ?? '';
    if (!this.#entries.has(code)) this.#entries.set(code, readTexts(record, this.#fields));
  }

  /** Returns the entry of a code. Without a code the entry is empty. A code that the list lacks is counted and has an empty entry. */
  of(code: string | undefined): Texts<Name> {
    const entry = this.#entries.get(code ?? '');
    const [field, fate] = this.#unknown;
    if (code !== undefined && entry === undefined) this.#run.report.unknownCode(field, code, fate);
    return code === undefined ? {} : (entry ?? {});
  }
}

/** Returns the lists of codes, by the kinds of their files. */
function codeLists(run: ImportRun) {
  const activity = 'nacionalna_klasifikacija_djelatnosti_id';
  return {
    formList: new CodeList(run, 'id', ['naziv'], ['vrsta_pravnog_oblika_id', 'kept']),
    activityList: new CodeList(run, 'id', ['sifra', 'puni_naziv', 'verzija'], [activity, 'left out']),
    countryList: new CodeList(run, 'id', ['oznaka_2'], ['drzava_id', 'left out']),
    procedureList: new CodeList(run, 'postupak', ['znacenje'], ['postupak', 'replaced']),
  };
}
type CodeLists = ReturnType<typeof codeLists>;

/** Returns the main activity; empty if no list has its code. */
function findActivity(id: string | undefined, { activityList }: CodeLists): CompanyClassification[] {
  const { sifra: code, puni_naziv: label, verzija: version } = activityList.of(id);
  if (code === undefined) return [];
  const scheme = version === undefined ? 'NKD' : version.startsWith('NKD') ? version : `NKD ${version}`;
  return [present<CompanyClassification>({ scheme, code, label, is_primary: true })];
}
