"""data/planted/README.md, from the outcome of each injected defect in each tier."""

import math
import textwrap
from collections.abc import Iterable, Sequence
from typing import Any

TIERS = ("smoke", "quick", "full", "certify")

Plant = dict[str, Any]
Outcomes = dict[str, dict[str, Any]]  # by tier

INTRODUCTION = """# Detection of injected defects

*This page is written by `scripts/detection.py`. Do not edit it.*

`data/planted` describes {defects} builtins that are wrong on purpose, and {oddities} that deviate in a way that the
specifications allow. `classay run --inject NAME` inserts one of them into the programs of a real device. The cases that
could show a defect run with it and without it:

- *Detected*: a verdict got worse because of a result that is right without the defect.
- *Missed*: no verdict got worse. A defect that changes no result counts as missed.
- An allowed deviation has to change results and to pass.

To list the defects, run one, and write this page:

    classay list --defects
    classay run --inject remquo-bit-six 'clc/math/remquo/f32/default/v1' --tier smoke
    scripts/detection.py --tiers smoke,full --keep build/planted --page data/planted/README.md

CI runs a fifth of the defects in tier smoke each day (`--fifth today`). The journal and the driver version of a run
with a defect name it; baselines, reports and merges refuse such a run.

## Inject a defect into another program

The layer `classay_plant.so` inserts defects into any OpenCL program. It needs an ICD loader with layers: ocl-icd 2.3 or
later, or Khronos's.

    classay list --defects --json remquo-bit-six | jq -r .file > defect
    OPENCL_LAYERS=$PWD/build/release/classay_plant.so CLASSAY_PLANT=defect some-other-program

Each call of the builtin then uses the wrong one. Operators are replaced only where the program writes them as classay's
kernels do (`r = x / y;`). SPIR-V modules are changed word by word.
"""


def share_of(plant: Plant) -> float | None:
    """2^-32 or 1/40, as a number."""
    text: str = plant["share"] or ""
    if not text:
        return None
    if text.startswith("2^"):
        return float(2.0 ** int(text[2:]))
    top, _, bottom = text.partition("/")
    return float(top) / float(bottom or 1)


def is_of_launches(plant: Plant) -> bool:
    return str(plant["class"]) == "rare"


def one_in(number: float) -> str:
    """In words that can be read: one in 680,000, one in 10^24."""
    if number >= 1e12:
        return f"one in 10^{math.log10(number):.0f}"
    digits = max(0, math.floor(math.log10(number)) - 1)
    return f"one in {round(number, -digits):,.0f}"


def how_many(plant: Plant) -> str:
    """Of how many one is wrong: one in 2^32, one launch in 40."""
    text = str(plant["share"]).replace("2^-", "2^").removeprefix("1/")
    return f"one launch in {text}" if is_of_launches(plant) else f"one in {text}"


def chance(share: float, inputs: int | str) -> str:
    """The probability that a random sample of this size has a wrong input; "all": every input is tested."""
    if inputs == "all":
        return "certain"
    seen = -math.expm1(int(inputs) * math.log1p(-share)) if share < 1 else 1.0
    if seen > 0.995:
        return "almost certain"
    return f"{100 * seen:.0f} %" if seen >= 0.01 else one_in(1 / seen)


def caught_in(outcomes: Outcomes) -> str | None:
    """The smallest tier that caught it."""
    return next((tier for tier in TIERS if outcomes.get(tier, {}).get("status") == "caught"), None)


def statuses(outcomes: Outcomes) -> set[str]:
    return {outcome["status"] for outcome in outcomes.values()}


def is_asked(outcomes: Outcomes) -> bool:
    return bool(statuses(outcomes) - {"not asked", "broken"})


def applies(outcomes: Outcomes) -> bool:
    """False where the device cannot have the plant; true where a run ended without an outcome, by a harness-error say."""
    return any(set(o["verdicts"]) != {"unsupported"} for o in outcomes.values())


def not_run_in(tier: str, defects: Sequence[Plant], outcomes: dict[str, Outcomes]) -> int:
    """How many defects no smaller tier detects and this one did not run."""
    return sum(caught_in(outcomes[p["name"]]) is None and tier not in outcomes[p["name"]] for p in defects)


