/**
 * Every normative statement of the specification, and the tests of it. A line that begins with `#` is a section; every other line is
 * `statement | file: name of a test | file: name of a test`. A file is named by its alias below; in the name of a test, `…` replaces values
 * of a table. Places that the specification calls "not shown" contain no statements.
 */

/** The files of the tests by their aliases. */
export const FILES: Readonly<Record<string, string>> = {
  document: 'test/house/openapi.test.ts',
  responses: 'test/serving/responses.suite.ts',
  records: 'test/serving/records-http.suite.ts',
  search: 'test/serving/search-http.suite.ts',
  limit: 'test/serving/limit-http.suite.ts',
  oracle: 'test/searching/searches.suite.ts',
  snapshot: 'src/snapshot/snapshot.test.ts',
  identity: 'src/identity/company-resolver.test.ts',
  merging: 'src/identity/survivorship/merge-lines.test.ts',
  redirects: 'src/identity/permanence/redirects.test.ts',
  sample: 'tools/sample/companies.test.ts',
};

/** The statements about the service and its resources. */
const RESOURCES = `
# What the service does
Three read-only GET operations, and no more | document: describes exactly the three GET operations below /v1 | responses: … with any other method is 405 with the allowed methods, as documented
Search is by prefix of company names and business IDs | search: finds companies by name and number, in name order, in the country of the register and of the address | oracle: searches find the same companies as the oracle, in the same order, on all pages
A company is retrieved by its permanent ID | records: an active company has exactly the values of its register line
The current officers of a company are retrieved, each with its source | records: an active company lists the current officers of its register line, sources included
Every path is appended to the base address | responses: operations respond only below the path of the base address | document: is served valid below the site's address: …
Responses are JSON | responses: … with 200 has the declared resource
Errors are RFC 9457 problem documents | responses: … is 404 for an id that was never published | responses: 404 with a problem at the unknown path … | responses: 400 with a problem at a path with an invalid escape
Field names are those of the upstream data API | document: has the resources of the specification with its fields, required as there, and closed
A field that the registers do not publish is absent, never filled in | records: an active company has exactly the values of its register line | snapshot: leaves absent fields out
Every successful response carries attribution | responses: … with 200 has the attribution with the data provider
Cross-origin browser requests are allowed for GET | responses: pages of all origins may read …, its fields included | responses: a preflight of … allows all origins
35 countries are covered | search: a company of each of the 35 countries is found | sample: the sample covers the 35 countries, unevenly

# CompanyId
Format co_ and 26 characters, the first 0 to 7 | document: gives … the type of the specification | responses: an id of more than 128 bits | responses: an id with a letter outside the alphabet
Permanent: names and registry numbers change, the ID does not | identity: a given id is kept and joins | identity: a key joins, and the id comes from the key | snapshot: serves the canonical profile under a redirected id

# Company
id, object and lifecycle are required, every other field may be absent | document: has the resources of the specification with its fields, required as there, and closed | snapshot: leaves absent fields out
id: for a redirected record, the ID that was requested | records: a redirected record has the requested ID, the canonical ID and the canonical profile
object: the constant company | document: gives … the type of the specification
lifecycle: a CompanyLifecycle | document: gives … the type of the specification
name, summary, company_status, company_type, industry, business_model, product_category, operating_geography: strings, as published | document: types every field that the tables call a string as a string | records: an active company has exactly the values of its register line
country_code: the head office's country, which can differ from the jurisdiction | records: an active company has exactly the values of its register line | search: a Finnish company run from Sweden is listed … in country … | sample: a head office in another country
legal_form: exactly as the register publishes it | records: an active company has exactly the values of its register line
as_of_date: a date, when the register was last observed | document: gives … the type of the specification | records: an active company has exactly the values of its register line
classifications: primary first, then by scheme and code | records: an active company has exactly the values of its register line | merging: classifications are united without repeats, primary first, then by scheme and code
classifications: absent when none are available | records: an active company has exactly the values of its register line | snapshot: leaves absent fields out
identifiers: on the single-company resource | snapshot: serves an active company with its identifiers | records: identifiers are strongest first, and a LEI has no country_scope
identifiers: never on search results | search: no result carries identifiers or a score | search: a result is the profile of the company without its identifiers

# CompanyLifecycle
status: required, one of the five states | document: gives … the type of the specification | document: has the resources of the specification with its fields, required as there, and closed
canonical_id: the current record of a redirected one | records: a redirected record has the requested ID, the canonical ID and the canonical profile | records: a record redirected to a redirected one leads to the current record in one step
successor_ids: the records a split one continues as | records: a split record has its profile as last published and the records it continues as | redirects: the records a split one continues as are current ones, each once

# CompanyIdentifier
scheme: required, one of the five schemes | document: gives … the type of the specification | sample: the sample shows every identifier scheme and every lifecycle state
A Finnish business ID is national_registry_number scoped to FI | records: a Finnish business ID is a national_registry_number scoped to FI
value: required, as the register publishes it | records: an active company has exactly the values of its register line | merging: identifiers are united without repeats, strongest first, as the first input publishes them
country_scope: the jurisdiction, ISO 3166-1 alpha-2 or ISO 3166-2 | records: identifiers are strongest first, and a LEI has no country_scope | sample: a part of a country as jurisdiction
country_scope: absent for globally unique schemes such as lei | records: identifiers are strongest first, and a LEI has no country_scope
Order: registry number, LEI, EU VAT number, VAT number, TIN | records: identifiers are strongest first, and a LEI has no country_scope | merging: identifiers are united without repeats, strongest first, as the first input publishes them

# CompanyClassification
scheme, code and is_primary are required, label is not | document: has the resources of the specification with its fields, required as there, and closed
scheme: not limited to a fixed list | document: types every field that the tables call a string as a string | sample: two versions of a classification
code: keeps the source's punctuation and leading zeros, no crosswalk | records: an active company has exactly the values of its register line
label: absent without a published label | records: an active company has exactly the values of its register line | sample: a code without a label
is_primary: a boolean | document: gives … the type of the specification

# SearchPage
All six fields are required | document: has the resources of the specification with its fields, required as there, and closed
object: the constant list | document: gives … the type of the specification
query: as searched, with white space collapsed | search: query is echoed as searched: …
countries: the filter in effect, empty when every country was searched | search: country … is echoed as […] and searches so
data: matches in registry name order | search: finds companies by name and number, in name order, in the country of the register and of the address | oracle: searches find the same companies as the oracle, in the same order, on all pages
data: no identifiers and no relevance scores | search: no result carries identifiers or a score
next_cursor: passed as cursor to get the next page | search: pages of … together equal the snapshot's companies
next_cursor: null on the last page | search: next_cursor is null exactly on the last page
attribution: the constant text that names the data provider | responses: … with 200 has the attribution with the data provider

# CompanyEnvelope
data, a Company, and attribution are required | document: has the resources of the specification with its fields, required as there, and closed | document: gives … the type of the specification
attribution: the same constant text | responses: … with 200 has the attribution with the data provider

# OfficerSource
system is required: the publishing system | document: has the resources of the specification with its fields, required as there, and closed | records: an active company lists the current officers of its register line, sources included
url: a URI, present when known | document: gives … the type of the specification | records: an active company lists the current officers of its register line, sources included
title: a string | document: types every field that the tables call a string as a string
published_at and observed_at: date-times | document: gives … the type of the specification | records: an active company lists the current officers of its register line, sources included

# Officer
object, name and source are required | document: has the resources of the specification with its fields, required as there, and closed
object: the constant company_officer | document: gives … the type of the specification
roles: as the register states them, absent when it states none | records: an active company lists the current officers of its register line, sources included | sample: an officer without a role
appointed_on and resigned_on: dates | document: gives … the type of the specification | records: an active company lists the current officers of its register line, sources included

# OfficerPage
All six fields are required | document: has the resources of the specification with its fields, required as there, and closed
object: the constant company_officer_list | document: gives … the type of the specification
requested_company_id: the ID in the request, kept when it redirects | records: a redirected ID lists the officers of its canonical record under both IDs
company_id: the canonical company whose officers these are | records: a redirected ID lists the officers of its canonical record under both IDs | records: an active company lists the current officers of its register line, sources included
data: current officers | records: an officer is current by the UTC date of the request: … | snapshot: an officer who resigns today is not current, one who resigns tomorrow is
has_more: whether the register lists more current officers than returned | records: has_more says whether there are more current officers than returned: … | records: has_more is true when the register lists more current officers than the snapshot holds
attribution: the same constant text | responses: … with 200 has the attribution with the data provider

# States and transitions
active: the record is current | records: an active company has exactly the values of its register line
redirected: the requested ID in id, the canonical ID in lifecycle.canonical_id | records: a redirected record has the requested ID, the canonical ID and the canonical profile
split: continues as several records, listed in lifecycle.successor_ids | records: a split record has its profile as last published and the records it continues as
tombstoned: the state is named | records: a … record shows only its ID and its state | records: a … record lists no officers
restricted: the state is named, restricted values are absent from the response | records: a … record shows only its ID and its state | records: no response contains data of a withheld record | snapshot: holds nothing of a restricted record but its id and state | records: a … record is not found by search, neither by name nor by number
`;

