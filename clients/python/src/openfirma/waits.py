"""Decides when a request is sent again, from the `Retry-After` of the service."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from .errors import AnswerError, OpenFirmaError, ProblemError

RETRY_INTERVAL_SECONDS = 1.0
"""The rate limit allows one more request a second, so retries are sent one second apart."""


@dataclass(frozen=True, kw_only=True)
class Wait:
    """A wait before a retry."""

    seconds: float
    """Duration of the wait."""
    attempt: int
    """The number of this wait within one request, from 1."""
    error: ProblemError | AnswerError
    """The response that asked for the wait."""


class RetryPolicy:
    """How often and how long the requests of a client wait. Threads may share it."""

    def __init__(
        self,
        max_retries: int,
        max_wait_seconds: float,
        on_wait: Callable[[Wait], None] | None,
    ) -> None:
        self._max_retries = max_retries
        self._max_wait_seconds = max_wait_seconds
        self._on_wait = on_wait
        self._lock = Lock()
        self._last_retry = 0.0
        """When the last waiting rate-limited request will be sent, by the monotonic clock."""

    def start(self) -> RequestWaits:
        return RequestWaits(self, self._max_wait_seconds)

    def reserve(self, error: OpenFirmaError, left_seconds: float, attempt: int) -> float | None:
        """Seconds to wait after an error; None if the request must not be sent again."""
        if not isinstance(error, (ProblemError, AnswerError)) or error.status not in (429, 503):
            return None
        seconds = error.retry_after_seconds
        if seconds is None or attempt > self._max_retries:
            return None
        with self._lock:
            now = time.monotonic()
            if error.status == 429:
                seconds = max(seconds, self._last_retry + RETRY_INTERVAL_SECONDS - now)
            if seconds > left_seconds:
                return None
            if error.status == 429:
                self._last_retry = now + seconds
        if self._on_wait is not None:
            self._on_wait(Wait(seconds=seconds, attempt=attempt, error=error))
        return seconds


    def cancel(self, error: OpenFirmaError | None) -> None:
        """Free the second of a cancelled wait."""
        if isinstance(error, (ProblemError, AnswerError)) and error.status == 429:
            with self._lock:
                self._last_retry -= RETRY_INTERVAL_SECONDS


class RequestWaits:
    """The waits of one request."""

    def __init__(self, policy: RetryPolicy, left_seconds: float) -> None:
        self._policy = policy
        self._error: OpenFirmaError | None = None
        self._left_seconds = left_seconds
        self._attempt = 0

    def seconds_after(self, error: OpenFirmaError) -> float | None:
        """Seconds to wait after an error; None if the request must not be sent again."""
        self._attempt += 1
        seconds = self._policy.reserve(error, self._left_seconds, self._attempt)
        self._left_seconds -= seconds or 0.0
        self._error = error
        return seconds

    def cancel(self) -> None:
        """Report that the last wait was cancelled."""
        self._policy.cancel(self._error)
