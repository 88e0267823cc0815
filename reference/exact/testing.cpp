#include "reference/exact/testing.h"

#include <algorithm>
#include <random>

#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

std::vector<Bits> float_boundaries(Type t) {
  const Format& f = format(t);
  const Bits half = f.one() - f.min_normal();
  const auto power = [&](int e) { return static_cast<Bits>(f.emax + e) << f.fraction_bits(); };
  const int p = f.fraction_bits();
  std::vector<Bits> magnitudes{0,
                               1,
                               2,
                               f.fraction_mask(),
                               f.min_normal(),
                               f.min_normal() + 1,
                               f.max_finite() - 1,
                               f.max_finite(),
                               f.infinity(),
                               f.infinity() + 1,
                               f.quiet_nan(),
                               f.sign_bit() - 1,
                               half - 1,
                               half,
                               half + 1,
                               f.one() - 1,
                               f.one(),
                               f.one() + 1,
                               f.one() | (f.min_normal() >> 1),                      // 1.5
                               (f.one() + f.min_normal()) | (f.min_normal() >> 2)};  // 2.5
  for (const int e : {p - 1, p, p + 1, 7, 8, 15}) {
    magnitudes.insert(magnitudes.end(), {power(e) - 1, power(e), power(e) + 1});
  }
  if (f.emax > 64) {
    for (const int e : {16, 31, 32, 63, 64}) magnitudes.insert(magnitudes.end(), {power(e) - 1, power(e), power(e) + 1});
  }
  std::vector<Bits> all = magnitudes;
  for (const Bits m : magnitudes) all.push_back(f.negate(m));
  return all;
}

std::vector<Bits> integer_boundaries(Type t) {
  std::vector<Bits> all{0, 1, 2, 3};
  for (int i = 2; i < width(t); ++i) {
    const Bits power = Bits{1} << i;
    all.insert(all.end(), {power - 1, power, power + 1});
  }
  const std::size_t positive = all.size();
  for (std::size_t i = 0; i < positive; ++i) all.push_back(-all[i] & mask(t));
  return all;
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}

  // Calls with more than two arguments have no combinations of boundaries. Random arguments include boundaries instead.
  Bits pattern(Type t, const std::vector<Bits>& special) {
    if (below(4) == 0) return special[below(special.size())];
    return is_float(t) ? float_pattern(format(t)) : integer_pattern(t);
  }

  Bits beside(Type t, Bits first, const std::vector<Bits>& special) {
    switch (below(8)) {
      case 0: return first;
      case 1: return (first + 1) & mask(t);
      case 2: return (first - 1) & mask(t);
      case 3: return is_float(t) ? format(t).negate(first) : -first & mask(t);
      default: return pattern(t, special);
    }
  }

 private:
  std::uint64_t below(std::uint64_t n) { return bits_() % n; }

  Bits fraction(int bits) {
    const Bits all = (Bits{1} << bits) - 1;
    switch (below(4)) {
      case 0: return (Bits{1} << below(bits)) & all;      // one bit
      case 1: return all - (all >> below(bits + 1));      // a run of ones from the top
      case 2: return bits_() & all & ~(all >> below(8));  // few bits at the top
      default: return bits_() & all;
    }
  }

  Bits float_pattern(const Format& f) {
    const Bits exponent = below((f.infinity() >> f.fraction_bits()) + 1);
    return f.zero(below(2) != 0) | exponent << f.fraction_bits() | fraction(f.fraction_bits());
  }

  Bits integer_pattern(Type t) {
    const Bits value = bits_() >> (64 - width(t)) >> below(width(t));
    return (below(2) != 0 ? value : -value) & mask(t);
  }

  std::mt19937_64 bits_;
};

}  // namespace

std::vector<Bits> boundaries(Type t) { return is_float(t) ? float_boundaries(t) : integer_boundaries(t); }

std::vector<Arguments> every_pattern(Type t) {
  std::vector<Arguments> all;
  for (Bits b = 0; b <= mask(t); ++b) all.push_back({Value{t, b}});
  return all;
}

