import { clean, grouped, parseDate, readText, registryNumber, type Reader } from './raw.ts';

interface Value {
  readonly value?: string;
  readonly code?: string;
  readonly codelistCode?: string;
}

interface Period {
  readonly validFrom?: string;
  readonly validTo?: string;
}

interface Person extends Period {
  readonly stakeholderType?: Value;
  readonly statutoryBodyMember?: Value;
  readonly personName?: { formatedName?: string; givenNames?: string[]; familyNames?: string[] } | string;
  readonly fullName?: string;
  readonly identifier?: string;
}

interface Seat {
  readonly street?: string;
  readonly regNumber?: number;
  readonly buildingNumber?: string;
  readonly postalCodes?: string[];
  readonly municipality?: Value;
  readonly formatedAddress?: string;
  readonly country?: Value;
}

interface Entity {
  readonly id: number;
  readonly dbModificationDate?: string;
  readonly identifiers?: (Period & { value: string })[];
  readonly fullNames?: (Period & { value: string })[];
  readonly alternativeNames?: (Period & { value: string })[];
  readonly addresses?: (Period & Seat)[];
  readonly legalForms?: (Period & { value: Value })[];
  readonly legalStatuses?: (Period & { value: Value })[];
  readonly statutoryBodies?: Person[];
  readonly stakeholders?: Person[];
  readonly establishment?: string;
  readonly termination?: string;
  readonly sourceRegister?: { value?: Value; registrationNumbers?: (Period & { value: string })[] };
  readonly statisticalCodes?: { mainActivity?: Value };
  readonly date: string | undefined;
}

/** The codes of officers. Code 98 is a board among stakeholders, 99 a board among statutory bodies. */
const BODIES = ['3', '11', '12', '13', '14', '15', '16', '17', '30', '35', '36', '37', '38', '99'];
const OTHERS = ['24', '98'];

/** ISO 3166-1 numeric codes of the neighbours and of the commonest other countries. */
const COUNTRIES: Readonly<Record<string, string>> = {
  '040': 'AT',
  '056': 'BE',
  '100': 'BG',
  '191': 'HR',
  '196': 'CY',
  '203': 'CZ',
  '208': 'DK',
  '233': 'EE',
  '246': 'FI',
  '250': 'FR',
  '276': 'DE',
  '300': 'GR',
  '348': 'HU',
  '372': 'IE',
  '380': 'IT',
  '428': 'LV',
  '440': 'LT',
  '442': 'LU',
  '470': 'MT',
  '528': 'NL',
  '616': 'PL',
  '620': 'PT',
  '642': 'RO',
  '703': 'SK',
  '705': 'SI',
  '724': 'ES',
  '752': 'SE',
  '756': 'CH',
  '804': 'UA',
  '826': 'GB',
  '840': 'US',
};

const day = (text: string | undefined): string | undefined => (text === '1800-01-01' ? undefined : text?.slice(0, 10));

function isOpen({ validTo }: Period): boolean {
  return day(validTo) === undefined;
}

/** Returns the open entry that began last; for an ended record without open entries, the entry that ended last. */
function current<T extends Period>(list: readonly T[] = [], hasEnded: boolean): T | undefined {
  const latest = (by: (one: T) => string | undefined) => (a: T, b: T) => ((by(a) ?? '') < (by(b) ?? '') ? 1 : -1);
  const open = list.filter(isOpen).toSorted(latest((one) => day(one.validFrom)));
  return open[0] ?? (hasEnded ? list.toSorted(latest((one) => day(one.validTo)))[0] : undefined);
}

/** Returns an address. A slash separates the two numbers of a building; 0 in the register means no number. */
function toAddress(seat: Seat | undefined, form: string | undefined): object | undefined {
  if (seat?.postalCodes === undefined && seat?.formatedAddress === undefined) return undefined;
  if (form === '421') return undefined;
  const country_code = COUNTRIES[seat.country?.code ?? ''];
  if (seat.postalCodes === undefined) return { text: seat.formatedAddress, country_code };
  const numbers = [seat.regNumber, seat.buildingNumber].filter((one) => one !== undefined && one !== 0).join('/');
  const isCareOf = seat.street?.includes('c/o') === true;
  const street = isCareOf ? seat.street?.split(',')[0] : clean(`${seat.street ?? ''} ${numbers}`);
  return { street, postal_code: seat.postalCodes[0], locality: seat.municipality?.value, country_code };
}

/** Returns the state by the words of the open legal statuses and by the end of the name. */
function toState(statuses: readonly (Period & { value: Value })[], name = ''): string | undefined {
  const words = statuses.filter(isOpen).map(({ value }) => value.value?.toLowerCase() ?? '');
  const all = [...words, ...(/ (v \w+)$/u.exec(name.normalize('NFD').replaceAll(/\p{M}/gu, '')) ?? [])];
  const has = (stem: RegExp): boolean => all.some((word) => stem.test(word));
  if (has(/konkurz|re[sš]trukturaliz/)) return 'insolvent';
  if (has(/likvid/)) return 'in_liquidation';
  return words.every((word) => word === 'bez záznamu') ? 'active' : undefined;
}

