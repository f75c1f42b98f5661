"""`sgs doctor`: prints what the checks come to."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable

from ..config.sources import Configured
from ..doctor import Finding, Status, examine
from .watch import Say


async def doctor(configured: Callable[[], Configured], *, as_json: bool, say: Say = print) -> bool:
    """Whether nothing failed. A check is a line, said as soon as it is made; as JSON all at the end."""
    findings: list[Finding] = []
    async for finding in examine(configured):
        findings.append(finding)
        if not as_json:
            say(line(finding))
    counts = Counter(finding.status for finding in findings)
    well = not counts[Status.FAIL]
    if as_json:
        say(json.dumps({"well": well, "checks": [finding._asdict() for finding in findings]}, indent=2))
    else:
        say(", ".join(f"{counts[status]} {status}" for status in Status))
    return well


def line(finding: Finding) -> str:
    said = f"{finding.status:<4}  {finding.check}: {finding.said}"
    return f"{said}; {finding.advice}" if finding.advice else said
