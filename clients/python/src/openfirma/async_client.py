"""The client for asyncio. Requests run in threads; waits and paging run in the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
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


class AsyncClient:
    """The methods of Client for asyncio. Cancelling a call ends its wait at once. The thread of a
    request that is already sent ends with the response or the timeout."""

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

    async def search(
        self,
        q: str,
        *,
        country: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> SearchPage:
        """See Client.search."""
        return await self._send(calls.search(q, country, limit, cursor))

    async def search_with_details(
        self,
        q: str,
        *,
        country: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> DetailsSearchPage:
        """See Client.search_with_details."""
        return await self._send(calls.search_with_details(q, country, limit, cursor))

    async def similar(self, q: str, *, country: str | None = None) -> SimilarCompanies:
        """See Client.similar."""
        return await self._send(calls.similar(q, country))

    async def company(self, company_id: str) -> CompanyEnvelope:
        """See Client.company."""
        return await self._send(calls.company(company_id))

    async def officers(self, company_id: str) -> OfficerPage:
        """See Client.officers."""
        return await self._send(calls.officers(company_id))

    async def why_no_officers(self, company_id: str) -> str:
        """See Client.why_no_officers."""
        return await self._send(calls.why_no_officers(company_id))

    async def details(self, company_id: str) -> CompanyDetailsEnvelope:
        """See Client.details."""
        return await self._send(calls.details(company_id))

    def pages(
        self,
        q: str,
        *,
        country: str | None = None,
        page_size: int | None = None,
        max_companies: int | None = None,
    ) -> AsyncIterator[SearchPage]:
        """See Client.pages."""
        return self._pages(PageWalk(calls.search, q, country, page_size, max_companies))

    async def companies(
        self,
        q: str,
        *,
        country: str | None = None,
        page_size: int | None = None,
        max_companies: int | None = None,
    ) -> AsyncIterator[Company]:
        """See Client.companies."""
        walk = PageWalk(calls.search, q, country, page_size, max_companies)
        async for page in self._pages(walk):
            for company in page.data:
                yield company

    async def companies_with_details(
        self,
        q: str,
        *,
        country: str | None = None,
        page_size: int | None = None,
        max_companies: int | None = None,
    ) -> AsyncIterator[DetailsSearchResult]:
        """See Client.companies_with_details."""
        walk = PageWalk(calls.search_with_details, q, country, page_size, max_companies)
        async for page in self._pages(walk):
            for company in page.data:
                yield company

    async def match(
        self, rows: Iterable[str | Query], *, candidates: int = 3
    ) -> AsyncIterator[Match]:
        """See Client.match."""
        for call in batches(rows, candidates):
            for match in await self._send(call):
                yield match

    async def _pages(self, walk: PageWalk[P]) -> AsyncIterator[P]:
        while (call := walk.next_call()) is not None:
            try:
                page = await self._send(call)
            except ProblemError as error:
                raise walk.fault(error) from None
            yield walk.take(page)

    async def _send(self, call: Call[T]) -> T:
        waits = self._policy.start()
        while True:
            try:
                return await asyncio.to_thread(lambda: self._transport.send(call))
            except OpenFirmaError as error:
                seconds = waits.seconds_after(error)
                if seconds is None:
                    raise
            try:
                await asyncio.sleep(seconds)
            except asyncio.CancelledError:
                waits.cancel()
                raise
