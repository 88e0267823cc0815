"""Groups builtins that drivers usually implement with the same code, so that one defect shows in all of them."""

_FAMILIES = {
    "trigonometric": "sin cos tan sincos",
    "trigonometric-pi": "sinpi cospi tanpi",
    "inverse-trigonometric": "asin acos atan atan2",
    "inverse-trigonometric-pi": "asinpi acospi atanpi atan2pi",
    "exponential": "exp exp2 exp10 expm1 sinh cosh tanh",
    "logarithm": "log log2 log10 log1p",
    "power": "pow powr pown rootn",
    "remainder": "fmod remainder remquo",
    "lgamma": "lgamma lgamma_r",
    "error-function": "erf erfc",
    "length": "length distance",
    "saturating-sum": "add_sat sub_sat",
    "carry": "iaddcarry isubborrow umulextended smulextended",
}
_OF = {name: family for family, names in _FAMILIES.items() for name in names.split()}
# Variants of a builtin with weaker limits share its code in most drivers.
_VARIANTS = ("half_", "native_", "fast_")
# Operators that also assign, and the suffixes of conversions that only choose the rounding.
_ROUNDINGS = ("_rte", "_rtz", "_rtp", "_rtn")


def stem(builtin: str) -> str:
    """Returns the name without the prefix of a variant and without a rounding mode."""
    for prefix in _VARIANTS:
        builtin = builtin.removeprefix(prefix)
    if builtin.startswith("convert_"):
        for suffix in _ROUNDINGS:
            builtin = builtin.removesuffix(suffix)
    return builtin


def family(group: str, builtin: str) -> str:
    """Returns the name of a family; a builtin without one is its own family."""
    name = stem(builtin)
    if group == "operator" and name.startswith("assign_"):
        name = name.removeprefix("assign_")
    return _OF.get(name, name)


def relatives(group: str, builtin: str) -> str:
    """Returns an identity that is equal for builtins of the same kind: those of a family, or of a group without families.
    Tests of group misc are of the same kind if their names begin with the same word: image-1d, image-3d."""
    if group == "misc":
        return builtin.partition("-")[0]
    found = family(group, builtin)
    return found if found in _FAMILIES else group
