// Written by `npm run client:types` from the OpenAPI document "Company Registry Read API", version 1.0.0. Do not edit.

/** Permanent company ID. Names and registry numbers change and repeat; the ID does not. */
export type CompanyId = string;

/** A company as registers publish it. A field they do not publish is absent. */
export interface Company {
  /** Permanent company ID. For a redirected record, the ID that was requested. */
  id: string;
  /** Always `company`. */
  object: 'company';
  lifecycle: CompanyLifecycle;
  /** Current registered name. */
  name?: string;
  /** What the company does, in a sentence or two. */
  summary?: string;
  /** Country of the head-office address, ISO 3166-1 alpha-2. It can differ from the registration jurisdiction, which is the `country_scope` of the first scoped entry in `identifiers`. */
  country_code?: string;
  /** The register's status. */
  company_status?: string;
  /** The register's own type code or label; values differ per register. */
  company_type?: string;
  /** The legal form exactly as the register publishes it, in its language. A few publish a code. */
  legal_form?: string;
  /** Industry. */
  industry?: string;
  /** Business model. */
  business_model?: string;
  /** Product category. */
  product_category?: string;
  /** Where the company operates. */
  operating_geography?: string;
  /** When the register was last observed. */
  as_of_date?: string;
  /** Current activity classifications, primary first, then by scheme and code. Absent when none are available. */
  classifications?: CompanyClassification[];
  /** Present on the single-company resource only, never on search results. Strongest first: national registry number, LEI, EU VAT number, VAT number, TIN. */
  identifiers?: CompanyIdentifier[];
}

/** Whether the record is current, and where it continues when it is not. */
export interface CompanyLifecycle {
  /** Says whether the record is current. */
  status: 'active' | 'redirected' | 'split' | 'tombstoned' | 'restricted';
  /** The current record of a redirected one. */
  canonical_id?: string;
  /** The records a split one continues as. */
  successor_ids?: CompanyId[];
}

/** An identifier of the company, as the register publishes it. */
export interface CompanyIdentifier {
  /** What kind of identifier this is. A Finnish business ID is `national_registry_number` scoped to FI. */
  scheme: 'national_registry_number' | 'lei' | 'eu_vat_number' | 'vat_number' | 'tin';
  /** The identifier as the register publishes it. */
  value: string;
  /** Registration jurisdiction that scopes the value, ISO 3166-1 alpha-2 or ISO 3166-2. Absent for globally unique schemes such as `lei`. */
  country_scope?: string;
}

/** A current activity classification. */
export interface CompanyClassification {
  /** Source scheme and version, for example `TOL 2008`. Schemes are not limited to a fixed list. */
  scheme: string;
  /** Activity code with the punctuation and leading zeros of the source. No crosswalk is inferred. */
  code: string;
  /** The label of the code, where the source gives one. */
  label?: string;
  /** Whether the register calls this the main activity. */
  is_primary: boolean;
}

/** One page of search results. */
export interface SearchPage {
  /** Always `list`. */
  object: 'list';
  /** The query as searched, with white space collapsed. */
  query: string;
  /** The country filter in effect. Empty when every country was searched. */
  countries: string[];
  /** Matches in registry name order. No identifiers and no relevance scores. */
  data: Company[];
  /** Pass it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
  /** Names the data provider. Show this text wherever the data is displayed. */
  attribution: string;
}

/** One company. */
export interface CompanyEnvelope {
  data: Company;
  /** Names the data provider. Show this text wherever the data is displayed. */
  attribution: string;
}

/** The system that publishes the officer, and when it was observed. */
export interface OfficerSource {
  /** The publishing system. */
  system: string;
  /** Where the system shows it. Present when known. */
  url?: string;
  /** Title of the publication. */
  title?: string;
  /** When the system published it. */
  published_at?: string;
  /** When it was observed there. */
  observed_at?: string;
}

/** A current officer, with the system that publishes it. */
export interface Officer {
  /** Always `company_officer`. */
  object: 'company_officer';
  /** Name of the officer, a person or a company. */
  name: string;
  /** Role titles as the register states them. Absent when it states none. */
  roles?: string[];
  /** The day the appointment began. */
  appointed_on?: string;
  /** The day the appointment ends. In an answer it lies after today. */
  resigned_on?: string;
  source: OfficerSource;
}

/** The current officers of one company. */
export interface OfficerPage {
  /** Always `company_officer_list`. */
  object: 'company_officer_list';
  /** The ID in the request, kept when it redirects to another. */
  requested_company_id: string;
  /** The canonical company whose officers these are. */
  company_id: string;
  /** The current officers, in the order of their register. */
  data: Officer[];
  /** Whether the register lists more current officers than returned. */
  has_more: boolean;
  /** Names the data provider. Show this text wherever the data is displayed. */
  attribution: string;
}

/** An error as an RFC 9457 problem document. */
export interface Problem {
  /** Identifies the kind of problem, and is the address of its page. */
  type: string;
  /** Short summary. */
  title: string;
  /** Equal to the HTTP status. */
  status: number;
  /** Explains the failure. For `invalid_request` it names the parameter. */
  detail: string;
  /** The absolute public URL of the request. */
  instance: string;
  /** Generated by this service for this request. Also in the header `X-Request-Id`. */
  request_id: string;
  /** What went wrong, for programs. */
  code: 'invalid_request' | 'not_found' | 'rate_limited' | 'upstream_error' | 'upstream_busy' | 'upstream_unavailable';
  /** Whether the same request may succeed later. */
  retryable: boolean;
}
