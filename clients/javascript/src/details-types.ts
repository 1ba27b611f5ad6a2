// Written by `npm run client:types` from the OpenAPI document "Company Registry: Company details", version 1.1.0. Do not edit.

import type { Company, CompanyLifecycle, CompanyIdentifier } from './types.ts';

/** The registered or head office of an organisation, in the language and letters of the register. Never the address of a natural person. */
export interface CompanyAddress {
  /** Street and house number. */
  street?: string;
  /** The lines of the address before the postal code, where the register does not separate the street. */
  lines?: string[];
  /** The postal code. */
  postal_code?: string;
  /** The town or post town. */
  locality?: string;
  /** The county, district or other division above the town. */
  region?: string;
  /** ISO 3166-1 alpha-2. */
  country_code?: string;
  /** The whole address, where the register publishes it as one text. */
  text?: string;
}

/** A former or further name, as the register publishes it. */
export interface CompanyName {
  /** The name as published. */
  name: string;
  /** The kind of name in the words of the register. */
  kind: string;
  /** The first day of the name. */
  from?: string;
  /** The last day of the name. */
  until?: string;
}

/** A register that gave some of the details. */
export interface DetailsSource {
  /** The fields above that this register gave. */
  fields: ('state' | 'registered_on' | 'closed_on' | 'address' | 'former_names' | 'other_names' | 'euid' | 'record_url')[];
  /** The ID of the register; absent for a correction by the operator. */
  register?: string;
  /** The name of the register. */
  name?: string;
  /** The licence of its data. */
  licence?: string;
  /** The day the register was last observed. */
  as_of_date?: string;
  /** Where the register publishes its data. */
  url?: string;
}

/** What registers publish of a company beside the fields of the Company resource. */
export interface CompanyDetails {
  /** The requested ID. */
  id: string;
  /** Always `company_details`. */
  object: 'company_details';
  lifecycle: CompanyLifecycle;
  number?: CompanyIdentifier;
  /** Whether the company exists: a reading of the register's own status. Absent where the register states none. */
  state?: 'active' | 'in_liquidation' | 'insolvent' | 'closed';
  /** The day of foundation or registration that the register publishes. */
  registered_on?: string;
  /** The day the company ceased to exist. */
  closed_on?: string;
  address?: CompanyAddress;
  /** Names it had before. */
  former_names?: CompanyName[];
  /** Trading names, short names, translations. */
  other_names?: CompanyName[];
  /** The European number (EUID, Regulation (EU) 2021/1042), such as `FIFPRO.0999999-2`. */
  euid?: string;
  /** The company's own page at its register. */
  record_url?: string;
  /** The registers that gave these fields; empty if the record has no details. */
  sources: DetailsSource[];
}

/** The details of one company. */
export interface CompanyDetailsEnvelope {
  data: CompanyDetails;
  /** Names the data provider. Show this text wherever the data is displayed. */
  attribution: string;
}

/** A company of a search, with its number, country, state and locality. */
export interface DetailsSearchResult extends Company {
  number?: CompanyIdentifier;
  /** The country that scopes its number, else that of its head office. */
  country?: string;
  /** Whether the company exists: a reading of the register's own status. Absent where the register states none. */
  state?: 'active' | 'in_liquidation' | 'insolvent' | 'closed';
  /** The town of its address. */
  locality?: string;
}

/** One page of search results. */
export interface DetailsSearchPage {
  /** Always `list`. */
  object: 'list';
  /** The query as searched, with white space collapsed. */
  query: string;
  /** The country filter in effect. Empty when every country was searched. */
  countries: string[];
  /** Matches in registry name order. */
  data: DetailsSearchResult[];
  /** Pass it as `cursor` to get the next page. Null on the last page. */
  next_cursor: string | null;
  /** Names the data provider. Show this text wherever the data is displayed. */
  attribution: string;
}

/** Companies of similar names. */
export interface SimilarCompanies {
  /** Always `similar_list`. */
  object: 'similar_list';
  /** The query as searched, with white space collapsed. */
  query: string;
  /** The country filter in effect. Empty when every country was searched. */
  countries: string[];
  /** The companies, the most similar name first. */
  data: DetailsSearchResult[];
  /** Names the data provider. Show this text wherever the data is displayed. */
  attribution: string;
}
