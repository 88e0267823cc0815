"""Defines the order in which pages show modes, formats and similar names."""

from collections.abc import Iterable

MODES = (
    *("default", "relaxed", "unsafe", "finite", "no-signed-zeros", "ftz", "mad-enable", "correct-div-sqrt", "opt-disable"),
    *("not-nan", "not-inf", "nsz", "allow-recip", "fast", "allow-contract", "allow-reassoc"),  # of SPIR-V
    *("denorm-preserve", "denorm-flush-to-zero", "rounding-rte", "rounding-rtz", "signed-zero-inf-nan-preserve"),
)
FORMATS = ("f16", "f32", "f64", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "bf16")


def in_order(found: Iterable[str], known: tuple[str, ...]) -> list[str]:
    """Returns known words first, in their order, then the others by name."""
    return sorted(set(found), key=lambda word: place_in(known, word))


def place_in(known: tuple[str, ...], word: str) -> tuple[int, str]:
    """Returns the sort key of `in_order`."""
    return (known.index(word) if word in known else len(known), word)
