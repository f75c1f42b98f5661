"""What a call fails with: a reason of the contract, which decides the status code, and a text for people."""

from __future__ import annotations

from collections.abc import Mapping

from grpc import StatusCode

from engine.ruleset import UnknownRuleset

DOMAIN = "sanguosha.v1"

CODES: Mapping[str, StatusCode] = {
    "NAME_INVALID": StatusCode.INVALID_ARGUMENT,
    "REQUEST_ID_INVALID": StatusCode.INVALID_ARGUMENT,
    "REQUEST_ID_REUSED": StatusCode.ALREADY_EXISTS,
    "PAGE_TOKEN_INVALID": StatusCode.INVALID_ARGUMENT,
    "FIELD_INVALID": StatusCode.INVALID_ARGUMENT,
    "LIMIT_REACHED": StatusCode.RESOURCE_EXHAUSTED,
    "RATE_EXCEEDED": StatusCode.RESOURCE_EXHAUSTED,
    "STORE_UNAVAILABLE": StatusCode.UNAVAILABLE,
    "CONTENTION": StatusCode.ABORTED,
    "INTERNAL": StatusCode.INTERNAL,
    "MESSAGE_INVALID": StatusCode.INVALID_ARGUMENT,
    "TOKEN_MISSING": StatusCode.UNAUTHENTICATED,
    "TOKEN_INVALID": StatusCode.UNAUTHENTICATED,
    "NOT_CREATOR": StatusCode.PERMISSION_DENIED,
    "KEY_REQUIRED": StatusCode.UNAUTHENTICATED,
    "TICKET_INVALID": StatusCode.UNAUTHENTICATED,
    "SPECTATORS_REFUSED": StatusCode.PERMISSION_DENIED,
    "RULESET_INVALID": StatusCode.INVALID_ARGUMENT,
    "SEED_INVALID": StatusCode.INVALID_ARGUMENT,
    "MATCH_NOT_FOUND": StatusCode.NOT_FOUND,
    "MATCH_NOT_STARTED": StatusCode.FAILED_PRECONDITION,
    "MATCH_STARTED": StatusCode.FAILED_PRECONDITION,
    "MATCH_OVER": StatusCode.FAILED_PRECONDITION,
    "MATCH_FULL": StatusCode.FAILED_PRECONDITION,
    "SEATS_FREE": StatusCode.FAILED_PRECONDITION,
    "MATCH_NOT_OVER": StatusCode.FAILED_PRECONDITION,
    "MATCH_PAUSED": StatusCode.FAILED_PRECONDITION,
    "SEAT_TAKEN": StatusCode.FAILED_PRECONDITION,
    "SEAT_CONCEDED": StatusCode.FAILED_PRECONDITION,
    "SEAT_DEAD": StatusCode.FAILED_PRECONDITION,
    "CODE_UNKNOWN": StatusCode.NOT_FOUND,
    "TALK_OFF": StatusCode.FAILED_PRECONDITION,
    "NO_TEAMS": StatusCode.FAILED_PRECONDITION,
    "TEAM_TALK_OFF": StatusCode.FAILED_PRECONDITION,
    "SLOW_READER": StatusCode.RESOURCE_EXHAUSTED,
    "RULES_VERSION_UNAVAILABLE": StatusCode.UNAVAILABLE,
    "PACK_UNAVAILABLE": StatusCode.UNAVAILABLE,
    "DRIFT": StatusCode.DATA_LOSS,
    "STATE_CORRUPTED": StatusCode.DATA_LOSS,
    "SERIES_NOT_FOUND": StatusCode.NOT_FOUND,
    "SERIES_OVER": StatusCode.FAILED_PRECONDITION,
    "SEATS_BY_LOT": StatusCode.FAILED_PRECONDITION,
    "DECISION_UNKNOWN": StatusCode.INVALID_ARGUMENT,
    "OPTION_NOT_LISTED": StatusCode.INVALID_ARGUMENT,
    "PICKS_MISMATCH": StatusCode.INVALID_ARGUMENT,
    "PICK_OUT_OF_BOUNDS": StatusCode.INVALID_ARGUMENT,
    "CANDIDATE_NOT_LISTED": StatusCode.INVALID_ARGUMENT,
    "CANDIDATE_REPEATED": StatusCode.INVALID_ARGUMENT,
}

# After how many seconds the same call is worth another try. CONTENTION is over as soon as others are done; a store that
# is away takes a fail-over, and rules a deployment.
RETRY_AFTER: Mapping[str, float] = {
    "STORE_UNAVAILABLE": 0.5,
    "CONTENTION": 0.1,
    "RATE_EXCEEDED": 1.0,  # unless it is known
    "RULES_VERSION_UNAVAILABLE": 1.0,
    "PACK_UNAVAILABLE": 5.0,
}


class ServiceError(Exception):
    """`reason` is one of `CODES`. `metadata` goes into the ErrorInfo, `retry_after` into a RetryInfo: after how many
    seconds the same call is worth another try; None where it is not."""

    def __init__(self, reason: str, message: str, *, retry_after: float | None = None, **metadata: str) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.metadata = metadata
        self.retry_after = RETRY_AFTER.get(reason) if retry_after is None else retry_after

    @property
    def code(self) -> StatusCode:
        return CODES[self.reason]


def without_pack(rules_version: str, error: UnknownRuleset) -> ServiceError:
    """Why a match is not served here whose rules the server that made it has."""
    said = f"this server does not have what the match is played with: {error}"
    return ServiceError("PACK_UNAVAILABLE", said, rules_version=rules_version)
