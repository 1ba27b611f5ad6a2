import {
  CountryNames,
  DAY_FIRST,
  FieldFault,
  RecordReader,
  held,
  isoDate,
  joinByKey,
  nationalNumber,
  nonEmpty,
  ordinary,
  present,
  publishedDay,
  type AnswerRow,
  type Group,
  type ImportRun,
  type Input,
} from '../../importer/index.ts';
import {
  hasRightDigits,
  type CompanyClassification,
  type CompanyIdentifier,
  type RegisterLine,
} from '../../model/index.ts';
import { addressIn } from './address.ts';
import countries from './countries.json' with { type: 'json' };
import { STRUCK_OFF, stateOf } from './state.ts';

/** A request that found no extract. */
interface Absence {
  readonly register: 'P' | 'S';
  readonly askedOn: string;
}

/** Of a number in both registers, the extract of entrepreneurs counts. */
const JOINED = { rejp: held<RegisterLine>(), rejs: held<RegisterLine>(), absence: held<Absence>() };
const NO_EXTRACT = ordinary('no extract of this number in this register');
const IN_BOTH = ordinary('in both registers, the extract of entrepreneurs is used');

/** Polish names of countries, a few of them in a more formal way than Unicode. */
const COUNTRIES = new CountryNames(countries, 'pl');

/** The forms that have a European number (Directive (EU) 2017/1132, Annex II). */
const WITH_EUID = new Set([
  'SPÓŁKA Z OGRANICZONĄ ODPOWIEDZIALNOŚCIĄ',
  'SPÓŁKA AKCYJNA',
  'PROSTA SPÓŁKA AKCYJNA',
  'SPÓŁKA KOMANDYTOWO-AKCYJNA',
]);

/** The classification of activities; extracts do not say whether a code is of the edition of 2007 or 2025. */
const PKD = 'PKD';

/** The most codes of a line; companies from before 2015 have dozens. */
const ACTIVITIES_MAX = 100;

/** Turns extracts into register lines, one a number. */
export function read(inputs: readonly Input<AnswerRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  return joinByKey(inputs, run, {
    kinds: JOINED,
    rows(row, hold) {
      const { kind, key, status, askedOn } = row;
      if (kind !== 'rejp' && kind !== 'rejs') throw new FieldFault('question', `is of an unknown kind, ${kind}`);
      if (status === 200) hold(kind, key, lineOf(row, run));
      else hold('absence', key, { register: kind === 'rejp' ? 'P' : 'S', askedOn });
    },
    line: (group) => lineOfGroup(group, run),
  });
}

/** The line of a number; a number of which neither register has an extract is gone. */
function lineOfGroup(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const { key } = group;
  const absences = group.values('absence');
  for (const { register } of absences) run.report.drop(NO_EXTRACT, `${key} ${register}`);
  const [first, ...others] = [...group.all('rejp'), ...group.all('rejs')];
  for (const _ of others) run.report.drop(IN_BOTH, key);
  if (first !== undefined) return run.line(first, () => first.value);
  // A register without a response yet may have the number.
  const lastDay = absences.map(({ askedOn }) => askedOn).toSorted()[1];
  if (lastDay !== undefined) run.gone({ identifiers: [nationalNumber('PL', key)] }, lastDay);
  return undefined;
}

function lineOf(row: AnswerRow, run: ImportRun): RegisterLine {
  const extract = new RecordReader(row.json()).object('odpis');
  const header = extract?.object('naglowekA');
  const number = header?.text('numerKRS');
  if (extract === undefined || number === undefined) throw new FieldFault('odpis.naglowekA.numerKRS', 'is missing');
  const register = header?.text('rejestr');
  run.code('rejestr', register);
  const parts = extract.object('dane');
  const first = parts?.object('dzial1');
  const company = first?.object('danePodmiotu');
  const { identifiers, forms } = numbersOf(company?.object('identyfikatory'), number, run);
  const sixth = parts?.object('dzial6');
  const [name, form] = [company?.content('nazwa'), company?.content('formaPrawna')];
  const seat = first?.object('siedzibaIAdres');
  return present<RegisterLine>({
    name,
    company_status: (sixth?.objects(STRUCK_OFF) ?? []).length > 0 ? STRUCK_OFF : undefined,
    state: stateOf(name, sixth, run),
    registered_on: publishedDay(run, 'dataRejestracjiWKRS', header?.text('dataRejestracjiWKRS'), DAY_FIRST),
    address: addressIn(seat, form, (country) => COUNTRIES.codeIn(run, 'adres.kraj', country)),
    euid: WITH_EUID.has(form ?? '') ? `PLKRS.${number}` : undefined,
    company_type: register,
    legal_form: form,
    country_code: COUNTRIES.codeIn(run, 'siedziba.kraj', seat?.object('siedziba')?.content('kraj')),
    as_of_date: isoDate(header?.text('dataCzasOdpisu'), DAY_FIRST) ?? row.askedOn,
    identifiers: [nationalNumber('PL', number), ...identifiers],
    number_forms: nonEmpty(forms),
    classifications: nonEmpty(activitiesOf(parts?.object('dzial3')?.object('przedmiotDzialalnosci'), number, run)),
  });
}

/** The REGON, as printed and without the zeros of the company itself, and the NIP. */
function numbersOf(
  numbers: RecordReader | undefined,
  krs: string,
  run: ImportRun,
): { identifiers: CompanyIdentifier[]; forms: string[] } {
  const [nip, regon] = [numbers?.digits('nip'), numbers?.digits('regon')].map((one) =>
    /^0*$/.test(one ?? '') ? undefined : one,
  );
  const [, short = ''] = /^(\d{9})0{5}$/.exec(regon ?? '') ?? [];
  for (const [kind, number] of [
    ['PL NIP', nip],
    ['PL REGON', regon],
  ] as const) {
    if (number !== undefined && !hasRightDigits(kind, number))
      run.report.note(`${kind.slice(3)} with wrong form or check digit, kept as published`, krs);
  }
  return {
    identifiers: [
      ...(regon === undefined ? [] : [nationalNumber('PL', regon)]),
      ...(nip === undefined ? [] : [{ scheme: 'tin' as const, value: nip, country_scope: 'PL' }]),
    ],
    forms: short === '' ? [] : [short],
  };
}

/** The activities, the main ones first. Codes come in three parts. */
function activitiesOf(activities: RecordReader | undefined, krs: string, run: ImportRun): CompanyClassification[] {
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
      known.set(
        code,
        present<CompanyClassification>({ scheme: PKD, code, label: activity.content('opis'), is_primary }),
      );
    }
  }
  const all = [...known.values()];
  if (all.length > ACTIVITIES_MAX) run.report.note(`more than ${ACTIVITIES_MAX} activities, the others skipped`, krs);
  return all.slice(0, ACTIVITIES_MAX);
}
