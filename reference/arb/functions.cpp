#include "reference/arb/functions.h"

#include "reference/arb/helpers.h"

namespace classay::arb {

Enclosure exponential(const Ball& y, bool positive, slong precision) {
  // e^y is larger than 2^y for positive y, and smaller for negative y.
  if (arf_cmpabs_2exp_si(arb_midref(static_cast<arb_srcptr>(y)), 21) > 0) return positive ? overflowing() : underflowing();
  Ball r;
  arb_exp(r, y, precision);
  Enclosure e = Enclosure::of(r, precision);
  if (positive) return std::move(e).above(Number::of(1));
  return std::move(e).below(Number::of(1)).above(Number());
}

namespace {

// The first precision is enough for all but hard cases. The last one is needed for x^n and remainders of f64, which have
// thousands of bits.
constexpr slong first_precision(int width) { return width == 64 ? 96 : 64; }
constexpr slong kLastArbPrecision = 1 << 14;

Refined round_components(std::vector<Component> components, std::span<const Type> types) {
  Refined r{std::move(components), {}, true};
  for (std::size_t i = 0; i < r.components.size(); ++i) {
    const auto& real = r.components[i].real;
    r.roundings.push_back(real ? rounded(format(types[i % types.size()]), *real) : std::nullopt);
    if (real && !r.roundings.back()) r.decided = false;
  }
  return r;
}

}  // namespace

std::optional<Refined> refine(Function f, const Call& call, std::span<const Type> types) {
  for (slong p = first_precision(width(call.type));; p *= 2) {
    Outcome components = f(call, p);
    if (!components) return std::nullopt;
    Refined r = round_components(std::move(*components), types);
    if (r.decided || p >= kLastArbPrecision) return r;
  }
}

}  // namespace classay::arb
