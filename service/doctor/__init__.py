"""`sgs doctor`: looks at settings, store and machine, and says what is not well and what to do about it."""

from .examination import examine
from .finding import Finding, Status

__all__ = ["Finding", "Status", "examine"]
