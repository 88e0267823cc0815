"""docs/detection.md, from what became of each plant in each tier."""

import math
from collections.abc import Iterable, Sequence
from typing import Any

TIERS = ("smoke", "quick", "full", "certify")

Plant = dict[str, Any]
Outcomes = dict[str, dict[str, Any]]  # by tier

INTRODUCTION = """# What runs find: planted defects

*Written by `scripts/detection.py`; tables and counts are its, not a hand's.*

A suite is worth what it catches. `data/planted/` has {defects} builtins that are wrong on purpose, by class, and
{oddities} that are odd and legal. Each is put before a real driver, and the cases that could show it are asked with it
and without: a defect is *caught* where a verdict got worse by something that is not wrong on the device itself. A plant
that changes no answer is not caught, whatever fails, and one that does not build is none.

    classay list --planted                                  # the corpus
    classay run --plant remquo-bit-six --filter 'clc/math/remquo/f32/default/v1' --tier smoke
    scripts/detection.py --keep build/planted --page docs/detection.md    # all of them, and this page

CI asks a fifth of them in tier smoke, those whose turn it is by the date (`--fifth today`).

What a planted run writes down says so: the driver's version ends with "(planted: NAME)", the journal's first line has
`plant`, and no baseline, report or shard of others is made with it.

The same defects go into the programs of other suites. The layer needs an ICD loader that loads layers (ocl-icd 2.3 and
later, Khronos's), and a file that says what to plant:

    classay list --planted --json --filter remquo-bit-six | jq -r .file > plant
    OPENCL_LAYERS=$PWD/build/release/classay_plant.so CLASSAY_PLANT=plant some-other-program

There every call of the builtin gets the wrong one, by functions and macros that stand before the program's own text.
Operators have no name; they are planted where a program writes them as the kernels of classay do (`r = x / y;`). Modules of
SPIR-V are changed word by word.
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
    """That one of so many random inputs is wrong, in words; "all": all that there are are asked."""
    if inputs == "all":
        return "sure"
    seen = -math.expm1(int(inputs) * math.log1p(-share)) if share < 1 else 1.0
    if seen > 0.995:
        return "nearly sure"
    return f"{100 * seen:.0f} %" if seen >= 0.01 else one_in(1 / seen)


def caught_in(outcomes: Outcomes) -> str | None:
    """The smallest tier that caught it."""
    return next((tier for tier in TIERS if outcomes.get(tier, {}).get("status") == "caught"), None)


def statuses(outcomes: Outcomes) -> set[str]:
    return {outcome["status"] for outcome in outcomes.values()}


def is_asked(outcomes: Outcomes) -> bool:
    return bool(statuses(outcomes) - {"not asked", "broken"})


def why_missed(plant: Plant, outcomes: Outcomes) -> str:
    tier = next(tier for tier in reversed(TIERS) if tier in outcomes)
    last = outcomes[tier]
    if last["why"]:
        return str(last["why"])
    if last["status"] == "missed":
        return f"{tier} sees it, and judges it {'/'.join(sorted(set(last['verdicts'])))}"
    asked = f"what {tier} asks does not show it"
    share = share_of(plant)
    if share is None or is_of_launches(plant):
        return asked
    later = [t for t in TIERS[TIERS.index(tier) + 1 :] if TIERS.index(t) <= TIERS.index(plant["tier"])]
    chances = [f"{t} {chance(share, plant['inputs'][t])}" for t in (tier, *later)]
    return f"{asked}: {how_many(plant)} is wrong; that it is seen, by calculation: {', '.join(chances)}"


def row(cells: Iterable[object]) -> str:
    return "| " + " | ".join(str(c) for c in cells) + " |\n"


def by_class(plants: Sequence[Plant], outcomes: dict[str, Outcomes], tiers: Sequence[str]) -> str:
    text = row(["class", "plants", *(f"caught in {t}" for t in tiers), "missed", "share"])
    text += row(["---"] * (len(tiers) + 4))
    classes = sorted({p["class"] for p in plants})
    for name in [*classes, "all"]:
        members = [p for p in plants if name in (p["class"], "all")]
        first = [caught_in(outcomes[p["name"]]) for p in members]
        cumulated = [sum(f is not None and TIERS.index(f) <= TIERS.index(t) for f in first) for t in tiers]
        share = 100 * cumulated[-1] / len(members)
        text += row([name, len(members), *cumulated, len(members) - cumulated[-1], f"{share:.0f} %"])
    return text


def page(plants: Sequence[Plant], outcomes: dict[str, Outcomes], device: str) -> str:
    """Precondition: `outcomes` has all plants that are to be told."""
    told = [p for p in plants if p["name"] in outcomes]
    asked = [p for p in told if is_asked(outcomes[p["name"]])]
    defects = [p for p in asked if p["verdict"] != "pass"]
    oddities = [p for p in asked if p["verdict"] == "pass"]
    tiers = [t for t in TIERS if any(t in outcomes[p["name"]] for p in told)]
    total = [p["verdict"] != "pass" for p in plants]
    text = INTRODUCTION.format(defects=sum(total), oddities=len(total) - sum(total))
    text += f"\n## On {device}\n\n{len(told)} of {len(plants)} plants were asked. "
    text += "Below are defects that the device can have. What a tier catches is not asked in larger ones.\n\n"
    text += by_class(defects, outcomes, tiers) if defects else "None was asked.\n"
    text += due_text(defects, outcomes, tiers)
    text += missed_text(defects, outcomes)
    text += later_text(defects)
    text += oddities_text(oddities, outcomes)
    text += unasked_text([p for p in told if p not in asked], outcomes)
    return text


def due_text(defects: Sequence[Plant], outcomes: dict[str, Outcomes], tiers: Sequence[str]) -> str:
    """Of what a tier should catch, by the entries of the corpus."""
    text = ""
    for tier in tiers:
        due = [p for p in defects if TIERS.index(p["tier"]) <= TIERS.index(tier)]
        first = [caught_in(outcomes[p["name"]]) for p in due]
        caught = sum(f is not None and TIERS.index(f) <= TIERS.index(tier) for f in first)
        text += f"- {caught} of {len(due)} that {tier} should catch by their entries\n"
    return "\nWith smaller tiers:\n\n" + text if text else ""


def missed_text(defects: Sequence[Plant], outcomes: dict[str, Outcomes]) -> str:
    missed = [p for p in defects if caught_in(outcomes[p["name"]]) is None]
    if not missed:
        return "\nNone is missed.\n"
    text = "\n### Missed\n\n" + row(["plant", "what is wrong", "should be seen in", "why it is not"]) + row(["---"] * 4)
    for p in missed:
        text += row([p["name"], p["wrong"], p["tier"], why_missed(p, outcomes[p["name"]])])
    return text


def later_text(defects: Sequence[Plant]) -> str:
    """What a tier sees by chance only."""
    sampled = [p for p in defects if share_of(p) is not None and not is_of_launches(p)]
    if not sampled:
        return ""
    text = "\n### How likely a sampled tier sees it\n\n" + row(["plant", "wrong", *TIERS]) + row(["---"] * 6)
    for p in sampled:
        share = share_of(p) or 0
        text += row([p["name"], how_many(p), *(chance(share, p["inputs"][t]) for t in TIERS)])
    return text + (
        "\nBy calculation from the inputs of each tier: the chance is that of random inputs, and what is asked completely is"
        " sure.\nBoundaries, hard places and published hard inputs are asked besides, and some are caught by these.\n"
    )


def oddities_text(oddities: Sequence[Plant], outcomes: dict[str, Outcomes]) -> str:
    if not oddities:
        return ""
    text = "\n### Legal oddities\n\n" + row(["class", "plants", "passed", "failed", "changed nothing"]) + row(["---"] * 5)
    for name in sorted({p["class"] for p in oddities}):
        members = [p["name"] for p in oddities if p["class"] == name]
        counted = [sum(status in statuses(outcomes[m]) for m in members) for status in ("passed", "failed", "unchanged")]
        text += row([name, len(members), *counted])
    for p in oddities:
        if not statuses(outcomes[p["name"]]) <= {"passed"}:
            what = next(iter(outcomes[p["name"]].values()))
            text += f"\n- {p['name']} ({p['wrong']}): {what['status']}; {what['why']}"
    return text.rstrip("\n") + "\n"


def unasked_text(plants: Sequence[Plant], outcomes: dict[str, Outcomes]) -> str:
    if not plants:
        return ""
    text = "\n### Not asked here\n\n"
    for p in plants:
        why = next((o["why"] for o in outcomes[p["name"]].values()), "")
        text += f"- {p['name']}: {why}\n"
    return text
