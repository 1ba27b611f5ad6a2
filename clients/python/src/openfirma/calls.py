"""The calls of the API without HTTP: addresses, parameters and types of responses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar
from urllib.parse import quote

from .decoding import decode
from .errors import AnswerError, CursorError, ProblemError
from .models import (
    COUNTRY_CODES,
    PAGE_COMPANIES_MAX,
    CompanyDetailsEnvelope,
    CompanyEnvelope,
    DetailsSearchPage,
    OfficerPage,
    SearchPage,
    SimilarCompanies,
)

T = TypeVar("T")


class Page(Protocol):
    """A page of a search."""

    @property
    def next_cursor(self) -> str | None: ...

    @property
    def data(self) -> Sequence[object]: ...


P = TypeVar("P", bound=Page)


@dataclass(frozen=True, kw_only=True)
class Call(Generic[T]):
    """One request. `decode` raises DecodeError for a value of another type."""

    path: str
    decode: Callable[[object], T]
    query: Mapping[str, str | int | None] = field(default_factory=dict)
    form: bytes | None = None


def search(q: str, country: str | None, limit: int | None, cursor: str | None) -> Call[SearchPage]:
    query = {"q": q, "country": _country(country), "limit": limit, "cursor": cursor}
    return Call(path="/v1/search", query=query, decode=lambda value: decode(SearchPage, value))


def search_with_details(
    q: str, country: str | None, limit: int | None, cursor: str | None
) -> Call[DetailsSearchPage]:
    query = {"q": q, "country": _country(country), "limit": limit, "cursor": cursor}
    return Call(
        path="/details/v1/search",
        query=query,
        decode=lambda value: decode(DetailsSearchPage, value),
    )


def similar(q: str, country: str | None) -> Call[SimilarCompanies]:
    return Call(
        path="/details/v1/similar",
        query={"q": q, "country": _country(country)},
        decode=lambda value: decode(SimilarCompanies, value),
    )


def company(company_id: str) -> Call[CompanyEnvelope]:
    path = f"/v1/companies/{_segment(company_id)}"
    return Call(path=path, decode=lambda value: decode(CompanyEnvelope, value))


def officers(company_id: str) -> Call[OfficerPage]:
    path = f"/v1/companies/{_segment(company_id)}/officers"
    return Call(path=path, decode=lambda value: decode(OfficerPage, value))


_NO_OFFICERS = {
    "split": "the company was split: its successors have the officers",
    "tombstoned": "no register lists this company any more",
    "restricted": "the values of this company are withheld",
}


def why_no_officers(company_id: str) -> Call[str]:
    def reason(value: object) -> str:
        status = decode(CompanyEnvelope, value).data.lifecycle.status
        default = "no register in the data publishes current officers of this company"
        return _NO_OFFICERS.get(status, default)

    return Call(path=company(company_id).path, decode=reason)


def details(company_id: str) -> Call[CompanyDetailsEnvelope]:
    path = f"/details/v1/companies/{_segment(company_id)}"
    return Call(path=path, decode=lambda value: decode(CompanyDetailsEnvelope, value))


def _country(code: str | None) -> str | None:
    """Check two letters: the service finds nothing for those of no country, and does not say why."""
    if code is not None and len(code) == 2 and code.isalpha() and code.upper() not in COUNTRY_CODES:
        raise ValueError(
            f"No country has the code {code!r}: country must be of ISO 3166-1 alpha-2, or 'all'"
        )
    return code


def _segment(text: str) -> str:
    return quote(text, safe="")


class PageWalk(Generic[P]):
    """Walks the pages of a search: which call is next, and when to stop."""

    def __init__(
        self,
        page_call: Callable[[str, str | None, int | None, str | None], Call[P]],
        q: str,
        country: str | None,
        page_size: int | None,
        max_companies: int | None,
    ) -> None:
        self._page_call = page_call
        self._q = q
        self._country = country
        self._page_size = PAGE_COMPANIES_MAX if page_size is None else page_size
        self._max = max_companies
        self._given = 0
        self._cursor: str | None = None
        self._is_over = False

    def next_call(self) -> Call[P] | None:
        """The call for the next page; None after the last page."""
        left = self._page_size if self._max is None else self._max - self._given
        if self._is_over or left <= 0:
            return None
        return self._page_call(self._q, self._country, min(self._page_size, left), self._cursor)

    def take(self, page: P) -> P:
        """Count a page. Raise AnswerError if the service does not advance."""
        if page.next_cursor is not None and page.next_cursor == self._cursor:
            # A proxy that ignores the query string would make the walk endless.
            raise AnswerError("/search", 200, page.next_cursor, None, "it repeats the cursor")
        self._given += len(page.data)
        self._cursor = page.next_cursor
        self._is_over = page.next_cursor is None
        return page

    def fault(self, error: ProblemError) -> ProblemError:
        """The error of a page: after the first page only the cursor can be invalid."""
        if self._cursor is not None and error.code == "invalid_request":
            return CursorError(error.problem, self._given)
        return error
