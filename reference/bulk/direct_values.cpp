#include "reference/bulk/direct_values.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "reference/bulk/formats.h"
#include "reference/bulk/remainders.h"
#include "reference/cpu/versions.h"
#include "reference/exact/exact.h"
#include "reference/oracle/oracle.h"

namespace classay {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kRounded = 0x1p-53;

template <Format F>
double wide(Bits b) {
  if constexpr (F == kF32) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(b)));
  } else {
    const Bits magnitude = F.magnitude(b);
    const Bits bias = static_cast<Bits>(1023 - F.emax) << F.fraction_bits();
    const auto normal = std::bit_cast<double>((magnitude + bias) << (52 - F.fraction_bits()));
    const double subnormal = static_cast<double>(static_cast<std::int32_t>(magnitude)) * 0x1p-24;
    const double finite = magnitude < F.min_normal() ? subnormal : normal;
    const double m = magnitude < F.infinity() ? finite : magnitude == F.infinity() ? kInfinity : kNaN;
    return F.is_negative(b) ? -m : m;
  }
}

// Loops over numbers; `Op` has no state.
template <Format F, auto Op>
void of_two(const std::array<const Bits*, 3>& arguments, std::size_t count, double* __restrict values) {
  const Bits* x = arguments[0];
  const Bits* y = arguments[1];
  for (std::size_t i = 0; i < count; ++i) values[i] = Op(wide<F>(x[i]), wide<F>(y[i]));
}

template <Format F, auto Op>
void of_three(const std::array<const Bits*, 3>& arguments, std::size_t count, double* __restrict values) {
  const Bits* x = arguments[0];
  const Bits* y = arguments[1];
  const Bits* z = arguments[2];
  for (std::size_t i = 0; i < count; ++i) values[i] = Op(wide<F>(x[i]), wide<F>(y[i]), wide<F>(z[i]));
}

// x 2^n in two factors that are doubles. Where n is above 2000, the result is infinite, or zero. Below -400 it is below
// 2^-272, whichever it is, and so is what stands for it: 2^-146 of the floor of bounds apart.
constexpr double kScaled = 0x1p-146;
template <Format F>
void of_scaling(const std::array<const Bits*, 3>& arguments, std::size_t count, double* __restrict values) {
  const auto power_of_two = [](std::int64_t n) { return std::bit_cast<double>((1023 + n) << 52); };
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t n = std::clamp(static_cast<std::int32_t>(arguments[1][i]), -400, 2000);
    const std::int64_t half = n >> 1;
    values[i] = wide<F>(arguments[0][i]) * power_of_two(half) * power_of_two(n - half);
  }
}

// Loops over chunks of numbers, compiled for the machine.
template <Format F, bulk::Remainders::Loop bulk::Remainders::*Which>
void of_remainders(const std::array<const Bits*, 3>& arguments, std::size_t count, double* values) {
  static const auto& fastest = best<bulk::Remainders>();
  std::array<double, bulk::kRemainderChunk> x;
  std::array<double, bulk::kRemainderChunk> y;
  for (std::size_t done = 0; done < count; done += x.size()) {
    const std::size_t chunk = std::min(x.size(), count - done);
    for (std::size_t i = 0; i < chunk; ++i) x[i] = wide<F>(arguments[0][done + i]);
    for (std::size_t i = 0; i < chunk; ++i) y[i] = wide<F>(arguments[1][done + i]);
    (fastest.*Which)(x.data(), y.data(), chunk, values + done);
  }
}

// Loops over patterns.
template <Format F, auto Op>
void of_patterns(const std::array<const Bits*, 3>& arguments, std::size_t count, double* __restrict values) {
  for (std::size_t i = 0; i < count; ++i) values[i] = Op(F, arguments[0][i], arguments[1][i]);
}

double value_of(const Format& f, Bits b) { return of_narrow(f, wide<kF16>, wide<kF32>)(b); }

double second_value_of(const DirectFunction& function, const Format& f, Bits b) {
  return function.second_is_integer ? static_cast<std::int32_t>(b) : value_of(f, b);
}

constexpr auto kAdd = [](double x, double y) { return x + y; };
constexpr auto kSubtract = [](double x, double y) { return x - y; };
constexpr auto kMultiply = [](double x, double y) { return x * y; };
constexpr auto kDivide = [](double x, double y) { return x / y; };