std::vector<Arguments> every_pair(Type x, Type y) {
  std::vector<Arguments> all;
  for (Bits b = 0; b <= mask(x); ++b) {
    for (Bits c = 0; c <= mask(y); ++c) all.push_back({Value{x, b}, Value{y, c}});
  }
  return all;
}

std::vector<Arguments> samples(const std::vector<Type>& types, int count, std::uint64_t seed) {
  std::vector<Arguments> all;
  for (const Bits b : boundaries(types[0])) {
    if (types.size() == 1) all.push_back({Value{types[0], b}});
    if (types.size() != 2) continue;
    for (const Bits c : boundaries(types[1])) all.push_back({Value{types[0], b}, Value{types[1], c}});
  }
  std::vector<std::vector<Bits>> special;
  for (const Type t : types) special.push_back(boundaries(t));
  Random random(seed);
  for (int i = 0; i < count; ++i) {
    Arguments arguments;
    for (std::size_t k = 0; k < types.size(); ++k) {
      const Type t = types[k];
      const bool beside = k > 0 && width(t) == width(types[0]) && is_float(t) == is_float(types[0]);
      arguments.push_back({t, beside ? random.beside(t, arguments[0].bits, special[k]) : random.pattern(t, special[k])});
    }
    all.push_back(std::move(arguments));
  }
  return all;
}

bool agree(const Truth& a, const Truth& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case Truth::Kind::nan:
    case Truth::Kind::any: return true;
    case Truth::Kind::infinite: return a.negative == b.negative;
    case Truth::Kind::integer: return a.integer == b.integer;
    case Truth::Kind::real: break;
  }
  return a.is_exact() && b.is_exact() && a.negative == b.negative && compare(a.value->low, b.value->low) == 0;
}

std::string text(const Truth& t) {
  switch (t.kind) {
    case Truth::Kind::nan: return "nan";
    case Truth::Kind::any: return "anything";
    case Truth::Kind::infinite: return t.negative ? "-inf" : "+inf";
    case Truth::Kind::integer: return "integer pattern " + std::to_string(t.integer);
    case Truth::Kind::real: break;
  }
  return (t.negative ? "negative " : "positive ") + decimal(t.value->low, 20, MPFR_RNDD);
}

std::string first_disagreement(Evaluate f, const Expected& expected, const std::vector<Arguments>& inputs,
                               const Call& form) {
  const RealScope scope;
  if (inputs.empty()) return "nothing was compared";
  for (const Arguments& arguments : inputs) {
    Call call = form;
    call.type = arguments[0].type;
    call.args = arguments;
    const std::vector<Truth> got = f(call, kFirstPrecision);
    const std::vector<Truth> wanted = expected(call);
    if (std::ranges::equal(got, wanted, agree)) continue;
    std::string words = "of";
    for (const Value v : arguments) words += " " + std::string(info(v.type).name) + " pattern " + std::to_string(v.bits);
    words += ": got";
    for (const Truth& t : got) words += " " + text(t);
    words += ", expected";
    for (const Truth& t : wanted) words += " " + text(t);
    return words;
  }
  return "";
}

mpfr_rnd_t mpfr_mode(Rounding mode) {
  switch (mode) {
    case Rounding::rne: return MPFR_RNDN;
    case Rounding::rtp: return MPFR_RNDU;
    case Rounding::rtn: return MPFR_RNDD;
    case Rounding::rtz: return MPFR_RNDZ;
  }
  return MPFR_RNDN;
}

Real rounded_by_mpfr(const Format& f, const Real& x, Rounding mode) {
  const mpfr_rnd_t direction = mpfr_mode(mode);
  Real r(f.precision);
  int ternary = mpfr_set(r, x, direction);
  const RealScope restores_the_range;
  // MPFR's significands lie in [1/2, 1), so its exponents are larger by one.
  mpfr_set_emin(f.subnormal_exponent() + 1);
  mpfr_set_emax(f.emax + 1);
  ternary = mpfr_check_range(r, ternary, direction);
  mpfr_subnormalize(r, ternary, direction);
  return r;
}

}  // namespace classay
