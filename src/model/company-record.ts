import type { PROFILE_FIELDS } from './resources.ts';
import type { CompanyClassification, CompanyIdentifier, CompanyLifecycle } from './resources.ts';
import type { LineOfficer, RegisterLine } from './register-line.ts';

/** The profile fields of a company that are plain texts, without those no register publishes for it. */
export type Profile = Pick<RegisterLine, (typeof PROFILE_FIELDS)[number]>;

/**
 * One company with everything settled: its permanent id, its merged values and its lifecycle, whose ids name current
 * records. It is what identity hands to the snapshot. Identifiers and classifications are in the contract's order.
 */
export interface CompanyRecord {
  readonly id: string;
  readonly lifecycle: CompanyLifecycle;
  readonly profile: Profile;
  readonly identifiers: readonly CompanyIdentifier[];
  readonly classifications: readonly CompanyClassification[];
  readonly officers: readonly LineOfficer[];
  /** The register lists more current officers than these. */
  readonly officersHasMore: boolean;
}
