"""The folder of a package, and whether one is what it should be.

SHA256SUMS                  all other files; `sha256sum -c` reads it
SHA256SUMS.sig              only where the package was signed: the signature of that list
device.json, suite.json     who was asked, and by which build of the suite, as the journals say
kernels.json                hashes of the kernels: of journals that lack them, where they were kept (`run --dump-kernels`)
statement.txt               who hands this in, and what for: to be filled in before packing
waivers.txt                 only where the standard's body has waived something
journals/1-of-2.jsonl ...   of every shard, to the byte
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
Statement of who hands this package in

Organisation:
Person and address:
Device, as it is sold:
Driver, as it is distributed:
Specification and profile that conformance is claimed for:
Other devices and drivers that the claim is meant for, and why they behave alike:
Changes of clocks, environment or settings while the runs were made:

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
    """The files of a package, of whatever journals: whether they are evidence is for `examine`. Says what speaks against the
    kernels that were kept, which are not packed."""
    given = [journal_file(path).absolute() for path in journals]
    twice = next((file for file in given if given.count(file) > 1), None)
    if twice:
        raise UsageError(f"{twice}: is given twice")
    reasons: list[Reason] = []
    runs = _read({str(file): file for file in given}, reasons)
    if reasons:
        raise ReportError("; ".join(map(str, reasons)))
    (folder / JOURNALS).mkdir(parents=True)
    for run in runs.values():
        index, of = shard_of(run.header.shard)
        target = folder / JOURNALS / f"{index}-of-{of}.jsonl"
        if target.exists():
            raise UsageError(f"{run.file}: there are two journals of shard {index}/{of}")
        if run.file.suffix == ".gz":
            raise UsageError(f"{run.file}: unpack it first: what is handed in is the journal as it was written")
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
    """All files that are neither read as journals nor known by their names."""
    known = {SUMS, SIGNATURE, DEVICE, SUITE, KERNELS, STATEMENT, WAIVERS}
    strays = [name for name in found.files if name not in known and name not in journals]
    wanted = known - {WAIVERS, SUMS, SIGNATURE}
    return [Reason(name, "does not belong into a package") for name in strays] + [
        Reason(name, "is missing") for name in sorted(wanted) if not (folder / name).is_file()
    ]


def _statements(folder: Path, runs: Mapping[str, Run]) -> list[Reason]:
    """Names of journals and what is said beside them, written again from the journals."""
    reasons = []
    for name, run in runs.items():
        if name != f"{JOURNALS}/{run.header.shard.replace('/', '-of-')}.jsonl":
            reasons.append(Reason(name, f"is named otherwise than its shard, {run.header.shard}"))
    every = list(runs.values())
    texts = {DEVICE: device_text(every[0].header), SUITE: suite_text(every)}
    if are_known(every):
        texts[KERNELS] = kernels_text(every)
    for name, text in texts.items():
        if (folder / name).is_file() and not holds(folder / name, text.encode()):
            reasons.append(Reason(name, "does not say what the journals say"))
    return reasons


def examine(folder: Path, demand: Demand, signers: Path | None = None) -> Findings:
    """All that speaks against a package in a folder. `signers`: who has to have signed it."""
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
    remarks = [Reason(STATEMENT, "is not filled in")] if is_blank else []
    return Findings([*reasons, *found.reasons], found.waived, (*remarks, *signature.remarks), signature.signer)


def verify(package: Path, demand: Demand, signers: Path | None = None) -> Findings:
    """Of a folder or an archive."""
    if package.is_dir():
        return examine(package, demand, signers)
    # What was damaged is not unpacked: nothing that it holds could be believed.
    reasons = archive.check_seal(package)
    if reasons:
        return Findings(reasons, [])
    with tempfile.TemporaryDirectory(prefix="classay-verify-") as scratch:
        folder = Path(scratch) / "package"
        folder.mkdir()
        reasons = archive.unpack(package, folder)
        found = examine(folder, demand, signers)
    return replace(found, reasons=[*reasons, *found.reasons])
