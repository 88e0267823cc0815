#include "suites/test_calls.h"

#include <algorithm>
#include <array>
#include <set>

#include "reference/number/rounding.h"

namespace classay::test {

std::string_view argument_kinds(std::string_view builtin) {
  constexpr std::array<std::string_view, 23> two_reals{
      "add",  "atan2",       "atan2pi",   "copysign", "div",          "fdim",   "fmax",   "fmax_common",
      "fmin", "fmin_common", "fmod",      "frem",     "fmod_floored", "hypot",  "maxmag", "minmag",
      "mul",  "pow",         "nextafter", "powr",     "remainder",    "remquo", "sub"};
  constexpr std::array<std::string_view, 3> real_and_int{"ldexp", "pown", "rootn"};
  if (std::ranges::find(two_reals, builtin) != two_reals.end()) return "rr";
  if (std::ranges::find(real_and_int, builtin) != real_and_int.end()) return "ri";
  if (builtin == "fma" || builtin == "mad" || builtin == "mul_add" || builtin == "fclamp") return "rrr";
  if (builtin == "nan") return "c";
  return builtin == "normalize" || builtin == "fast_normalize" ? "rr" : "r";
}

std::vector<Bits> boundary_numbers(const Format& f) {
  std::set<Bits> magnitudes{
      0, 1, 2, f.min_normal() - 1, f.min_normal(), f.min_normal() + 1, f.max_finite(), f.infinity(), f.quiet_nan()};
  // n / 4 for n up to 16 gives integers, halves and quarters. 2^precision is the first number with no odd neighbour below
  // it.
  for (std::uint64_t n = 1; n <= 16; ++n) {
    const Bits b = round_to(f, Unrounded{.significand = n, .exponent = -2}, Rounding::rne);
    magnitudes.insert({b - 1, b, b + 1});
  }
  for (const int e : {f.precision - 2, f.precision - 1, f.precision}) {
    const Bits b = round_to(f, Unrounded{.significand = 1, .exponent = e}, Rounding::rne);
    magnitudes.insert({b - 1, b, b + 1});
  }
  std::vector<Bits> numbers;
  for (const Bits m : magnitudes) {
    numbers.push_back(m);
    numbers.push_back(f.negate(m));
  }
  return numbers;
}

std::vector<std::int64_t> boundary_integers() {
  std::vector<std::int64_t> all;
  for (const std::int64_t n : {0LL, 1LL, 2LL, 3LL, 4LL, 5LL, 16LL, 24LL, 25LL, 127LL, 149LL, 1023LL, 1074LL, 65535LL,
                               16777217LL, 2147483646LL, 2147483647LL}) {
    all.push_back(n);
    all.push_back(-n);
  }
  all.push_back(-2147483648LL);
  return all;
}

namespace {

std::vector<Value> values_of(char kind, Type type, bool every_f16) {
  std::vector<Value> values;
  if (kind == 'i') {
    for (const std::int64_t n : boundary_integers()) values.push_back(int_value(Type::i32, n));
  } else if (kind == 'c') {
    const Type code = integer_type(width(type), false);
    for (const Bits b : {Bits{0}, Bits{1}, mask(code)}) values.push_back({code, b});
  } else if (every_f16) {
    for (Bits b = 0; b <= kF16.mask(); ++b) values.push_back({type, b});
  } else {
    for (const Bits b : boundary_numbers(format(type))) values.push_back({type, b});
  }
  return values;
}

}  // namespace

void for_each_call(std::string_view builtin, Type type, const std::function<void(const Call&)>& ask) {
  const std::string_view kinds = argument_kinds(builtin);
  const bool vector = builtin.ends_with("normalize");
  std::vector<std::vector<Value>> choices;
  for (const char kind : kinds) choices.push_back(values_of(kind, type, type == Type::f16 && kinds.size() == 1));
  // The cube of all boundary numbers takes too long: every sixth of the finite ones, and all zeros, infinities and NaN.
  if (kinds.size() == 3) {
    for (auto& c : choices) {
      std::erase_if(c, [&, i = 0](const Value& v) mutable { return is_finite(v) && !is_zero(v) && i++ % 6 != 0; });
    }
  }

  std::vector<std::size_t> at(choices.size(), 0);
  std::vector<Value> args(choices.size());
  while (at[0] < choices[0].size()) {
    for (std::size_t i = 0; i < at.size(); ++i) args[i] = choices[i][at[i]];
    ask({.type = type, .lanes = vector ? static_cast<int>(args.size()) : 1, .args = args});
    for (std::size_t i = at.size(); i-- > 0;) {
      if (++at[i] < choices[i].size() || i == 0) break;
      at[i] = 0;
    }
  }
}

}  // namespace classay::test