function listOfficers({ statutoryBodies = [], stakeholders = [] }: Entity): object[] {
  const posts = [
    ...statutoryBodies.filter(({ stakeholderType }) => BODIES.includes(stakeholderType?.code ?? '')),
    ...stakeholders.filter(({ stakeholderType }) => OTHERS.includes(stakeholderType?.code ?? '')),
  ].filter(isOpen);
  const toName = ({ personName, fullName }: Person): string =>
    clean(
      typeof personName === 'string'
        ? personName
        : (personName?.formatedName ??
            fullName ??
            [...(personName?.givenNames ?? []), ...(personName?.familyNames ?? [])].join(' ')),
    ) ?? '';
  return [...grouped(posts, (one) => JSON.stringify([toName(one), one.identifier, day(one.validFrom)]))].flatMap(
    ([, [first, ...rest]]) => {
      if (first === undefined || toName(first) === '') return [];
      const roles = [first, ...rest].flatMap((one) =>
        [one.stakeholderType?.value, one.statutoryBodyMember?.value].flatMap((role) => role ?? []),
      );
      const kind =
        typeof first.personName === 'string' ? undefined : first.personName == null ? 'organisation' : 'natural_person';
      return { name: toName(first), kind, roles: [...new Set(roles)], appointed_on: day(first.validFrom) };
    },
  );
}

export const read: Reader = (files) => {
  const all = files.flatMap((file): Entity[] => {
    const { exportDate, results } = JSON.parse(readText(file)) as {
      exportDate?: string;
      results: Omit<Entity, 'date'>[];
    };
    const date = parseDate(file.name) ?? exportDate;
    return results.map((entity) => ({ ...entity, date: date ?? entity.dbModificationDate?.slice(0, 10) }));
  });
  const newest = [...grouped(all, ({ id }) => String(id)).values()].flatMap((same) => {
    const rank = ({ dbModificationDate = '', date = '' }: Entity): string => `${dbModificationDate} ${date}`;
    return same.toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1))[0] ?? [];
  });
  const hasEnded = ({ termination, date = '' }: Entity): boolean => termination !== undefined && termination <= date;
  const findNumber = (entity: Entity): string | undefined => {
    const value = current(entity.identifiers, hasEnded(entity))?.value;
    return /^\d{1,8}$/.test(value ?? '') ? value?.padStart(8, '0') : undefined;
  };
  const alive = new Set(newest.filter((one) => !hasEnded(one)).map(findNumber));
  return newest.flatMap((entity) => {
    const isEnded = hasEnded(entity);
    const number = findNumber(entity);
    const form = current(entity.legalForms, isEnded)?.value;
    const register = entity.sourceRegister?.value;
    const isSole = form === undefined ? register?.code === '2' : /^(10\d|110|422)$/.test(form.code ?? '');
    if (isSole || (isEnded && number !== undefined && alive.has(number))) return [];
    const isCommercial = register?.code === '1';
    const file = isCommercial ? current(entity.sourceRegister?.registrationNumbers, isEnded)?.value : undefined;
    const name = current(entity.fullNames, isEnded);
    const activity = entity.statisticalCodes?.mainActivity;
    const named = (kind: string, list: readonly (Period & { value: string })[]): object[] =>
      list.map(({ value, validFrom, validTo }) => ({
        name: clean(value),
        kind,
        from: day(validFrom),
        until: day(validTo),
      }));
    return {
      key: `sk-rpo:${entity.id}`,
      name: clean(name?.value),
      country_code: COUNTRIES[current(entity.addresses, isEnded)?.country?.code ?? ''],
      company_status: current(entity.legalStatuses, isEnded)?.value.value ?? (isEnded ? 'termination' : undefined),
      state: isEnded ? 'closed' : toState(entity.legalStatuses ?? [], name?.value),
      registered_on: /^\d{4}/.test(entity.establishment ?? '') ? day(entity.establishment) : undefined,
      closed_on: isEnded ? day(entity.termination) : undefined,
      address: toAddress(current(entity.addresses, isEnded), form?.code),
      company_type: register?.value,
      legal_form: form?.value,
      as_of_date: entity.date,
      identifiers: [number, file].flatMap((value) => (value === undefined ? [] : registryNumber(value, 'SK'))),
      former_names: named(
        'fullNames',
        (entity.fullNames ?? []).filter((one) => one !== name && !isOpen(one)),
      ),
      other_names: named('alternativeNames', (entity.alternativeNames ?? []).filter(isOpen)),
      classifications:
        activity?.code === undefined
          ? []
          : [
              {
                scheme: activity.codelistCode === 'CL010579' ? 'SK NACE Rev. 2.1' : activity.codelistCode,
                code: activity.code,
                label: activity.value,
                is_primary: true,
              },
            ],
      officers: listOfficers(entity),
    };
  });
};
