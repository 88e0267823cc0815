"""Signs a package and checks the signature. It covers the list of checksums, and thereby all files in the list.

ssh-keygen makes and checks signatures, with the keys that people use for ssh and git. The allowed signers are in a file in
the format of ssh-keygen: each line has a name and a public key.
"""

import base64
import binascii
import shutil
import subprocess
from pathlib import Path

from classay_report.errors import ReportError, UsageError
from classay_report.evidence.reason import Reason
from classay_report.evidence.sums import SIGNATURE, SUMS, is_plain
from classay_report.files import open_plain

NAMESPACE = "classay-package"  # ssh-keygen rejects signatures made for a different purpose, such as a commit
_LARGEST = 1 << 16
_BEGIN, _END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
_COLUMNS = 70


class Signature:
    """The outcome of checking the signature of a package."""

    def __init__(self, reasons: list[Reason], remarks: list[Reason], signer: str = "") -> None:
        self.reasons, self.remarks, self.signer = reasons, remarks, signer


def _ssh_keygen(*words: str, message: Path) -> subprocess.CompletedProcess[bytes]:
    with message.open("rb") as content:
        return subprocess.run(["ssh-keygen", "-Y", *words], stdin=content, capture_output=True, check=False)


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    return " ".join(done.stderr.decode("utf-8", "replace").split()) or f"exit code {done.returncode}"


def is_there() -> bool:
    return shutil.which("ssh-keygen") is not None


def sign(folder: Path, key: Path) -> None:
    """`key`: a private key, or a public key whose private key an SSH agent holds."""
    if not is_there():
        raise UsageError("signing needs ssh-keygen (Debian: openssh-client)")
    open_plain(key).close()
    words = ["sign", "-q", "-f", str(key.absolute()), "-n", NAMESPACE, "-"]
    done = _ssh_keygen(*words, message=folder / SUMS)
    if done.returncode != 0:
        raise ReportError(f"{key}: cannot sign the package with this key: {_said(done)}")
    (folder / SIGNATURE).write_bytes(done.stdout)
    trouble = check(folder, None).reasons
    if trouble:
        raise ReportError(f"{key}: the new signature is not valid: {trouble[0]}")


def _is_as_written(text: bytes) -> bool:
    """A signature has exactly one valid text, so that no byte of it can change unnoticed."""
    lines = text.decode("ascii", "replace").split("\n")
    try:
        blob = base64.b64decode("".join(lines[1:-2]), validate=True)
    except binascii.Error:
        return False
    code = base64.b64encode(blob).decode()
    wrapped = [code[at : at + _COLUMNS] for at in range(0, len(code), _COLUMNS)]
    return lines == [_BEGIN, *wrapped, _END, ""]


def check(folder: Path, signers: Path | None) -> Signature:
    """`signers`: the allowed signers; None: no signature is required. An existing signature must always be valid."""
    file = folder / SIGNATURE
    if not file.exists() or not is_plain(folder / SUMS):
        return Signature([Reason(SIGNATURE, "the package is not signed, but --signers requires it")] if signers else [], [])
    if not is_plain(file) or file.stat().st_size > _LARGEST or not _is_as_written(file.read_bytes()):
        return Signature([Reason(SIGNATURE, "not a signature in the format of ssh-keygen")], [])
    if signers:
        return _check_signer(folder, signers)
    if not is_there():
        return Signature([], [Reason(SIGNATURE, "not checked: ssh-keygen is not installed (Debian: openssh-client)")])
    done = _ssh_keygen("check-novalidate", "-n", NAMESPACE, "-s", str(file), message=folder / SUMS)
    if done.returncode != 0:
        return Signature([Reason(SIGNATURE, f"does not match {SUMS}: {_said(done)}")], [])
    return Signature([], [Reason(SIGNATURE, "valid, but the signer was not checked; use --signers")])


def _check_signer(folder: Path, signers: Path) -> Signature:
    if not is_there():
        raise UsageError("--signers needs ssh-keygen (Debian: openssh-client)")
    open_plain(signers).close()
    file, allowed = str(folder / SIGNATURE), str(signers.absolute())
    found = _ssh_keygen("find-principals", "-s", file, "-f", allowed, message=folder / SUMS)
    for name in found.stdout.decode("utf-8", "replace").splitlines() if found.returncode == 0 else ():
        words = ["verify", "-f", allowed, "-I", name, "-n", NAMESPACE, "-s", file]
        if name and _ssh_keygen(*words, message=folder / SUMS).returncode == 0:
            return Signature([], [], name)
    return Signature([Reason(SIGNATURE, f"not made by a signer in {signers}, or does not match {SUMS}")], [])
