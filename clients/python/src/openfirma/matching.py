"""Finds companies for names as people write them, with the reconciliation of the service."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from urllib.parse import quote_plus

from .calls import Call
from .decoding import DecodeError, decode
from .models import BATCH_BYTES_MAX, BATCH_QUERIES_MAX, QUERY_CHARACTERS_MAX, ReconcileCandidate

FORM_BYTES = 1024
"""Bytes of a form that are reserved for the text around and between its queries."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Query:
    """A row of a list: a name, a number, or both."""

    name: str = ""
    """The name as written. Characters beyond the first 256 are not sent."""
    country: str | None = None
    """A code such as `FI`, or the English name of the country."""
    number: str | None = None
    """A registry, VAT or tax number, or an LEI."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Match:
    """A row, and the companies that it may mean."""

    query: Query
    candidates: list[ReconcileCandidate]
    """The companies, likeliest first."""

    @property
    def best(self) -> ReconcileCandidate | None:
        """The likeliest company; None without candidates."""
        return self.candidates[0] if self.candidates else None

    @property
    def certain(self) -> bool:
        """Whether the likeliest company needs no check."""
        return self.best is not None and self.best.match


@dataclass(frozen=True, kw_only=True)
class Results:
    """The companies for one query, as the service returns them."""

    result: list[ReconcileCandidate]


def batches(rows: Iterable[str | Query], candidates: int) -> Iterator[Call[list[Match]]]:
    """The calls that match rows, each for the next rows in order."""
    queries: dict[str, Query] = {}
    parts: list[str] = []
    for i, row in enumerate(rows):
        query = Query(name=row) if isinstance(row, str) else row
        part = quote_plus(f'"{i}":{_json(query, candidates)}', errors="replace")
        length = sum(map(len, parts), len(part))
        if len(parts) == BATCH_QUERIES_MAX or length > BATCH_BYTES_MAX - FORM_BYTES:
            yield _call(queries, parts)
            queries, parts = {}, []
        queries[str(i)] = query
        parts.append(part)
    if parts:
        yield _call(queries, parts)


def _json(query: Query, candidates: int) -> str:
    properties = {"country": query.country, "number": query.number}
    fields = {
        "query": _text(query.name),
        "limit": candidates,
        "properties": [
            {"pid": name, "v": _text(value)} for name, value in properties.items() if value is not None
        ],
    }
    return json.dumps(fields, ensure_ascii=False)


def _text(text: str) -> str:
    """A text as the service reads it, so that a paragraph in a cell does not make the request too long."""
    return " ".join(text.split())[:QUERY_CHARACTERS_MAX]


def _call(queries: dict[str, Query], parts: list[str]) -> Call[list[Match]]:
    form = f"queries=%7B{'%2C'.join(parts)}%7D"
    return Call(
        path="/reconcile/v1",
        form=form.encode("ascii"),
        decode=lambda value: _matches(queries, value),
    )


def _matches(queries: dict[str, Query], value: object) -> list[Match]:
    if not isinstance(value, dict):
        raise DecodeError("the results must be an object")
    return [
        Match(query=query, candidates=decode(Results, value.get(key)).result)
        for key, query in queries.items()
    ]
