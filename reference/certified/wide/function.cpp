#include "reference/certified/wide/function.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "reference/certified/wide/block.h"
#include "reference/oracle/oracle.h"

namespace classay::certified {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

constexpr WideRegion over(double low, double high) { return {low, high, kInfinity, 0}; }  // f > 2^1025
// 0 < f < 2^-1097: the error of the value 2^-1098 is less than 2^-1097 = 2^-75 * 2^-1022.
constexpr WideRegion tiny(double low, double high) { return {low, high, 1, 0x1p-75, kWideTiny - 1}; }
// The relative difference of f and `value` is below 2^-131.
constexpr WideRegion nearly(double low, double high, double value) { return {low, high, value, 0x1p-130}; }

// e^711 > 2^1025.7, e^-761 < 2^-1097.8.
constexpr std::array kExp{over(711, kInfinity), tiny(-kInfinity, -761)};
constexpr std::array kExp2{over(1026, kInfinity), tiny(-kInfinity, -1098)};
// 10^309 > 2^1026, 10^-331 < 2^-1099.
constexpr std::array kExp10{over(309, kInfinity), tiny(-kInfinity, -331)};
// e^-96 < 2^-138.
constexpr std::array kExpm1{over(711, kInfinity), nearly(-kInfinity, -96, -1)};
// e^712 / 2 > 2^1026.
constexpr std::array kHyperbolic{over(712, kInfinity)};
// 1 - tanh 64 < 2 e^-128 < 2^-183.
constexpr std::array kTanh{nearly(64, kInfinity, 1)};
// erfc 16 < e^-256 < 2^-369, erfc 28 < e^-784 < 2^-1131.
constexpr std::array kErf{nearly(16, kInfinity, 1)};
constexpr std::array kErfc{tiny(28, kInfinity), nearly(-kInfinity, -16, 2)};
// 171! > 2^1026; below -2^52 all numbers are integers.
constexpr std::array kGamma{over(172, kInfinity), WideRegion{-kInfinity, -0x1p52, kNaN, 0}};
constexpr std::array kLogGamma{WideRegion{-kInfinity, -0x1p52, kInfinity, 0}};

constexpr std::array kExpEdges{709.7827128933841, -708.3964185322641, -745.1332191019411};
constexpr std::array kExp2Edges{1024.0, -1022.0, -1074.0, -1075.0};
constexpr std::array kExp10Edges{308.25471555991674, -307.6526555685887, -323.3062153431158};
constexpr std::array kExpm1Edges{709.7827128933841, -37.42994775023705};
constexpr std::array kHyperbolicEdges{710.4758600739439};
constexpr std::array kErfcEdges{26.543258425205856, 27.226017111108366};
constexpr std::array kGammaEdges{171.62437695630272, -170.5674972726612, -177.5, -183.5, 0x1p-1024, -0x1p-1024};
constexpr std::array kLogGammaEdges{2.556348163871691e305};
constexpr std::array kReciprocalEdges{0x1p-1024, 0x1p1022, 0x1p1023};
constexpr std::array kDegreesEdges{3.1375664143845866e306};
constexpr std::array kRadiansEdges{1.2748734119735194e-306};

// Functions that overflow or underflow in f64, or whose regions in function.h assume the precision of f32.
struct Wide {
  Evaluate truth;
  std::span<const WideRegion> regions;
  std::span<const double> edges;
};
const std::array kWide = std::to_array<Wide>({
    {oracle::exp, kExp, kExpEdges},
    {oracle::exp2, kExp2, kExp2Edges},
    {oracle::exp10, kExp10, kExp10Edges},
    {oracle::expm1, kExpm1, kExpm1Edges},
    {oracle::sinh, kHyperbolic, kHyperbolicEdges},
    {oracle::cosh, kHyperbolic, kHyperbolicEdges},
    {oracle::tanh, kTanh, {}},
    {oracle::erf, kErf, {}},
    {oracle::erfc, kErfc, kErfcEdges},
    {oracle::tgamma, kGamma, kGammaEdges},
    {oracle::lgamma, kLogGamma, kLogGammaEdges},
    {oracle::recip, {}, kReciprocalEdges},
    {oracle::degrees, {}, kDegreesEdges},
    {oracle::radians, {}, kRadiansEdges},
});

const Wide* wide_of(const Function& f) {
  const auto* found = std::ranges::find(kWide, f.truth, &Wide::truth);
  return found == kWide.end() ? nullptr : found;
}

bool covers(double low, double high, double a, double b) { return low <= std::fmin(a, b) && std::fmax(a, b) <= high; }

}  // namespace

std::optional<WideRegion> wide_region_of(const Function& f, double a, double b) {
  if (const Wide* wide = wide_of(f)) {
    for (const WideRegion& r : wide->regions) {
      if (covers(r.low, r.high, a, b)) return r;
    }
  }
  for (const Region& r : f.regions) {
    // The regions over, tiny and nearly are valid for f32 only. Exact and prescribed values are valid in every format.
    const bool is_for_all = std::isinf(r.epsilon) || (r.epsilon == 0 && (r.low == r.high || std::isnan(r.value)));
    if (is_for_all && covers(r.low, r.high, a, b)) return WideRegion{r.low, r.high, r.value, r.epsilon};
  }
  return std::nullopt;
}

std::span<const double> wide_edges(const Function& f) {
  const Wide* wide = wide_of(f);
  return wide == nullptr ? std::span<const double>() : wide->edges;
}

}  // namespace classay::certified
