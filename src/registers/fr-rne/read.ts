import {
  FieldFault,
  RecordReader,
  SOLE_TRADER,
  held,
  inputsOfKind,
  joinByKey,
  nationalNumber,
  noteWrongNumber,
  ordinary,
  present,
  withSource,
  type Group,
  type ImportRun,
  type InputOfKinds,
  type NamedOfficer,
  type Reason,
  type ResponseRow,
} from '../../importer/index.ts';
import { quoteValue, type RegisterLine } from '../../model/index.ts';
import type { KINDS } from './crawl.ts';
import { readOfficers } from './officers.ts';

/** The part of a record that is joined with other records of the same SIREN. */
interface Company {
  readonly siren: string;
  /** The time of the last change, in milliseconds since 1970; 0 if unknown. */
  readonly changed: number;
  /** The date of the file or response, else of the change. */
  readonly observed?: string;
  /** The reason why the company has no officers; absent if it may have some. */
  readonly without?: string;
  readonly officers: readonly NamedOfficer[];
}

const JOINED = { company: held<Company>() };

/** Turns the stock and the daily differences into lines of officers, one per SIREN, in the order of the SIRENs. */
export function read(inputs: readonly InputOfKinds<typeof KINDS>[], run: ImportRun): AsyncGenerator<RegisterLine> {
  const inOrder = [...inputsOfKind(inputs, 'differences'), ...inputsOfKind(inputs, 'stock')];
  return joinByKey(inOrder, run, {
    kinds: JOINED,
    rows: {
      differences(row, hold) {
        for (const record of readRecords(row)) {
          run.attempt(row, () => {
            const company = readCompany(record, row.requestedOn, run);
            if (company !== undefined) hold('company', company.siren, company);
          });
        }
      },
      stock(row, hold, { stamp }) {
        const company = readCompany(row.value, stamp?.date, run);
        if (company !== undefined) hold('company', company.siren, company);
      },
    },
    line: (group) => buildLine(group, run),
  });
}

/**
 * Reads a record. Counts a record that is not of a legal person and returns undefined.
 * @param published the day of the file, or of the response
 * @throws {FieldFault} if the record has no SIREN, or a value does not have the published type
 */
function readCompany(value: unknown, published: string | undefined, run: ImportRun): Company | undefined {
  const record = new RecordReader(value);
  const formality = record.object('formality');
  const siren = formality?.digits('siren') ?? record.digits('siren');
  if (formality === undefined || siren === undefined || siren === '')
    throw new FieldFault('formality.siren', 'is missing');
  const content = formality.object('content');
  const legalPerson = content?.object('personneMorale');
  if (content === undefined || legalPerson === undefined) return run.report.drop(otherThanLegal(content), siren);
  noteWrongNumber(run, 'FR SIREN', siren, 'SIREN');
  const changed = Date.parse(record.text('updatedAt') ?? '') || 0;
  const day = changed === 0 ? undefined : new Date(changed).toISOString().slice(0, 10);
  const observed = published ?? day;
  const diffusion = formality.text('diffusionINSEE');
  run.code('diffusionINSEE', diffusion, 'left out');
  // INSEE publishes only `O` in full. The state in SIRENE hides the officers of a closed company.
  const without = (diffusion ?? 'O') === 'O' ? undefined : 'unit in partial diffusion';
  const powers = legalPerson.object('composition')?.objects('pouvoirs') ?? [];
  const officers = without === undefined ? readOfficers(powers, siren, observed, run) : [];
  return present<Company>({ siren, changed, observed, without, officers });
}

/** Returns the subject of a record that has no legal person. */
function otherThanLegal(content: RecordReader | undefined): string | Reason {
  if (content?.has('exploitation') === true) return 'farm without legal personality';
  return content?.has('personnePhysique') === true ? SOLE_TRADER : 'of no person at all';
}

/** Returns the records of a page of differences: `[{ "company": … }]`. */
function readRecords(row: ResponseRow): unknown[] {
  const page = row.json();
  if (!Array.isArray(page)) throw new FieldFault('body', `must be a list, got ${quoteValue(page)}`);
  return page.map((entry) => (entry as { readonly company?: unknown } | null)?.company);
}

/** Returns the line of the record that was changed last. At the same time, a difference counts before the stock. */
function buildLine(group: Group<typeof JOINED>, run: ImportRun): RegisterLine | undefined {
  const { key: siren } = group;
  const newest = group.latest('company', ({ changed }) => changed, ordinary('a newer record has the same SIREN'));
  if (newest === undefined) return undefined;
  const { officers, observed, without } = newest.value;
  if (without !== undefined || officers.length === 0) return run.report.drop(without ?? 'names no officer', siren);
  return run.line(newest, () =>
    present<RegisterLine>({
      as_of_date: observed,
      identifiers: [nationalNumber('FR', siren)],
      officers: withSource(officers, run.officerSource(observed, `https://data.inpi.fr/entreprises/${siren}`)),
    }),
  );
}
