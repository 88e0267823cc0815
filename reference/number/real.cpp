#include "reference/number/real.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace classay {
namespace {

static_assert(GMP_NUMB_BITS == 64, "a significand is read in limbs of 64 bits");

// Bound of |log2| for exact results on f64 values: products of three subnormals, sums of squares, remainders. They are far
// below 2^18. gamma, exp and pow beyond it overflow or underflow in every format.
constexpr mpfr_exp_t kExponentLimit = mpfr_exp_t{1} << 18;

// Sets number * 2^exponent. A long has 32 bits on Windows, and takes the number in two halves.
void set(mpfr_ptr to, std::uint64_t number, int exponent = 0) {
  if constexpr (sizeof(unsigned long) == sizeof number) {
    mpfr_set_ui_2exp(to, static_cast<unsigned long>(number), exponent, MPFR_RNDN);
  } else {
    mpfr_set_ui_2exp(to, static_cast<unsigned>(number >> 32), 32, MPFR_RNDN);
    mpfr_add_ui(to, to, static_cast<unsigned>(number), MPFR_RNDN);
    mpfr_mul_2si(to, to, exponent, MPFR_RNDN);
  }
}

}  // namespace

RealScope::RealScope() : emin_(mpfr_get_emin()), emax_(mpfr_get_emax()), flags_(mpfr_flags_save()) {
  mpfr_set_emin(-kExponentLimit);
  mpfr_set_emax(kExponentLimit);
  mpfr_clear_flags();
}

RealScope::~RealScope() {
  mpfr_set_emin(static_cast<mpfr_exp_t>(emin_));
  mpfr_set_emax(static_cast<mpfr_exp_t>(emax_));
  mpfr_flags_restore(flags_, MPFR_FLAGS_ALL);
}

Real exact(const Dyadic& d) {
  Real r(64);
  set(r, d.significand, d.exponent);
  if (d.negative) mpfr_neg(r, r, MPFR_RNDN);
  return r;
}

Real exact(const Format& f, Bits b) {
  if (f.is_finite(b)) return exact(decode(f, b));
  Real r(64);
  if (f.is_nan(b)) {
    mpfr_set_nan(r);
  } else {
    mpfr_set_inf(r, f.is_negative(b) ? -1 : 1);
  }
  return r;
}

Real exact(Value v) {
  if (is_float(v.type)) return exact(format(v.type), v.bits);
  Real r(64);
  if (is_signed(v.type)) {
    const std::int64_t number = as_signed(v);
    set(r, number < 0 ? -static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number));
    if (number < 0) mpfr_neg(r, r, MPFR_RNDN);
  } else {
    set(r, v.bits);
  }
  return r;
}

Real power_of_two(int exponent) {
  Real r(MPFR_PREC_MIN);
  mpfr_set_ui_2exp(r, 1, exponent, MPFR_RNDN);
  return r;
}

Real exact_double(double d) {
  Real r(64);
  mpfr_set_d(r, d, MPFR_RNDN);
  return r;
}

namespace {

bool is_regular(const Real& x) { return x.is_finite() && !x.is_zero(); }

// Returns the exponent of the last set bit of a regular number.
mpfr_exp_t last_exponent(const Real& x) { return mpfr_get_exp(x.get()) - static_cast<mpfr_exp_t>(mpfr_min_prec(x)); }

// Returns enough bits for the sum of two numbers, including the carry.
Precision bits_of_sum(const Real& a, const Real& b) {
  if (!is_regular(a) || !is_regular(b)) return std::max(a.precision(), b.precision());
  const mpfr_exp_t top = std::max(mpfr_get_exp(a.get()), mpfr_get_exp(b.get())) + 1;
  return std::max<Precision>(top - std::min(last_exponent(a), last_exponent(b)), MPFR_PREC_MIN);
}

void require_exact(int ternary) {
  if (ternary != 0) throw std::logic_error("an operation that must be exact was rounded: widen RealScope's exponent range");
}

}  // namespace

