import { clean, dateIn, registryNumber, textOf, type Reader } from './raw.ts';

interface Entry {
  readonly type?: string;
  readonly name?: string;
  readonly version?: number;
  readonly endDate?: string | null;
  readonly register?: string;
  readonly descriptions?: { languageCode: string; description: string }[];
}

interface Company {
  readonly businessId: { value: string };
  readonly euId?: { value: string };
  readonly names?: Entry[];
  readonly mainBusinessLine?: Entry & { typeCodeSet: string };
  readonly companyForms?: Entry[];
  readonly companySituations?: Entry[];
  readonly registeredEntries?: Entry[];
  readonly addresses?: { type: number; country?: string | null }[];
  readonly tradeRegisterStatus?: string;
  readonly endDate?: string | null;
}

const EDITIONS: Readonly<Record<string, string>> = { TOIMI2: 'TOL 2002', TOIMI3: 'TOL 2008', TOIMI4: 'TOL 2025' };

const isOpen = ({ endDate }: Entry): boolean => (endDate ?? '') === '';
const lowest = (list: readonly Entry[]): Entry | undefined =>
  list.toSorted((a, b) => (a.version ?? 0) - (b.version ?? 0))[0];
const finnish = (entry?: Entry): string | undefined =>
  clean(entry?.descriptions?.find(({ languageCode }) => languageCode === '1')?.description);

function statusOf(company: Company): string | undefined {
  const status = company.tradeRegisterStatus;
  const hasEnded = status === '2' || status === '4' || (company.endDate ?? '') !== '';
  const open = (company.companySituations ?? []).filter(isOpen).map(({ type }) => type);
  const situation = hasEnded ? undefined : ['KONK', 'SELTILA', 'SANE'].find((one) => open.includes(one));
  const entry = company.registeredEntries?.find((one) => one.register === '1' && isOpen(one) && one.type === status);
  return situation ?? finnish(entry) ?? status;
}

export const read: Reader = (files) =>
  files.flatMap((file) =>
    (JSON.parse(textOf(file)) as Company[]).flatMap((company) => {
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
        company_status: statusOf(company),
        company_type: form?.type,
        legal_form: finnish(form),
        as_of_date: dateIn(file.name),
        identifiers: [registryNumber(company.businessId.value, 'FI')],
        number_forms: company.euId === undefined ? [] : [company.euId.value],
        classifications:
          edition === undefined ? [] : [{ scheme: edition, code: line?.type, label: finnish(line), is_primary: true }],
      };
    }),
  );
