import {
  clean,
  dateOfDayFirst,
  grouped,
  parseDate,
  parseLines,
  readText,
  registryNumber,
  withoutEntities,
  type RawFile,
  type Reader,
} from './raw.ts';

/** An element as the files contain it. */
type Node = { readonly $?: Readonly<Record<string, string>>; readonly _?: string } & Readonly<Record<string, unknown>>;

interface Answered {
  readonly question: string;
  readonly body: string;
}

interface Entry {
  readonly at: string;
  readonly section: string;
  readonly field: string;
  readonly node: Node;
}

const FORMS: Readonly<Record<string, string>> = {
  OOD: 'Дружество с ограничена отговорност',
  EOOD: 'Еднолично дружество с ограничена отговорност',
  AD: 'Акционерно дружество',
  EAD: 'Еднолично акционерно дружество',
  ASSOC: 'Сдружение',
  FOUND: 'Фондация',
  KD: 'Командитно дружество',
  KDA: 'Командитно дружество с акции',
};

const ROLES: Readonly<Record<string, string>> = {
  Managers: 'Управители',
  AssignedManagers: 'Лица, на които е възложено управлението',
  ChairMan: 'Председател',
  Representatives: 'Представители',
  Representatives101: 'Представители',
  Representatives102: 'Представители',
  Representatives103: 'Представители',
  BoardOfDirectors: 'Съвет на директорите',
  BoardOfManagers: 'Управителен съвет',
  BoardOfManagers2: 'Управителен съвет',
  SupervisingBoard: 'Надзорен съвет',
  ControllingBoard: 'Контролен съвет',
  Procurators: 'Прокуристи',
  Liquidators: 'Ликвидатори',
};

/** The states, the gravest first, each with the fields that report it and their words. */
const STATES: readonly (readonly (readonly [field: string, word: string])[])[] = [
  [['AddemptionOfTrader', 'Заличаване на търговеца']],
  [
    ['OpenProccedings', 'Несъстоятелност'],
    ['DeclareBankrupt', 'Обявяване в несъстоятелност'],
    ['SuspendProceedings', ''],
  ],
  [
    ['TermsOfLiquidation', 'Ликвидация'],
    ['Liquidators', 'Ликвидация'],
    ['StopOfLiquidation', ''],
    ['ContinuingTradeActivity', ''],
  ],
  [['CessationOfTrade', 'Прекратяване на търговската дейност']],
];

const list = (value: unknown): Node[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'object') : []);

/** Returns the person of a record: the first with a name, without a personal number after the name. */
function toPerson(record: Node): {
  name?: string | undefined;
  kind?: string | undefined;
  position?: string | undefined;
} {
  const people = ['Subject', 'Person', 'LegalEntity'].flatMap((kind) => list(record[kind]));
  const named = people.find((person) => clean(list(person['Name'])[0]?._) !== undefined);
  const name = list(named?.['Name'])[0]?._?.replace(/,? ?(ЕГН|ЛНЧ)[:\s]*\d{10}/, '');
  return {
    name: name === undefined ? undefined : clean(withoutEntities(name)),
    kind: ({ EGN: 'natural_person', BirthDate: 'natural_person', UIC: 'organisation' } as Record<string, string>)[
      list(named?.['IndentType'])[0]?._ ?? ''
    ],
    position: clean(named?.$?.['Position']),
  };
}

/** Returns the records of a list by their numbers. */
function listPeople(node: Node): [id: string, Node][] {
  return Object.entries(node).flatMap(([name, value]) =>
    name.endsWith('Mandate')
      ? []
      : list(value).flatMap((one): [string, Node][] =>
          one.$?.['RecordID'] === undefined ? [] : [[one.$['RecordID'], one]],
        ),
  );
}

/** Returns the valid entries of a field: the last entry, or for a list all records added since the list was last erased. */
function held(entries: readonly Entry[], field: string): Entry[] {
  const sections = grouped(entries, ({ section }) => section);
  return [...sections.values()].flatMap((section) => {
    let now: Entry[] = [];
    for (const one of section) {
      if (one.field === 'EraseProcura' && field === 'Procurators') now = [];
      if (one.field === 'end of section') now = [];
      if (one.field !== field) continue;
      const named = listPeople(one.node).map(([id]) => id);
      const operation = one.node.$?.['FieldOperation'];
      if (operation === 'Add') now = field in ROLES && field !== 'ChairMan' ? [...now, one] : [one];
      else if (operation === 'Erase' && named.length === 0) now = [];
    }
    return now;
  });
}

