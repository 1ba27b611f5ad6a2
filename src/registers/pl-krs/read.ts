import {
  CountryNames,
  FieldFault,
  RecordReader,
  held,
  isoDate,
  joinByKey,
  nationalNumber,
  nonEmpty,
  ordinary,
  present,
  type AnswerRow,
  type Group,
  type ImportRun,
  type Input,
  type RecordPlace,
} from '../../importer/index.ts';
import {
  hasRightDigits,
  type CompanyClassification,
  type CompanyIdentifier,
  type RegisterLine,
} from '../../model/index.ts';

/** An extract by register; or, where there is none, the day on which it was asked for. */
type Extract = { readonly line: RegisterLine } | { readonly noneOn: string };

/** Where a number is in both registers, that of entrepreneurs stands. */
const JOINED = { rejp: held<Extract>(), rejs: held<Extract>() };

const NO_EXTRACT = ordinary('no extract of this number in this register');
const IN_BOTH = ordinary('in both registers, that of entrepreneurs stands');

/** `31.05.2026 06:13:48`, in Warsaw. */
const TIME = /^(?<day>\d{2})\.(?<month>\d{2})\.(?<year>\d{4})\b/;

/** The register writes Polish names; a few of them more formally than Unicode. */
const COUNTRIES = new CountryNames(
  [
    ['CZ', 'Republika Czeska'],
    ['NL', 'Niderlandy'],
    ['RU', 'Federacja Rosyjska'],
    ['US', 'Stany Zjednoczone Ameryki'],
  ],
  'pl',
);

/** The field that strikes a company off: the register has no word for its state. */
const STRUCK_OFF = 'wykreslenia';

/** The classification of activities; which edition a code is of, 2007 or 2025, no extract says. */
const PKD = 'PKD';

/** More codes than a line may have; companies from before 2015 list dozens. */
const ACTIVITIES_MAX = 100;

/** Turns extracts into register lines, one a number. */
export function read(inputs: readonly Input<AnswerRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  return joinByKey(inputs, run, {
    kinds: JOINED,
    rows(row, hold) {
      const { kind, key, status, askedOn } = row;
      if (kind !== 'rejp' && kind !== 'rejs') throw new FieldFault('question', `is of an unknown kind, ${kind}`);
      hold(kind, key, status === 200 ? { line: lineOf(row, run) } : { noneOn: askedOn });
    },
    line: (group) => lineOfGroup(group, run),
  });
}

/** The line of a number; a number of which neither register has an extract is gone. */
function lineOfGroup(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const { key } = group;
  const all = [...group.all('rejp'), ...group.all('rejs')];
  const days: string[] = [];
  const found: { readonly place: RecordPlace; readonly line: RegisterLine }[] = [];
  for (const place of all) {
    const extract = place.value;
    if ('line' in extract) found.push({ place, line: extract.line });
    else {
      days.push(extract.noneOn);
      run.report.drop(NO_EXTRACT, `${key} ${place.kind === 'rejp' ? 'P' : 'S'}`);
    }
  }
  const [first, ...others] = found;
  for (const _ of others) run.report.drop(IN_BOTH, key);
  if (first !== undefined) return run.line(first.place, () => first.line);
  // Where one of the registers was not asked yet, the other may have the number.
  if (all.length === 2) run.gone({ identifiers: [nationalNumber('PL', key)] }, days.toSorted().at(-1) ?? '');
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
  const struckOff = parts?.object('dzial6')?.objects(STRUCK_OFF) ?? [];
  return present<RegisterLine>({
    name: company?.content('nazwa'),
    company_status: struckOff.length > 0 ? STRUCK_OFF : undefined,
    company_type: register,
    legal_form: company?.content('formaPrawna'),
    country_code: countryCodeOf(first?.object('siedzibaIAdres')?.object('siedziba')?.content('kraj'), run),
    as_of_date: isoDate(header?.text('dataCzasOdpisu'), TIME) ?? row.askedOn,
    identifiers: [nationalNumber('PL', number), ...identifiers],
    number_forms: nonEmpty(forms),
    classifications: nonEmpty(activitiesOf(parts?.object('dzial3')?.object('przedmiotDzialalnosci'), number, run)),
  });
}

/** The number of the statistical office, as it is printed and without the zeros that stand for the company itself, and the tax number. */
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

function countryCodeOf(name: string | undefined, run: ImportRun): string | undefined {
  if (name === undefined) return undefined;
  const code = COUNTRIES.codeOf(name);
  if (code === undefined) run.report.unknownCode('siedziba.kraj', name, 'left out');
  return code;
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
        run.report.note('activity without a whole code, left out', krs);
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
  if (all.length > ACTIVITIES_MAX) run.report.note(`more than ${ACTIVITIES_MAX} activities, the others left out`, krs);
  return all.slice(0, ACTIVITIES_MAX);
}
