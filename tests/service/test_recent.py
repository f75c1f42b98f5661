"""A bounded memory forgets what was set longest ago."""

from __future__ import annotations

from service.recent import Recent


def test_what_was_set_longest_ago_is_forgotten_whether_or_not_it_was_read() -> None:
    recent = Recent[str, int](2)
    recent["a"], recent["b"] = 1, 2
    assert recent["a"] == 1
    recent["c"] = 3
    assert dict(recent) == {"b": 2, "c": 3}


def test_what_is_set_again_counts_as_new() -> None:
    recent = Recent[str, int](2)
    recent["a"], recent["b"], recent["a"], recent["c"] = 1, 2, 3, 4
    assert dict(recent) == {"a": 3, "c": 4}