function listOfficers(entries: readonly Entry[]): object[] {
  const posts = Object.entries(ROLES).flatMap(([field, role]) =>
    held(entries, field).flatMap(({ node }) =>
      (field === 'ChairMan' ? [node] : listPeople(node).map(([, one]) => one)).map((one) => ({
        ...toPerson(one),
        role,
      })),
    ),
  );
  const named = posts.filter(({ name }) => name !== undefined);
  return Array.from(grouped(named, ({ name = '' }) => name.toUpperCase()).values(), (same) => ({
    name: same[0]?.name,
    kind: same.find(({ kind }) => kind !== undefined)?.kind,
    roles: [...new Set(same.flatMap(({ role, position }) => (position === undefined ? [role] : [role, position])))],
  }));
}

function listEntries(deed: Node): Entry[] {
  return list(deed['SubDeed']).flatMap((sub) => {
    const section = `${sub.$?.['SubUICType']}${sub.$?.['SubUIC']}`;
    const entries = Object.entries(sub).flatMap(([field, nodes]) =>
      list(nodes).map((node) => ({ at: node.$?.['FieldEntryNumber'] ?? '', section, field, node })),
    );
    const isClosed = sub.$?.['SubDeedStatus'] === 'C' && sub.$['SubUICType'] !== 'MainCircumstances';
    return isClosed ? [...entries, { at: '~', section, field: 'end of section', node: {} }] : entries;
  });
}

/** The states by the words of the register. */
const ENDS: readonly (readonly [state: string, words: readonly string[]])[] = [
  ['closed', ['Заличаване на търговеца', 'Нова партида затворена', 'Пререгистрирана фирма по Булстат затворена']],
  ['insolvent', ['Несъстоятелност', 'Обявяване в несъстоятелност']],
  ['in_liquidation', ['Ликвидация', 'Прекратяване на търговската дейност']],
];

/** Returns the day of an entry from its number, such as `20260427090000`. */
const parseDay = (entry: string | undefined): string | undefined => entry?.replace(/(....)(..)(..).*/, '$1-$2-$3');

/** Returns the address of a seat, with the building in the words of the register, without a name after c/o. */
function toSeat(seat: Node | undefined, country: string | undefined): object | undefined {
  const [address] = list(seat?.['Address']);
  if (address === undefined) return undefined;
  const part = (name: string, word = ''): string => {
    const text = list(address[name])[0]?._ ?? '';
    return text === '' ? '' : `${word}${withoutEntities(text)}`;
  };
  const street = `${part('Street').replace(/^c\/o [^,]*, /, '')} ${part('StreetNumber')}`.trim();
  const building = [part('Block', 'бл. '), part('Entrance', 'вх. '), part('Floor', 'ет. '), part('Apartment', 'ап. ')];
  return {
    street: [part('HousingEstate'), street, ...building].filter((one) => one !== '').join(', '),
    postal_code: part('PostCode'),
    locality: part('Settlement'),
    region: part('District'),
    country_code: country,
  };
}

