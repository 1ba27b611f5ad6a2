"""Decodes JSON as the dataclasses of models.py. Unknown fields are ignored: the API may add some."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


class DecodeError(ValueError):
    """A JSON value does not have the declared type. The message names the field."""


def decode(kind: type[T], value: object) -> T:
    """Decode a JSON value as a dataclass, or raise DecodeError."""
    decoded: T = _decoded(kind, value, kind.__name__)
    return decoded


def _decoded(kind: Any, value: object, path: str) -> Any:
    if is_dataclass(kind):
        return _object(kind, value, path)
    origin, choices = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        # Every union is of one type and None.
        [one] = [choice for choice in choices if choice is not NoneType]
        return None if value is None else _decoded(one, value, path)
    if origin is list and isinstance(value, list):
        return [_decoded(choices[0], entry, f"{path}[{i}]") for i, entry in enumerate(value)]
    # A later service may have more choices. A field with one choice, `object`, identifies the type.
    if origin is Literal and (value in choices or (len(choices) > 1 and isinstance(value, str))):
        return value
    if kind is float and type(value) is int:
        return float(value)
    if kind in (str, int, float, bool) and type(value) is kind:
        return value
    raise DecodeError(f"{path} must be {kind}, got {str(value)[:100]!r}")


def _object(kind: Any, value: object, path: str) -> Any:
    if not isinstance(value, dict):
        raise DecodeError(f"{path} must be an object, got {str(value)[:100]!r}")
    return kind(
        **{
            name: _decoded(hint, value.get(key), f"{path}.{key}")
            for name, key, hint in fields_of(kind)
        }
    )


@cache
def fields_of(kind: Any) -> list[tuple[str, str, Any]]:
    """The fields of a dataclass: name, name in JSON, and type."""
    hints = get_type_hints(kind)
    # A field that is a keyword of Python ends in an underscore.
    names = [field.name for field in fields(kind)]
    return [(name, name.removesuffix("_"), hints[name]) for name in names]
