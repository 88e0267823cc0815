"""What `oracle` and `judge` answer: values, limits, verdicts, and that both agree over the whole table."""

import json
import math
import random
import re
import unittest
from decimal import Decimal
from fractions import Fraction

from program_testing import answers, main, run


class OracleTest(unittest.TestCase):
    FIELDS = ["name", "format", "args", "low", "high", "rne", "rtp", "rtn", "rtz", "exact", "ulp", "prescribed", "limits"]

    def test_json_has_the_fields_of_the_interface_in_their_order(self):
        for words in (["sin", "f32", "1"], ["dot", "f32", "1,2", "3,4"], ["frexp", "f16", "8"], ["popcount", "u8", "7"]):
            (j,) = answers("oracle", *words)
            self.assertEqual(list(j), self.FIELDS)

    def test_values_are_right(self):
        (j,) = answers("oracle", "sqrt", "f64", "2")
        low, high = Fraction(Decimal(j["low"])), Fraction(Decimal(j["high"]))
        self.assertTrue(low**2 < 2 < high**2)
        self.assertLess(high - low, Fraction(1, 10**23))
        self.assertEqual(j["args"], ["0x4000000000000000"])
        self.assertEqual(j["rne"], "0x3ff6a09e667f3bcd")
        self.assertEqual(j["rtp"], "0x3ff6a09e667f3bcd")
        self.assertEqual(j["rtn"], "0x3ff6a09e667f3bcc")
        self.assertEqual(j["rtz"], "0x3ff6a09e667f3bcc")
        self.assertIs(j["exact"], False)
        self.assertEqual(float.fromhex(j["ulp"]), math.ulp(1.5))
        self.assertIsNone(j["prescribed"])

    def test_exact_results_say_so(self):
        (j,) = answers("oracle", "sqrt", "f32", "2.25")
        self.assertIs(j["exact"], True)
        self.assertEqual((j["low"], j["high"]), ("1.5", "1.5"))
        self.assertEqual({j[m] for m in ("rne", "rtp", "rtn", "rtz")}, {"0x3fc00000"})

    def test_two_results_make_lists(self):
        (j,) = answers("oracle", "frexp", "f32", "8")
        self.assertEqual(j["rne"], ["0x3f000000", "0x00000004"])
        self.assertEqual(j["low"], ["0.5", "4"])
        self.assertEqual(j["exact"], [True, True])
        self.assertEqual(j["ulp"], ["0x1p-25", None])

    def test_vectors_make_lists(self):
        (j,) = answers("oracle", "cross", "f32", "1,0,0", "0,1,0")
        self.assertEqual(j["args"], [["0x3f800000", "0x00000000", "0x00000000"], ["0x00000000", "0x3f800000", "0x00000000"]])
        self.assertEqual(len(j["rne"]), 3)
        self.assertEqual(j["rne"][2], "0x3f800000")

    def test_specials(self):
        (j,) = answers("oracle", "log", "f32", "-1")
        self.assertEqual((j["low"], j["high"], j["ulp"]), ("nan", "nan", None))
        self.assertEqual(j["prescribed"]["results"], ["nan"])
        (j,) = answers("oracle", "log", "f32", "0")
        self.assertEqual((j["low"], j["rne"]), ("-inf", "0xff800000"))
        (j,) = answers("oracle", "mul24", "i32", "0x7fffffff", "2")
        self.assertIsNone(j["low"])
        self.assertIsNone(j["rne"])

    def test_a_prescribed_value_comes_with_its_clause(self):
        (j,) = answers("oracle", "sin", "f32", "-0")
        self.assertEqual(j["prescribed"]["results"], ["0x80000000"])
        self.assertIn("F.9", j["prescribed"]["clause"])
        self.assertIn("sin(", j["prescribed"]["rule"])

    def test_limits_cover_every_edition_and_profile(self):
        (j,) = answers("oracle", "sin", "f32", "1")
        for limit in j["limits"]:
            self.assertEqual(list(limit), ["edition", "profile", "mode", "text", "clause"])
        default = {(x["edition"], x["profile"]) for x in j["limits"] if x["mode"] == "default"}
        self.assertEqual(len(default), 8)
        self.assertEqual({x["text"] for x in j["limits"] if x["mode"] == "default"}, {"<= 4 ulp"})
        self.assertEqual({x["mode"] for x in j["limits"]}, {"default", "relaxed"})

    def test_negative_numbers_are_no_options(self):
        for number, pattern in (
            ("-1.5", "0xbfc00000"),
            ("-.5", "0xbf000000"),
            ("-inf", "0xff800000"),
            ("-0x1p-3", "0xbe000000"),
        ):
            for words in (["fabs", "f32", number, "--json"], ["--json", "fabs", "f32", "--", number]):
                self.assertEqual(json.loads(run("oracle", *words).stdout)["args"], [pattern])

    def test_patterns(self):
        (j,) = answers("oracle", "pown", "f32", "0xbf800000", "3", "--bits")
        self.assertEqual(j["args"], ["0xbf800000", "0x00000003"])
        self.assertEqual(j["rne"], "0xbf800000")

    def test_text_tells_the_same(self):
        done = run("oracle", "cos", "f64", "0x1.d10000000074p+380")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stderr, "")
        for part in (
            "cos f64 0x1.d10000000074p+380\n",
            "0.007812447153686507707347454 .. ...55",
            "2^-60",
            "rne rtp          0x3f7ffff1d06dd240  0x1.ffff1d06dd24p-8  0.007812447153686508",
            "rtn rtz          0x3f7ffff1d06dd23f",
            "<= 4 ulp  OpenCL C 2.0 (table 39); SPIR-V environment 2.2 (table 3, table 4); OpenCL C 3.1 (double precision)",
        ):
            self.assertIn(part, done.stdout)

    def test_text_shows_rules_and_both_results(self):
        text = run("oracle", "sincos", "f32", "-0").stdout
        self.assertIn("result 1 of 2", text)
        self.assertIn("result 2 of 2", text)
        self.assertIn("F.9", run("oracle", "sin", "f32", "-0").stdout)

    def test_a_number_that_is_rounded_is_told(self):
        self.assertIn("0.1 is not a float; using 0x1.99999ap-4", run("oracle", "sin", "f32", "0.1").stdout)
        self.assertEqual(answers("oracle", "sin", "f32", "0.1")[0]["notes"], ["0.1 is not a float; using 0x1.99999ap-4"])
        self.assertNotIn("note", run("oracle", "sin", "f32", "0.5").stdout)


