"""Locates the ulp tables in the OpenCL specifications, for scripts/extract-limits.py."""

from dataclasses import dataclass

PROFILES = ("full", "embedded")


@dataclass(frozen=True)
class Table:
    start: str  # text in the line before the table
    name: str  # the name in citations
    columns: tuple[tuple[str, str], ...]  # (format, profile) of each cell after the first; "both": full and embedded
    mode: str = "default"


@dataclass(frozen=True)
class Document:
    edition: str
    file: str
    title: str
    tables: tuple[Table, ...]


FLOATS = ("f64", "f32", "f16")


def columns_of(profile: str) -> tuple[tuple[str, str], ...]:
    return tuple((format, profile) for format in FLOATS)


DOCUMENTS = (
    Document(
        "clc-2.0",
        "opencl-c-2.0.txt",
        "OpenCL C 2.0",
        (
            Table("Table 36. ", "table 36", (("f32", "full"),)),
            Table("Table 37. ", "table 37", (("f32", "embedded"),)),
            Table("Table 38. ", "table 38", (("f32", "both"),), "relaxed"),
            Table("Table 39. ", "table 39", (("f64", "both"),)),
        ),
    ),
    Document(
        "spirv-2.2",
        "opencl-2.2-spirv-environment.txt",
        "SPIR-V environment 2.2",
        (
            Table("Table 3. ULP", "table 3", columns_of("full")),
            Table("Table 4. ULP", "table 4", columns_of("embedded")),
            Table("Table 5. ULP", "table 5", (("f32", "both"),), "relaxed"),
        ),
    ),
    Document(
        "clc-3.1",
        "opencl-c-3.1.txt",
        "OpenCL C 3.1",
        (
            Table("[[table-ulp-float-math]]", "ULP table of single precision", (("f32", "full"),)),
            Table("[[table-ulp-embedded]]", "ULP table of the embedded profile", (("f32", "embedded"),)),
            Table("[[table-float-ulp-relaxed]]", "ULP table of unsafe math optimizations", (("f32", "both"),), "relaxed"),
            Table("[[table-ulp-double]]", "ULP table of double precision", (("f64", "both"),)),
            Table("[[table-ulp-half-math]]", "ULP table of half precision", (("f16", "full"), ("f16", "embedded"))),
        ),
    ),
    Document(
        "spirv-3.1",
        "opencl-3.1-spirv-environment-numerical.asciidoc",
        "SPIR-V environment 3.1",
        (
            Table("[[ulp_values_for_math_instructions]]", "ULP table of the full profile", columns_of("full")),
            Table(
                ".ULP Values for Math Instructions - Embedded Profile",
                "ULP table of the embedded profile",
                columns_of("embedded"),
            ),
            Table(
                ".ULP Values for Single Precision Math Instructions with",
                "ULP table of unsafe math optimizations",
                (("f32", "both"),),
                "relaxed",
            ),
        ),
    ),
)
