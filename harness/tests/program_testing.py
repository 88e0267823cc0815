"""The program under test: CLASSAY in the environment, or that of the dev build."""

import json
import os
import subprocess
import sys
import unittest

CLASSAY = os.environ.get("CLASSAY", "build/dev/classay")


def run(*words, stdin="", env=None):
    return subprocess.run(
        [CLASSAY, *words],
        input=stdin,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="surrogateescape",
        timeout=600,
        env={**os.environ, **(env or {})},
    )


def answers(*words, stdin=""):
    """The JSON objects of a command that succeeds or judges something wrong."""
    done = run(*words, "--json", stdin=stdin)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main():
    print("testing", CLASSAY, file=sys.stderr)
    unittest.main()
