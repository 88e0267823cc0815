#include "suites/vacuous/gross_calls.h"

#include <algorithm>
#include <string>

#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay::vacuous {
namespace {

// Maximum number of tries, and the number after which a call with an unusual result is accepted.
constexpr int kTries = 400;
constexpr int kOrdinaryTries = 200;

Bits ordinary_float(const Format& f, std::mt19937_64& random) {
  const auto exponent = static_cast<std::int64_t>(random() % 8) - 4;
  const Bits biased = static_cast<Bits>(f.emax + exponent) << f.fraction_bits();
  const Bits fraction = random() & ((Bits{1} << f.fraction_bits()) - 1);
  const Bits sign = (random() & 1) << (f.width - 1);
  // One in four is a small integer or half-integer, for which functions have exact values.
  if (random() % 4 == 0)
    return round_to(f, Unrounded{.significand = 1 + random() % 15, .exponent = -1}, Rounding::rne) | sign;
  return biased | fraction | sign;
}

// Random bits are used only if all arguments are integers. As an exponent they would exceed every range.
Bits ordinary_integer(Type t, bool any_bits, std::mt19937_64& random) {
  const Bits all = random() & mask(t);
  const Bits small = random() % 8;
  const bool negative = is_signed(t) && (random() & 1) != 0;
  if (any_bits && random() % 4 == 0) return all;
  return (negative ? ~small + 1 : small) & mask(t);
}

Value ordinary(Type t, bool any_bits, std::mt19937_64& random) {
  return {t, is_float(t) ? ordinary_float(format(t), random) : ordinary_integer(t, any_bits, random)};
}

std::vector<Value> ordinary_arguments(const Row& row, Type format, int lanes, std::mt19937_64& random) {
  std::vector<Value> args;
  for (const Type t : argument_types(row, format)) {
    for (int lane = 0; lane < lanes; ++lane) args.push_back(ordinary(t, !is_float(format), random));
  }
  return args;
}

// Neither small nor large for the format.
bool is_ordinary(const Format& f, const Truth& t) {
  if (t.kind != Truth::Kind::real) return false;
  if (t.is_zero()) return true;
  const Interval magnitude = absolute(*t.value);
  const int reach = f.emax / 2;
  return mpfr_cmp_si_2exp(magnitude.low, 1, -reach) > 0 && mpfr_cmp_si_2exp(magnitude.high, 1, reach) < 0;
}

Type type_of(std::span<const Type> types, std::size_t component) { return types[component % types.size()]; }

bool all_ordinary(std::span<const Truth> truths, std::span<const Type> types) {
  for (std::size_t i = 0; i < truths.size(); ++i) {
    const Type t = type_of(types, i);
    if (is_float(t) ? !is_ordinary(format(t), truths[i]) : truths[i].kind != Truth::Kind::integer) return false;
  }
  return true;
}

bool any_open(std::span<const Truth> truths) {
  return std::ranges::any_of(truths, [](const Truth& t) { return t.kind == Truth::Kind::any; });
}

Bits right_pattern(Type type, const Truth& t) {
  if (!is_float(type)) return t.integer & mask(type);
  return t.kind == Truth::Kind::nan ? format(type).quiet_nan() : *rounded(type, t, Rounding::rne);
}

std::vector<Bits> gross_floats(const Format& f, Bits right) {
  const Bits large = round_to(f, Unrounded{.significand = 1, .exponent = std::min(60, f.emax - 1)}, Rounding::rne);
  std::vector<Bits> all{f.quiet_nan(), f.infinity(false), f.infinity(true), large};
  if (f.is_finite(right) && !f.is_zero(right)) {
    const auto off = std::int64_t{1} << (f.precision - 4);
    all.push_back(f.negate(right));
    all.push_back(from_ordered(f, ordered(f, right) + off));
    all.push_back(from_ordered(f, ordered(f, right) - off));
  }
  std::erase_if(all, [&](Bits b) { return b == right || (f.is_nan(b) && f.is_nan(right)); });
  return all;
}

std::vector<Bits> gross_integers(Type t, Bits right) {
  std::vector<Bits> all{~right, ~right + 1, right + (Bits{1} << (width(t) - 3)), right ^ (Bits{1} << (width(t) / 2))};
  for (Bits& b : all) b &= mask(t);
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());  // clang 14 rejects std::ranges::unique
  std::erase(all, right);
  return all;
}

GrossCall with_results(std::vector<Value> args, std::span<const Truth> truths, std::span<const Type> types,
                       std::mt19937_64& random) {
  std::vector<Bits> right;
  for (std::size_t i = 0; i < truths.size(); ++i) right.push_back(right_pattern(type_of(types, i), truths[i]));
  GrossCall call{.args = std::move(args), .results = {}};
  const std::size_t component = random() % right.size();
  const Type type = type_of(types, component);
  for (const Bits b :
       is_float(type) ? gross_floats(format(type), right[component]) : gross_integers(type, right[component])) {
    call.results.push_back(right);
    call.results.back()[component] = b;
  }
  return call;
}

}  // namespace

// Uses FNV-1a.
std::uint64_t seed_of(const Row& row, Type format) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : std::string(row.name) + "/" + std::string(info(format).name)) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return hash;
}

int lanes_of(const Row& row) {
  if (!goes_across_lanes(row.signature)) return 1;
  const std::span<const int> all = widths(row);
  return std::ranges::find(all, 4) != all.end() ? 4 : all.back();
}

std::vector<GrossCall> gross_calls(const Row& row, Type format, int count) {
  const RealScope scope;
  std::mt19937_64 random(seed_of(row, format));
  const int lanes = lanes_of(row);
  const std::vector<Type> types = result_types(row, format, lanes);
  std::vector<GrossCall> calls;
  int tries = 0;
  bool any_will_do = false;
  while (static_cast<int>(calls.size()) < count && tries < kTries) {
    ++tries;
    if (tries == kOrdinaryTries && calls.empty()) any_will_do = true;
    std::vector<Value> args = ordinary_arguments(row, format, lanes, random);
    const Call call = call_of(row, format, args, lanes);
    if (any_open(row.truth(call, kFirstPrecision))) continue;
    const std::vector<Truth> truths = evaluate_rounded(row.truth, call, types);
    if (!any_will_do && !all_ordinary(truths, types)) continue;
    calls.push_back(with_results(std::move(args), truths, types, random));
  }
  return calls;
}

}  // namespace classay::vacuous
