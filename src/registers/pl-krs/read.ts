import {
  CountryNames,
  DAY_FIRST,
  FieldFault,
  RecordReader,
  findGravest,
  held,
  isoDate,
  joinByKey,
  nationalNumber,
  nonEmpty,
  ordinary,
  present,
  publishedDay,
  toAddress,
  type Group,
  type ImportRun,
  type Input,
  type ResponseRow,
} from '../../importer/index.ts';
import {
  foldName,
  hasRightDigits,
  type CompanyAddress,
  type CompanyClassification,
  type CompanyIdentifier,
  type CompanyState,
  type RegisterLine,
} from '../../model/index.ts';
import countries from './countries.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/** For a number in both registers, the extract of entrepreneurs counts. An absence is a request that found no extract. */
const JOINED = {
  rejp: held<RegisterLine>(),
  rejs: held<RegisterLine>(),
  absence: held<{ readonly register: 'P' | 'S'; readonly requestedOn: string }>(),
};
const NO_EXTRACT = ordinary('no extract of this number in this register');
const IN_BOTH = ordinary('in both registers, the extract of entrepreneurs is used');

/** Polish names of countries; some names are more formal than in Unicode. */
const COUNTRIES = new CountryNames(countries, 'pl');

/** The forms that have a European number (Directive (EU) 2017/1132, Annex II), folded: some extracts have no diacritics. */
const WITH_EUID = new Set(
  [
    'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ',
    'SPÓŁKA AKCYJNA',
    'PROSTA SPÓŁKA AKCYJNA',
    'SPÓŁKA KOMANDYTOWO-AKCYJNA',
  ].map(foldName),
);

/** Maximum number of codes in a line; companies from before 2015 have dozens. */
const ACTIVITIES_MAX = 100;

/** One list holds bank resolution, restructuring and its earlier forms. Each entry has an opening and a closing. */
const RESTRUCTURING = 'postepowanieRestrukturyzacyjneNaprawczePrzymusowaRestrukturyzacjaUporzadkowanaLikwidacja';
const OF_RESTRUCTURING =
  'PostepowaniaRestrukturyzacyjnegoNaprawczegoPrzymusowejRestrukturyzacjiUporzadkowanejLikwidacji';

/** The field that strikes a company off. */
const STRUCK_OFF = 'wykreslenia';

/** The suffix to a name that the law requires, in folded names. */
const ADDITION = /(?<= )w (?:upadlosci|likwidacji|restrukturyzacji)(?=(?: (?:likwidacyjnej|ukladowej))?$)/;

/** The words of the tables of states by their folded forms. */
const STATE_WORDS = new Map(
  [states.nazwa, states.rodzajPostepowania].flatMap((table) =>
    Object.keys(table).map((word) => [foldName(word), word]),
  ),
);

/** Returns a word as the tables of states have it, whatever its case and diacritics; an unknown word unchanged. */
function stateWord(word: string | undefined): string | undefined {
  return STATE_WORDS.get(foldName(word ?? '')) ?? word;
}

/** The form of branches, in folded forms. */
const BRANCH = /\boddzial\b/;

/** Turns extracts into register lines, one per number. */
export function read(inputs: readonly Input<ResponseRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  return joinByKey(inputs, run, {
    kinds: JOINED,
    rows(row, hold) {
      const { kind, key, status, requestedOn } = row;
      if (kind !== 'rejp' && kind !== 'rejs') throw new FieldFault('question', `is of an unknown kind, ${kind}`);
      if (status === 200) hold(kind, key, buildLine(row, run));
      else hold('absence', key, { register: kind === 'rejp' ? 'P' : 'S', requestedOn });
    },
    line: (group) => lineOfGroup(group, run),
  });
}

/** Returns the line of a number. A number without an extract in either register is gone. */
function lineOfGroup(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const { key } = group;
  const absences = group.values('absence');
  for (const { register } of absences) run.report.drop(NO_EXTRACT, `${key} ${register}`);
  const [first, ...others] = [...group.all('rejp'), ...group.all('rejs')];
  for (const _ of others) run.report.drop(IN_BOTH, key);
  if (first !== undefined) return run.line(first, () => first.value);
  // A register that has not answered yet may have the number.
  const lastDay = absences.map(({ requestedOn }) => requestedOn).toSorted()[1];
  if (lastDay !== undefined) run.gone({ identifiers: [nationalNumber('PL', key)] }, lastDay);
  return undefined;
}

function buildLine(row: ResponseRow, run: ImportRun): RegisterLine {
  const extract = new RecordReader(row.json()).object('odpis');
  const header = extract?.object('naglowekA');
  const number = header?.text('numerKRS');
  if (extract === undefined || number === undefined) throw new FieldFault('odpis.naglowekA.numerKRS', 'is missing');
  const register = header?.text('rejestr');
  run.code('rejestr', register);
  const parts = extract.object('dane');
  const first = parts?.object('dzial1');
  const company = first?.object('danePodmiotu');
  const identifiers = readIdentifiers(company?.object('identyfikatory'), number, run);
  const sixth = parts?.object('dzial6');
  const [name, form] = [company?.content('nazwa'), company?.content('formaPrawna')];
  const seat = first?.object('siedzibaIAdres');
  return present<RegisterLine>({
    name,
    company_status: (sixth?.objects(STRUCK_OFF) ?? []).length > 0 ? STRUCK_OFF : undefined,
    state: readState(name, sixth, run),
    registered_on: publishedDay(run, 'dataRejestracjiWKRS', header?.text('dataRejestracjiWKRS'), DAY_FIRST),
    address: readAddress(seat, form, run),
    euid: WITH_EUID.has(foldName(form ?? '')) ? `PLKRS.${number}` : undefined,
    company_type: register,
    legal_form: form,
    country_code: COUNTRIES.readCode(run, 'siedziba.kraj', seat?.object('siedziba')?.content('kraj')),
    as_of_date: isoDate(header?.text('dataCzasOdpisu'), DAY_FIRST) ?? row.requestedOn,
    identifiers: [nationalNumber('PL', number), ...identifiers],
    // The REGON of the company itself, without the zeros in the place of a branch number.
    number_forms: nonEmpty(
      identifiers.flatMap(({ scheme, value }) =>
        scheme === 'national_registry_number' ? (/^(\d{9})0{5}$/.exec(value)?.[1] ?? []) : [],
      ),
    ),
    classifications: nonEmpty(readActivities(parts?.object('dzial3')?.object('przedmiotDzialalnosci'), number, run)),
  });
}

