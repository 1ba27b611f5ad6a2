import {
  filterRunning,
  findEntry,
  findGravest,
  held,
  isDate,
  joinByKey,
  nationalNumber,
  nonEmpty,
  noteWrongNumber,
  present,
  publishedDay,
  RecordReader,
  required,
  type ImportRun,
  type Input,
  type JsonRow,
} from '../../importer/index.ts';
import { InputError, type CompanyClassification, type CompanyName, type RegisterLine } from '../../model/index.ts';
import codes from './codes.json' with { type: 'json' };
import { readAddress, readCountry } from './address.ts';
import { readOfficers } from './officers.ts';
import { findCurrent, isOpen, readDay } from './periods.ts';

const JOINED = { record: held<Company>() };

/** Turns records into register lines, one per id of the register, in the order of the numbers. */
export async function* read(inputs: readonly Input<JsonRow>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  refuseMissingParts(inputs);
  yield* joinByKey(inputs, run, {
    kinds: JOINED,
    rows(row, hold, { stamp }) {
      const company = readCompany(row, stamp?.date, run);
      if (company !== undefined) hold('record', company.number ?? `id ${company.id}`, company);
    },
    line: (group) =>
      filterRunning(group.key, group.all('record'), run).flatMap(
        ({ record, value }) => run.line(record, () => value.line) ?? [],
      ),
  });
}

/** Refuses a full set with a missing part, because companies would seem to be lost. The expected number of parts is unknown. */
function refuseMissingParts(inputs: readonly Input[]): void {
  const sets = new Map<string, Set<number>>();
  for (const { ownName } of inputs) {
    const { set, part } = /^(?<set>init_\d{4}-\d{2}-\d{2})_(?<part>\d{3})\./.exec(ownName)?.groups ?? {};
    if (set === undefined) continue;
    sets.set(set, (sets.get(set) ?? new Set()).add(Number(part)));
  }
  for (const [set, parts] of sets) {
    const last = Math.max(...parts);
    const missing = Array.from({ length: last }, (_, i) => i + 1).find((part) => !parts.has(part));
    if (missing === undefined) continue;
    const name = (part: number): string => `${set}_${String(part).padStart(3, '0')}`;
    throw new InputError(
      `Cannot import sk-rpo: ${name(missing)} is missing before ${name(last)}; give all parts, or rename a single part`,
    );
  }
}

/** The part of a record that is joined with others of the same number. */
interface Company {
  readonly id: string;
  readonly number?: string;
  /** The day of the last change; empty if unknown. */
  readonly changed: string;
  readonly hasEnded: boolean;
  readonly line: RegisterLine;
}

/**
 * Reads a record. Counts a sole trader and returns undefined.
 * @throws {FieldFault} if the id is missing, or a value does not have the published type
 */
function readCompany(row: JsonRow, published: string | undefined, run: ImportRun): Company | undefined {
  const record = new RecordReader(row.value);
  const id = required(record.digits('id'), 'id');
  const changed = record.text('dbModificationDate')?.slice(0, 10) ?? '';
  const exported = record.text('exportDate')?.slice(0, 10) ?? '';
  const observed = published ?? [exported, changed].find(isDate);
  const termination = record.text('termination');
  const hasEnded = termination !== undefined && (observed === undefined || termination.slice(0, 10) <= observed);
  const current = (name: string): RecordReader | undefined => findCurrent(record.objects(name), hasEnded);

  const form = current('legalForms')?.object('value');
  const register = record.object('sourceRegister');
  run.code('legalForms', form?.text('code'));
  run.code('sourceRegister', register?.object('value')?.text('code'), 'left out');
  const isSole = isSoleTrader(form, register);
  if (isSole && run.dropsSoleTrader(id)) return undefined;
  const number = readNumber(current('identifiers'), id, run);
  const name = current('fullNames')?.content('value');
  if (name === undefined) run.report.note('no current name, skipped', id);
  const seat = current('addresses');
  const country_code = readCountry(seat, run);
  // For a foreign company, the register has the address of the branch.
  const isAddressed = !isSole && form?.text('code') !== '421';
  const isFormer = (former: CompanyName): boolean => former.until !== undefined && former.name !== name;
  const line = present<RegisterLine>({
    key: `sk-rpo:${id}`,
    name,
    country_code,
    company_status: readStatus(record, hasEnded, run),
    state: readState(record, name, hasEnded, run),
    registered_on: run.readDay(record, 'establishment'),
    closed_on: hasEnded ? publishedDay(run, 'termination', termination) : undefined,
    address: isAddressed ? readAddress(seat, country_code) : undefined,
    company_type: register?.object('value')?.content('value'),
    legal_form: form?.content('value'),
    as_of_date: observed,
    identifiers: nonEmpty(readIdentifiers(number, register, hasEnded)),
    former_names: nonEmpty(readNames(record, 'fullNames').filter(isFormer)),
    other_names: nonEmpty(readNames(record, 'alternativeNames').filter((other) => other.until === undefined)),
    classifications: nonEmpty(readActivity(record, run)),
    officers: readOfficers(record, id, observed, run),
  });
  return present<Company>({ id, number, changed, hasEnded, line });
}

