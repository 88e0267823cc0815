#include "reference/certified/function/function.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "reference/arb/ball.h"
#include "reference/certified/function/series.h"
#include "reference/oracle/oracle.h"

namespace classay::certified {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

constexpr Region point(double x, double value) { return {x, x, value, 0}; }
// A rule prescribes a finite value there, so the model has none.
constexpr Region prescribed(double x) { return {x, x, 0, kInfinity}; }
constexpr Region none(double low, double high) { return {low, high, kNaN, 0}; }
// |f| > 2^129, with this sign.
constexpr Region over(double low, double high, int sign = 1) { return {low, high, sign * kInfinity, 0}; }
// 0 < |f| < 2^-172: the value differs by less than 2^-172 = 2^-46 * 2^-126.
constexpr Region tiny(double low, double high, int sign = 1) { return {low, high, sign * 0x1p-173, 0x1p-46, true}; }
// |f| is below the magnitude of `power`, a power of two, by less than 2^-50.5 of it. The value is below it by 2^-53.
constexpr Region nearly(double low, double high, double power) { return {low, high, power * (1 - 0x1p-53), 0x1p-50, true}; }

// e^90 > 2^129.8, e^-120 < 2^-173.
constexpr std::array kExp{over(90, kInfinity), tiny(-kInfinity, -120)};
constexpr std::array kExp2{over(130, kInfinity), tiny(-kInfinity, -173)};
// 10^39 > 2^129.5, 10^-52 < 2^-172.7.
constexpr std::array kExp10{over(39, kInfinity), tiny(-kInfinity, -52)};
// e^-36 < 2^-51.
constexpr std::array kExpm1{over(90, kInfinity), nearly(-kInfinity, -36, -1)};
// e^-19 < 2^-27.4.
constexpr std::array kExpm1Below{BelowPower{-36, -19, 1}};
constexpr std::array kLog{none(-kInfinity, 0), point(1, 0)};
constexpr std::array kLog1p{point(-1, -kInfinity), none(-kInfinity, -1)};
constexpr std::array kRoot{none(-kInfinity, 0)};
// e^91 / 2 > 2^130.
constexpr std::array kHyperbolic{over(91, kInfinity)};
// 1 - tanh 18 < 2 e^-36 < 2^-50.9.
constexpr std::array kTanh{nearly(18, kInfinity, 1)};
// 1 - tanh 10 < 2 e^-20 < 2^-27.8.
constexpr std::array kTanhBelow{BelowPower{10, 18, 1}};
constexpr std::array kAcosh{point(1, 0), none(-kInfinity, 1)};
constexpr std::array kAtanh{point(1, kInfinity), none(1, kInfinity)};
constexpr std::array kAsin{prescribed(1), none(1, kInfinity)};
constexpr std::array kAcos{point(1, 0), none(1, kInfinity), prescribed(-1), none(-kInfinity, -1)};
// erfc 6 < 2^-55, erfc 11 < 2^-178.
constexpr std::array kErf{nearly(6, kInfinity, 1)};
constexpr std::array kErfc{tiny(11, kInfinity), nearly(-kInfinity, -6, 2)};
// erfc 4 < 2^-25.9, and erfc(-4) = 2 - erfc 4.
constexpr std::array kErfBelow{BelowPower{4, 6, 1}};
constexpr std::array kErfcBelow{BelowPower{-6, -4, 2}};
// 36! > 2^138.
constexpr std::array kGamma{over(37, kInfinity)};
constexpr std::array kLogGamma{point(1, 0), point(2, 0)};

bool is_even(double x) { return std::fmod(x, 2) == 0; }
// tanpi(n) = copysign(0, n) for even n and copysign(0, -n) for odd n.
double tanpi_zero(double x) { return std::copysign(0.0, is_even(x) ? x : -x); }
double tanpi_pole(double x) { return is_even(std::floor(x)) ? kInfinity : -kInfinity; }

const std::array kFunctions = std::to_array<Function>({
    {.name = "exp", .truth = oracle::exp, .series = series::exp, .analytic_at_zero = true, .regions = kExp},
    {.name = "exp2", .truth = oracle::exp2, .series = series::exp2, .analytic_at_zero = true, .regions = kExp2},
    {.name = "exp10", .truth = oracle::exp10, .series = series::exp10, .analytic_at_zero = true, .regions = kExp10},
    {.name = "expm1",
     .truth = oracle::expm1,
     .series = series::expm1,
     .analytic_at_zero = true,
     .regions = kExpm1,
     .below_power = kExpm1Below,
     .beside = Beside::above},
    {.name = "log", .truth = oracle::log, .series = series::log, .regions = kLog},
    {.name = "log2", .truth = oracle::log2, .series = series::log2, .regions = kLog},
    {.name = "log10", .truth = oracle::log10, .series = series::log10, .regions = kLog},
    {.name = "log1p",
     .truth = oracle::log1p,
     .series = series::log1p,
     .analytic_at_zero = true,
     .regions = kLog1p,
     .beside = Beside::below},
    {.name = "sin",
     .truth = oracle::sin,
     .series = series::sin,
     .parity = Parity::odd,
     .analytic_at_zero = true,
     .far = Far::angle,
     .beside = Beside::inside},
    {.name = "cos",
     .truth = oracle::cos,
     .series = series::cos,
     .parity = Parity::even,
     .analytic_at_zero = true,
     .far = Far::angle},
    {.name = "tan",
     .truth = oracle::tan,
     .series = series::tan,
     .reciprocal = series::cot,
     .parity = Parity::odd,
     .analytic_at_zero = true,
     .far = Far::angle,
     .beside = Beside::outside},
    {.name = "sinpi",
     .truth = oracle::sinpi,
     .series = series::sinpi,
     .parity = Parity::odd,
     .analytic_at_zero = true,
     .far = Far::half_turns},
    {.name = "cospi",
     .truth = oracle::cospi,
     .series = series::cospi,
     .parity = Parity::even,
     .analytic_at_zero = true,
     .far = Far::half_turns},
    {.name = "tanpi",
     .truth = oracle::tanpi,
     .series = series::tanpi,
     .reciprocal = series::cotpi,
     .parity = Parity::odd,
     .analytic_at_zero = true,
     .far = Far::half_turns,
     .at_zero = tanpi_zero,
     .at_pole = tanpi_pole},
    {.name = "asin",
     .truth = oracle::asin,
     .series = series::asin,
     .parity = Parity::odd,
     .analytic_at_zero = true,
     .regions = kAsin,
     .beside = Beside::outside},
    {.name = "acos", .truth = oracle::acos, .series = series::acos, .analytic_at_zero = true, .regions = kAcos},
    {.name = "atan",
     .truth = oracle::atan,
     .series = series::atan,
     .parity = Parity::odd,
     .analytic_at_zero = true,
     .beside = Beside::inside},
    {.name = "asinpi",
     .truth = oracle::asinpi,
     .series = series::asinpi,
     .parity = Parity::odd,
     .analytic_at_zero = true,
     .regions = kAsin},
    {.name = "acospi", .truth = oracle::acospi, .series = series::acospi, .analytic_at_zero = true, .regions = kAcos},
    {.name = "atanpi", .truth = oracle::atanpi, .series = series::atanpi, .parity = Parity::odd, .analytic_at_zero = true},
    {.name = "sinh",
     .truth = oracle::sinh,
     .series = series::sinh,
     .parity = Parity::odd,
     .analytic_at_zero = true,
     .regions = kHyperbolic,
     .beside = Beside::outside},
    {.name = "cosh",
     .truth = oracle::cosh,
     .series = series::cosh,
     .parity = Parity::even,
     .analytic_at_zero = true,
     .regions = kHyperbolic},
    {.name = "tanh",
     .truth = oracle::tanh,
     .series = series::tanh,
     .parity = Parity::odd,
     .analytic_at_zero = true,
     .regions = kTanh,
     .below_power = kTanhBelow,
     .beside = Beside::inside},
    {.name = "asinh",
     .truth = oracle::asinh,
     .series = series::asinh,
     .parity = Parity::odd,
     .analytic_at_zero = true,
     .beside = Beside::inside},
    {.name = "acosh", .truth = oracle::acosh, .series = series::acosh, .regions = kAcosh},
    {.name = "atanh",
     .truth = oracle::atanh,
     .series = series::atanh,
     .parity = Parity::odd,
     .analytic_at_zero = true,
     .regions = kAtanh,
     .beside = Beside::outside},
    {.name = "erf",
     .truth = oracle::erf,
     .series = series::erf,
     .parity = Parity::odd,
     .analytic_at_zero = true,
     .regions = kErf,
     .below_power = kErfBelow},
    {.name = "erfc",
     .truth = oracle::erfc,
     .series = series::erfc,
     .analytic_at_zero = true,
     .regions = kErfc,
     .below_power = kErfcBelow},
    {.name = "tgamma",
     .truth = oracle::tgamma,
     .series = series::tgamma,
     .reciprocal = series::rgamma,
     .analytic_at_zero = true,
     .far = Far::poles,
     .regions = kGamma},
    {.name = "lgamma", .truth = oracle::lgamma, .series = series::lgamma, .far = Far::poles, .regions = kLogGamma},
    {.name = "cbrt", .truth = oracle::cbrt, .series = series::cbrt, .parity = Parity::odd},
    {.name = "sqrt", .truth = oracle::sqrt, .series = series::sqrt, .regions = kRoot},
    {.name = "rsqrt", .truth = oracle::rsqrt, .series = series::rsqrt, .regions = kRoot},
    {.name = "recip",
     .truth = oracle::recip,
     .series = series::reciprocal,
     .reciprocal = series::identity,
     .parity = Parity::odd,
     .analytic_at_zero = true},
    {.name = "degrees",
     .truth = oracle::degrees,
     .series = series::degrees,
     .parity = Parity::odd,
     .analytic_at_zero = true},
    {.name = "radians",
     .truth = oracle::radians,
     .series = series::radians,
     .parity = Parity::odd,
     .analytic_at_zero = true},
});

}  // namespace

std::span<const Function> functions() { return kFunctions; }

const Function* function_of(Evaluate truth) {
  const auto* found = std::ranges::find(kFunctions, truth, &Function::truth);
  return found == kFunctions.end() ? nullptr : found;
}

const Function* function_named(std::string_view name) {
  const auto* found = std::ranges::find(kFunctions, name, &Function::name);
  return found == kFunctions.end() ? nullptr : found;
}

}  // namespace classay::certified
