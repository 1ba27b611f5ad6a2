import { CompanyTally } from '../format/company-tally.ts';
import { scanCompanies, talliedCompanies } from '../read/companies.ts';
import type { SnapshotReader } from '../read/reader.ts';
import type { Fail, OnRow } from './fail.ts';

/** Verifies the counts by country, year and activity. */
export async function verifyCompanyCounts(reader: SnapshotReader, fail: Fail, onRow: OnRow): Promise<void> {
  const { company_counts: counts } = reader.metadata;
  if (counts === undefined) return;
  const tally = new CompanyTally();
  const toTallied = talliedCompanies(reader);
  for (const company of scanCompanies(reader)) {
    tally.add(toTallied(company));
    await onRow('counts');
  }
  if (JSON.stringify(tally.finish()) !== JSON.stringify(counts))
    fail('its metadata counts companies by country, year or activity otherwise than its companies are');
}