// To odd: the last bit is set where something is lost.
constexpr auto kFusedMultiplyAdd = [](double x, double y, double z) {
  const double product = x * y;  // exact
  const double sum = product + z;
  const double of_product = sum - z;
  const double lost = (product - of_product) + (z - (sum - of_product));  // exact; NaN where the sum is no finite number
  const auto bits = std::bit_cast<std::int64_t>(sum);
  const std::int64_t outward = (lost > 0) == (sum > 0) ? 1 : -1;
  const bool is_even_and_loses = (bits & 1) == 0 && (lost > 0 || lost < 0);
  return std::bit_cast<double>(bits + (is_even_and_loses ? outward : 0));
};

constexpr auto kDifference = [](double x, double y) {
  const double none = x != x || y != y ? kNaN : 0.0;
  return x > y ? x - y : none;
};

constexpr auto kLarger = [](double x, double y) { return x != x || x < y ? y : x; };
constexpr auto kSmaller = [](double x, double y) { return x != x || y < x ? y : x; };
constexpr auto kLargerMagnitude = [](double x, double y) {
  const double a = std::fabs(x);
  const double b = std::fabs(y);
  return b < a ? x : a < b ? y : kLarger(x, y);
};
constexpr auto kSmallerMagnitude = [](double x, double y) {
  const double a = std::fabs(x);
  const double b = std::fabs(y);
  return a < b ? x : b < a ? y : kSmaller(x, y);
};
constexpr auto kCopySign = [](double x, double y) { return std::copysign(x, y); };

constexpr auto kNextAfter = [](const Format& f, Bits x, Bits y) {
  if (f.is_nan(x) || f.is_nan(y)) return kNaN;
  const std::int64_t from = ordered(f, x);
  const std::int64_t to = ordered(f, y);
  if (from == to) return value_of(f, y);
  const std::int64_t next = from < to ? from + 1 : from - 1;
  return next == 0 ? std::copysign(0.0, f.is_negative(x) ? -1 : 1) : value_of(f, from_ordered(f, next));
};

// How many patterns from this one on are all zero, numbers, infinite, or NaN, of one sign.
std::uint64_t of_one_kind(const Format& f, Bits b) {
  const Bits m = f.magnitude(b);
  if (m == 0 || m == f.infinity()) return 1;
  return m < f.infinity() ? f.infinity() - m : f.sign_bit() - m;
}

constexpr auto kOneIsNaN = [](double x, double y) { return (x != x) != (y != y); };
constexpr auto kDivisorIsInfinite = [](double x, double y) { return std::isfinite(x) && std::isinf(y); };
constexpr auto kPowerIsOne = [](double x, double n) { return std::isfinite(x) && x != 0 && n == 0; };
constexpr auto kLeavesZero = [](double x, double y) { return x == 0 && y != 0; };

template <auto Op>
constexpr DirectFunction two(std::string_view name, Evaluate truth, double epsilon) {
  return {.name = name, .truth = truth, .epsilon = epsilon, .of_f16 = of_two<kF16, Op>, .of_f32 = of_two<kF32, Op>};
}

template <auto Op>
constexpr DirectFunction three(std::string_view name, Evaluate truth, double epsilon) {
  return {.name = name,
          .truth = truth,
          .arity = 3,
          .epsilon = epsilon,
          .of_f16 = of_three<kF16, Op>,
          .of_f32 = of_three<kF32, Op>};
}

template <auto Op>
constexpr DirectFunction patterns(std::string_view name, Evaluate truth) {
  return {.name = name, .truth = truth, .of_f16 = of_patterns<kF16, Op>, .of_f32 = of_patterns<kF32, Op>};
}

template <bulk::Remainders::Loop bulk::Remainders::*Which>
constexpr DirectFunction remainders(std::string_view name, Evaluate truth) {
  return {.name = name, .truth = truth, .of_f16 = of_remainders<kF16, Which>, .of_f32 = of_remainders<kF32, Which>};
}

constexpr DirectFunction prescribed(DirectFunction f, bool (*where)(double, double)) {
  f.is_prescribed = where;
  return f;
}

constexpr DirectFunction second(DirectFunction f) {
  f.result = 1;
  return f;
}

