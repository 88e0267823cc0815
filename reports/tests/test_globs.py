"""Tests that globs match as those of the program (suites/glob_test.cpp)."""

import pytest
from classay_report.errors import UsageError
from classay_report.globs import selects


@pytest.mark.parametrize(
    ("globs", "name", "expected"),
    [
        ([], "sin", True),
        (["clc/math/{exp,f[am]*,sqrt}/f{16,32}/*"], "clc/math/fabs/f16/default/v1", True),
        (["clc/math/{exp,f[am]*,sqrt}/f{16,32}/*"], "clc/math/exp2/f32/default/v1", False),
        (["a{b{c,d},}e"], "abde", True),
        (["a{b{c,d},}e"], "ae", True),
        (["a{b{c,d},}e"], "abe", False),
        (["s*", "!sin"], "sin", False),
        (["s*", "!sin"], "sinh", True),
        (["!sin"], "cos", True),
    ],
)
def test_globs_select(globs: list[str], name: str, expected: bool) -> None:
    assert selects(globs, name) is expected


@pytest.mark.parametrize("glob", ["{a", "a{b,{c}", "{a,b}" * 40])
def test_braces_without_end_and_too_many_are_refused(glob: str) -> None:
    with pytest.raises(UsageError):
        selects([glob], "a")
