import { NO_DETAILS, type LineOfficer, type PreviousRecord } from '../../src/model/index.ts';
import {
  NO_COUNTRY,
  SnapshotReader,
  createOfficersReader,
  listCountries,
  openPublished,
  type SnapshotMetadata,
} from '../../src/snapshot/index.ts';
import { Sorter } from '../../src/files/index.ts';
import type { CompanyResource, ExportedCompany, FormerId } from './formats/format.ts';

/** Number of companies after which pages of the snapshot are released: until then they count as memory of the process. */
const COMPANIES_PER_RELEASE = 500;

/** Maximum memory for sorting ids; the other ids are on disk. */
const SORT_BYTES = 32 * 1024 * 1024;

/** Sorts after every country. */
const WITHOUT_COUNTRY = '~~';

export type Walk = ReturnType<typeof openWalk>;

/**
 * Opens the records of a snapshot for an export: current companies, and the ids of former ones. Restricted records are skipped.
 * @param folder for temporary files
 * @param passesOn whether an officer is exported; undefined skips all officers
 */
export function openWalk(path: string, folder: string, passesOn: ((officer: LineOfficer) => boolean) | undefined) {
  const reader = SnapshotReader.open(path);
  const sorter = new Sorter({ directory: folder, name: 'ids', memoryBytes: SORT_BYTES });
  const storedOfficers = createOfficersReader(reader);
  const { metadata } = reader;
  const day = latestDay(metadata);
  const readCompany = (id: string, country: string | undefined): ExportedCompany => {
    const json = reader.company(id)?.toString('utf8') ?? '';
    const resource = JSON.parse(json) as CompanyResource;
    const details = reader.details(id)?.details ?? NO_DETAILS;
    // Without a day of the data, officers with a last day count as former.
    const officers = passesOn && storedOfficers(id, day ?? '9999-12-31').filter(passesOn);
    return { resource, json, country, details, officers: officers ?? [] };
  };
  return {
    path,
    metadata,
    /** The latest day of the data, YYYY-MM-DD; undefined if the data has no day. */
    day,
    /** Walks all records in the order of ids. Yields each former id, and undefined for each other record. Call it before `companies`. */
    *formerIds(): Generator<FormerId | undefined, void, undefined> {
      const published = openPublished(reader);
      for (const record of published.records()) {
        if (record.lifecycle.status === 'active') {
          const [registered] = listCountries({ identifiers: record.identifiers, profile: {} });
          const country = registered ?? published.readValues(record.id).profile.country_code;
          sorter.add(Buffer.from((country ?? WITHOUT_COUNTRY) + record.id, 'latin1'), NOTHING);
          yield undefined;
        } else yield formerId(record, reader);
      }
    },
    /** Yields the current companies by country and id; companies without a country are last. */
    *companies(): Generator<ExportedCompany, void, undefined> {
      let read = 0;
      for (const { key } of sorter.sorted()) {
        const country = key.toString('latin1', 0, 2);
        if (++read % COMPANIES_PER_RELEASE === 0) reader.release();
        yield readCompany(key.toString('latin1', 2), country === WITHOUT_COUNTRY ? undefined : country);
      }
    },
    [Symbol.asyncDispose]: async () => await reader.close(),
  };
}

const NOTHING = Buffer.alloc(0);

/** Returns the former id of a record; undefined if the record, or each of its successors, is restricted. */
function formerId({ id, lifecycle }: PreviousRecord, reader: SnapshotReader): FormerId | undefined {
  const { status, canonical_id: canonical, successor_ids: successors } = lifecycle;
  if (status === 'restricted' || (canonical !== undefined && reader.isRestricted(canonical))) return undefined;
  if (successors === undefined) return { id, lifecycle };
  const shown = successors.filter((successor) => !reader.isRestricted(successor));
  return shown.length === 0 ? undefined : { id, lifecycle: { status, successor_ids: shown } };
}

export function countActive({ countries }: SnapshotMetadata, country: string | undefined): number {
  return countries[country ?? NO_COUNTRY]?.active ?? 0;
}

function latestDay({ countries, registers }: SnapshotMetadata): string | undefined {
  const days = [
    ...Object.values(countries).map(({ as_of_last: day }) => day),
    ...Object.values(registers).flatMap(({ as_of_last: day, published }) => [day, published]),
  ].filter((day) => day !== undefined);
  return days.toSorted().at(-1);
}
