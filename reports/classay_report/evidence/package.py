"""Builds the folder of a package, and checks one.

SHA256SUMS                  all other files; `sha256sum -c` reads it
SHA256SUMS.sig              only in a signed package: the signature of that list
device.json, suite.json     the device, and the build of the suite, as in the journals
kernels.json                hashes of the kernels; with older journals from the kept kernels (`run --dump-kernels`)
statement.txt               the submitter's statement, filled in before packing
waivers.txt                 only if the standards body has granted waivers
journals/1-of-2.jsonl ...   the unchanged journal of every shard
"""

import json
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from classay_report import files
from classay_report.baseline.command import read_expectations
from classay_report.baseline.file import ExpectationFile
from classay_report.errors import ReportError, UsageError
from classay_report.evidence import archive
from classay_report.evidence.checks import DEVICE_KEYS, Demand, Findings, check
from classay_report.evidence.kernels import are_known, kernels_data, misfits
from classay_report.evidence.reason import Reason
from classay_report.evidence.signature import check as check_signature
from classay_report.evidence.sums import SIGNATURE, SUMS, check_sums, holds, sums_of, sums_text
from classay_report.evidence.tree import Tree, tree_of
from classay_report.journal import Header, Run, journal_file, read_run
from classay_report.journal.lines import shard_of

JOURNALS = "journals"
DEVICE, SUITE, KERNELS, STATEMENT, WAIVERS = "device.json", "suite.json", "kernels.json", "statement.txt", "waivers.txt"

STATEMENT_TEMPLATE = """\
Statement of the submitter

Organisation:
Person and address:
Device, as sold:
Driver, as distributed:
Specification and profile that conformance is claimed for:
Further devices and drivers that the claim covers, and why they behave the same:
Changes of clocks, environment or settings during the runs:

The journals in this package were written by classay and not changed.

Date and signature:
"""


def _json(value: Any) -> str:
    return json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def device_text(header: Header) -> str:
    return _json({key: header.device.raw.get(key) for key in DEVICE_KEYS})


def suite_text(runs: Sequence[Run]) -> str:
    header = runs[0].header
    suite = header.suite
    hosts = sorted((run.header.shard, run.header.start, _json(run.header.host)) for run in runs)
    return _json(
        {
            "version": suite.version,
            "commit": suite.commit,
            "dirty": suite.dirty,
            "build": suite.build,
            "tier": header.tier,
            "seed": header.seed,
            "edition": header.edition,
            "profile": header.profile,
            "options": {"filters": header.options.get("filters"), "modes": header.options.get("modes")},
            "shards": [{"shard": shard, "start": start, "host": json.loads(host)} for shard, start, host in hosts],
        }
    )


def kernels_text(runs: Sequence[Run], folder: Path | None = None) -> str:
    return _json(kernels_data(runs, folder))


def _read(paths: Mapping[str, Path], reasons: list[Reason]) -> dict[str, Run]:
    runs = {}
    for name, path in paths.items():
        try:
            runs[name] = read_run(path, check_binades=True)
        except ReportError as error:
            reasons.append(Reason(name, str(error)))
    return runs


def build(
    folder: Path, journals: Sequence[Path], statement: Path | None, waivers: Path | None, kernels: Path | None
) -> list[Reason]:
    """Writes the files of a package; `examine` decides whether they are evidence. Returns the differences between the kept
    kernels and the journals. The kernels themselves are not packed."""
    given = [journal_file(path).absolute() for path in journals]
    twice = next((file for file in given if given.count(file) > 1), None)
    if twice:
        raise UsageError(f"{twice}: given twice")
    reasons: list[Reason] = []
    runs = _read({str(file): file for file in given}, reasons)
    if reasons:
        raise ReportError("; ".join(map(str, reasons)))
    (folder / JOURNALS).mkdir(parents=True)
    for run in runs.values():
        index, of = shard_of(run.header.shard)
        target = folder / JOURNALS / f"{index}-of-{of}.jsonl"
        if target.exists():
            raise UsageError(f"{run.file}: a second journal of shard {index}/{of}; give each shard once")
        if run.file.suffix == ".gz":
            raise UsageError(f"{run.file}: compressed journal; unpack it first: packages contain the original file")
        shutil.copyfile(run.file, target)
    first, *_ = runs.values()
    every = list(runs.values())
    texts = {DEVICE: device_text(first.header), SUITE: suite_text(every), KERNELS: kernels_text(every, kernels)}
    texts[STATEMENT] = files.read_text(statement) if statement else STATEMENT_TEMPLATE
    if waivers:
        texts[WAIVERS] = files.read_text(waivers)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    (folder / SUMS).write_text(sums_text(sums_of(tree_of(folder))), encoding="utf-8", newline="")
    return misfits(kernels, every) if kernels else []


