"""Tests that logs of OpenCL-CTS are read: values as sets of bit patterns, failures as calls, and damaged files."""

import os
from pathlib import Path

import pytest
from classay_report.cts import values
from classay_report.cts.log import LINE_LETTERS, MOST_FAILURES, Device, read_log
from classay_report.errors import ReportError
from cts_samples import FOLDER, logs, outcomes
from hypothesis import given
from hypothesis import strategies as st

SIN = "sin...\n  1: sin fp32 ...\nERROR: sin: 9.0 ulp error at 0x1p+0 (0x3f800000): *0x1p-1 vs. 0x1p+1\nsin FAILED\n"


@given(st.floats(width=32, allow_nan=False))
def test_a_decimal_has_all_values_that_print_so(number: float) -> None:
    text = f"{number:.6g}"
    value = values.of_decimal(text, "f32")
    assert value is not None
    exact = values.of_float(number.hex(), "f32") if abs(number) != float("inf") else values.of_float(str(number), "f32")
    assert exact is not None and exact.patterns[0] in value.patterns
    assert all(float(f"{values.number_of(pattern, 'f32'):.6g}") == float(text) for pattern in value.patterns)


def test_a_decimal_of_double_has_only_its_ends() -> None:
    value = values.of_decimal("1.5", "f64")
    assert value is not None and not value.is_listed and len(value.patterns) == 2
    low, high = (values.number_of(pattern, "f64") for pattern in value.patterns)
    assert 1.499995 <= low < 1.5 < high <= 1.500005


@pytest.mark.parametrize(
    ("text", "form", "patterns"),
    [
        ("0x1.8p+0", "f32", (0x3FC00000,)),
        ("-0x0p+0", "f16", (0x8000,)),
        ("0x1p-149", "f32", (1,)),
        ("-inf", "f64", (0xFFF0000000000000,)),
        ("-nan", "f32", (0xFFC00000, 0xFF800001)),
        ("0x3f800000", "f32", (0x3F800000,)),
        ("0xffffff80", "i8", (0x80,)),
        ("-1", "i16", (0xFFFF,)),
    ],
)
def test_exact_texts(text: str, form: str, patterns: tuple[int, ...]) -> None:
    value = values.of_any(text, form)
    assert value is not None and value.patterns == patterns


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("0x1.000001p+0", "f32"),
        ("0x1p+99999", "f64"),
        ("1e400", "f32"),
        ("", "f32"),
        ("300", "i8"),
        ("0x1p", "f32"),
        ("1" * 30, "u64"),
    ],
)
def test_texts_that_are_not_a_value_of_the_format(text: str, form: str) -> None:
    assert values.of_any(text, form) is None


@pytest.mark.parametrize("path", logs(), ids=lambda path: path.stem)
def test_each_failure_of_a_sample_is_found(path: Path) -> None:
    log = read_log(path)
    expected = outcomes()[path.stem]
    assert [failure.line for failure in log.failures] == [line for line, _ in expected]
    for failure, (_, outcome) in zip(log.failures, expected):
        assert bool(failure.calls) or (failure.why and outcome == "not judged"), failure
    assert log.program.startswith("test_")


def test_the_call_of_a_failure() -> None:
    [failure] = [f for f in read_log(FOLDER / "math.log").failures if f.test == "remquo"]
    [call] = failure.calls
    assert (call.builtin, call.form) == ("remquo", "f32")
    assert [operand[0].words() for operand in call.arguments] == [["0x40a00000"], ["0x40400000"]]
    assert [operand[0].words() for operand in call.got] == [["0xbf800000"], ["0x00000003"]]
    assert [operand[0].words() for operand in call.expected] == [["0xbf800000"], ["0x00000002"]]
    divided = next(f for f in read_log(FOLDER / "math.log").failures if f.test == "divide_cr")
    assert (divided.mode, divided.calls[0].builtin) == ("correct-div-sqrt", "div")


def test_the_device_of_a_log() -> None:
    device = read_log(FOLDER / "math.log").device
    assert (device.name, device.driver, device.version) == ("Test Device", "7.7", (3, 1))
    assert device.is_embedded is False and device.flushes == {"f64": False, "f32": False}
    assert str(device) == "Test Device, OpenCL 3.1, driver 7.7"
    assert read_log(FOLDER / "select.log").device.is_embedded is None
    assert str(Device()) == ""


def test_a_relaxed_subtest_has_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text(SIN.replace("fp32 ...", "fp32  rlx..."))
    assert [failure.mode for failure in read_log(path).failures] == ["relaxed"]


def test_a_failed_test_without_a_message_is_a_failure(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("sin...\nsin FAILED\ncos...\nclBuildProgram failed (-11)\ncos FAILED\nexp...\nexp passed\n")
    log = read_log(path)
    assert [(f.test, f.line, bool(f.why)) for f in log.failures] == [("sin", 1, True), ("cos", 4, True)]
    assert [test.result for test in log.tests] == ["fail", "fail", "pass"]


@pytest.mark.parametrize("path", logs(), ids=lambda path: path.stem)
def test_a_truncated_log_is_read_as_far_as_it_goes(path: Path, tmp_path: Path) -> None:
    content = path.read_bytes()
    lines = [failure.line for failure in read_log(path).failures]
    cut = tmp_path / path.name
    for end in range(0, len(content), 37):
        cut.write_bytes(content[:end])
        try:
            log = read_log(cut)
        except ReportError as error:
            assert "not a log of OpenCL-CTS" in str(error)
            continue
        # The last message may be cut before its values, and its test may lack the line that it failed.
        found = [failure.line for failure in log.failures]
        assert [line for line in found if line not in lines] in ([], [found[-1]] if found else [])
        assert log.notes or end > len(content) - 40


def test_a_file_that_is_not_a_log_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "log"
    for content in (b"", b"hello\n", bytes(range(256)) * 100, b"\x1f\x8b\x08\x00" + b"\x00" * 64, b"...\n" * 1000):
        path.write_bytes(content)
        with pytest.raises(ReportError, match="not a log of OpenCL-CTS"):
            read_log(path)
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with pytest.raises(ReportError, match="not a regular file"):
        read_log(fifo)


def test_hostile_lines_are_bounded(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("sin...\n" + "(" * 1_000_000 + "\n" + "ERROR: sin: " + "{" * 5000 + "\nsin FAILED\n")
    log = read_log(path)
    assert any(str(LINE_LETTERS) in note for note in log.notes) and len(log.failures) == 1
    path.write_bytes(b"sin...\n\xff\xfe\x00 error \x1b[2J\nsin FAILED\n")
    assert len(read_log(path).failures) == 1


def test_the_number_of_failures_is_bounded(tmp_path: Path) -> None:
    path = tmp_path / "log"
    error = SIN.splitlines()[2]
    path.write_text("sin...\n  1: sin fp32 ...\n" + f"{error}\n" * (MOST_FAILURES + 5) + "sin FAILED\n")
    log = read_log(path)
    assert len(log.failures) == MOST_FAILURES
    assert f"only the first {MOST_FAILURES} of {MOST_FAILURES + 5} failures are judged" in log.notes


@given(st.text(alphabet="sinERO:*{}x0123456789abcdefp+-. \nulprvFAILED", max_size=400))
def test_any_text_is_read_or_refused(text: str) -> None:
    path = Path(os.environ.get("TMPDIR", "/tmp")) / f"classay-cts-{os.getpid()}.log"
    path.write_text(SIN + text)
    try:
        assert read_log(path).failures
    finally:
        path.unlink()
