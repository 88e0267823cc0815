#include "reference/exact/overflow.h"

#include "reference/exact/support.h"

namespace classay::exact_functions {
namespace {

bool is_beyond(Type t, Integer i) {
  if (is_signed(t)) return i < least(t) || i > greatest(t);
  return width(t) < width(Type::i32) && i > greatest(Type::i32);
}

// Integer holds all results except products of 64-bit unsigned numbers, which wrap by definition.
bool has_no_overflow(Type t) { return !is_signed(t) && width(t) >= width(Type::i32); }

template <class F>
bool is_beyond(const Call& call, F&& f) {
  const Type t = call.args[0].type;
  return !has_no_overflow(t) && is_beyond(t, f(integer(call.args[0]), integer(call.args[call.args.size() - 1])));
}

bool sum(const Call& call) {
  return is_beyond(call, [](Integer x, Integer y) { return x + y; });
}
bool difference(const Call& call) {
  return is_beyond(call, [](Integer x, Integer y) { return x - y; });
}
bool product(const Call& call) {
  return is_beyond(call, [](Integer x, Integer y) { return x * y; });
}
bool negation(const Call& call) {
  return is_beyond(call, [](Integer x, Integer) { return -x; });
}
bool successor(const Call& call) {
  return is_beyond(call, [](Integer x, Integer) { return x + 1; });
}
bool predecessor(const Call& call) {
  return is_beyond(call, [](Integer x, Integer) { return x - 1; });
}

}  // namespace

Overflows overflows_of(Evaluate integers) {
  if (integers == int_add) return sum;
  if (integers == int_sub) return difference;
  if (integers == int_mul) return product;
  if (integers == int_negate) return negation;
  if (integers == increment) return successor;
  if (integers == decrement) return predecessor;
  return nullptr;
}

bool remainder_overflows(const Call& call) {
  const Type t = call.args[0].type;
  return is_signed(t) && integer(call.args[0]) == least(t) && integer(call.args[1]) == -1;
}

}  // namespace classay::exact_functions
