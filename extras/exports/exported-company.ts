import type {
  CompanyClassification,
  CompanyIdentifier,
  CompanyLifecycle,
  LineOfficer,
  Profile,
} from '../../src/model/index.ts';
import type { FurtherName } from '../../src/snapshot/index.ts';

/** A Company resource as the API answers it. */
export type CompanyResource = Profile & {
  readonly id: string;
  readonly classifications?: readonly CompanyClassification[];
  readonly identifiers?: readonly CompanyIdentifier[];
};

/** An active company on its way into files. */
export interface ExportedCompany {
  readonly resource: CompanyResource;
  /** The resource as the API answers it, JSON. */
  readonly json: string;
  /** The country it is filed under: that of its register, else that of its head office; undefined where neither is published. */
  readonly country: string | undefined;
  /** Former and other names; none where the snapshot has no match index. */
  readonly otherNames: readonly FurtherName[];
  /** Those that may be passed on; none where no officers are exported. */
  readonly officers: readonly LineOfficer[];
}

/** A record that is no longer a company. */
export interface FormerId {
  readonly id: string;
  readonly lifecycle: CompanyLifecycle;
}

/** What one file holds of companies, or of former ids. */
export interface OutputFile<Item> {
  add(item: Item): void;
  /** Waits where much is held in memory. Call it after each item. */
  settle(): Promise<void> | undefined;
  /** Ends the file; returns how many rows it has. A file without rows is not made. */
  close(): Promise<number>;
  /** Gives up: closes what is open. */
  discard(): void;
}
