#include "harness/worker/judging/zeros.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "reference/bulk/lane.h"
#include "reference/number/real_scope.h"
#include "reference/truth/rounded_results.h"
#include "suites/signature.h"

namespace classay {
namespace {

// Returns the nearest number to the result for these arguments.
std::optional<Bits> nearest(const Row& row, Type format, std::span<const Type> types, std::span<const Bits> arguments) {
  std::array<Value, 3> args;
  for (std::size_t a = 0; a < types.size(); ++a) args.at(a) = {types[a], arguments[a]};
  const std::array result{format};
  const Call call = call_of(row, format, std::span(args).first(types.size()));
  return rounded_results(row.truth, call, result, Rounding::rne).front();
}

}  // namespace

// Tries zeros with 1 and -1 as the other argument, where the difference shows.
bool heeds_signs_of_zeros(const Row& row) {
  const RealScope scope;
  const std::vector<Type> types = argument_types(row, Type::f32);
  if (types.size() == 1) return false;
  for (std::size_t zero = 0; zero < types.size(); ++zero) {
    if (!is_float(types[zero])) continue;
    for (const std::int64_t other : {1, -1}) {
      std::array<Bits, 3> arguments{};
      for (std::size_t a = 0; a < types.size(); ++a) {
        const Bits one = other < 0 ? kF32.negate(kF32.one()) : kF32.one();
        arguments.at(a) = is_float(types[a]) ? one : static_cast<Bits>(other) & mask(types[a]);
      }
      arguments.at(zero) = kF32.zero(false);
      const std::optional<Bits> with_plus = nearest(row, Type::f32, types, arguments);
      arguments.at(zero) = kF32.zero(true);
      const std::optional<Bits> with_minus = nearest(row, Type::f32, types, arguments);
      const bool is_number = with_plus && kF32.is_finite(*with_plus) && !kF32.is_zero(*with_plus);
      if (is_number && with_plus != with_minus) return true;
    }
  }
  return false;
}

bool has_poles_at_zeros(const Row& row, Type format) {
  const RealScope scope;
  const Format& f = classay::format(format);
  const std::array types{format};
  return std::ranges::all_of(std::array{false, true}, [&](bool is_negative) {
    const std::array arguments{f.zero(is_negative)};
    const std::optional<Bits> bits = nearest(row, format, types, arguments);
    return bits && f.is_infinite(*bits);
  });
}

// Returns the nearest result, plus and minus the limit and one ulp.
std::optional<std::array<double, 2>> right_for_zeros(const Row& row, Type format, const SufficientLimit& limit) {
  const bool has_zero = limit.low <= 0 && limit.high >= 0;
  if (!limit.is_all || limit.is_anything || limit.is_derived || limit.absolute > 0 || !has_zero) return std::nullopt;
  const RealScope scope;
  const Format& f = classay::format(format);
  const std::array types{format};
  std::array<double, 2> all{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const bool is_negative : {false, true}) {
    const std::array arguments{f.zero(is_negative)};
    const std::optional<Bits> bits = nearest(row, format, types, arguments);
    if (!bits || !f.is_finite(*bits)) return std::nullopt;
    const double value = bulk::value_of(f, *bits);
    const int exponent = f.is_zero(*bits) ? f.emin() : std::max(std::ilogb(value), f.emin());
    const double off = (limit.ulps + 1) * std::ldexp(1.0, exponent - f.fraction_bits());
    all = {std::min(all[0], value - off), std::max(all[1], value + off)};
  }
  return all;
}

}  // namespace classay