const std::array kFunctions = std::to_array<DirectFunction>({
    two<kAdd>("add", oracle::add, kRounded),
    two<kSubtract>("sub", oracle::sub, kRounded),
    two<kMultiply>("mul", oracle::mul, 0),
    two<kDivide>("div", oracle::div, kRounded),
    two<kDifference>("fdim", oracle::fdim, kRounded),
    three<kFusedMultiplyAdd>("fma", oracle::fma, 2 * kRounded),
    three<kFusedMultiplyAdd>("mad", oracle::mad, 2 * kRounded),
    prescribed(two<kLarger>("fmax", exact_functions::fmax, 0), kOneIsNaN),
    prescribed(two<kSmaller>("fmin", exact_functions::fmin, 0), kOneIsNaN),
    two<kLargerMagnitude>("maxmag", exact_functions::maxmag, 0),
    two<kSmallerMagnitude>("minmag", exact_functions::minmag, 0),
    two<kCopySign>("copysign", exact_functions::copysign, 0),
    prescribed(patterns<kNextAfter>("nextafter", exact_functions::nextafter), kLeavesZero),
    prescribed({.name = "ldexp",
                .truth = oracle::ldexp,
                .second_is_integer = true,
                .epsilon = kScaled,
                .of_f16 = of_scaling<kF16>,
                .of_f32 = of_scaling<kF32>},
               kPowerIsOne),
    prescribed(remainders<&bulk::Remainders::truncated>("fmod", oracle::fmod), kDivisorIsInfinite),
    prescribed(remainders<&bulk::Remainders::nearest>("remainder", oracle::remainder), kDivisorIsInfinite),
    prescribed(remainders<&bulk::Remainders::nearest>("remquo", oracle::remquo), kDivisorIsInfinite),
    second(remainders<&bulk::Remainders::quotient>("remquo_quotient", oracle::remquo)),
});

}  // namespace

std::span<const DirectFunction> direct_functions() { return kFunctions; }

const DirectFunction* direct_function_of(Evaluate truth, std::size_t result) {
  const auto* found =
      std::ranges::find_if(kFunctions, [&](const DirectFunction& f) { return f.truth == truth && f.result == result; });
  return found == kFunctions.end() ? nullptr : found;
}

const DirectFunction* direct_function_named(std::string_view name) {
  const auto* found = std::ranges::find(kFunctions, name, &DirectFunction::name);
  return found == kFunctions.end() ? nullptr : found;
}

double direct_value(const Format& format, Bits b) { return value_of(format, b); }

double direct_values(const DirectFunction& f, const Format& format, std::span<const std::span<const Bits>> arguments,
                     std::span<double> values) {
  std::array<const Bits*, 3> data{};
  for (std::size_t i = 0; i < arguments.size(); ++i) data.at(i) = arguments[i].data();
  of_narrow(format, f.of_f16, f.of_f32)(data, values.size(), values.data());
  return f.epsilon;
}

DirectValues::DirectValues(const DirectFunction& f, const Format& format, std::size_t varies, std::array<Bits, 3> arguments)
    : f_(f), format_(format), varies_(varies), arguments_(arguments) {}

bool DirectValues::is_prescribed(Bits varied) const {
  std::array<Bits, 3> all = arguments_;
  all.at(varies_) = varied;
  return f_.is_prescribed(value_of(format_, all[0]), second_value_of(f_, format_, all[1]));
}

Known DirectValues::at(Bits first, std::span<double> values) const {
  // As many as a stack holds, and as are prescribed or not alike.
  constexpr std::size_t kChunk = 512;
  std::array<std::array<Bits, kChunk>, 3> arguments;
  std::size_t count = std::min(kChunk, values.size());
  const bool prescribed = f_.is_prescribed != nullptr && is_prescribed(first);
  if (f_.is_prescribed != nullptr) count = std::min<std::uint64_t>(count, of_one_kind(format_, first));
  std::array<std::span<const Bits>, 3> spans;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < count; ++j) arguments.at(i)[j] = i == varies_ ? first + j : arguments_.at(i);
    spans.at(i) = std::span(arguments.at(i)).first(count);
  }
  const double epsilon =
      direct_values(f_, format_, std::span(spans).first(static_cast<std::size_t>(f_.arity)), values.first(count));
  return {count, prescribed ? kInfinity : epsilon, true};
}

bool ListedValues::is_prescribed(std::size_t at) const {
  return f_.is_prescribed(value_of(format_, lists_[0][at]), second_value_of(f_, format_, lists_[1][at]));
}

Known ListedValues::at(Bits first, std::span<double> values) const {
  std::size_t count = values.size();
  const bool prescribed = f_.is_prescribed != nullptr && is_prescribed(first);
  if (f_.is_prescribed != nullptr) {
    std::size_t same = 1;
    while (same < count && is_prescribed(first + same) == prescribed) ++same;
    count = same;
  }
  std::array<std::span<const Bits>, 3> spans;
  const auto arity = static_cast<std::size_t>(f_.arity);
  for (std::size_t i = 0; i < arity; ++i) spans.at(i) = std::span(lists_.at(i) + first, count);
  const double epsilon = direct_values(f_, format_, std::span(spans).first(arity), values.first(count));
  return {count, prescribed ? kInfinity : epsilon, true};
}

}  // namespace classay
