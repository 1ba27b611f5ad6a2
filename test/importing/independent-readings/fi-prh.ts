import { clean, parseDate, readText, registryNumber, type Reader } from './raw.ts';

interface Entry {
  readonly type?: string;
  readonly name?: string;
  readonly version?: number;
  readonly registrationDate?: string;
  readonly endDate?: string | null;
  readonly register?: string;
  readonly descriptions?: { languageCode: string; description: string }[];
}

interface Address {
  readonly type: number;
  readonly country?: string | null;
  readonly street?: string | null;
  readonly buildingNumber?: string | null;
  readonly entrance?: string | null;
  readonly apartmentNumber?: string | null;
  readonly apartmentIdSuffix?: string | null;
  readonly postCode?: string;
  readonly postOffices?: { city: string; languageCode: string }[];
}

interface Company {
  readonly businessId: { value: string };
  readonly euId?: { value: string };
  readonly names?: Entry[];
  readonly mainBusinessLine?: Entry & { typeCodeSet: string };
  readonly companyForms?: Entry[];
  readonly companySituations?: Entry[];
  readonly registeredEntries?: Entry[];
  readonly addresses?: Address[];
  readonly tradeRegisterStatus?: string;
  readonly registrationDate?: string;
  readonly endDate?: string | null;
}

const EDITIONS: Readonly<Record<string, string>> = { TOIMI2: 'TOL 2002', TOIMI3: 'TOL 2008', TOIMI4: 'TOL 2025' };

const isOpen = ({ endDate }: Entry): boolean => (endDate ?? '') === '';
const lowest = (list: readonly Entry[]): Entry | undefined =>
  list.toSorted((a, b) => (a.version ?? 0) - (b.version ?? 0))[0];
const finnish = (entry?: Entry): string | undefined =>
  clean(entry?.descriptions?.find(({ languageCode }) => languageCode === '1')?.description);

function findStatus(company: Company): string | undefined {
  const status = company.tradeRegisterStatus;
  const hasEnded = status === '2' || status === '4' || (company.endDate ?? '') !== '';
  const open = (company.companySituations ?? []).filter(isOpen).map(({ type }) => type);
  const situation = hasEnded ? undefined : ['KONK', 'SELTILA', 'SANE'].find((one) => open.includes(one));
  const entry = company.registeredEntries?.find((one) => one.register === '1' && isOpen(one) && one.type === status);
  return situation ?? finnish(entry) ?? status;
}

/** Returns the state: `closed` by the status or a last day; otherwise an open situation decides, or the status if there is none. */
function toState(company: Company): string | undefined {
  const byStatus = { 1: 'active', 2: 'closed', 4: 'closed' }[company.tradeRegisterStatus ?? ''];
  if (byStatus === 'closed' || company.endDate) return 'closed';
  const open = (company.companySituations ?? []).filter(isOpen).map(({ type }) => type);
  if (open.includes('KONK')) return 'insolvent';
  if (open.includes('SELTILA')) return 'in_liquidation';
  return open.includes('SANE') ? 'insolvent' : byStatus;
}

const KINDS = ['', 'Toiminimi', 'Rinnakkaistoiminimi', 'Aputoiminimi', 'Aputoiminimen käännös'];

function listNames(names: readonly Entry[] = []): object[] {
  return names
    .map((one) => ({ name: one.name, kind: KINDS[Number(one.type)], from: one.registrationDate, until: one.endDate }))
    .filter(({ kind }) => kind !== undefined);
}

function toVisitingAddress(company: Company, country?: string): object | undefined {
  const address = company.addresses?.find(({ type }) => type === 1);
  const cities = address?.postOffices ?? [];
  const locality = cities.find(({ languageCode }) => languageCode === '1')?.city;
  if (locality === undefined) return undefined;
  const { street, buildingNumber, entrance, apartmentNumber, apartmentIdSuffix, postCode } = address ?? {};
  return {
    street: clean([street, buildingNumber, entrance, apartmentNumber, apartmentIdSuffix].join(' ')),
    postal_code: postCode,
    locality,
    country_code: address?.country ? country : undefined,
  };
}

const day = (text = ''): string | undefined =>
  new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ? text : undefined;

export const read: Reader = (files) =>
  files.flatMap((file) =>
    (JSON.parse(readText(file)) as Company[]).flatMap((company) => {
      const form = lowest((company.companyForms ?? []).filter(isOpen));
      if (form?.type === '26' || form?.type === '53') return [];
      const line = company.mainBusinessLine;
      const edition = EDITIONS[line?.typeCodeSet ?? ''];
      const place = (type: number): string | undefined =>
        company.addresses?.find((one) => one.type === type)?.country?.trim() || undefined;
      const country = place(1) ?? place(2) ?? '';
      return {
        name: clean(lowest((company.names ?? []).filter((one) => one.type === '1' && isOpen(one)))?.name),
        country_code: /^[A-Z]{2}$/.test(country) ? country : undefined,
        company_status: findStatus(company),
        company_type: form?.type,
        legal_form: finnish(form),
        as_of_date: parseDate(file.name),
        identifiers: [registryNumber(company.businessId.value, 'FI')],
        euid: company.euId?.value,
        state: toState(company),
        registered_on: day(company.registrationDate),
        closed_on: company.endDate,
        address: form?.type === '19' ? undefined : toVisitingAddress(company, country),
        former_names: listNames(company.names?.filter((one) => !isOpen(one))),
        other_names: listNames(company.names?.filter((one) => isOpen(one) && one.type !== '1')),
        record_url: `https://tietopalvelu.ytj.fi/yritys/${company.businessId.value}`,
        classifications:
          edition === undefined ? [] : [{ scheme: edition, code: line?.type, label: finnish(line), is_primary: true }],
      };
    }),
  );
