"""Sends requests with urllib."""

from __future__ import annotations

import json
import time
from email.message import Message
from email.utils import parsedate_to_datetime
from http.client import HTTPException, HTTPResponse
from typing import TypeVar
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from .calls import Call
from .decoding import DecodeError, decode
from .errors import AnswerError, NetworkError, ProblemError
from .models import Problem
from .version import __version__

T = TypeVar("T")

RESPONSE_BYTES_MAX = 16 * 1024 * 1024
"""Maximum length of a response, far above the largest page of officers."""


class Transport:
    """Sends one request at a time, without retries. Threads may share it."""

    def __init__(self, base_url: str, timeout_seconds: float) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
            raise ValueError(
                '"base_url" must be an http or https address without query and fragment, '
                f'got "{base_url}"'
            )
        self._base_url = base_url.rstrip("/")
        self._timeout_seconds = timeout_seconds

    def send(self, call: Call[T]) -> T:
        """The decoded body of a 2xx response. Raise ProblemError, NetworkError or AnswerError."""
        query = urlencode({name: value for name, value in call.query.items() if value is not None})
        url = f"{self._base_url}{call.path}" + (f"?{query}" if query else "")
        status, headers, body = self._receive(url, call.form)
        retry_after = _seconds_of(headers.get("Retry-After"))
        text = body.decode("utf-8", "replace")
        try:
            value = json.loads(text)
            if status < 300:
                return call.decode(value)
            raise ProblemError(decode(Problem, value), retry_after)
        except (json.JSONDecodeError, DecodeError, RecursionError) as error:
            raise AnswerError(url, status, text, retry_after, str(error)) from error

    def _receive(self, url: str, form: bytes | None) -> tuple[int, Message, bytes]:
        headers = {
            "Accept": "application/json, application/problem+json",
            "User-Agent": f"openfirma-python/{__version__}",
        }
        try:
            try:
                with urlopen(Request(url, form, headers), timeout=self._timeout_seconds) as response:
                    return response.status, response.headers, _read(response)
            except HTTPError as error:
                with error:
                    return error.code, error.headers, _read(error)
        except (OSError, HTTPException) as error:
            raise NetworkError(url, getattr(error, "reason", None) or error) from error


def _read(response: HTTPResponse | HTTPError) -> bytes:
    """The body. Raise OSError above the maximum length, because a response may be endless."""
    length = response.headers.get("Content-Length", "")
    if length.isdigit() and int(length) <= RESPONSE_BYTES_MAX:
        # Unlike a bounded read, this raises IncompleteRead for a broken connection.
        return response.read()
    body = response.read(RESPONSE_BYTES_MAX + 1)
    if len(body) > RESPONSE_BYTES_MAX:
        raise OSError(f"the response is longer than {RESPONSE_BYTES_MAX} bytes")
    return body


def _seconds_of(field: str | None) -> float | None:
    """Seconds of `Retry-After`: the service sends digits; a proxy may send a date."""
    if field is None:
        return None
    if field.isascii() and field.isdigit():
        return float(field)
    try:
        return max(0.0, parsedate_to_datetime(field).timestamp() - time.time())
    except ValueError:
        return None
