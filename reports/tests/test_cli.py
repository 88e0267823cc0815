"""The command line as a person types it."""

import importlib
import re
from pathlib import Path

import pytest
from classay_report import __version__, cli


def test_every_command_is_a_module_that_can_be_asked() -> None:
    for command in cli.COMMANDS:
        module = importlib.import_module(command.module)
        assert callable(module.register) and callable(module.run)


@pytest.mark.parametrize("words", [[], ["no-such-command"], ["--no-such-option"]])
def test_wrong_use_ends_with_code_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(words)
    assert ended.value.code == 2
    assert "usage" in capsys.readouterr().err


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert all(re.search(rf"^ +{command.name} ", said, re.MULTILINE) for command in cli.COMMANDS)


def test_the_version_is_that_of_the_package_and_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["--version"])
    assert __version__ in capsys.readouterr().out
    tree = Path(__file__).parents[2]
    assert f'version = "{__version__}"' in (tree / "reports/pyproject.toml").read_text()
    assert f"VERSION {__version__}" in (tree / "CMakeLists.txt").read_text()