class JudgeTest(unittest.TestCase):
    FIELDS = ["name", "format", "args", "result", "verdict", "error", "limit", "clause", "reading"]

    def judge(self, line, *options):
        done = run("judge", *line.split(), "--json", *options)
        return json.loads(done.stdout), done.returncode

    def test_json_has_the_fields_of_the_interface_in_their_order(self):
        j, code = self.judge("sqrt f32 2.25 = 1.5")
        self.assertEqual(list(j), self.FIELDS)
        self.assertEqual(code, 0)
        self.assertEqual(j["verdict"], "right")
        self.assertEqual(j["args"], ["0x40100000"])
        self.assertEqual(j["result"], "0x3fc00000")
        self.assertEqual(j["error"], {"low": "0", "high": "0"})
        self.assertIn("ulp", j["limit"])
        self.assertIn("OpenCL C 3.1", j["clause"])
        self.assertIsNone(j["reading"])

    def test_a_wrong_result_exits_with_one(self):
        j, code = self.judge("sqrt f32 2.25 = 1.25")
        self.assertEqual(code, 1)
        self.assertEqual(j["verdict"], "wrong")
        self.assertEqual(Decimal(j["error"]["low"]), 2**21)  # 0.25 in units of 2^-23
        self.assertEqual(Decimal(j["error"]["high"]), 2**21)

    def test_an_undefined_result_is_said_and_no_failure(self):
        j, code = self.judge("mul24 i32 0x7fffffff 2 = 5")
        self.assertEqual((j["verdict"], code), ("undefined", 0))
        done = run("judge", "mul24", "i32", "0x7fffffff", "2", "=", "5")
        self.assertIn("undefined", done.stdout)
        self.assertIn("why", done.stdout)

    def test_bfloat16_is_single_precision_to_nearest_or_toward_zero(self):
        j, code = self.judge("add bf16 1 0x1p-8 = 1")
        self.assertEqual((j["verdict"], code), ("right", 0))
        self.assertEqual(j["args"], ["0x3f80", "0x3b80"])
        self.assertEqual(j["limit"], "correctly rounded in f32, then to nearest or toward zero")
        self.assertEqual(j["clause"], "SPV_KHR_bfloat16 revision 1, FP Encoding")
        self.assertEqual(self.judge("add bf16 1 0x1p-8 = 0x1.02p0")[0]["verdict"], "wrong")
        self.assertEqual(self.judge("add bf16 0x1.02p0 0x1p-8 = 0x1.02p0")[0]["verdict"], "right")
        self.assertEqual(self.judge("add bf16 0x1.02p0 0x1p-8 = 0x1.04p0")[0]["verdict"], "right")
        self.assertEqual(self.judge("div bf16 1 0 = inf")[0]["verdict"], "right")
        self.assertEqual(self.judge("negate bf16 1 = 1")[0]["verdict"], "wrong")
        self.assertEqual(self.judge("isnan bf16 nan = 1")[0]["verdict"], "right")
        self.assertEqual(run("judge", "sin", "bf16", "1", "=", "1").returncode, 2)

    def test_conversions_to_bfloat16_round_twice(self):
        tie_and_more = "0x1.01000000001p0"
        self.assertEqual(self.judge(f"convert_bfloat16 f64 {tie_and_more} = 1")[0]["verdict"], "right")
        self.assertEqual(self.judge(f"convert_bfloat16 f64 {tie_and_more} = 0x1.02p0")[0]["verdict"], "wrong")
        (j,) = answers("oracle", "convert_float", "bf16", "0x1.02p0")
        self.assertEqual((j["rne"], j["exact"]), ("0x3f810000", True))
        (j,) = answers("oracle", "add", "bf16", "1", "0x1p-8")
        self.assertEqual((j["rne"], j["rtp"]), ("0x3f80", "0x3f81"))
        self.assertIn("0.1 is not a bfloat16", run("oracle", "negate", "bf16", "0.1").stdout)

    def test_signs_of_zero_count(self):
        self.assertEqual(self.judge("sin f32 -0 = -0")[1], 0)
        self.assertEqual(self.judge("sin f32 -0 = 0")[1], 1)

    def test_results_of_two_components_and_of_vectors(self):
        self.assertEqual(self.judge("frexp f32 8 = 0.5 4")[0]["verdict"], "right")
        self.assertEqual(self.judge("frexp f32 8 = 0.5 5")[0]["verdict"], "wrong")
        self.assertEqual(self.judge("isless f32 1,2 2,1 = -1,0")[0]["verdict"], "right")
        self.assertEqual(self.judge("isless f32 1 2 = 1")[0]["verdict"], "right")
        self.assertEqual(self.judge("isless f32 1 2 = -1")[0]["verdict"], "wrong")

    def test_nan_is_any_nan_and_nothing_else(self):
        self.assertEqual(self.judge("log f32 -1 = -nan")[0]["verdict"], "right")
        j, code = self.judge("sqrt f32 2.25 = nan")
        self.assertEqual((j["verdict"], code), ("wrong", 1))
        self.assertIsNone(j["error"])

    def test_text_explains_what_is_wrong(self):
        text = run("judge", "sqrt", "f32", "2.25", "=", "1.25").stdout
        self.assertTrue(text.startswith("wrong"), text)
        for part in ("2097152 ulp", "limit", "clause", "exact      1.5", "nearest    0x3fc00000"):
            self.assertIn(part, text)

    def test_editions_are_known_in_any_case(self):
        for name in ("SPIRV-2.2", "spirv22", "SPIR-V Environment 2.2"):
            self.assertIn("SPIR-V environment 2.2", self.judge("sqrt f32 4 = 2", "--edition", name)[0]["clause"])
        self.assertIn("OpenCL C 3.1", self.judge("sqrt f32 4 = 2")[0]["clause"])

    def test_the_options_change_the_limit(self):
        def limit_under(*options):
            return self.judge("sin f32 1 = 0x1.aed548p-1", *options)[0]["limit"]

        self.assertEqual(limit_under(), "<= 4 ulp")
        self.assertIn("absolute", limit_under("--mode", "relaxed"))
        self.assertEqual(self.judge("sqrt f32 4 = 2", "--profile", "embedded")[0]["limit"], "<= 4 ulp")
        self.assertEqual(self.judge("sqrt f32 4 = 2", "--mode", "correct-div-sqrt")[0]["limit"], "correctly rounded")

    def test_limits_are_kept_on_both_sides(self):
        nearest = 0x3F576AA4  # sin(1)
        for ulps, right in ((4, True), (-3, True), (5, False), (-5, False)):
            j, code = self.judge(f"sin f32 0x3f800000 = {nearest + ulps:#x}", "--bits")
            self.assertEqual(j["verdict"], "right" if right else "wrong", j)
            self.assertEqual(code, 0 if right else 1)
            self.assertLess(abs(Decimal(j["error"]["low"]) - abs(ulps)), 1)
        self.assertEqual(self.judge(f"sin f32 0x3f800000 = {nearest + 2000:#x}", "--bits", "--mode", "relaxed")[1], 0)

    def test_flushing_needs_ftz(self):
        line = "exp f32 -100 = 0"
        self.assertEqual(self.judge(line)[0]["verdict"], "wrong")
        self.assertEqual(self.judge(line, "--ftz")[0]["verdict"], "right")
        self.assertEqual(self.judge(line, "--mode", "ftz")[0]["verdict"], "right")

    def test_rounding_toward_zero_needs_rtz(self):
        line = "add f32 0x3f800000 0x33ffffff = 0x3f800000"  # 1 + just below an ulp
        self.assertEqual(self.judge(line, "--bits")[0]["verdict"], "wrong")
        self.assertEqual(self.judge(line, "--bits", "--rtz")[0]["verdict"], "right")

    def test_a_format_without_limit_is_judged_by_that_of_another_document(self):
        j, code = self.judge("exp f16 1 = 3", "--edition", "clc-2.0")
        self.assertEqual((j["verdict"], code), ("quality-warning", 0))
        self.assertIn("OpenCL C 2.0 states no limit", j["clause"])


