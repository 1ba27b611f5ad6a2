import { ByteBuffer, encodeCompanyId, foldName } from '../../model/index.ts';
import type { CompanyTally } from '../format/company-tally.ts';
import { NAME_KEY_BYTES_MAX } from '../format/format.ts';
import { decodeDetails, decompressDetails, haveNames, listFurtherNames } from '../format/details.ts';
import { parseResource, type ProfileResource } from '../format/row.ts';
import { orderKey } from '../index/search-keys.ts';
import { rowText, scanCompanies, talliedCompanies, type Place, type ScannedCompany } from '../read/companies.ts';
import type { SnapshotReader } from '../read/reader.ts';
import type { EncodedCompany } from './encoded-company.ts';

/** The companies of a snapshot that the next one takes over as they are. */
export interface Kept {
  readonly reader: SnapshotReader;
  /** In the order of their ranks. */
  readonly companies: Iterable<KeptEntry>;
}

/** A company to take over, with what a snapshot does not store of each company. */
export interface KeptEntry {
  /** The rank in the snapshot that it is taken from. */
  readonly rank: number;
  /** The key of its address, as in `addresses`; empty without one. */
  readonly address: Buffer;
  /** The country that it is counted under, and all its facts as the line index has them. */
  readonly facts: { readonly country: string };
  readonly bytes: Buffer;
}

/** A company as a snapshot has it: nothing is decoded that the next snapshot stores in the same bytes. */
export interface KeptCompany extends EncodedCompany {
  readonly entry: KeptEntry;
  /** Its places in the snapshot that it is taken from. */
  readonly placesBefore: readonly Place[];
  /** Returns the key in the registry name order: only needed where another company has the same folded name. */
  readonly orderKey: () => Buffer;
}

/**
 * Yields the kept companies of a snapshot in name order, and adds them to a tally: the counts of the snapshot less those of its other
 * companies, or each kept company if the snapshot has no counts.
 *
 * @param onOther receives the other companies
 */
export function* keptCompanies(
  { reader, companies }: Kept,
  tally: CompanyTally,
  onOther: (company: ScannedCompany) => void,
): Generator<KeptCompany, void, undefined> {
  const { dictionary, metadata } = reader;
  const { company_counts: before } = metadata;
  tally.addAll(before ?? {});
  const toTallied = talliedCompanies(reader);
  const scratch = new ByteBuffer(64 * 1024);
  const entries = companies[Symbol.iterator]();
  let wanted = entries.next();
  for (const company of scanCompanies(reader)) {
    if (wanted.done === true || wanted.value.rank !== company.rank) {
      onOther(company);
      if (before !== undefined) tally.add(toTallied(company), -1);
      continue;
    }
    if (before === undefined) tally.add(toTallied(company));
    const { value: kept } = wanted;
    wanted = entries.next();
    const { id, countries } = company;
    const [row, cut, details] = [company.row(), company.name(), company.details()];
    const profile = (): ProfileResource => parseResource(rowText(row, dictionary, scratch));
    const { country: own } = kept.facts;
    yield {
      entry: kept,
      placesBefore: company.places,
      id,
      name: cut.length < NAME_KEY_BYTES_MAX ? cut : Buffer.from(foldName(profile().name ?? '')),
      countries: countries.includes(own) ? [own, ...countries.filter((country) => country !== own)] : countries,
      row,
      officers: company.officers(),
      details,
      address: kept.address,
      furtherNames: () => {
        if (!haveNames(details)) return [];
        const all = decodeDetails(decompressDetails(details, dictionary, scratch));
        return listFurtherNames(all, profile().name).map(({ name }) => name);
      },
      orderKey: () => orderKey({ id: encodeCompanyId(id), profile: profile() }),
    };
  }
}
