"""The errors of a call."""

from __future__ import annotations

from .models import Problem

EXCERPT_CHARACTERS_MAX = 200


class OpenFirmaError(Exception):
    """Every error of a call is one of the classes below."""


class ProblemError(OpenFirmaError):
    """The service responded with a problem document (RFC 9457)."""

    def __init__(
        self, problem: Problem, retry_after_seconds: float | None, message: str | None = None
    ) -> None:
        super().__init__(message or f"{problem.title}: {problem.detail}")
        self.problem = problem
        """The problem document as received."""
        self.type = problem.type
        """The address of the page about this kind of problem."""
        self.title = problem.title
        """Short summary, the same for all problems with this code."""
        self.status = problem.status
        """The HTTP status."""
        self.detail = problem.detail
        """Explains the failure. For `invalid_request` it names the parameter."""
        self.instance = problem.instance
        """The public URL of the request."""
        self.request_id = problem.request_id
        """The service's ID of the request. Quote it when you write to the operator."""
        self.code = problem.code
        """Identifies the kind of problem."""
        self.retryable = problem.retryable
        """Whether the same request may succeed later."""
        self.retry_after_seconds = retry_after_seconds
        """Seconds of `Retry-After`, if the response had it."""


class CursorError(ProblemError):
    """The cursor of the next page has expired, or its data is gone. Start again from the first page."""

    def __init__(self, problem: Problem, companies_given: int) -> None:
        companies = "company" if companies_given == 1 else "companies"
        message = f"Cannot get the page after {companies_given} {companies}: {problem.detail}"
        super().__init__(problem, None, message)
        self.companies_given = companies_given
        """Number of companies that earlier pages returned."""


class NetworkError(OpenFirmaError):
    """There was no complete response: no connection, unknown host, timeout."""

    def __init__(self, url: str, reason: object) -> None:
        super().__init__(f'Cannot get "{url}": {reason}')
        self.url = url
        """The requested address."""


class AnswerError(OpenFirmaError):
    """The response is not from the API (a proxy's page, another service), or is truncated."""

    def __init__(
        self, url: str, status: int, text: str, retry_after_seconds: float | None, reason: str
    ) -> None:
        excerpt = text[:EXCERPT_CHARACTERS_MAX]
        super().__init__(
            f'The response of "{url}" is not one of the API: {reason}; status {status}, body {excerpt!r}'
        )
        self.url = url
        """The requested address."""
        self.status = status
        """The HTTP status."""
        self.excerpt = excerpt
        """The first 200 characters of the response."""
        self.retry_after_seconds = retry_after_seconds
        """Seconds of `Retry-After`, if the response had it."""