def why_missed(outcomes: Outcomes) -> str:
    tier = next(tier for tier in reversed(TIERS) if tier in outcomes)
    last = outcomes[tier]
    if last["why"]:
        return str(last["why"])
    if last["status"] == "missed":
        return f"{tier} runs into it; verdict {'/'.join(sorted(set(last['verdicts'])))}"
    return f"no input of {tier} shows it"


def row(cells: Iterable[object]) -> str:
    return "| " + " | ".join(str(c) for c in cells) + " |\n"


def by_class(plants: Sequence[Plant], outcomes: dict[str, Outcomes], tiers: Sequence[str]) -> str:
    text = row(["class", "defects", *(f"detected by {t}" for t in tiers), "missed", "detected"])
    text += row(["---"] * (len(tiers) + 4))
    classes = sorted({p["class"] for p in plants})
    for name in [*classes, "all"]:
        members = [p for p in plants if name in (p["class"], "all")]
        first = [caught_in(outcomes[p["name"]]) for p in members]
        cumulated = [sum(f is not None and TIERS.index(f) <= TIERS.index(t) for f in first) for t in tiers]
        share = 100 * cumulated[-1] / len(members)
        text += row(
            [
                name if name == "all" else f"`{name}`",
                len(members),
                *cumulated,
                len(members) - cumulated[-1],
                f"{share:.0f} %",
            ]
        )
    return text


def curve_text(curve: dict[str, Any]) -> str:
    """`curve`: from scripts/detection_curve.py."""
    text = paragraph(
        f"A run of tier {curve['tier']} with {curve['jobs']} worker processes, an empty cache and a large time budget took "
        f"{curve['seconds']:.0f} s. "
        f"It has cases that show {curve['defects']} of the defects. A defect is found when the first case that shows it, at "
        "any width, has its result. So many were found in time:"
    )
    rows = [(f"{float(s):.0f} s", share) for s, share in curve["shares"].items()] + [(f"{curve['seconds']:.0f} s", 1.0)]
    text += "\n" + row(name for name, _ in rows) + row("---" for _ in rows)
    return text + row(f"{100 * share:.0f} %" for _, share in rows)


NARROW_KINDS = {
    "interval": "an interval of 2^-12 of a binade, between 2^-4 and 2^4",
    "binade": "one binade of one argument",
    "lanes": "two neighbouring lanes of at least 2^16",
}


def narrow_text(rows: Sequence[dict[str, Any]]) -> str:
    """`rows`: the lines of tools/narrow_errors.cpp."""
    text = "\n## Narrow errors\n\n" + paragraph(
        "An error may be wrong in a narrow place only. The table has the probability that an input of a tier reaches such "
        "a place. `narrow_errors` makes the plan of each tier, without constants, and counts the places that have an input; "
        "every place is equally likely."
    )
    text += "\n" + row(["wrong results only in", "builtin", *TIERS]) + row(["---"] * (len(TIERS) + 2))
    for line in rows:
        widths = "" if line["widths"] == "all" else f", {line['widths']}"
        shares = [percent(line["shares"][tier]) for tier in TIERS]
        text += row([NARROW_KINDS[line["kind"]], f"`{line['builtin']}` {line['format']}{widths}", *shares])
    return text


def percent(share: float) -> str:
    """100 % only if nothing is missing."""
    if share >= 1:
        return "100 %"
    return f"{min(100 * share, 99.9):.1f} %" if share >= 0.001 else "0 %" if share == 0 else "< 0.1 %"


