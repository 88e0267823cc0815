"""`classay-farm slurm`: submits a run to Slurm without Dask: a planning job, an array of working jobs, a merging job."""

import argparse
import re
import shlex
import subprocess

from classay_report.arguments import Parser
from classay_report.visible import warn

from classay_farm.children import with_its_parent
from classay_farm.commands import options
from classay_farm.plan import read_words

FARM = options.ROOT / "scripts/farm"
_SUBMITTED = re.compile(r"plan ([0-9]+)[^,]*, work ([0-9]+)")  # the first line of the script's output


def register(parser: Parser) -> None:
    options.add_question(parser)
    options.add_attempts(parser)
    parser.device.add_argument(
        "-j",
        "--jobs",
        metavar="N",
        type=options.count,
        default=8,
        help="submit an array of N jobs (default: 8)",
    )
    parser.device.add_argument(
        "--sbatch",
        metavar="OPTIONS",
        default="",
        help="pass these options to sbatch, e.g. --sbatch='--partition=gpu --gres=gpu:1'",
    )
    parser.output.add_argument("--submit", action="store_true", help="submit the jobs")
    parser.output.add_argument(
        "--wait",
        action="store_true",
        help="wait for the last job and return the exit code of the run; Ctrl-C cancels the jobs",
    )


def run(args: argparse.Namespace) -> int:
    read_words(args.words)
    text = script(args)
    if not args.submit:
        print(text, end="")
        return 0
    return submit(text, cancels=args.wait)


def submit(text: str, cancels: bool) -> int:
    """Submits the jobs and returns the exit code. The queue owns the jobs; with `cancels` an interrupt cancels them."""
    with subprocess.Popen(with_its_parent("sh", "-c", text, how="TERM"), stdout=subprocess.PIPE, text=True) as shell:
        jobs: list[str] = []
        try:
            for line in shell.stdout or ():
                print(line, end="", flush=True)
                if found := _SUBMITTED.match(line):
                    jobs += found.groups()
            return shell.wait()
        except KeyboardInterrupt:
            shell.terminate()
            if cancels and jobs:
                subprocess.run(["scancel", *jobs], check=False)
                warn(
                    f"classay-farm: interrupted; jobs {' and '.join(jobs)} are cancelled; repeat the command to run the rest"
                )
            raise


def script(args: argparse.Namespace) -> str:
    """Returns a shell script. An array whose plan failed never starts. The last job always reports missing shards."""
    out = str(args.out.absolute())
    farm = [str(FARM) if FARM.is_file() else "classay-farm"]
    where = ["--classay", args.classay, "--out", out]
    devices = [word for device in args.device for word in ("--device", device)] + ["--all-devices"] * args.all_devices
    question = [*where, "--shards", str(args.shards), "--by", args.by, *devices, "--", *args.words]
    part = f'--part "$SLURM_ARRAY_TASK_ID"/{args.jobs}'
    jobs = {
        "plan": shlex.join([*farm, "plan", *question]),
        "work": f"{shlex.join([*farm, 'work', *where, '--attempts', str(args.attempts)])} {part}",
        "merge": shlex.join([*farm, "merge", *where]),
    }

    def job(name: str, *how: str) -> str:
        log = shlex.quote(f"{out}/slurm-{name}{'-%a' if name == 'work' else ''}.log")
        words = " ".join(["sbatch --parsable", f"--job-name=classay-{name}", f"--output={log}", *how])
        return f"{words} {args.sbatch} --wrap={shlex.quote(jobs[name])}".replace("  ", " ")

    array = [f"--array=1-{args.jobs}", "--requeue", "--kill-on-invalid-dep=yes"]
    return f"""#!/bin/sh
# The run of {out}, as jobs of Slurm. Existing shards are not run again.
set -e
mkdir -p {shlex.quote(out)}
plan=$({job("plan")})
work=$({job("work", *array, '--dependency=afterok:"${plan%%;*}"')})
echo "plan $plan, work $work; see the last line of {out}/slurm-merge.log for the result of the run"
{"exec " * args.wait}{job("merge", *["--wait"] * args.wait, '--dependency=afterany:"${work%%;*}"')}
"""
