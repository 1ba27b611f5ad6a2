"""A client of the openfirma API: search, companies, officers, details, and matching of lists."""

from .async_client import AsyncClient
from .client import Client
from .errors import AnswerError, CursorError, NetworkError, OpenFirmaError, ProblemError
from .matching import Match, Query
from .models import (
    Company,
    CompanyAddress,
    CompanyClassification,
    CompanyDetails,
    CompanyDetailsEnvelope,
    CompanyEnvelope,
    CompanyIdentifier,
    CompanyLifecycle,
    CompanyName,
    DetailsSearchPage,
    DetailsSearchResult,
    DetailsSource,
    Officer,
    OfficerPage,
    OfficerSource,
    Problem,
    ReconcileCandidate,
    SearchPage,
    SimilarCompanies,
)
from .records import to_records
from .version import __version__
from .waits import Wait

__all__ = [
    "AnswerError",
    "AsyncClient",
    "Client",
    "Company",
    "CompanyAddress",
    "CompanyClassification",
    "CompanyDetails",
    "CompanyDetailsEnvelope",
    "CompanyEnvelope",
    "CompanyIdentifier",
    "CompanyLifecycle",
    "CompanyName",
    "CursorError",
    "DetailsSearchPage",
    "DetailsSearchResult",
    "DetailsSource",
    "Match",
    "NetworkError",
    "Officer",
    "OfficerPage",
    "OfficerSource",
    "OpenFirmaError",
    "Problem",
    "ProblemError",
    "Query",
    "ReconcileCandidate",
    "SearchPage",
    "SimilarCompanies",
    "Wait",
    "__version__",
    "to_records",
]
