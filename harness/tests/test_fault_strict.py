"""A driver that refuses every launch that the text of OpenCL 1.2 calls an error: each kind of kernel and of probe runs on it
once. No case ends with resource-error or harness-error, and none is lost."""

import subprocess
import unittest

from fault_driver import CLASSAY, Driver, FaultTest, lines_of
from test_faults_elsewhere import intel

STRICT = "clEnqueueNDRangeKernel:1+:strict"

# One of each kind of kernel: inputs by a table, as literals and in runs, one and two results, vectors of three, pointers to
# other memory, results of a vector, results of different types, and kernels in the build modes.
TABLE = (
    "{}/math/{{fabs,frexp,nan,remquo}}/f32/default/v3",
    "{}/math/fmin/f32/default/v1",
    "{}/math/sqrt/f32/ftz/v4",
    "{}/half/half_exp/f32/default/v1",
    "{}/native/native_exp/f32/default/v2",
    "{}/common/mix/f32/default/v4",
    "{}/integer/{{add_sat,upsample}}/u16/default/v2",
    "{}/integer/*dot*/u8/default/v4",
    "{}/geometric/{{dot,cross}}/f32/default/v{{3,4}}",
    "{}/relational/{{isless,select,any}}/*32/default/v2",
    "{}/conversion/convert_uchar_sat_rte/f32/default/v8",
    "{}/memory/{{vload_half,vstorea_half}}/f32/default/v3",
    "{}/operator/{{add,less}}/{{i32,f32}}/default/v4",
    "{}/shuffle/shuffle2/u8/default/v4",
)
# PoCL 3.1 ends the process in these (data/drivers/pocl-3.1).
CRASHES = {"work-group", "work-group-arithmetic", "sub-group", "image-1d-buffer"}
# PoCL 6.0 in these (data/drivers/pocl-6.0).
CRASHES |= {"sub-group-shuffle"}
ALLOWED = {"pass", "quality-warning", "fail", "unsupported", "skip"}


def one_of_each_group(language: str) -> list[str]:
    """A case of each group of probes, such as clc/misc/printf. Vectors of two elements where there are any."""
    told = subprocess.run([CLASSAY, "list", f"{language}/misc/*"], capture_output=True, text=True, check=True).stdout
    groups: dict[str, list[str]] = {}
    for case in told.split():
        groups.setdefault(case.split("/")[2], []).append(case)
    return [next((c for c in cases if "/u32/" in c or "/i32/" in c), cases[0]) for cases in groups.values()]


class StrictTest(FaultTest):
    language = "clc"
    crashes = CRASHES
    extra: tuple[str, ...] = ()

    def test_each_kind_of_kernel_is_launched_by_the_text(self) -> None:
        probes = one_of_each_group(self.language)
        self.assertGreater(len(probes), 30)
        selection = probes + [glob.format(self.language) for glob in TABLE] + list(self.extra)
        out = self.folder / "out"
        log = self.folder / "log"
        self.classay(
            *("run", "--tier", "smoke", "--whole", "--modes", "default,ftz", "--jobs", "2", "--out", str(out)),
            *selection,
            CLASSAY_FAULT=STRICT,
            CLASSAY_FAULT_LOG=str(log),
        )
        results = [line for line in lines_of((out / "journal.jsonl").read_text()) if line["kind"] == "result"]
        wrong = [(r["case"], r["verdict"], r["reason"]) for r in results if r["verdict"] not in ALLOWED]
        self.assertEqual([w for w in wrong if w[1] != "crash" or w[0].split("/")[2] not in self.crashes], [])
        self.assertTrue({case.split("/")[2] for case in probes} <= {r["case"].split("/")[2] for r in results})
        self.assertGreater(len(results), len(probes) + 20)
        launches = [line for line in log.read_text().splitlines() if line.endswith(STRICT)]
        self.assertGreater(len(launches), len(results))


class StrictSpirvTest(StrictTest):
    language = "il"
    crashes = {"sub-group-ballot"}  # of OpenCL C (data/drivers/intel-cpu-2026.2)
    extra = ("clc/misc/{work-group,sub-group}*/u32/*",)

    @staticmethod
    def find_driver() -> Driver:
        return intel()


if __name__ == "__main__":
    unittest.main()
