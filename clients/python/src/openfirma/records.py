"""Flat records for tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from typing import Any, TypeAlias, get_args, get_origin

from .decoding import fields_of
from .matching import Match

Scalar: TypeAlias = "str | int | float | bool | None"


def to_records(items: Iterable[object]) -> list[dict[str, Scalar]]:
    """Flat dicts of companies, details, officers or matches, for pandas.DataFrame or csv.DictWriter.

    Names of nested fields are joined by `_`, entries of lists are numbered from 1
    (`identifiers_1_value`). All records have the same keys in the same order; a value that is
    absent is None. A Match becomes its query and its likeliest company.
    """
    records = [dict(_match(item) if isinstance(item, Match) else _columns(item, "")) for item in items]
    keys = dict.fromkeys(key for record in records for key in record)
    return [{key: record.get(key) for key in keys} for record in records]


def _columns(value: object, path: str) -> Iterator[tuple[str, Scalar]]:
    if is_dataclass(value):
        kind: Any = type(value)
        for name, key, hint in fields_of(kind):
            part = getattr(value, name)
            if part is not None or _is_scalar(hint):
                yield from _columns(part, _joined(path, key))
    elif isinstance(value, list):
        for i, entry in enumerate(value):
            yield from _columns(entry, _joined(path, str(i + 1)))
    elif path and (value is None or isinstance(value, (str, int, float, bool))):
        yield path, value
    else:
        raise TypeError(f"to_records takes objects of the API, got {type(value).__name__}")


def _is_scalar(hint: Any) -> bool:
    """Whether a field is one column. An absent list or object has no column."""
    return not any(get_origin(one) is list or is_dataclass(one) for one in get_args(hint))


def _joined(path: str, name: str) -> str:
    return f"{path}_{name}" if path else name


def _match(match: Match) -> Iterator[tuple[str, Scalar]]:
    best = match.best
    yield from (("name", match.query.name), ("country", match.query.country))
    yield from (("number", match.query.number), ("certain", match.certain))
    yield from (("company_id", best.id if best else None), ("company", best.name if best else None))
    yield "description", best.description if best else None
    yield from (("score", best.score if best else None), ("reason", best.reason if best else None))
    yield "candidates", len(match.candidates)