def page(
    plants: Sequence[Plant],
    outcomes: dict[str, Outcomes],
    device: str,
    made: str = "",
    curve: dict[str, Any] | None = None,
    narrow: Sequence[dict[str, Any]] = (),
) -> str:
    """`outcomes` has the plants that were run. `made`: date and version of classay. `curve`: as in curve_text. `narrow`: as
    in narrow_text."""
    told = [p for p in plants if p["name"] in outcomes]
    asked = [p for p in told if is_asked(outcomes[p["name"]])]
    defects = [p for p in asked if p["verdict"] != "pass"]
    oddities = [p for p in asked if p["verdict"] == "pass"]
    tiers = [t for t in TIERS if any(t in outcomes[p["name"]] for p in told)]
    total = [p["verdict"] != "pass" for p in plants]
    text = INTRODUCTION.format(defects=sum(total), oddities=len(total) - sum(total))
    text += f"\n## Results on {device}\n\n"
    failed = [p for p in told if p not in asked and applies(outcomes[p["name"]])]
    unfit = [p for p in told if p not in asked and p not in failed]
    text += paragraph(
        f"{len(asked)} of {len(plants)} defects and deviations were run{made and ', ' + made}. "
        f"{len(plants) - len(told)} were not run, {len(unfit)} do not apply to this device, "
        f"and {len(failed)} had no outcome. "
        "A defect that a tier detects is not run in larger tiers, which are counted as detecting it."
    )
    text += "\n" + by_class(defects, outcomes, tiers) if defects else ""
    text += due_text(defects, outcomes, tiers)
    text += oddities_text(oddities, outcomes)
    text += "\n## Over time\n\n" + curve_text(curve) if curve else ""
    text += missed_text(defects, outcomes, tiers)
    text += narrow_text(narrow) if narrow else ""
    text += unasked_text("Runs without an outcome", failed, outcomes)
    text += unasked_text("Not applicable to this device", unfit, outcomes)
    return text


def paragraph(text: str, *, hanging: str = "") -> str:
    return (
        "\n".join(textwrap.wrap(text, 118, subsequent_indent=hanging, break_on_hyphens=False, break_long_words=False)) + "\n"
    )


def due_text(defects: Sequence[Plant], outcomes: dict[str, Outcomes], tiers: Sequence[str]) -> str:
    """Counts of the defects that a tier should detect, by the entries of the corpus."""
    text = ""
    for tier in tiers:
        due = [p for p in defects if TIERS.index(p["tier"]) <= TIERS.index(tier)]
        first = [caught_in(outcomes[p["name"]]) for p in due]
        caught = sum(f is not None and TIERS.index(f) <= TIERS.index(tier) for f in first)
        text += f"- Tier {tier} should detect {len(due)} of them, by their entries, and detects {caught}."
        text += f" {not_run_in(tier, due, outcomes)} were not run in it.\n"
    return "\n" + text if text else ""


def oddities_text(oddities: Sequence[Plant], outcomes: dict[str, Outcomes]) -> str:
    if not oddities:
        return ""
    passed = [p for p in oddities if statuses(outcomes[p["name"]]) <= {"passed"}]
    text = f"- {len(passed)} of {len(oddities)} allowed deviations pass.\n"
    for p in oddities:
        if p not in passed:
            what = next(iter(outcomes[p["name"]].values()))
            text += paragraph(f"- {p['name']} ({p['wrong']}): {what['status']}; {what['why']}", hanging="  ")
    return text


def missed_text(defects: Sequence[Plant], outcomes: dict[str, Outcomes], tiers: Sequence[str]) -> str:
    missed = [p for p in defects if caught_in(outcomes[p["name"]]) is None]
    if not missed:
        return "\nNo defect was missed.\n"
    text = "\n## Missed defects\n\n"
    text += paragraph(
        f"{not_run_in(tiers[-1], missed, outcomes)} of these {len(missed)} were not run in tier {tiers[-1]}. "
        "Most of them are wrong at one input of 2^32 or more. The probability that a tier detects such a defect is "
        'calculated from the number of its random inputs; "certain": the tier tests every input.'
    )
    text += "\n"
    for p in missed:
        item = f"- `{p['name']}`: {p['wrong']}. "
        share = share_of(p)
        if share is not None and not is_of_launches(p):
            chances = ", ".join(f"{tier} {chance(share, p['inputs'][tier])}" for tier in TIERS)
            item += f"Wrong: {how_many(p)}. Probability: {chances}. "
        text += paragraph(item + f"In this run, {why_missed(outcomes[p['name']])}.", hanging="  ")
    return text


def unasked_text(heading: str, plants: Sequence[Plant], outcomes: dict[str, Outcomes]) -> str:
    """Names of plants without a detected or missed result, by reason."""
    reasons: dict[str, list[str]] = {}
    for p in plants:
        why = next((o["why"] for o in outcomes[p["name"]].values()), "")
        reasons.setdefault(why, []).append(p["name"])
    text = f"\n## {heading}\n\n" if reasons else ""
    for why, names in reasons.items():
        text += paragraph(f"- {why or 'no reason given'}: " + ", ".join(f"`{name}`" for name in names) + ".", hanging="  ")
    return text
