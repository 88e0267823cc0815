#include "reference/judge/flush.h"

namespace classay {
namespace {

// With signs of zero up to this many subnormal operands; beyond it they are replaced by +0 only, and beyond the second
// bound (which no builtin with two float4 arguments passes) the list is incomplete.
constexpr std::size_t kWithBothSigns = 4;
constexpr std::size_t kWithEverySubset = 8;

constexpr Bits kSquareRootOfSmallest = 0x20000000;  // 2^-63, the root of 2^-126

}  // namespace

FlushedArguments flushed_arguments(std::span<const Value> args, std::optional<Value> smallest_kept) {
  const auto is_small = [&](Value v) {
    if (!is_float(v.type)) return false;
    if (!smallest_kept || v.type != smallest_kept->type) return is_subnormal(v);
    return !format(v.type).is_zero(v.bits) && format(v.type).magnitude(v.bits) < smallest_kept->bits;
  };
  std::vector<std::size_t> subnormal;
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (is_small(args[i])) subnormal.push_back(i);
  }
  FlushedArguments result;
  result.complete = subnormal.size() <= kWithEverySubset;
  const std::vector<Value> given(args.begin(), args.end());
  result.lists.push_back(given);
  if (!result.complete) {
    result.lists.push_back(given);
    for (const std::size_t i : subnormal) result.lists.back()[i].bits = 0;
    return result;
  }
  // Count in base 3 (keep, +0, -0) or base 2 (keep, +0); 0 is the list as given.
  const std::size_t base = subnormal.size() <= kWithBothSigns ? 3 : 2;
  std::size_t combinations = 1;
  for (std::size_t i = 0; i < subnormal.size(); ++i) combinations *= base;
  for (std::size_t c = 1; c < combinations; ++c) {
    std::vector<Value> list = given;
    std::size_t rest = c;
    for (const std::size_t i : subnormal) {
      if (rest % base != 0) list[i].bits = format(list[i].type).zero(rest % base == 2);
      rest /= base;
    }
    result.lists.push_back(std::move(list));
  }
  return result;
}

std::optional<Value> smallest_kept(std::string_view builtin) {
  if (builtin != "fast_normalize") return std::nullopt;
  return Value{Type::f32, kSquareRootOfSmallest};
}

void add_other_zeros(FlushedArguments& lists, std::span<const Value> given) {
  std::vector<std::size_t> zeros;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (is_float(given[i].type) && format(given[i].type).is_zero(given[i].bits)) zeros.push_back(i);
  }
  if (zeros.size() > kWithEverySubset) {
    lists.complete = false;
    return;
  }
  const std::size_t as_given = lists.lists.size();
  for (std::size_t subset = 1; subset < std::size_t{1} << zeros.size(); ++subset) {
    for (std::size_t list = 0; list < as_given; ++list) {
      std::vector<Value> other = lists.lists[list];
      for (std::size_t z = 0; z < zeros.size(); ++z) {
        Value& v = other[zeros[z]];
        if ((subset >> z & 1U) != 0) v.bits = format(v.type).negate(v.bits);
      }
      lists.lists.push_back(std::move(other));
    }
  }
}

std::optional<Bits> flushed_nextafter(const Format& f, Bits x, Bits y, bool flushes_y) {
  if (f.is_nan(x) || f.is_nan(y)) return std::nullopt;
  if (!flushes_y && f.is_zero(x) && f.is_subnormal(y)) return f.zero(f.is_negative(y)) | f.min_normal();
  const auto flushed = [&](Bits b) { return f.is_subnormal(b) ? f.zero(f.is_negative(b)) : b; };
  x = flushed(x);
  const std::int64_t from = ordered(f, x);
  const std::int64_t to = ordered(f, flushed(y));
  if (from == to) return y;
  const bool up = from < to;
  if (f.is_zero(x)) return f.zero(!up) | f.min_normal();
  if (f.magnitude(x) == f.min_normal() && up == f.is_negative(x)) return f.zero(f.is_negative(x));
  return from_ordered(f, from + (up ? 1 : -1));
}

}  // namespace classay