Real exact_sum(const Real& a, const Real& b) {
  Real r(bits_of_sum(a, b));
  require_exact(mpfr_add(r, a, b, MPFR_RNDN));
  return r;
}

Real exact_difference(const Real& a, const Real& b) {
  Real r(bits_of_sum(a, b));
  require_exact(mpfr_sub(r, a, b, MPFR_RNDN));
  return r;
}

Real exact_product(const Real& a, const Real& b) {
  const Precision bits = is_regular(a) && is_regular(b) ? mpfr_min_prec(a) + mpfr_min_prec(b) : MPFR_PREC_MIN;
  Real r(std::max<Precision>(bits, MPFR_PREC_MIN));
  require_exact(mpfr_mul(r, a, b, MPFR_RNDN));
  return r;
}

int spacing_exponent(const Format& f, const Real& x) {
  if (x.is_zero()) return f.subnormal_exponent();
  return spacing_exponent(f, x.is_infinite() ? f.emax : static_cast<int>(leading_exponent(x)));
}

int ulp_exponent(const Format& f, const Real& x) {
  return is_power_of_two(x) ? spacing_exponent(f, static_cast<int>(leading_exponent(x)) - 1) : spacing_exponent(f, x);
}

namespace {

// More than precision + 2 of any format.
constexpr int kHeadBits = 66;

// Returns the leading bits of a finite x, and whether more follow. A zero results from underflow of the exponent range.
Unrounded head_of(const Real& x) {
  Real head(kHeadBits);
  const int ternary = mpfr_set(head, x, MPFR_RNDZ);
  if (head.is_zero()) return {x.signbit(), 0, static_cast<int>(mpfr_get_emin()), ternary != 0};
  // Two limbs with the first bit in front.
  const auto* limbs = static_cast<const mp_limb_t*>(mpfr_custom_get_significand(head.get()));
  const Wide significand = (Wide{limbs[1]} << 64 | limbs[0]) >> (128 - kHeadBits);
  return {x.signbit(), significand, static_cast<int>(mpfr_get_exp(head.get())) - kHeadBits, ternary != 0};
}

}  // namespace

Bits round_to(const Format& f, const Real& x, Rounding mode) {
  if (x.is_nan()) return f.quiet_nan();
  if (x.is_infinite()) return f.infinity(x.signbit());
  if (x.is_zero()) return f.zero(x.signbit());
  return round_to(f, head_of(x), mode);
}

Bits round_sticky(const Format& f, const Real& x, Rounding mode) {
  Unrounded u = head_of(x);
  u.sticky = true;
  return round_to(f, u, mode);
}

std::string decimal(const Real& x, int digits, mpfr_rnd_t direction) {
  char* text = nullptr;
  if (mpfr_asprintf(&text, "%.*R*e", digits - 1, direction, x.get()) < 0) throw std::runtime_error("mpfr_asprintf failed");
  const std::unique_ptr<char, void (*)(char*)> owner(text, mpfr_free_str);
  return text;
}

std::string hex_float(const Format& f, Bits b) {
  const std::string sign = f.is_negative(b) ? "-" : "";
  if (f.is_nan(b)) return "nan";
  if (f.is_infinite(b)) return sign + "inf";
  if (f.is_zero(b)) return sign + "0x0p+0";
  const Dyadic d = decode(f, b);
  const int top = 63 - std::countl_zero(d.significand);
  const int exponent = d.exponent + top;
  // The fraction, left-aligned in 64 bits, as hex digits without trailing zeros.
  std::uint64_t fraction = top == 0 ? 0 : d.significand << (64 - top);
  std::string digits;
  for (; fraction != 0; fraction <<= 4) digits += "0123456789abcdef"[fraction >> 60];
  return sign + "0x1" + (digits.empty() ? "" : "." + digits) + "p" + (exponent < 0 ? "" : "+") + std::to_string(exponent);
}

}  // namespace classay
