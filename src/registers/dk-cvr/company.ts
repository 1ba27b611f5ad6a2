import { countryCode, nonEmpty, present, type ImportRun } from '../../importer/index.ts';
import { isPublishedNumber, type CompanyClassification, type LineName, type RegisterLine } from '../../model/index.ts';
import { POST, SEAT, isSoleTrader } from './codes.ts';
import { latestOf, type HeldRow } from './held-row.ts';

/** The day from which activities are of the standard of 2025. */
const DB25_FROM = '2025-01-01';

/** The place of a main name or activity. */
const MAIN = '0';

/** All rows about one company. */
export interface Unit {
  readonly company: HeldRow;
  readonly names: readonly HeldRow[];
  readonly forms: readonly HeldRow[];
  readonly activities: readonly HeldRow[];
  readonly addresses: readonly HeldRow[];
}

/** Why a company gives no line; undefined where it does. The name of one person in business is that of the person. */
export function whyLeftOut({ forms }: Unit, run: ImportRun): string | undefined {
  if (run.soleTraders) return undefined;
  const form = latestOf(forms);
  if (form === undefined) return 'without a form, so perhaps a sole trader';
  return isSoleTrader(form.value, form.label) ? 'sole trader' : undefined;
}

/** Builds the line of a company; what was not understood is counted in the report. */
export function lineOf(
  { company, names, forms, activities, addresses }: Unit,
  published: string | undefined,
  run: ImportRun,
): RegisterLine {
  const { value: number, label: status } = company;
  if (!isPublishedNumber('DK CVR', number))
    run.report.note('CVR number with wrong form or check digit, kept as published', number);
  const form = latestOf(forms);
  run.code('status', status || undefined);
  run.code('virksomhedsform', form?.value);
  const open = names.filter(({ until }) => until === '');
  const main = latestOf(open.filter(({ place }) => place === MAIN || place === ''));
  if (main === undefined) run.report.note('no main name', number);
  return present<RegisterLine>({
    name: main?.value,
    country_code: countryOf(addresses, run),
    company_status: status || undefined,
    company_type: form?.value,
    legal_form: form?.label || undefined,
    as_of_date: published,
    identifiers: [{ scheme: 'national_registry_number', value: number, country_scope: 'DK' }],
    former_names: nonEmpty(names.filter(({ until, value }) => until !== '' && value !== main?.value).map(nameOf)),
    other_names: nonEmpty(open.filter(({ value }) => value !== main?.value).map(nameOf)),
    classifications: nonEmpty(classificationsOf(activities)),
  });
}

function nameOf({ value, from, until }: HeldRow): LineName {
  return present<LineName>({ name: value, kind: 'Navn', from: from || undefined, until: until || undefined });
}

/** The country of the seat, else of the postal address. */
function countryOf(addresses: readonly HeldRow[], run: ImportRun): string | undefined {
  const byUse = new Map<string, HeldRow[]>();
  for (const address of addresses) {
    const use = address.value.toLowerCase();
    run.code('AdresseringAnvendelse', use, 'left out');
    byUse.set(use, [...(byUse.get(use) ?? []), address]);
  }
  const country = [SEAT, POST]
    .map((use) => latestOf(byUse.get(use) ?? [])?.label)
    .find((code) => code !== undefined && code !== '');
  return countryCode(run, 'CVRAdresse_landekode', country);
}

/** The activities in their order, of each place the one that began last. */
function classificationsOf(activities: readonly HeldRow[]): CompanyClassification[] {
  const places = [...new Set(activities.map(({ place }) => place))].toSorted();
  const found = new Map<string, CompanyClassification>();
  for (const place of places) {
    const row = latestOf(activities.filter((one) => one.place === place));
    if (row === undefined || found.has(row.value)) continue;
    const scheme = row.from < DB25_FROM ? 'DB07' : 'DB25';
    const { value: code, label } = row;
    found.set(
      code,
      present<CompanyClassification>({ scheme, code, label: label || undefined, is_primary: place === MAIN }),
    );
  }
  return [...found.values()];
}
