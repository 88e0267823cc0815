"""The expected findings of stored journals, next to the headings of the lists made by hand in data/drivers."""

from typing import NamedTuple


class Expected(NamedTuple):
    name: str
    cases: int
    builtins: str
    heading: str  # in the list; empty: the list does not have it


# The folder in data/drivers of each stored journal.
FOLDERS = {"pocl-3.1": "pocl-3.1", "pocl-6.0": "pocl-6.0", "rusticl-25.0": "rusticl-25.0"}

BY_HAND: dict[str, list[Expected]] = {
    "pocl-3.1": [
        Expected("crash-d13c7ea7", 3, "image-1d-buffer", "Reading an `image1d_buffer_t` ends the process"),
        Expected("build-barrier-904e8ee9", 1, "barrier", "Version and feature macros are wrong"),
        Expected(
            "constant-lost-float",
            37,
            "half_exp half_exp10 half_exp2 half_powr ceil exp exp10 exp2 expm1 floor modf pow powr rint "
            "round sinh tanh trunc",
            "Results of constant calls are not stored",
        ),
        Expected(
            "neighbour-lanes-trigonometric",
            30,
            "half_sin half_tan cos sin sincos tan",
            "Lanes of `sin`, `cos`, `tan` and `sincos` depend on their neighbours",
        ),
        Expected(
            "zero-sign",
            34,
            "atanpi cospi fract sinpi tanpi",
            "`sinpi`, `cospi`, `tanpi` and `atanpi` return zeros with the wrong sign",
        ),
        Expected(
            "probe-image-alpha",
            21,
            "image-1d image-1d-array image-2d-array image-3d image-address image-read-int",
            "Integer images of CL_R have alpha 0",
        ),
        Expected(
            "probe-printf-of-vectors",
            9,
            "printf",
            "`printf` loses the arguments around a vector above 256 bits",
        ),
        Expected("overflow-exponential", 8, "cosh exp", "`exp`, `sinh` and `cosh` of f64 overflow too early"),
        Expected("second-result-lgamma", 8, "lgamma_r", "`lgamma_r` returns a sign for poles"),
        Expected("accuracy-tgamma", 6, "tgamma", "`tgamma` of f32 is up to 24,620 ulp off"),
        Expected("nan-bits-nan", 6, "nan", "`nan(code)` returns a signaling NaN"),
        Expected("special-exponential", 6, "tanh", "`tanh` of an infinity is not 1"),
        Expected("accuracy-ldexp", 5, "ldexp", "`ldexp` rounds twice towards subnormal results"),
        Expected(
            "probe-image-cl-half-float",
            2,
            "image-read-float image-write-float",
            "CL_HALF_FLOAT images with one channel hold different numbers",
        ),
        Expected("probe-macros", 1, "macros", "Version and feature macros are wrong"),
        Expected("probe-misc-325dd3f9", 1, "work-item-unused", "Sizes in dimensions that do not exist are 0"),
        Expected(
            "probe-misc-3cd0322a",
            1,
            "atomic-types",
            "Atomic exchanges with a comparand in local or global memory do not link",
        ),
        Expected("probe-printf-of-numbers", 1, "printf", "`printf` prints doubles as floats"),
        Expected("probe-printf-of-strings", 1, "printf", "`printf` ignores strings with field width and precision"),
    ],
    "pocl-6.0": [
        Expected("crash-663b37a5", 60, "async-copy", "Asynchronous copies of SPIR-V modules end the process"),
        Expected(
            "crash-d13c7ea7",
            34,
            "sub-group sub-group-shuffle work-group",
            "Collective functions end the process in work-groups of one and two",
        ),
        Expected(
            "build-link-sub-group-ballot",
            10,
            "sub-group-ballot",
            "`sub_group_broadcast_first` and `sub_group_non_uniform_broadcast` do not link",
        ),
        Expected("build-link-images", 4, "image-2d-array image-3d", ""),
        Expected(
            "build-spec-constant-unary-062e631e",
            2,
            "spec-constant-unary",
            "A specialization constant with `OpFNegate` does not build",
        ),
        Expected(
            "constant-lost-float",
            41,
            "half_exp half_exp10 half_exp2 ceil exp exp10 exp2 expm1 floor modf round tanh trunc native_cos "
            "native_exp native_exp10 native_exp2 native_sin native_tan",
            "Results of constant calls with a NaN are not stored, or are 0",
        ),
        Expected(
            "constant-lost-integer",
            30,
            "abs assign_quotient assign_remainder div rem",
            "Constants of `/`, `%` and `abs` are not stored",
        ),
        Expected(
            "neighbour-lanes-trigonometric",
            30,
            "half_sin half_tan cos sin sincos tan",
            "Lanes of `sin`, `cos`, `tan` and `sincos` depend on their neighbours",
        ),
        Expected(
            "probe-image-alpha",
            42,
            "image-1d image-1d-array image-1d-buffer image-2d-array image-3d image-address image-read-int",
            "Images without an alpha channel have alpha 0",
        ),
        Expected("zero-sign", 34, "atanpi cospi fract sinpi tanpi", "Zeros have the wrong sign"),
        Expected("probe-printf-of-vectors", 18, "printf", "`printf` prints wrong numbers"),
        Expected("probe-printf-of-vectors-from-spir-v", 10, "printf", "`printf` prints wrong numbers"),
        Expected("nan-bits-nan", 8, "nan", "`nan(code)` returns a signaling NaN"),
        Expected("second-result-lgamma", 8, "lgamma_r", "`lgamma_r` returns a sign for poles"),
        Expected("accuracy-tgamma", 6, "tgamma", "`tgamma` of f32 is wrong where results are subnormal"),
        Expected("overflow-exponential", 6, "cosh exp sinh", "`exp`, `sinh` and `cosh` of f64 overflow too early"),
        Expected("special-exponential", 6, "tanh", "`tanh` of an infinity is not 1"),
        Expected("accuracy-ldexp", 5, "ldexp", "`ldexp` rounds twice towards subnormal results"),
        Expected(
            "probe-image-cl-half-float",
            4,
            "image-read-float image-write-float",
            "CL_HALF_FLOAT images with one channel hold different numbers",
        ),
        Expected(
            "accuracy-normalize",
            3,
            "fast_normalize normalize",
            "`normalize` and `fast_normalize` of a scalar NaN are 0",
        ),
        Expected("probe-printf-of-numbers", 2, "printf", "`printf` prints wrong numbers"),
        Expected("probe-macros", 1, "macros", "`__OPENCL_C_VERSION__` is 300 without options"),
        Expected("probe-printf-of-numbers-from-spir-v", 1, "printf", "`printf` prints wrong numbers"),
        Expected("probe-printf-of-strings", 1, "printf", "`printf` prints wrong numbers"),
    ],
    "rusticl-25.0": [
        Expected(
            "crash-61508dc7",
            1,
            "spec-constant-unary",
            "A specialization constant with `OpFNegate` ends the process",
        ),
        Expected("never-stored-carry", 8, "iaddcarry isubborrow smulextended umulextended", ""),
        Expected("zero-sign", 72, "sign cospi fract remainder sinpi tanpi", "Zeros have the wrong sign"),
        Expected(
            "wrong-constant",
            60,
            "convert_uint_sat convert_uint_sat_rte add_sat dot_acc_sat_4x8packed_uu_uint sub_sat "
            "convert_int_sat convert_int_sat_rte",
            "Constants are folded to wrong results",
        ),
        Expected(
            "probe-misc-e0038973",
            46,
            "sub-group sub-group-relative-shuffle sub-group-shuffle",
            "Sub-groups of work-groups of 1, 7 and 61 report 8 work-items",
        ),
        Expected("probe-printf-of-vectors", 40, "printf", "`printf` of integer vectors loses signs and upper halves"),
        Expected(
            "special-lgamma",
            24,
            "lgamma lgamma_r",
            "`lgamma(-inf)` is -inf, and `lgamma_r` returns a sign for poles",
        ),
        Expected("accuracy-normalize", 13, "fast_normalize normalize", "Zeros have the wrong sign"),
        Expected("accuracy-error-function", 12, "erfc", "`erfc` of f32 is 56 ulp off"),
        Expected("accuracy-fma", 12, "fma", "`fma` loses products of subnormals, and the sign of a sum of zeros"),
        Expected("accuracy-mix", 12, "mix", ""),
        Expected("accuracy-nextafter", 12, "nextafter", "`nextafter` of a subnormal and its negative is the subnormal"),
        Expected("accuracy-smod", 12, "smod", "`OpSMod` has the sign of the dividend"),
        Expected("accuracy-tgamma", 12, "tgamma", "`tgamma` of f32 is wrong for 2,175 of 10,566 inputs"),
        Expected(
            "second-result-lgamma",
            12,
            "lgamma_r",
            "`lgamma(-inf)` is -inf, and `lgamma_r` returns a sign for poles",
        ),
        Expected("probe-misc-edccbf9b", 8, "spec-constant-binary", "`OpSMod` has the sign of the dividend"),
        Expected("accuracy-mad-sat", 4, "mad_sat", "`mad_sat` of i64 is wrong where the product is zero"),
    ],
}
