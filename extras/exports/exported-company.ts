import type {
  CompanyClassification,
  CompanyDetails,
  CompanyIdentifier,
  CompanyLifecycle,
  LineOfficer,
  Profile,
} from '../../src/model/index.ts';

export type CompanyResource = Profile & {
  readonly id: string;
  readonly classifications?: readonly CompanyClassification[];
  readonly identifiers?: readonly CompanyIdentifier[];
};

export interface ExportedCompany {
  readonly resource: CompanyResource;
  /** The resource as JSON of the API. */
  readonly json: string;
  /** The country of its register, else of its head office; undefined if neither is published. */
  readonly country: string | undefined;
  readonly details: CompanyDetails;
  readonly officers: readonly LineOfficer[];
}

export interface FormerId {
  readonly id: string;
  readonly lifecycle: CompanyLifecycle;
}

/** An open file of companies or former ids. */
export interface OutputFile<Item> {
  add(item: Item): void;
  /** Writes buffered items once there are enough. Call it after each item. */
  settle?(): Promise<void> | undefined;
  /** Ends the file; returns its number of rows. A file without rows is not created. */
  close(): Promise<number>;
  discard?(): void;
}
