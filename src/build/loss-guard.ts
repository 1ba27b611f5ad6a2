import { COUNTRIES, InputError, counted } from '../model/index.ts';
import { NO_COUNTRY, type SnapshotMetadata } from '../snapshot/index.ts';

/** Maximum share of its current companies that a country may lose between two builds: no register shrinks by more in a month. */
const LOSS_MAX = 0.05;

/** Number of companies that may always disappear: in a small country, each restriction or merger would be a larger share. */
const LOSS_COMPANIES_MIN = 1;

/**
 * Refuses a build in which a country loses more current companies than registers lose: a truncated download must never erase
 * a country.
 * @throws {InputError} naming each such country with both counts
 */
export function refuseLosses(
  before: SnapshotMetadata,
  after: SnapshotMetadata,
  accepted: readonly string[] = [],
): void {
  const losses = Object.entries(before.countries).flatMap(([country, { active }]) => {
    // An index brings companies of other countries only on request, and its files are guarded by those of the 35.
    if (country !== NO_COUNTRY && !COUNTRIES.has(country)) return [];
    const now = after.countries[country]?.active ?? 0;
    const isLoss = active - now > Math.max(LOSS_COMPANIES_MIN, active * LOSS_MAX) && !accepted.includes(country);
    return isLoss ? [`${formatCountry(country)} had ${counted(active, 'company')} and now has ${now}`] : [];
  });
  if (losses.length === 0) return;
  throw new InputError(
    `Cannot build: ${losses.join('; ')}; --accept-loss COUNTRY allows a country to lose more than ${LOSS_MAX * 100} %`,
  );
}

function formatCountry(country: string): string {
  return country === NO_COUNTRY ? 'no country (--)' : `${COUNTRIES.get(country) ?? 'country'} (${country})`;
}
