"""Tests the kernels of `pack` and `verify`: hashes come from the journals, and kept files are compared with them."""

import hashlib
import json
from pathlib import Path

import generated
import pytest
from classay_report.cli import main
from classay_report.evidence.kernels import disagreements, file_of, misfits, programs_of
from classay_report.journal import CaseName, read_run
from handed_in import COS, SIN, list_again, rejected, shards
from hypothesis import given
from hypothesis import strategies as st


def hash_of(text):
    return hashlib.sha256(text.encode()).hexdigest()


# The programs of both functions, by kind.
KERNELS = {SIN: {"table": hash_of("sine"), "literals": hash_of("sines")}, COS: {"table": hash_of("cosine")}}


def with_kernels(kernels):
    def put_in(lines):
        for line in lines:
            if line.get("case") in kernels:
                line["kernels"] = kernels[line["case"]]

    return put_in


def runs_of(tmp_path, second=None):
    """Makes both shards with their kernels; `second` has those of the second shard."""
    one, _ = shards(tmp_path / "ones", text=lambda text: text)
    lines = [json.loads(line) for line in (Path(one) / "journal.jsonl").read_text().splitlines()]
    with_kernels(KERNELS)(lines)
    generated.write(Path(one), iter(lines))
    _, two = shards(tmp_path / "twos", with_kernels(KERNELS if second is None else second))
    return [one, two]


def kept(tmp_path, files):
    folder = tmp_path / "kernels"
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    return ["--kernels", str(folder)]


FILES = {
    "clc-math-sin-f32-default-table.cl": "sine",
    "clc-math-sin-f32-default-literals.cl": "sines",
    "clc-math-cos-f32-default-table.cl": "cosine",
}


@pytest.fixture
def package(tmp_path):
    assert main(["pack", str(tmp_path / "package"), *runs_of(tmp_path), *kept(tmp_path, FILES)]) == 0
    return tmp_path / "package"


def test_the_hashes_of_the_journals_are_packed_by_unit_and_kind(package):
    expected = {case.removesuffix("/v1"): kinds for case, kinds in KERNELS.items()}
    assert json.loads((package / "kernels.json").read_text()) == {"sha256": expected, "remark": ""}
    assert main(["verify", str(package)]) == 0 and main(["verify", str(package.with_name("package.tar.gz"))]) == 0


def test_a_list_of_kernels_that_is_not_that_of_the_journals_is_seen(package, capsys):
    there = (package / "kernels.json").read_text()
    for text in (there.replace(hash_of("sine"), hash_of("another")), there + "\n", '{"sha256": null}\n'):
        (package / "kernels.json").write_text(text)
        list_again(package)
        assert "kernels.json: differs from the journals" in rejected(package, capsys)


@pytest.mark.parametrize(
    ("second", "reason"),
    [
        (KERNELS | {SIN: {"table": hash_of("another")}}, f"{SIN}: its program 'table' is {hash_of('another')}, but "),
        ({SIN: KERNELS[SIN]}, f"{COS}: 8 judged results, but no program hash"),
        ({}, f"{SIN}: 8 judged results, but no program hash"),
    ],
)
def test_shards_that_do_not_name_the_same_programs_are_no_evidence(second, reason, tmp_path, capsys):
    assert main(["pack", str(tmp_path / "package"), *runs_of(tmp_path, second)]) == 1
    assert reason in capsys.readouterr().err and not (tmp_path / "package").exists()


