#include "reference/number/rounding.h"

#include <algorithm>

namespace classay {
namespace {

int bit_width(Wide x) {
  const auto high = static_cast<std::uint64_t>(x >> 64);
  return static_cast<int>(high != 0 ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(x)));
}

Bits overflow(const Format& f, bool negative, Rounding mode) {
  const bool to_infinity =
      mode == Rounding::rne || (mode == Rounding::rtp && !negative) || (mode == Rounding::rtn && negative);
  return f.zero(negative) | (to_infinity ? f.infinity() : f.max_finite());
}

}  // namespace

Bits round_to(const Format& f, const Unrounded& x, Rounding mode) {
  if (x.significand == 0 && !x.sticky) return f.zero(x.negative);

  const int leading = x.exponent + bit_width(x.significand) - 1;  // exponent of the leading bit
  if (x.significand != 0 && leading > f.emax) return overflow(f, x.negative, mode);

  const int last = std::max(leading, f.emin()) - f.fraction_bits();  // exponent of the result's last place
  const int shift = last - x.exponent;

  Wide kept = 0;
  bool half = false;
  bool below = x.sticky;
  if (shift <= 0) {
    kept = x.significand << -shift;  // exact unless sticky; the sticky part is then below any half
  } else if (shift <= 128) {
    kept = shift == 128 ? 0 : x.significand >> shift;
    half = ((x.significand >> (shift - 1)) & 1) != 0;
    below = below || (x.significand & ((Wide{1} << (shift - 1)) - 1)) != 0;
  } else {
    below = true;
  }

  if (rounds_away(mode, x.negative, (kept & 1) != 0, half, below)) ++kept;
  const auto pattern = static_cast<Bits>(kept);
  if (pattern == 0) return f.zero(x.negative);
  // A carry out of the significand increments the exponent field. Subnormals have biased exponent 0.
  const int biased_less_one = last - f.subnormal_exponent();
  const Bits magnitude = pattern + (static_cast<Bits>(biased_less_one) << f.fraction_bits());
  if (magnitude >= f.infinity()) return overflow(f, x.negative, mode);
  return f.zero(x.negative) | magnitude;
}

}  // namespace classay
