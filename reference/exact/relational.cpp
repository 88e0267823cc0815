// Implements relational functions: comparisons and classes, any and all, and selection by elements or by bits.
#include <algorithm>

#include "reference/exact/support.h"
#include "reference/truth/truth.h"

namespace classay::exact_functions {
namespace {

bool ordered_pair(Value x, Value y) { return !is_nan(x) && !is_nan(y); }

// Compares the ordered integers of two numbers with `relation(x, y)`. `unordered` is the result if one is a NaN.
template <class Relation>
Truths compared(const Call& call, bool unordered, Relation&& relation) {
  return each<2>(call, [&](Value x, Value y) {
    const Format& f = format(x.type);
    const bool yes = ordered_pair(x, y) ? relation(ordered(f, x.bits), ordered(f, y.bits)) : unordered;
    return answer(call, x.type, yes);
  });
}

template <class Property>
Truths classified(const Call& call, Property&& property) {
  return each<1>(call, [&](Value x) { return answer(call, x.type, property(format(x.type), x.bits)); });
}

bool top_bit(Value v) { return ((v.bits >> (width(v.type) - 1)) & 1) != 0; }

}  // namespace

Truths isequal(const Call& call, Precision) {
  return compared(call, false, [](auto x, auto y) { return x == y; });
}
Truths isnotequal(const Call& call, Precision) {
  return compared(call, true, [](auto x, auto y) { return x != y; });
}
Truths isgreater(const Call& call, Precision) {
  return compared(call, false, [](auto x, auto y) { return x > y; });
}
Truths isgreaterequal(const Call& call, Precision) {
  return compared(call, false, [](auto x, auto y) { return x >= y; });
}
Truths isless(const Call& call, Precision) {
  return compared(call, false, [](auto x, auto y) { return x < y; });
}
Truths islessequal(const Call& call, Precision) {
  return compared(call, false, [](auto x, auto y) { return x <= y; });
}
Truths islessgreater(const Call& call, Precision) {
  return compared(call, false, [](auto x, auto y) { return x != y; });
}
Truths isordered(const Call& call, Precision) {
  return compared(call, false, [](auto, auto) { return true; });
}
Truths isunordered(const Call& call, Precision) {
  return compared(call, true, [](auto, auto) { return false; });
}

Truths isfinite(const Call& call, Precision) {
  return classified(call, [](const Format& f, Bits b) { return f.is_finite(b); });
}
Truths isinf(const Call& call, Precision) {
  return classified(call, [](const Format& f, Bits b) { return f.is_infinite(b); });
}
Truths isnan(const Call& call, Precision) {
  return classified(call, [](const Format& f, Bits b) { return f.is_nan(b); });
}
Truths isnormal(const Call& call, Precision) {
  return classified(call, [](const Format& f, Bits b) { return f.is_normal(b); });
}
Truths signbit(const Call& call, Precision) {
  return classified(call, [](const Format& f, Bits b) { return f.is_negative(b); });
}

// Returns one int, 0 or 1, for scalars and vectors.
Truths any(const Call& call, Precision) {
  elements(call, 1);
  return {wrapped(Type::i32, std::ranges::any_of(call.args, top_bit) ? 1 : 0)};
}
Truths all(const Call& call, Precision) {
  elements(call, 1);
  return {wrapped(Type::i32, std::ranges::all_of(call.args, top_bit) ? 1 : 0)};
}

Truths bitselect(const Call& call, Precision) {
  return each<3>(call, [](Value a, Value b, Value c) { return truth({a.type, (a.bits & ~c.bits) | (b.bits & c.bits)}); });
}

// The scalar variant is the ternary operator; the vector variant tests the top bit only.
Truths select(const Call& call, Precision) {
  return each<3>(call, [&](Value a, Value b, Value c) {
    const bool second = call.lanes == 1 ? (c.bits & mask(c.type)) != 0 : top_bit(c);
    return truth(second ? b : a);
  });
}

}  // namespace classay::exact_functions
