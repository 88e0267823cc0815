"""`classay run --device all`: a run per device, all at once, on two devices of PoCL.

Possible faults: a device has no run, or two devices share a folder. Results of one device appear under the name of
another. The exit code is that of the last device and not the worst. An interrupt leaves a worker behind, or the second call
begins anew. Lines of two runs are mixed. The runs compete with as many judging threads each as the machine has cores.
"""

import os
import re
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from run_testing import CLASSAY, Done, read_journal

DEVICES = ("pocl-0-0", "pocl-0-1")
SIN = "clc/math/sin/f32/default"


class AllDevicesTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="classay-all-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.out = self.folder / "out"
        self.variables = {**os.environ, "POCL_DEVICES": "basic pthread"}

    def run_all(self, *words: str, device: str = "all") -> Done:
        command = [CLASSAY, "run", "--device", device, "--tier", "smoke", "--out", str(self.out), *words]
        return subprocess.run(command, env=self.variables, capture_output=True, text=True, check=False)

    def summary(self, done: Done) -> dict[str, str]:
        lines = done.stdout[done.stdout.index("Devices\n") :].splitlines()[1:]
        return {line.split()[0]: line.split()[1] for line in lines if line.startswith("  ")}

    def test_each_device_has_its_run_and_the_worst_exit_code_counts(self) -> None:
        done = self.run_all(f"{SIN}/v[12]", "--junit", str(self.folder / "all.xml"))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertEqual(self.summary(done), dict.fromkeys(DEVICES, "1"))
        kinds = []
        for name in DEVICES:
            header = read_journal(self.out / name)[0]
            self.assertEqual((header["label"], header["device"]["address"]), (name, name[-3:].replace("-", ":")))
            kinds.append(header["device"]["name"].split("-")[0])
        self.assertIn(kinds, (["basic", "pthread"], ["cpu", "cpu"]))  # of PoCL 3.1 and 6.0
        self.assertEqual((self.folder / "all.xml").read_text().count("<testsuite "), 2)

    def test_every_line_names_its_run(self) -> None:
        done = self.run_all(f"{SIN}/v1")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        middle = done.stdout[: done.stdout.index("\nDevices\n")].splitlines()
        for line in (line for line in middle if line):
            self.assertRegex(line, r"^pocl-0-[01]  ")
        for name in DEVICES:
            self.assertRegex(done.stdout, rf"(?m)^{name}  pass +{SIN}/v1 ")

    def test_devices_share_the_cores(self) -> None:
        def threads(listed: Done) -> set[str]:
            return set(re.findall(r"CLASSAY_JUDGING_THREADS=\d+", listed.stdout))

        share = max(1, len(os.sched_getaffinity(0)) // len(DEVICES))
        listed = self.run_all(f"{SIN}/v1", "--dry-run")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        self.assertEqual(threads(listed), {f"CLASSAY_JUDGING_THREADS={share}"})
        self.assertFalse(self.out.exists())
        self.variables["CLASSAY_JUDGING_THREADS"] = "3"
        self.assertEqual(threads(self.run_all(f"{SIN}/v1", "--dry-run")), set())
        self.variables["CLASSAY_JUDGING_THREADS"] = "four"
        refused = self.run_all(f"{SIN}/v1", "--dry-run")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("CLASSAY_JUDGING_THREADS: 'four' is not a number of threads; write a number from 1 on", refused.stderr)

    def test_an_interrupt_stops_all_and_the_same_command_continues(self) -> None:
        words = ["clc/math/{sin,cos,tan,exp,log,atan}/f32/default/v*", "--jobs", "1"]
        command = [CLASSAY, "run", "--device", "all", "--tier", "smoke", "--out", str(self.out), *words]
        with subprocess.Popen(
            command, env=self.variables, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None and process.stderr is not None
            seen: set[str] = set()
            while len(seen) < len(DEVICES):
                seen |= set(re.findall(r"^(pocl-0-[01])  (?:pass|fail) ", process.stdout.readline()))
            process.send_signal(signal.SIGINT)
            said, errors = process.communicate()
        self.assertEqual(process.returncode, 130, said + errors)
        self.assertRegex(errors, r"continue with the same command: classay run --filter '.*' .*--device all --out ")
        before = {name: (self.out / name / "journal.jsonl").read_bytes() for name in DEVICES}
        other = self.run_all("clc/math/sin/*")
        self.assertEqual(other.returncode, 2)
        self.assertIn("contains a run with different options", other.stderr)
        done = self.run_all(*words)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        for name in DEVICES:
            self.assertTrue((self.out / name / "journal.jsonl").read_bytes().startswith(before[name]))
            lines = read_journal(self.out / name)
            cases = [line["case"] for line in lines if line["kind"] == "result"]
            self.assertEqual((len(cases), len(set(cases)), lines[-1]["kind"]), (36, 36, "end"))

    def test_options_of_one_run_are_refused(self) -> None:
        for words, message in (
            (("--json",), "--json cannot be used with --device all"),
            (("--label", "x"), "--label cannot be used with --device all"),
            (("--dump-kernels", str(self.folder / "k")), "--dump-kernels cannot be used with --device all"),
        ):
            done = self.run_all(f"{SIN}/v1", *words)
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)
        suite = self.folder / "suite.toml"
        suite.write_text('[[run]]\nname = "a"\ndevice = "all"\n')
        done = subprocess.run([CLASSAY, "run", str(suite)], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("write a run per device", done.stderr)

    def test_a_back_end_without_devices_is_an_error(self) -> None:
        self.variables["CLASSAY_LEVEL_ZERO"] = "/nowhere.so"
        done = self.run_all(f"{SIN}/v1", device="ze:all")
        self.assertEqual(done.returncode, 5, done.stdout + done.stderr)
        self.assertFalse(self.out.exists())


if __name__ == "__main__":
    unittest.main()
