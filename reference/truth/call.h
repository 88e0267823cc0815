// Defines a call of a builtin and the type of a function that gives its truth, without the headers of MPFR: the table of
// builtins names such functions, and most sources read the table.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "reference/number/rounding.h"
#include "reference/number/type.h"

namespace classay {

struct Truth;
using Precision = long;  // in bits; MPFR's mpfr_prec_t

// One call of a builtin. Arguments are ordered by argument, and then by lane: dot of two float2 is {a.x, a.y, b.x, b.y}.
struct Call {
  Type type = Type::f32;  // the element type that names the overload: "f32" of sin f32
  int lanes = 1;          // vector width of builtins across lanes (geometric, shuffle, any, all)
  std::span<const Value> args;
  // Conversions and stores of half only:
  Type to = Type::f32;
  Rounding rounding = Rounding::rne;
  bool saturate = false;
  std::optional<Rounding> step = std::nullopt;  // first of two roundings (TypeInfo::through), if different
};

// Returns the truth of a call at a working precision: one entry for each component of each result, result by result. A
// larger precision gives a tighter enclosure. A component that is exact at some precision is recognised as exact. Has no
// state; the caller holds a RealScope.
using Evaluate = std::vector<Truth> (*)(const Call&, Precision);

}  // namespace classay
