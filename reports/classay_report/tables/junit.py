"""`classay-report junit`: writes verdicts as JUnit XML, for CI systems.

A unit is a class, a width is a test. Only passes look like passes: skip, unsupported and xfail are skipped; fail and flake
are failures. Everything that prevented a verdict is an error, and so is a case that never ran.
"""

import argparse
from xml.etree import ElementTree as Xml

from classay_report import exit_code
from classay_report.arguments import Parser
from classay_report.journal import Result, Run, Verdict, read_run
from classay_report.journal.missing import nameless_text
from classay_report.tables.output import register_runs_and_out, write
from classay_report.visible import visible, visible_lines

_SKIPPED = frozenset((Verdict.SKIP, Verdict.UNSUPPORTED, Verdict.XFAIL))
_FAILURES = frozenset((Verdict.FAIL, Verdict.FLAKE))
_PASSED = frozenset((Verdict.PASS, Verdict.QUALITY_WARNING))


def _make_visible(tree: Xml.Element) -> None:
    """Makes all texts visible: XML 1.0 forbids most control characters (2.2, Char), and viewers may act on the rest."""
    for element in tree.iter():
        element.text = visible_lines(element.text) if element.text else None
        for name, value in element.items():
            element.set(name, visible(value))


def _outcome(verdict: Verdict) -> str:
    if verdict in _PASSED:
        return ""
    if verdict in _SKIPPED:
        return "skipped"
    return "failure" if verdict in _FAILURES else "error"


def _details(result: Result) -> str:
    lines = [result.repro]
    if result.max_ulp:
        error, limit = result.max_error, result.limit.text if result.limit else ""
        lines.append(f"largest error {error!r} ulp at {' '.join(result.max_ulp.inputs)}, limit {limit}")
    return "\n".join(line for line in [*lines, result.log] if line)


def _test(result: Result) -> Xml.Element:
    seconds = result.seconds.get("total", 0.0)
    test = Xml.Element(
        "testcase", classname=result.case.unit.replace("/", "."), name=result.case.width, time=f"{seconds:.6f}"
    )
    outcome = _outcome(result.verdict)
    if outcome:
        message = f"{result.verdict}: {result.reason}" if result.reason else result.verdict.value
        element = Xml.SubElement(test, outcome, message=message, type=result.verdict.value)
        element.text = _details(result) if outcome != "skipped" else None
    elif result.verdict is Verdict.QUALITY_WARNING:
        Xml.SubElement(test, "system-out").text = f"quality-warning: {result.reason}"
    elif result.clock:
        Xml.SubElement(test, "system-out").text = result.clock
    return test


def _error(name: str, message: str) -> Xml.Element:
    """Returns a failing test that stands for the run itself."""
    test = Xml.Element("testcase", classname="classay", name=name, time="0")
    Xml.SubElement(test, "error", message=message, type="missing")
    return test


def suite_of(run: Run) -> Xml.Element:
    header = run.header
    tests = [_test(result) for result in run.results.values()]
    if run.end is None:
        tests.append(_error("the run has ended", "the run was cut off: cases that it did not reach are not in this file"))
    elif run.nameless:
        tests.append(_error("every case has a result", nameless_text(run.nameless, has_ended=True)))

    label = f"{header.label} " if header.label else ""
    partial = f", partial: {header.covers}" if header.covers else ""

    def count(outcome: str) -> str:
        return str(sum(test.find(outcome) is not None for test in tests))

    suite = Xml.Element(
        "testsuite",
        name=f"classay {label}{header.tier} {header.edition} {header.profile} "
        f"shard {header.shard}{partial}: {header.device.name}",
        tests=str(len(tests)),
        failures=count("failure"),
        errors=count("error"),
        skipped=count("skipped"),
        time=f"{sum(r.seconds.get('total', 0.0) for r in run.results.values()):.6f}",
        timestamp=header.start.removesuffix("Z"),
        hostname=str(header.host.get("name", "")),
    )
    properties = Xml.SubElement(suite, "properties")
    identity = {"platform": header.device.platform, "device": header.device.name, "driver": header.device.driver}
    for name, value in {**identity, "suite": header.suite.version, "commit": header.suite.commit}.items():
        Xml.SubElement(properties, "property", name=name, value=value)
    suite.extend(tests)
    _make_visible(suite)
    return suite


def register(parser: Parser) -> None:
    register_runs_and_out(parser)
    exit_code.register(parser)


def run(args: argparse.Namespace) -> int:
    runs = [read_run(path) for path in args.runs]
    suites = Xml.Element("testsuites")
    # A list, because extend() would misreport an error inside a generator as an error of the call.
    suites.extend([suite_of(one) for one in runs])
    Xml.indent(suites)
    write('<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(suites, encoding="unicode") + "\n", args.out)
    return exit_code.code_of(runs, args)
