# Written by `npm run client:types` from the OpenAPI documents of the service. Do not edit.
"""The resources of the API. A field that no register publishes is None."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PAGE_COMPANIES_MAX = 25
BATCH_QUERIES_MAX = 25
BATCH_BYTES_MAX = 65536
QUERY_CHARACTERS_MAX = 256

COUNTRY_CODES = frozenset(
    (
        "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ "
        "BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM "
        "DO DZ EC EE EG EH EL ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR "
        "GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM "
        "KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP "
        "MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL "
        "PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST "
        "SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UK UM US UY UZ VA VC VE "
        "VG VI VN VU WF WS XK YE YT ZA ZM ZW"
    ).split()
)

CompanyId = str
"""Permanent company ID. Names and registry numbers change and repeat; the ID does not."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Company:
    """A company as registers publish it. A field they do not publish is absent."""

    id: str
    """Permanent company ID. For a redirected record, the ID that was requested."""
    object: Literal["company"]
    """Always `company`."""
    lifecycle: CompanyLifecycle
    name: str | None = None
    """Current registered name."""
    summary: str | None = None
    """What the company does, in a sentence or two."""
    country_code: str | None = None
    """Country of the head-office address, ISO 3166-1 alpha-2. It can differ from the registration
    jurisdiction, which is the `country_scope` of the first scoped entry in `identifiers`."""
    company_status: str | None = None
    """The register's status."""
    company_type: str | None = None
    """The register's own type code or label; values differ per register."""
    legal_form: str | None = None
    """The legal form exactly as the register publishes it, in its language. A few publish a
    code."""
    industry: str | None = None
    """Industry."""
    business_model: str | None = None
    """Business model."""
    product_category: str | None = None
    """Product category."""
    operating_geography: str | None = None
    """Where the company operates."""
    as_of_date: str | None = None
    """When the register was last observed."""
    classifications: list[CompanyClassification] | None = None
    """Current activity classifications, primary first, then by scheme and code. Absent when none
    are available."""
    identifiers: list[CompanyIdentifier] | None = None
    """Present on the single-company resource only, never on search results. Strongest first:
    national registry number, LEI, EU VAT number, VAT number, TIN."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompanyLifecycle:
    """Whether the record is current, and where it continues when it is not."""

    status: Literal["active", "redirected", "split", "tombstoned", "restricted"]
    """Says whether the record is current."""
    canonical_id: str | None = None
    """The current record of a redirected one."""
    successor_ids: list[CompanyId] | None = None
    """The records a split one continues as."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompanyIdentifier:
    """An identifier of the company, as the register publishes it."""

    scheme: Literal["national_registry_number", "lei", "eu_vat_number", "vat_number", "tin"]
    """What kind of identifier this is. A Finnish business ID is `national_registry_number` scoped
    to FI."""
    value: str
    """The identifier as the register publishes it."""
    country_scope: str | None = None
    """Registration jurisdiction that scopes the value, ISO 3166-1 alpha-2 or ISO 3166-2. Absent for
    globally unique schemes such as `lei`."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompanyClassification:
    """A current activity classification."""

    scheme: str
    """Source scheme and version, for example `TOL 2008`. Schemes are not limited to a fixed
    list."""
    code: str
    """Activity code with the punctuation and leading zeros of the source. No crosswalk is
    inferred."""
    label: str | None = None
    """The label of the code, where the source gives one."""
    is_primary: bool
    """Whether the register calls this the main activity."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchPage:
    """One page of search results."""

    object: Literal["list"]
    """Always `list`."""
    query: str
    """The query as searched, with white space collapsed."""
    countries: list[str]
    """The country filter in effect. Empty when every country was searched."""
    data: list[Company]
    """Matches in registry name order. No identifiers and no relevance scores."""
    next_cursor: str | None
    """Pass it as `cursor` to get the next page. Null on the last page."""
    attribution: str
    """Names the data provider. Show this text wherever the data is displayed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompanyEnvelope:
    """One company."""

    data: Company
    attribution: str
    """Names the data provider. Show this text wherever the data is displayed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class OfficerSource:
    """The system that publishes the officer, and when it was observed."""

    system: str
    """The publishing system."""
    url: str | None = None
    """Where the system shows it. Present when known."""
    title: str | None = None
    """Title of the publication."""
    published_at: str | None = None
    """When the system published it."""
    observed_at: str | None = None
    """When it was observed there."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Officer:
    """A current officer, with the system that publishes it."""

    object: Literal["company_officer"]
    """Always `company_officer`."""
    name: str
    """Name of the officer, a person or a company."""
    roles: list[str] | None = None
    """Role titles as the register states them. Absent when it states none."""
    appointed_on: str | None = None
    """The day the appointment began."""
    resigned_on: str | None = None
    """The day the appointment ends. In an answer it lies after today."""
    source: OfficerSource


@dataclass(frozen=True, kw_only=True, slots=True)
class OfficerPage:
    """The current officers of one company."""

    object: Literal["company_officer_list"]
    """Always `company_officer_list`."""
    requested_company_id: str
    """The ID in the request, kept when it redirects to another."""
    company_id: str
    """The canonical company whose officers these are."""
    data: list[Officer]
    """The current officers, in the order of their register."""
    has_more: bool
    """Whether the register lists more current officers than returned."""
    attribution: str
    """Names the data provider. Show this text wherever the data is displayed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    """An error as an RFC 9457 problem document."""

    type: str
    """Identifies the kind of problem, and is the address of its page."""
    title: str
    """Short summary."""
    status: int
    """Equal to the HTTP status."""
    detail: str
    """Explains the failure. For `invalid_request` it names the parameter."""
    instance: str
    """The absolute public URL of the request."""
    request_id: str
    """Generated by this service for this request. Also in the header `X-Request-Id`."""
    code: Literal[
        "invalid_request",
        "not_found",
        "rate_limited",
        "upstream_error",
        "upstream_busy",
        "upstream_unavailable",
    ]
    """What went wrong, for programs."""
    retryable: bool
    """Whether the same request may succeed later."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompanyAddress:
    """The registered or head office of an organisation, in the language and letters of the
    register. Never the address of a natural person."""

    street: str | None = None
    """Street and house number."""
    lines: list[str] | None = None
    """The lines of the address before the postal code, where the register does not separate the
    street."""
    postal_code: str | None = None
    """The postal code."""
    locality: str | None = None
    """The town or post town."""
    region: str | None = None
    """The county, district or other division above the town."""
    country_code: str | None = None
    """ISO 3166-1 alpha-2."""
    text: str | None = None
    """The whole address, where the register publishes it as one text."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompanyName:
    """A former or further name, as the register publishes it."""

    name: str
    """The name as published."""
    kind: str
    """The kind of name in the words of the register."""
    from_: str | None = None
    """The first day of the name."""
    until: str | None = None
    """The last day of the name."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DetailsSource:
    """A register that gave some of the details."""

    fields: list[Literal[
        "state",
        "registered_on",
        "closed_on",
        "address",
        "former_names",
        "other_names",
        "euid",
        "record_url",
    ]]
    """The fields above that this register gave."""
    register: str | None = None
    """The ID of the register; absent for a correction by the operator."""
    name: str | None = None
    """The name of the register."""
    licence: str | None = None
    """The licence of its data."""
    as_of_date: str | None = None
    """The day the register was last observed."""
    url: str | None = None
    """Where the register publishes its data."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompanyDetails:
    """What registers publish of a company beside the fields of the Company resource."""

    id: str
    """The requested ID."""
    object: Literal["company_details"]
    """Always `company_details`."""
    lifecycle: CompanyLifecycle
    number: CompanyIdentifier | None = None
    state: Literal["active", "in_liquidation", "insolvent", "closed"] | None = None
    """Whether the company exists: a reading of the register's own status. Absent where the register
    states none."""
    registered_on: str | None = None
    """The day of foundation or registration that the register publishes."""
    closed_on: str | None = None
    """The day the company ceased to exist."""
    address: CompanyAddress | None = None
    former_names: list[CompanyName] | None = None
    """Names it had before."""
    other_names: list[CompanyName] | None = None
    """Trading names, short names, translations."""
    euid: str | None = None
    """The European number (EUID, Regulation (EU) 2021/1042), such as `FIFPRO.0999999-2`."""
    record_url: str | None = None
    """The company's own page at its register."""
    sources: list[DetailsSource]
    """The registers that gave these fields; empty if the record has no details."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CompanyDetailsEnvelope:
    """The details of one company."""

    data: CompanyDetails
    attribution: str
    """Names the data provider. Show this text wherever the data is displayed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DetailsSearchResult:
    """A company of a search, with its number, country, state and locality."""

    id: str
    """Permanent company ID. For a redirected record, the ID that was requested."""
    object: Literal["company"]
    """Always `company`."""
    lifecycle: CompanyLifecycle
    name: str | None = None
    """Current registered name."""
    summary: str | None = None
    """What the company does, in a sentence or two."""
    country_code: str | None = None
    """Country of the head-office address, ISO 3166-1 alpha-2. It can differ from the registration
    jurisdiction, which is the `country_scope` of the first scoped entry in `identifiers`."""
    company_status: str | None = None
    """The register's status."""
    company_type: str | None = None
    """The register's own type code or label; values differ per register."""
    legal_form: str | None = None
    """The legal form exactly as the register publishes it, in its language. A few publish a
    code."""
    industry: str | None = None
    """Industry."""
    business_model: str | None = None
    """Business model."""
    product_category: str | None = None
    """Product category."""
    operating_geography: str | None = None
    """Where the company operates."""
    as_of_date: str | None = None
    """When the register was last observed."""
    classifications: list[CompanyClassification] | None = None
    """Current activity classifications, primary first, then by scheme and code. Absent when none
    are available."""
    identifiers: list[CompanyIdentifier] | None = None
    """Present on the single-company resource only, never on search results. Strongest first:
    national registry number, LEI, EU VAT number, VAT number, TIN."""
    number: CompanyIdentifier | None = None
    country: str | None = None
    """The country that scopes its number, else that of its head office."""
    state: Literal["active", "in_liquidation", "insolvent", "closed"] | None = None
    """Whether the company exists: a reading of the register's own status. Absent where the register
    states none."""
    locality: str | None = None
    """The town of its address."""