/** Whether a record is of a sole trader, by its form. A record of the trade register without a form is a natural person in business. */
function isSoleTrader(form: RecordReader | undefined, register: RecordReader | undefined): boolean {
  const code = form?.text('code');
  // 2 is the trade register (CL010112).
  if (code === undefined) return register?.object('value')?.text('code') === '2';
  // Codes of CL000056; 422 means sole traders who live abroad.
  return codes.legalForms.soleTraders.includes(code);
}

function readNumber(entry: RecordReader | undefined, id: string, run: ImportRun): string | undefined {
  const number = entry?.content('value');
  if (number === undefined || number === 'Neuvedené' || !/[\p{L}\p{N}]/u.test(number))
    return run.report.note('no IČO', id);
  noteWrongNumber(run, 'SK IČO', number, 'IČO');
  return number;
}

/**
 * Returns the IČO, and the number in the commercial register, whose last letter is the court. Numbers of other registers are not unique.
 */
function readIdentifiers(number: string | undefined, register: RecordReader | undefined, hasEnded: boolean) {
  // 1 is the commercial register (CL010112).
  const isCommercial = register?.object('value')?.text('code') === '1';
  const file = isCommercial
    ? findCurrent(register.objects('registrationNumbers'), hasEnded)?.content('value')
    : undefined;
  return [number, file].flatMap((value) =>
    value === undefined || !/[\p{L}\p{N}]/u.test(value) ? [] : [nationalNumber('SK', value)],
  );
}

/** Returns the register's own word for a state; for a record that has ended, the name of the field with its end. */
function readStatus(record: RecordReader, hasEnded: boolean, run: ImportRun): string | undefined {
  if (hasEnded) return 'termination';
  const status = findCurrent(record.objects('legalStatuses'), false)?.object('value')?.content('value');
  run.code('legalStatuses', status);
  return status;
}

/** Returns all names in a list, with the dates of the register. Entries without a name are skipped. */
function readNames(record: RecordReader, list: string): CompanyName[] {
  return record.objects(list).flatMap((entry) => {
    const name = entry.content('value');
    if (name === undefined) return [];
    return [
      present<CompanyName>({ name, kind: list, from: readDay(entry, 'validFrom'), until: readDay(entry, 'validTo') }),
    ];
  });
}

/** Returns the main activity. The code list of the activity names the scheme. */
function readActivity(record: RecordReader, run: ImportRun): CompanyClassification[] {
  const activity = record.object('statisticalCodes')?.object('mainActivity');
  const code = activity?.text('code');
  if (activity === undefined || code === undefined) return [];
  const list = activity.text('codelistCode');
  run.code('mainActivity.codelistCode', list);
  const scheme = findEntry(codes['mainActivity.codelistCode'], list) ?? list;
  if (scheme === undefined) return [];
  return [present<CompanyClassification>({ scheme, code, label: activity.content('value'), is_primary: true })];
}

/** The suffix to a name that the law requires. */
const ADDITION = /(?<=[\s,])v (?:likvidácii|konkurze|reštrukturalizácii)$/iu;

/** Returns the state: `closed` if the record has ended, else the gravest of the legal statuses in force and of the suffix to the name. */
function readState(record: RecordReader, name: string | undefined, hasEnded: boolean, run: ImportRun) {
  if (hasEnded) return run.state('termination', 'termination');
  const statuses = record.objects('legalStatuses').filter(isOpen);
  const [addition] = ADDITION.exec(name ?? '') ?? [];
  return findGravest([
    run.state('termination', 'none'),
    ...statuses.map((status) => run.state('legalStatuses', status.object('value')?.content('value'))),
    ...(addition === undefined ? [] : [run.state('fullNames', addition.toLowerCase())]),
  ]);
}