export const read: Reader = (files) => {
  const isCrawled = (file: RawFile): boolean => file.name.endsWith('.ndjson');
  const responses = files.filter(isCrawled).flatMap((file) => parseLines<Answered>(file));
  const texts = [
    ...files
      .filter((file) => !isCrawled(file))
      .map((file) => ({ day: parseDate(file.name) ?? '', text: readText(file) })),
    ...responses
      .filter(({ question: request }) => request.startsWith('day:'))
      .map(({ question: request, body }) => ({ day: parseDate(request) ?? '', text: body })),
  ];
  const deeds = texts.flatMap(({ day, text }) => {
    const { Message } = JSON.parse(text) as { Message: Node[] };
    const found = ['Body', 'Deeds', 'Deed'].reduce((at, name) => at.flatMap((one) => list(one[name])), Message);
    return found.map((deed) => ({ day, deed }));
  });
  const days = [...new Set(texts.map(({ day }) => day))].toSorted();
  const pages = responses
    .filter(({ question: request }) => request.startsWith('page:'))
    .map(({ body }) => body)
    .join('');
  const listed = Array.from(
    pages.matchAll(/регистър (\d\d\.\d\d\.\d{4})/g),
    ([, day = '']) => dateOfDayFirst(day) ?? '',
  ).toSorted();
  // After a gap of more than a week, or a listed day without a file, older entries are only known to be valid up to the gap.
  const gap = days.find((day, i) => {
    const next = days[i + 1] ?? day;
    const isUnlisted =
      Date.parse(listed[0] ?? next) > Date.parse(day) && Date.parse(next) - Date.parse(day) > 8 * 86_400_000;
    return isUnlisted || listed.some((one) => one > day && one < next);
  });
  const companies = grouped(
    deeds.filter(({ deed }) => !['ET', 'CHDF'].includes(deed.$?.['LegalForm'] ?? '')),
    ({ deed }) => deed.$?.['UIC'] ?? '',
  );
  return Array.from(companies, ([number, filed]) => {
    const isErasure = ({ node }: Entry): number => (node.$?.['FieldOperation'] === 'Erase' ? 0 : 1);
    const entries = filed
      .flatMap(({ deed }) => listEntries(deed))
      .toSorted((a, b) => (a.at === b.at ? isErasure(a) - isErasure(b) : a.at < b.at ? -1 : 1));
    const findLast = (deed: Node): string =>
      listEntries(deed)
        .map(({ at }) => at)
        .toSorted()
        .at(-1) ?? '';
    const newest = filed
      .toSorted((a, b) => (`${a.day}${findLast(a.deed)}` < `${b.day}${findLast(b.deed)}` ? -1 : 1))
      .at(-1);
    const { DeedStatus: state = '', CompanyName: name = '', LegalForm: form = '' } = newest?.deed.$ ?? {};
    const words = STATES.map((fields) => {
      const entered = fields.flatMap(([field, word]) =>
        held(entries, field)
          .filter(({ node }) => node._ !== '0')
          .map(({ at }) => ({ at, word })),
      );
      return entered.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1)?.word ?? '';
    });
    const closed = { C: 'Нова партида затворена', L: 'Пререгистрирана фирма по Булстат затворена' }[state];
    const status = [words[0], closed, ...words.slice(1)].find((word) => word !== undefined && word !== '');
    const isEnded = closed !== undefined || words[0] !== '';
    const value = (field: string): Node | undefined => held(entries, field).at(-1)?.node;
    const names = entries
      .filter(({ field }) => field === 'Company')
      .map(({ at, node }) => ({ at, name: clean(node._) }));
    const code = value('SubjectOfActivityNKID')?.$?.['codeNkid'];
    const country = list(list(value('Seat')?.['Address'])[0]?.['CountryCode'])[0]?._ === 'BGR' ? 'BG' : undefined;
    const begun = held(entries, 'UIC')[0]?.at;
    const deleted = held(entries, 'AddemptionOfTrader').find(({ node }) => node._ !== '0')?.at;
    const kind = ENDS.find(([, ending]) => ending.includes(status ?? ''))?.[0];
    const observed =
      gap === undefined || (newest?.day ?? '') > gap ? (gap === undefined ? days.at(-1) : newest?.day) : gap;
    return {
      name: clean(withoutEntities(name)),
      country_code: country,
      state: status === undefined && begun !== undefined && state === 'N' ? 'active' : kind,
      registered_on: /[NC]/.test(state) ? parseDay(begun) : undefined,
      closed_on: parseDay(deleted),
      address: toSeat(value('Seat'), country),
      record_url: `https://portal.registryagency.bg/CR/Reports/ActiveConditionTabResult?uic=${number}`,
      company_status: status,
      legal_form: FORMS[form] ?? form,
      as_of_date: observed,
      identifiers: [registryNumber(number, 'BG')],
      former_names: names.flatMap((one, i) => {
        const next = names[i + 1];
        if (next === undefined || next.name === one.name) return [];
        return { name: one.name, kind: 'Company', until: parseDay(next.at) };
      }),
      other_names: [clean(value('Transliteration')?._)].flatMap((other) =>
        other === undefined ? [] : { name: other, kind: 'Transliteration' },
      ),
      classifications:
        code === undefined
          ? []
          : [
              {
                scheme: code.includes('.') ? 'КИД-2008' : 'НКИД-2003',
                code,
                label: value('SubjectOfActivityNKID')?.$?.['textNkid'],
                is_primary: true,
              },
            ],
      officers: listOfficers(entries),
      officers_has_more: isEnded || value('UIC') !== undefined ? undefined : true,
    };
  });
};