class WholeTableTest(unittest.TestCase):
    """One random call of every builtin and format: answered, and its correctly rounded result never found wrong."""

    OF_LANES = ("vectorextractdynamic", "vectorinsertdynamic")

    def calls(self):
        random.seed(1)
        rows = [row for row in answers("list", "--builtins") if row["limits"]]
        names = [(row["name"], form) for row in rows for form in row["formats"]]
        # Without arguments, the complaint shows the signature.
        complaints = answers("oracle", "-", stdin="".join(f"{name} {form}\n" for name, form in names))
        for (name, form), complaint in zip(names, complaints):
            parameters = re.search(r": \w+\((.*)\) ->", complaint["error"])[1].split(", ")
            known = {"shuffle": (2, 4), "shuffle2": (2, 4), "cross": (3, 4)} | dict.fromkeys(self.OF_LANES, (2, 3, 4))
            lanes = random.choice((4,) if name.startswith("dot_") else known.get(name, (1, 2, 3, 4)))
            yield " ".join([name, form, *(self.argument(parameter, lanes) for parameter in parameters)])

    def argument(self, parameter, lanes):
        """Lanes of patterns of "f32[n] x", or one of "f32 x"; often one whose exponent is moderate."""
        width = int(re.match(r"[a-z]+(\d+)", parameter)[1])
        patterns = []
        for _ in range(lanes if "[" in parameter else 1):
            pattern = random.getrandbits(width)
            if parameter[0] in "bf" and random.random() < 0.5:
                pattern = pattern & (2 ** (width - 5) - 1) | 0x3 << (width - 4)
            patterns.append(f"{pattern:#x}")
        return ",".join(patterns)

    def test_the_judge_agrees_with_the_oracle(self):
        calls = list(self.calls())
        self.assertGreater(len(calls), 1000)
        questions = []
        truths = answers("oracle", "-", "--bits", stdin="\n".join(calls))
        self.assertEqual(len(truths), len(calls))
        for call, truth in zip(calls, truths):
            self.assertNotIn("error", truth, call)
            rounded = truth["rne"] if isinstance(truth["rne"], list) else [truth["rne"]]
            if None in rounded:  # any value is right
                continue
            separator = "," if isinstance(truth["args"][0], list) else " "
            questions.append(f"{call} = {separator.join(rounded)}")
        for edition in ("clc-2.0", "spirv-2.2", "clc-3.1", "spirv-3.1"):
            for mode in ("default", "relaxed"):
                words = ("judge", "-", "--bits", "--edition", edition, "--mode", mode)
                judgements = answers(*words, stdin="\n".join(questions))
                self.assertEqual(len(judgements), len(questions))
                for question, judgement in zip(questions, judgements):
                    self.assertIn(judgement.get("verdict"), ("right", "undefined"), question + str(judgement))


if __name__ == "__main__":
    main()