/** The statements about requests and responses. */
const BEHAVIOUR = `
# Endpoints
All are GET without a request body | document: describes exactly the three GET operations below /v1 | document: says that no credentials are taken, and knows no security scheme and no request body
All return application/json with 200 on success | responses: … with 200 has the declared resource

# Search companies
GET /v1/search answers a SearchPage | responses: … with 200 has the declared resource
Matches the start of a company name or of a business ID | search: finds companies by name and number, in name order, in the country of the register and of the address | search: a company matched by its name and by its numbers is listed once | oracle: searches find the same companies as the oracle, in the same order, on all pages
Results are in registry name order, without a relevance score | search: finds companies by name and number, in name order, in the country of the register and of the address | search: no result carries identifiers or a score
Results carry the profile fields but no identifiers | search: a result is the profile of the company without its identifiers
q: required | responses: no q | responses: q without a value | document: states exactly the parameters of …, each described and with a valid example
q: 3 to 64 characters once white space is collapsed | responses: a q of two characters and blanks around | responses: a q of 65 characters | responses: a q of three characters | responses: a q of 64 characters after collapse
country: an alpha-2 code in either case, or all in any case | search: country … is echoed as […] and searches so | responses: a country of three letters that is not all | document: states exactly the parameters of …, each described and with a valid example
country: omitted or all means every country | search: country … is echoed as […] and searches so
limit: an integer from 1 to 25, results per page | responses: a limit of 0 | responses: a limit of 26 | responses: a limit that is not an integer | responses: a limit of 1 | responses: a limit of 25 | search: next_cursor is null exactly on the last page
limit: 10 by default | search: a page has 10 results by default | document: states exactly the parameters of …, each described and with a valid example
cursor: opaque, the next_cursor of the previous page | search: that is altered, cut or lengthened is rejected | search: of another secret is rejected | search: of one country is rejected by searches of another country and of all countries
cursor: expires | search: expires after its lifetime, or at most a sixteenth of it earlier, and the detail says to start again
Errors: 400, 429, 502, 503 | document: states exactly the statuses of …, each with headers and valid examples
Rule 1: a missing or short q is 400 invalid_request, and detail names the problem | responses: 400 names "…" for … | responses: a q of only blanks
Rule 2: an expired cursor is 400 invalid_request, the client restarts from the first page | search: expires after its lifetime, or at most a sixteenth of it earlier, and the detail says to start again | search: of replaced data is rejected, and the detail says to start again
Rule 3: with further results next_cursor is a string, on the last page null | search: next_cursor is null exactly on the last page | search: pages of … together equal the snapshot's companies

# Get a company
GET /v1/companies/{company_id} answers a CompanyEnvelope | responses: … with 200 has the declared resource
company_id: required, must match the CompanyId format | document: states exactly the parameters of …, each described and with a valid example | responses: an id that is too short | responses: an id in capitals | responses: an id with a broken escape
Errors: 400, 404, 429, 502, 503 | document: states exactly the statuses of …, each with headers and valid examples
Rule 1: a redirected record has the requested ID and the canonical ID | records: a redirected record has the requested ID, the canonical ID and the canonical profile
Rule 2: a split record lists its successors | records: a split record has its profile as last published and the records it continues as
Rule 3: no company visible under the ID is 404 not_found | responses: … is 404 for an id that was never published
Rule 4: unknown and restricted values are absent | records: an active company has exactly the values of its register line | records: no response contains data of a withheld record

# List current officers
GET /v1/companies/{company_id}/officers answers an OfficerPage | responses: … with 200 has the declared resource
company_id: required, must match the CompanyId format | responses: officers under an id of another format | responses: officers under an id with a broken escape
There are no query parameters | document: states exactly the parameters of …, each described and with a valid example
Errors: 400, 404, 429, 502, 503 | document: states exactly the statuses of …, each with headers and valid examples
Rule 1: source names the system, its URL when known, and the observation time | records: an active company lists the current officers of its register line, sources included
Rule 2: a redirected ID resolves to its canonical record, both IDs are given | records: a redirected ID lists the officers of its canonical record under both IDs
Rule 3: no company visible under the ID is 404 not_found | responses: … is 404 for an id that was never published

# Authentication
No key, token or account for any operation; no security scheme | document: says that no credentials are taken, and knows no security scheme and no request body | responses: … ignores credentials and never requests any
The service never asks for a key | responses: … ignores credentials and never requests any
The allowance is counted by client address | limit: counts …: … | limit: a forged first hop | limit: X-Forwarded-For from a proxy that is not trusted

# Errors
Every error has Content-Type application/problem+json | responses: 400 names "…" for … | responses: … with 429 has the declared problem | responses: 404 with a problem at the unknown path …
All eight fields are required | document: has the resources of the specification with its fields, required as there, and closed | responses: 400 names "…" for …
type: {site_url}/problems/ and the code with hyphens | responses: the type of a problem is the address of its page | responses: 400 names "…" for …
status: 400 to 599, equal to the HTTP status | document: gives … the type of the specification | responses: 400 names "…" for … | responses: … with any other method is 405 with the allowed methods, as documented
detail: for invalid_request names the parameter | responses: 400 names "…" for …
instance: the absolute public URL of the request | responses: 400 names "…" for … | responses: … is 404 for an id that was never published | responses: 400 with a problem at a path with an invalid escape
request_id: req_ and 26 characters, generated by this service | responses: each response has its own request id | responses: 400 names "…" for … | document: gives … the type of the specification
code: one of six | document: gives … the type of the specification
retryable: whether the same request may succeed later | document: gives … the type of the specification | responses: … is … if the backend is …, synchronously or later
invalid_request: 400, Invalid request, not retryable | responses: 400 names "…" for …
not_found: 404, Resource not found, not retryable | responses: … is 404 for an id that was never published
rate_limited: 429, Too many requests, retryable, with Retry-After | responses: … with 429 has the declared problem | limit: allows 60 requests at once; the 61st response is 429 with the problem and its fields
upstream_error: 502, Upstream data service error, retryable, without Retry-After | responses: … is … if the backend is …, synchronously or later
upstream_busy: 503, Company data temporarily unavailable, retryable, with Retry-After | responses: … is … if the backend is …, synchronously or later
upstream_unavailable: 503, retryable, with Retry-After | responses: … is … if the backend is …, synchronously or later | responses: … is upstream_unavailable after an unexpected error, without details of it
Retry-After: an integer of at least 1 | responses: … is … if the backend is …, synchronously or later | limit: allows a request after Retry-After | document: describes every header and shows a valid example of it
Which operations can return which errors | document: states exactly the statuses of …, each with headers and valid examples

# Limits
60 requests per minute per client address, with bursts up to the same number | limit: allows 60 requests at once; the 61st response is 429 with the problem and its fields | limit: refills by one request a second to at most 60; rejected requests cost nothing
The rate applies to all operations | limit: is shared by all operations | limit: is exhausted by 60 …
Over the limit: 429 rate_limited with Retry-After | limit: allows 60 requests at once; the 61st response is 429 with the problem and its fields
q length, limit: as under search | responses: a q of 65 characters | responses: a limit of 26
Cursor lifetime: an expired cursor is 400 | search: expires after its lifetime, or at most a sixteenth of it earlier, and the detail says to start again
35 countries, on all operations | search: a company of each of the 35 countries is found | records: an active company lists the current officers of its register line, sources included

# Versioning
The version is the path prefix /v1 of all three operations | document: describes exactly the three GET operations below /v1 | responses: 404 with a problem at the unknown path …
The description is an OpenAPI 3.2 document of interface description version 1.0.0 | document: is an OpenAPI 3.2 document with interface description version 1.0.0
It is served at {site_url}/api/openapi.json | document: is served valid below the site's address: …
Company IDs and field names match the upstream data API | document: has the resources of the specification with its fields, required as there, and closed
`;

/** One statement of the specification. */
export interface Statement {
  readonly section: string;
  readonly text: string;
  /** The tests of the statement: an alias of {@linkcode FILES} and a name. */
  readonly tests: readonly (readonly [alias: string, name: string])[];
}

/** Every statement, in the order of the specification. */
export function statements(): Statement[] {
  const read: Statement[] = [];
  let section = '';
  for (const line of `${RESOURCES}${BEHAVIOUR}`.split('\n').filter((text) => text !== '')) {
    if (line.startsWith('# ')) {
      section = line.slice(2);
      continue;
    }
    const [text = '', ...references] = line.split(' | ');
    const tests = references.map((reference) => {
      const colon = reference.indexOf(': ');
      return [reference.slice(0, Math.max(0, colon)), reference.slice(colon + 2)] as const;
    });
    read.push({ section, text, tests });
  }
  return read;
}
