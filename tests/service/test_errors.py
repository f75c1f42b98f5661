"""The reasons a call fails with are those of the contract, each with the status code its comment names."""

from __future__ import annotations

import re
from pathlib import Path

from sanguosha.v1 import error_pb2

from service.errors import CODES

CONTRACT = Path(__file__).parents[2] / "proto" / "sanguosha" / "v1" / "error.proto"


def test_every_reason_has_its_code() -> None:
    named = re.findall(r"// ([A-Z_]+): (?:(?!ERROR_REASON).)*?ERROR_REASON_(\w+) = \d+;", CONTRACT.read_text(), re.S)
    assert {reason: code for code, reason in named} == {reason: code.name for reason, code in CODES.items()}
    reasons = {name.removeprefix("ERROR_REASON_") for name in list(error_pb2.ErrorReason.keys())} - {"UNSPECIFIED"}
    assert reasons == set(CODES)