/** Returns the REGON and the NIP. A missing number is absent or zeros. */
function readIdentifiers(numbers: RecordReader | undefined, krs: string, run: ImportRun): CompanyIdentifier[] {
  const [regon, nip] = (['REGON', 'NIP'] as const).map((name) => {
    const number = numbers?.digits(name.toLowerCase()) ?? '';
    if (/^0*$/.test(number)) return [];
    if (!hasRightDigits(`PL ${name}`, number))
      run.report.note(`${name} with wrong form or check digit, kept as published`, krs);
    return [number];
  });
  return [
    ...(regon ?? []).map((value) => nationalNumber('PL', value)),
    ...(nip ?? []).map((value): CompanyIdentifier => ({ scheme: 'tin', value, country_scope: 'PL' })),
  ];
}

/**
 * Returns the activities, main activities first. Codes have three parts; extracts do not say whether codes are from the edition of 2007 or
 * of 2025.
 */
function readActivities(activities: RecordReader | undefined, krs: string, run: ImportRun): CompanyClassification[] {
  const known = new Map<string, CompanyClassification>();
  for (const [list, is_primary] of [
    ['przedmiotPrzewazajacejDzialalnosci', true],
    ['przedmiotPozostalejDzialalnosci', false],
  ] as const) {
    for (const activity of activities?.objects(list) ?? []) {
      const parts = ['kodDzial', 'kodKlasa', 'kodPodklasa'].map((part) => activity.digits(part));
      const [division, group, subclass] = parts;
      if (division === undefined || (group === undefined && subclass !== undefined)) {
        run.report.note('activity without a whole code, skipped', krs);
        continue;
      }
      const code = parts.filter((part) => part !== undefined).join('.');
      if (known.has(code)) continue;
      const label = activity.content('opis');
      known.set(code, present<CompanyClassification>({ scheme: 'PKD', code, label, is_primary }));
    }
  }
  const all = [...known.values()];
  if (all.length > ACTIVITIES_MAX) run.report.note(`more than ${ACTIVITIES_MAX} activities, the others skipped`, krs);
  return all.slice(0, ACTIVITIES_MAX);
}

/**
 * Returns the address of the seat, with the voivodeship of the seat as its region. A village may have house numbers without streets.
 * Undefined for a branch of a foreign company, whose extract has the address of the branch.
 */
function readAddress(part: RecordReader | undefined, form = '', run: ImportRun): CompanyAddress | undefined {
  const address = part?.object('adres');
  if (address === undefined || BRANCH.test(foldName(form))) return undefined;
  const number = [address.content('nrDomu'), address.content('nrLokalu')].filter((one) => one !== undefined).join('/');
  return toAddress({
    street: `${address.content('ulica') ?? ''} ${number}`,
    postal_code: address.content('kodPocztowy'),
    locality: address.content('miejscowosc'),
    region: part?.object('siedziba')?.content('wojewodztwo'),
    country_code: COUNTRIES.readCode(run, 'adres.kraj', address.content('kraj')),
  });
}

/**
 * Returns the state by the sixth part of an extract (`dzial6`) and by the addition to the name. Extracts that were fetched before the sixth
 * part was stored only have the name.
 */
function readState(name = '', part: RecordReader | undefined, run: ImportRun): CompanyState | undefined {
  const lists = [STRUCK_OFF, 'likwidacja'].filter((list) => (part?.objects(list) ?? []).length > 0);
  const isBankrupt = part?.objects('postepowanieUpadlosciowe').some((one) => {
    const end = one.object('opisZakonczeniaProcesuUpadlosci');
    return end?.content('dataZakonczeniaPostepowania') === undefined;
  });
  if (isBankrupt === true) lists.push('postepowanieUpadlosciowe');
  const [addition] = ADDITION.exec(foldName(name)) ?? [];
  const restructuring = (part?.objects(RESTRUCTURING) ?? []).filter(
    (one) => one.object(`zakonczenie${OF_RESTRUCTURING}`)?.content('data') === undefined,
  );
  return findGravest([
    run.state('dzial6', 'brak'),
    ...lists.map((list) => run.state('dzial6', list)),
    run.state('nazwa', stateWord(addition)) ?? 'active',
    ...restructuring.map((one) =>
      run.state(
        'rodzajPostepowania',
        stateWord(one.object(`otwarcie${OF_RESTRUCTURING}`)?.content('rodzajPostepowania')),
      ),
    ),
  ]);
}
