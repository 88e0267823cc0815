"""What `list` tells of cases, builtins, coverage and SPIR-V."""

import unittest

from program_testing import answers, main, run


class ListTest(unittest.TestCase):
    def test_cases_are_names_of_six_parts(self):
        lines = run("list").stdout.splitlines()
        self.assertGreater(len(lines), 10000)
        self.assertEqual(len(lines), len(set(lines)))
        for line in lines[:: len(lines) // 500]:
            self.assertRegex(line, r"^(clc|il|clspv|c)/[a-z]+/[\w-]+/(bf|[fiu])\d+/[a-z-]+/v(1|2|3|4|8|16)$")

    def test_bfloat16_is_asked_in_spirv_alone_and_where_a_document_has_it(self):
        lines = (
            run("list", "--filter", "*/bf16/*").stdout.splitlines()
            + run("list", "--filter", "*bfloat16*").stdout.splitlines()
        )
        self.assertGreater(len(lines), 300)
        self.assertEqual({line.split("/")[0] for line in lines}, {"il"})
        self.assertEqual({line.split("/")[1] for line in lines}, {"conversion", "operator", "relational"})
        self.assertEqual({line.split("/")[4] for line in lines}, {"default", "opt-disable"})
        self.assertIn("il/operator/add/bf16/default/v16", lines)
        self.assertIn("il/conversion/convert_bfloat16_rtz/f64/default/v1", lines)
        self.assertFalse([line for line in lines if line.startswith("il/conversion/convert_half/")])
        text = run("list", "--coverage", "--filter", "add").stdout
        self.assertIn("no form: OpenCL C has no type bfloat16", text)

    def test_filters_add_up_and_stars_cross_slashes(self):
        one = run("list", "--filter", "clc/math/sin/f32/default/v?").stdout.splitlines()
        self.assertEqual(one, [f"clc/math/sin/f32/default/v{n}" for n in (1, 2, 3, 4, 8)])
        two = run("list", "--filter", "*/sin/f32/default/v1", "--filter", "il/*/cos/f64/default/v[48]").stdout.splitlines()
        self.assertEqual(
            two,
            [
                "clc/math/sin/f32/default/v1",
                "il/math/cos/f64/default/v4",
                "il/math/cos/f64/default/v8",
                "il/math/sin/f32/default/v1",
                "clspv/math/sin/f32/default/v1",
                "c/math/sin/f32/default/v1",
            ],
        )

    def test_globs_are_arguments_with_braces_and_exclusions(self):
        plain = run("list", "--filter", "clc/math/sin/f32/default/*", "--filter", "clc/math/cos/f32/default/*").stdout
        self.assertEqual(run("list", "clc/math/{sin,cos}/f32/default/*").stdout, plain)
        self.assertEqual(run("list", "clc/math/{sin,cos,tan}/f32/default/*", "--exclude", "*/tan/*").stdout, plain)
        self.assertEqual(run("list", "--", "clc/math/{sin,cos}/f32/default/*").stdout, plain)
        done = run("list", "clc/math/sin/*", "--exclude", "*/sni/*")
        self.assertEqual(done.returncode, 0)
        self.assertIn("nothing matches '!*/sni/*'; did you mean '*/sin/*'?", done.stderr)

    def test_json_of_a_case(self):
        (j,) = answers("list", "--filter", "il/math/pown/f32/relaxed/v16")
        self.assertEqual(
            j,
            {
                "case": "il/math/pown/f32/relaxed/v16",
                "front_end": "il",
                "group": "math",
                "name": "pown",
                "format": "f32",
                "mode": "relaxed",
                "width": 16,
            },
        )

    def test_cases_beside_the_table_are_there_for_the_front_ends_that_ask_them(self):
        both = run("list", "--filter", "*/misc/printf/u8/default/v16").stdout.splitlines()
        self.assertEqual(both, ["clc/misc/printf/u8/default/v16", "il/misc/printf/u8/default/v16"])
        (j,) = answers("list", "--filter", "clc/misc/fp-config/f64/*")
        self.assertEqual((j["front_end"], j["group"], j["name"], j["width"]), ("clc", "misc", "fp-config", 1))

    def test_a_filter_that_matches_nothing_is_told(self):
        done = run("list", "--filter", "sin")
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn("nothing matches 'sin'; did you mean '*/sin/*'?", done.stderr)
        done = run("list", "--filter", "sin", "--filter", "clc/math/sin/f32/default/v1")
        self.assertEqual(done.returncode, 0)
        self.assertIn("nothing matches 'sin'", done.stderr)
        self.assertEqual(run("list", "--builtins", "--filter", "sine").returncode, 3)

    def test_builtins_are_the_table(self):
        rows = answers("list", "--builtins")
        names = [row["name"] for row in rows]
        self.assertEqual(len(names), len(set(names)))
        fields = [
            "name",
            "clc",
            "number",
            "unsigned_number",
            "opcodes",
            "group",
            "signature",
            "formats",
            "section",
            "limits",
        ]
        for row in rows:
            self.assertEqual(list(row), fields)
            for limit in row["limits"]:
                self.assertEqual(list(limit), ["format", "edition", "profile", "mode", "text", "clause"])
        sin = rows[names.index("sin")]
        self.assertEqual((sin["number"], sin["formats"], sin["signature"]), (57, ["f16", "f32", "f64"], "sin(T x) -> T"))
        self.assertEqual({x["mode"] for x in sin["limits"]}, {"default", "relaxed", "unsafe"})

    def test_builtins_of_one_edition(self):
        (j,) = answers("list", "--builtins", "--filter", "math/sin", "--edition", "CLC-2.0")
        self.assertEqual({x["edition"] for x in j["limits"]}, {"clc-2.0"})
        text = run("list", "--builtins", "--filter", "sin", "--edition", "clc-2.0").stdout
        self.assertIn("sin(T x) -> T  math, OpenCL.std 57", text)
        self.assertNotIn("SPIR-V", text)

    def test_coverage_has_every_builtin_format_and_front_end_and_a_reason_for_every_hole(self):
        cells = answers("list", "--coverage")
        rows = answers("list", "--builtins")
        front_ends = ("clc", "il", "clspv", "c")
        expected = {(row["name"], form, end) for row in rows for form in row["formats"] for end in front_ends}
        self.assertEqual({(c["name"], c["format"], c["front_end"]) for c in cells}, expected)
        self.assertEqual(len(cells), len(expected))
        self.assertEqual({c["state"] for c in cells}, {"asked", "no form", "unsupported"})
        # By the document of a language, whatever the device.
        forbidden = [c for c in cells if c["state"] == "unsupported"]
        self.assertEqual({c["front_end"] for c in forbidden}, {"clspv"})
        self.assertIn(("sin", "f64"), {(c["name"], c["format"]) for c in forbidden})
        for c in forbidden:
            self.assertRegex(c["reason"], "^OpenCL C 1.2 on Vulkan, ")
        for c in cells:
            self.assertEqual(c["reason"] is None, c["state"] == "asked", c)
        for front_end in ("clc", "il"):
            asked = {c["number"] for c in cells if c["state"] == "asked" and c["front_end"] == front_end}
            self.assertLessEqual({row["number"] for row in rows} - asked, {None}, front_end)
        self.assertIn(
            "OpenCL.std has 162 instructions: tested 162 in OpenCL C, 162 in SPIR-V, 152 in OpenCL C on Vulkan, 65 in C;"
            " in none: none",
            run("list", "--coverage", "--filter", "sin").stdout,
        )
        self.assertRegex(
            run("list", "--coverage", "--filter", "sin").stdout,
            r"SPIR-V's core has \d+ numeric instructions: \d+ tested, \d+ not tested yet",
        )
        self.assertEqual(run("list", "--coverage", "--filter", "sine").returncode, 3)
        self.assertEqual(run("list", "--coverage", "--builtins").returncode, 2)
        self.assertEqual(run("list", "--device", "x").returncode, 2)

    def test_what_passes_whatever_it_is_has_a_reason(self):
        lines = answers("list", "--vacuous", "--filter", "math/tan*", "--filter", "mul")
        self.assertEqual({line["name"] for line in lines}, {"tan", "tanh", "tanpi", "mul"})
        for line in lines:
            self.assertTrue(line["reason"], line)
            self.assertGreater(line["right"] + line["undefined"] + line["quality_warning"], 0)
        (relaxed,) = (line for line in lines if line["name"] == "tan" and line["format"] == "f32")
        self.assertEqual(relaxed["modes"], ["relaxed", "unsafe"])
        self.assertEqual((relaxed["right"], relaxed["undefined"]), (0, 0))
        text = run("list", "--vacuous", "--filter", "native_sin").stdout
        self.assertIn("all; all\n", text)
        self.assertIn('"Implementation-defined"', text)
        self.assertEqual(run("list", "--vacuous", "--filter", "convert_int_sat").returncode, 3)
        self.assertIn("calls at boundaries are open", run("list", "--vacuous", "--filter", "convert_int").stdout)
        self.assertEqual(run("list", "--vacuous", "--builtins").returncode, 2)

    def test_requirements_of_spirv_have_a_version_a_condition_and_a_module(self):
        lines = answers("list", "--spirv")
        by_name = {line["capability"]: line for line in lines}
        self.assertEqual(len(by_name), len(lines))
        self.assertEqual(by_name["Kernel"]["number"], 6)
        self.assertEqual(by_name["GroupNonUniformShuffle"]["spirv"], "1.3")
        self.assertEqual(by_name["BitInstructions"]["extension"], "SPV_KHR_bit_instructions")
        for line in lines:
            self.assertIn(f"OpCapability {line['capability']}\n", line["module"])
            self.assertNotIn("required", line)  # of no device
        self.assertEqual(len(answers("list", "--spirv", "--filter", "Float*")), 3)
        self.assertEqual(run("list", "--spirv", "--filter", "float*").returncode, 3)
        self.assertEqual(run("list", "--spirv", "--coverage").returncode, 2)


if __name__ == "__main__":
    main()
