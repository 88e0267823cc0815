"""Tests signed packages: --signers accepts only packages of these signers, with no byte changed."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from classay_report.cli import main
from classay_report.evidence import signature
from classay_report.evidence.checks import Demand
from classay_report.evidence.package import examine
from classay_report.evidence.sums import SIGNATURE, SUMS
from handed_in import list_again, shards

pytestmark = pytest.mark.skipif(not signature.is_there(), reason="ssh-keygen is missing (Debian: openssh-client)")


def key(folder: Path, name: str, kind: str = "ed25519") -> Path:
    file = folder / name
    subprocess.run(["ssh-keygen", "-q", "-t", kind, "-N", "", "-C", "", "-f", str(file)], check=True)
    return file


def signers(folder: Path, **names: Path) -> str:
    file = folder / f"signers-{'-'.join(names)}"
    file.write_text("".join(f"{name} {key.with_suffix('.pub').read_text()}" for name, key in names.items()))
    return str(file)


@pytest.fixture
def signed(tmp_path: Path) -> tuple[Path, Path]:
    """A package and the key that signed it."""
    lab = key(tmp_path, "lab")
    assert main(["pack", str(tmp_path / "package"), *shards(tmp_path), "--sign", str(lab)]) == 0
    return tmp_path / "package", lab


def test_a_signed_package_is_verified_as_a_folder_and_as_an_archive(
    signed: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package, lab = signed
    other = key(tmp_path, "other")
    for place in (package, package.with_name("package.tar.gz")):
        assert main(["verify", str(place), "--signers", signers(tmp_path, somebody=other, lab=lab)]) == 0
        assert "verified, for tier certify, signed by lab\n" in capsys.readouterr().out
    subprocess.run(["sha256sum", "--check", "--quiet", "--strict", SUMS], cwd=package, check=True)
    # Without --signers the output mentions that the signer was not checked.
    assert main(["verify", str(package)]) == 0
    assert f"{SIGNATURE}: valid, but the signer was not checked" in capsys.readouterr().out


def test_what_is_unsigned_is_refused_where_a_signer_is_demanded(packed: Path, tmp_path: Path) -> None:
    allowed = signers(tmp_path, lab=key(tmp_path, "lab"))
    for place in (packed, packed.with_name("package.tar.gz")):
        assert main(["verify", str(place)]) == 0
        assert main(["verify", str(place), "--signers", allowed]) == 1


def sign_again(folder: Path, with_key: Path, namespace: str) -> None:
    (folder / SIGNATURE).unlink()
    subprocess.run(["ssh-keygen", "-q", "-Y", "sign", "-f", str(with_key), "-n", namespace, str(folder / SUMS)], check=True)


FORGED: dict[str, Callable[[Path, Path, Path], object]] = {
    "by a different key": lambda folder, _, other: sign_again(folder, other, signature.NAMESPACE),
    "of something else": lambda folder, lab, _: sign_again(folder, lab, "git"),
    "taken away": lambda folder, *_: (folder / SIGNATURE).unlink(),
    "empty": lambda folder, *_: (folder / SIGNATURE).write_text(""),
    "a folder": lambda folder, *_: ((folder / SIGNATURE).unlink(), (folder / SIGNATURE).mkdir()),
    "a link": lambda folder, *_: (
        shutil.move(folder / SIGNATURE, folder.parent / "s"),
        (folder / SIGNATURE).symlink_to("../s"),
    ),
    "of another list": lambda folder, *_: (
        (folder / "statement.txt").write_text("I have signed nothing of this."),
        list_again(folder),
    ),
}


@pytest.mark.parametrize("how", FORGED)
def test_a_forged_signature_is_refused(how: str, signed: tuple[Path, Path], tmp_path: Path) -> None:
    package, lab = signed
    FORGED[how](package, lab, key(tmp_path, "other"))
    assert main(["verify", str(package), "--signers", signers(tmp_path, lab=lab)]) == 1


def test_no_byte_of_a_signature_is_without_consequence(signed: tuple[Path, Path]) -> None:
    """Whether or not a signer is required."""
    package, _ = signed
    whole = (package / SIGNATURE).read_bytes()
    assert not examine(package, Demand()).reasons
    for at in range(0, len(whole), 3):
        (package / SIGNATURE).write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert examine(package, Demand()).reasons, at
    for changed in (whole + b"\n", whole[:-1], whole.replace(b"\n", b"\r\n"), b" " + whole):
        (package / SIGNATURE).write_bytes(changed)
        assert examine(package, Demand()).reasons


def test_a_key_or_a_list_that_can_not_be_used_is_told(
    signed: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package, _ = signed
    runs = [str(tmp_path / "run1"), str(tmp_path / "run2")]
    (tmp_path / "nokey").write_text("no key")
    for word, code in ((tmp_path / "nokey", 4), (tmp_path / "nothing", 2), (tmp_path, 4)):
        assert main(["pack", str(tmp_path / "other"), *runs, "--sign", str(word)]) == code
        assert str(word) in capsys.readouterr().err and not (tmp_path / "other").exists()
    assert main(["verify", str(package), "--signers", str(tmp_path / "nothing")]) == 2
    assert main(["verify", str(package), "--signers", str(tmp_path / "nokey")]) == 1


def test_without_ssh_keygen_nothing_is_claimed(
    signed: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    package, lab = signed
    allowed = signers(tmp_path, lab=lab)
    monkeypatch.setattr(signature, "is_there", lambda: False)
    assert main(["verify", str(package), "--signers", allowed]) == 2
    assert main(["verify", str(package)]) == 0
    assert "not checked" in capsys.readouterr().out
