"""The client for programs without asyncio."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from . import calls
from .calls import Call, P, PageWalk
from .errors import OpenFirmaError, ProblemError
from .matching import Match, Query, batches
from .models import (
    Company,
    CompanyDetailsEnvelope,
    CompanyEnvelope,
    DetailsSearchPage,
    DetailsSearchResult,
    OfficerPage,
    SearchPage,
    SimilarCompanies,
)
from .transport import Transport
from .waits import RetryPolicy, Wait

T = TypeVar("T")


class Client:
    """A client of the API. It caches nothing, and threads may share it.

    Every call raises ProblemError if the service responds with a problem document, NetworkError if
    there is no response, and AnswerError if the response is not from the API.

    base_url: the public address of the API, http or https.
    timeout_seconds: maximum wait for each part of a response.
    max_retries: maximum retries of one request after a 429 or 503 with `Retry-After`.
    max_wait_seconds: maximum total wait of one request. If the service asks for more, the error
    is raised at once.
    on_wait: called at the start of every wait, for example to show it.
    """

    def __init__(
        self,
        base_url: str,
        *,
        timeout_seconds: float = 30,
        max_retries: int = 5,
        max_wait_seconds: float = 60,
        on_wait: Callable[[Wait], None] | None = None,
    ) -> None:
        self._transport = Transport(base_url, timeout_seconds)
        self._policy = RetryPolicy(max_retries, max_wait_seconds, on_wait)

    def search(
        self,
        q: str,
        *,
        country: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> SearchPage:
        """One page of the companies whose name or business ID begins with `q`, in name order."""
        return self._send(calls.search(q, country, limit, cursor))

    def search_with_details(
        self,
        q: str,
        *,
        country: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> DetailsSearchPage:
        """Search as `search` does; each company has its number, country, state and locality."""
        return self._send(calls.search_with_details(q, country, limit, cursor))

    def similar(self, q: str, *, country: str | None = None) -> SimilarCompanies:
        """The companies whose name is similar to `q`, the most similar first.

        Raise ProblemError with the code `not_found` if the data has no match index.
        """
        return self._send(calls.similar(q, country))

    def company(self, company_id: str) -> CompanyEnvelope:
        """A company by its permanent ID."""
        return self._send(calls.company(company_id))

    def officers(self, company_id: str) -> OfficerPage:
        """The current officers of a company."""
        return self._send(calls.officers(company_id))

    def why_no_officers(self, company_id: str) -> str:
        """In words why the list of the officers of a company is empty."""
        return self._send(calls.why_no_officers(company_id))

    def details(self, company_id: str) -> CompanyDetailsEnvelope:
        """State, dates, address, names and register page of a company, each with its source."""
        return self._send(calls.details(company_id))

    def pages(
        self,
        q: str,
        *,
        country: str | None = None,
        page_size: int | None = None,
        max_companies: int | None = None,
    ) -> Iterator[SearchPage]:
        """The pages of a search, each requested when the iteration reaches it.

        Raise CursorError if the cursor of a page has expired or its data is gone.
        """
        return self._pages(PageWalk(calls.search, q, country, page_size, max_companies))

    def companies(
        self,
        q: str,
        *,
        country: str | None = None,
        page_size: int | None = None,
        max_companies: int | None = None,
    ) -> Iterator[Company]:
        """All companies that a search finds, each once, at most `max_companies`."""
        for page in self.pages(q, country=country, page_size=page_size, max_companies=max_companies):
            yield from page.data

    def companies_with_details(
        self,
        q: str,
        *,
        country: str | None = None,
        page_size: int | None = None,
        max_companies: int | None = None,
    ) -> Iterator[DetailsSearchResult]:
        """Iterate as `companies` does; each company has its number, country, state and locality."""
        walk = PageWalk(calls.search_with_details, q, country, page_size, max_companies)
        for page in self._pages(walk):
            yield from page.data

    def match(self, rows: Iterable[str | Query], *, candidates: int = 3) -> Iterator[Match]:
        """One Match for each row of a list, in order: the companies that the row may mean.

        Rows are read and sent in batches as the iteration reaches them. The service must offer
        reconciliation, and its data a match index; otherwise ProblemError is raised.
        """
        for call in batches(rows, candidates):
            yield from self._send(call)

    def _pages(self, walk: PageWalk[P]) -> Iterator[P]:
        while (call := walk.next_call()) is not None:
            try:
                page = self._send(call)
            except ProblemError as error:
                raise walk.fault(error) from None
            yield walk.take(page)

    def _send(self, call: Call[T]) -> T:
        waits = self._policy.start()
        while True:
            try:
                return self._transport.send(call)
            except OpenFirmaError as error:
                seconds = waits.seconds_after(error)
                if seconds is None:
                    raise
            time.sleep(seconds)