def _read_waivers(folder: Path, reasons: list[Reason]) -> ExpectationFile | None:
    if not (folder / WAIVERS).is_file():
        return None
    try:
        return read_expectations(folder / WAIVERS, "waivers")
    except ReportError as error:
        reasons.append(Reason(WAIVERS, str(error)))
        return None


def _strays(folder: Path, found: Tree, journals: Mapping[str, Path]) -> list[Reason]:
    """Finds files that are neither journals nor known by name, and files that are missing."""
    known = {SUMS, SIGNATURE, DEVICE, SUITE, KERNELS, STATEMENT, WAIVERS}
    strays = [name for name in found.files if name not in known and name not in journals]
    wanted = known - {WAIVERS, SUMS, SIGNATURE}
    return [Reason(name, "does not belong in a package") for name in strays] + [
        Reason(name, "is missing") for name in sorted(wanted) if not (folder / name).is_file()
    ]


def _statements(folder: Path, runs: Mapping[str, Run]) -> list[Reason]:
    """Checks the names of the journals, and the files that follow from the journals."""
    reasons = []
    for name, run in runs.items():
        if name != f"{JOURNALS}/{run.header.shard.replace('/', '-of-')}.jsonl":
            reasons.append(Reason(name, f"file name does not match shard {run.header.shard}"))
    every = list(runs.values())
    texts = {DEVICE: device_text(every[0].header), SUITE: suite_text(every)}
    if are_known(every):
        texts[KERNELS] = kernels_text(every)
    for name, text in texts.items():
        if (folder / name).is_file() and not holds(folder / name, text.encode()):
            reasons.append(Reason(name, "differs from the journals"))
    return reasons


def examine(folder: Path, demand: Demand, signers: Path | None = None) -> Findings:
    """Finds all reasons against a package in a folder. `signers`: the allowed signers; None: no signature required."""
    there = tree_of(folder)
    paths = {name: path for name, path in there.files.items() if name.rpartition("/")[0] == JOURNALS and path.is_file()}
    signature = check_signature(folder, signers)
    reasons = check_sums(folder, there) + signature.reasons + _strays(folder, there, paths)
    runs = _read(paths, reasons)
    waivers = _read_waivers(folder, reasons)
    if runs:
        reasons += _statements(folder, runs)
    found = check(runs, waivers, demand)
    statement = folder / STATEMENT
    is_blank = statement.is_file() and holds(statement, STATEMENT_TEMPLATE.encode())
    remarks = [Reason(STATEMENT, "not filled in")] if is_blank else []
    return Findings([*reasons, *found.reasons], found.waived, (*remarks, *signature.remarks), signature.signer)


def verify(package: Path, demand: Demand, signers: Path | None = None) -> Findings:
    """Examines a folder or an archive."""
    if package.is_dir():
        return examine(package, demand, signers)
    # A damaged archive is not unpacked, because its content cannot be trusted.
    reasons = archive.check_seal(package)
    if reasons:
        return Findings(reasons, [])
    with tempfile.TemporaryDirectory(prefix="classay-verify-") as scratch:
        folder = Path(scratch) / "package"
        folder.mkdir()
        reasons = archive.unpack(package, folder)
        found = examine(folder, demand, signers)
    return replace(found, reasons=[*reasons, *found.reasons])