@dataclass(frozen=True, kw_only=True, slots=True)
class DetailsSearchPage:
    """One page of search results."""

    object: Literal["list"]
    """Always `list`."""
    query: str
    """The query as searched, with white space collapsed."""
    countries: list[str]
    """The country filter in effect. Empty when every country was searched."""
    data: list[DetailsSearchResult]
    """Matches in registry name order."""
    next_cursor: str | None
    """Pass it as `cursor` to get the next page. Null on the last page."""
    attribution: str
    """Names the data provider. Show this text wherever the data is displayed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SimilarCompanies:
    """Companies of similar names."""

    object: Literal["similar_list"]
    """Always `similar_list`."""
    query: str
    """The query as searched, with white space collapsed."""
    countries: list[str]
    """The country filter in effect. Empty when every country was searched."""
    data: list[DetailsSearchResult]
    """The companies, the most similar name first."""
    attribution: str
    """Names the data provider. Show this text wherever the data is displayed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReconcileCandidateType:
    id: str
    name: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ReconcileCandidateFeatures:
    id: str
    value: float


@dataclass(frozen=True, kw_only=True, slots=True)
class ReconcileCandidate:
    """A company that the query may mean."""

    id: str
    """The ID of the company."""
    name: str
    """Its name; its ID if no register publishes one."""
    description: str | None = None
    """Country, number, town, legal form and state; the former or further name that matches."""
    score: float
    """The probability that it is meant, in percent."""
    match: bool
    """Whether it is certain."""
    reason: str
    """The reason of the score in words."""
    type: list[ReconcileCandidateType]
    features: list[ReconcileCandidateFeatures]
    """The parts of the score: each feature, and its contribution in logits (`…_logit`). The sum of
    these is the logarithm of the odds."""