def test_a_shard_without_inputs_of_a_kind_agrees_with_one_that_has_them(tmp_path):
    assert main(["pack", str(tmp_path / "p"), *runs_of(tmp_path, KERNELS | {SIN: {"table": hash_of("sine")}})]) == 0
    assert json.loads((tmp_path / "p/kernels.json").read_text())["sha256"]["clc/math/sin/f32/default"] == KERNELS[SIN]


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({"clc-math-sin-f32-default-table.cl": "sine "}, f"its SHA-256 is {hash_of('sine ')}, not {hash_of('sine')}"),
        ({"clc-math-sin-f32-default-random.cl": "sine"}, "does not belong to a unit in the journals"),
        ({"clc-math-tan-f32-default-table.cl": "sine"}, "does not belong to a unit in the journals"),
        ({"notes.txt": "sine"}, "does not belong to a unit in the journals"),
    ],
)
def test_files_that_are_not_what_was_asked_are_refused(files, reason, tmp_path, capsys):
    assert main(["pack", str(tmp_path / "p"), *runs_of(tmp_path), *kept(tmp_path, FILES | files)]) == 1
    said = capsys.readouterr().err
    assert reason in said and next(iter(files)) in said and "for 1 reasons" in said
    assert not (tmp_path / "p").exists()


def test_a_folder_that_is_none_or_empty_is_refused(tmp_path):
    runs = runs_of(tmp_path)
    assert main(["pack", str(tmp_path / "p"), *runs, "--kernels", str(tmp_path / "nowhere")]) == 2
    assert main(["pack", str(tmp_path / "p"), *runs, *kept(tmp_path, {})]) == 2


# --- without a package -----------------------------------------------------------------------------------------------------

UNIT = "clc/geometric/dot/f32/default"
cases = st.dictionaries(st.sampled_from([1, 2, 3, 4]), st.dictionaries(st.sampled_from("ab"), st.sampled_from("xy")))


def journal(folder, kernels):
    lines = [generated.header(len(kernels), 1, "1", "2026-01-01T00:00:00Z", "d")]
    for lanes, kinds in kernels.items():
        line = {"kind": "result", "case": f"{UNIT}/v{lanes}", "verdict": "pass"}
        lines.append(line | {"kernels": {kind: hash_of(text) for kind, text in kinds.items()}})
    return read_run(generated.write(folder, iter(lines)))


@given(cases)
def test_every_program_is_in_the_list_under_its_unit_or_its_case(tmp_path_factory, kernels):
    found = programs_of([journal(tmp_path_factory.mktemp("run"), kernels)])
    alike = all(len({kinds[kind] for kinds in kernels.values() if kind in kinds}) <= 1 for kind in "ab")
    for lanes, kinds in kernels.items():
        name = UNIT if alike else f"{UNIT}/v{lanes}"
        assert {kind: hash_of(text) for kind, text in kinds.items()}.items() <= found.get(name, {}).items()
    assert all((name == UNIT) == alike for name in found)
    assert sum(map(len, found.values())) == (
        len({kind for kinds in kernels.values() for kind in kinds}) if alike else sum(map(len, kernels.values()))
    )


@given(cases, cases)
def test_two_shards_disagree_just_where_their_hashes_do(tmp_path_factory, one, two):
    folder = tmp_path_factory.mktemp("runs")
    found = list(disagreements({"a": journal(folder / "a", one), "b": journal(folder / "b", two)}))
    both = [(lanes, kind) for lanes in one.keys() & two.keys() for kind in one[lanes].keys() & two[lanes].keys()]
    assert len(found) == sum(one[lanes][kind] != two[lanes][kind] for lanes, kind in both)


def test_of_widths_with_programs_of_their_own_any_is_one_of_the_unit(tmp_path):
    run = journal(tmp_path / "run", {2: {"table": "two"}, 4: {"table": "four"}})
    folder = tmp_path / "kernels"
    folder.mkdir()
    for name, text, fits in (
        (file_of(UNIT, "table"), "two", True),
        (file_of(UNIT, "table"), "four", True),
        (file_of(UNIT, "table"), "six", False),
        (file_of(f"{UNIT}/v4", "table"), "four", True),
        (file_of(f"{UNIT}/v4", "table"), "two", False),
    ):
        (folder / name).write_text(text)
        assert (misfits(folder, [run]) == []) == fits
        (folder / name).unlink()


def test_journals_of_before_name_no_programs(tmp_path):
    run = read_run(Path(__file__).parent / "data" / "pocl.jsonl.gz")
    assert programs_of([run]) == {} and not list(disagreements({"a": run})) and not misfits(tmp_path, [run])
    assert CaseName.parse(SIN) in run.results
