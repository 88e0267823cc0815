"""A journal in which every text attacks the page that shows it."""

from typing import Any

import generated

WORD = """<script>alert(1)</script>"'&</title><img src=x onerror=alert(2)>{{ 7*7 }}\u202e"""


def lines() -> list[dict[str, Any]]:
    found = list(generated.journal(6))
    found[0]["device"] |= dict.fromkeys(("name", "platform", "driver", "version", "vendor"), WORD)
    found[0]["host"]["processor"] = found[0]["tier"] = found[0]["edition"] = found[0]["suite"]["commit"] = WORD
    for line in found[2:-1]:
        line["reason"] = line["log"] = WORD
        line["verdict"] = "fail"
        line["repro"] = WORD + " --input 0x0"
        line.setdefault("limit", {"value": 1.0})["text"] = line["limit"]["clause"] = WORD
        if line.get("max_ulp"):
            line["max_ulp"]["low"] = line["max_ulp"]["high"] = WORD
    # A name may contain everything except a slash.
    name = WORD.replace("/", "\\")
    found[2]["case"] = f"clc/{name}/{name}/{name}/{name}/v1"
    return list(generated.counted(found))
