#include "reference/derived/testing.h"

#include <stdexcept>
#include <string>

#include "reference/truth/truth.h"

namespace classay::testing {
namespace {

constexpr Precision kPrecision = 700;  // products and sums of f32 are exact

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
constexpr std::array<std::pair<std::string_view, Unary>, 12> kUnary{{{"sqrt", mpfr_sqrt},
                                                                     {"log", mpfr_log},
                                                                     {"log2", mpfr_log2},
                                                                     {"log10", mpfr_log10},
                                                                     {"exp", mpfr_exp},
                                                                     {"exp2", mpfr_exp2},
                                                                     {"sin", mpfr_sin},
                                                                     {"cos", mpfr_cos},
                                                                     {"tan", mpfr_tan},
                                                                     {"atan", mpfr_atan},
                                                                     {"asin", mpfr_asin},
                                                                     {"acos", mpfr_acos}}};

Real value_of(std::string_view name, const std::vector<Real>& x) {
  Real r(kPrecision);
  for (const auto& [unary, f] : kUnary) {
    if (unary == name) {
      f(r, x[0], MPFR_RNDN);
      return r;
    }
  }
  if (name == "add") {
    mpfr_add(r, x[0], x[1], MPFR_RNDN);
  } else if (name == "mul") {
    mpfr_mul(r, x[0], x[1], MPFR_RNDN);
  } else if (name == "div" || name == "recip") {
    mpfr_div(r, x[0], x[1], MPFR_RNDN);
  } else if (name == "fma") {
    mpfr_fma(r, x[0], x[1], x[2], MPFR_RNDN);
  } else if (name == "atan2") {
    mpfr_atan2(r, x[0], x[1], MPFR_RNDN);
  } else if (name == "rootn") {
    mpfr_rootn_si(r, x[0], mpfr_get_si(x[1], MPFR_RNDN), MPFR_RNDN);
  } else {
    throw std::logic_error("no such step: " + std::string(name));
  }
  return r;
}

bool within(const Real& x, double low, double high) { return mpfr_cmp_d(x, low) >= 0 && mpfr_cmp_d(x, high) <= 0; }

Real times(const Real& x, const Real& n) {
  Real r(kPrecision);
  mpfr_mul(r, x, n, MPFR_RNDN);
  return r;
}

}  // namespace

std::optional<Reach> reach_of(const Derivation& derivation, const Call& call, const Table& table, const Arithmetic& a) {
  std::optional<Reach> all;
  for (const Interpretation& r : derivation.interpretations(call, table.steps(), a, kFirstPrecision)) {
    all ? all->include(r.reach) : void(all = r.reach);
  }
  return all;
}

Real Machine::ulp(const Real& v) const {
  long e = v.is_zero() ? format_.emin() : mpfr_get_exp(v.get()) - 1;
  if (!v.is_zero() && mpfr_min_prec(v) == 1) --e;
  e = std::clamp<long>(e, format_.emin(), format_.emax);
  return power_of_two(static_cast<int>(e) - format_.fraction_bits());
}

ExactStep Machine::exact_step(std::string_view name, std::span<const Bits> x) const {
  const bool basic = name == "add" || name == "mul" || name == "fma";
  return limited(name, x, basic ? Limit(CorrectlyRounded{}) : table_.limit_of(name));
}

ExactStep Machine::limited(std::string_view name, std::span<const Bits> x, const Limit& limit) const {
  std::vector<Real> v;
  for (const Bits b : x) v.push_back(exact(format_, b));
  ExactStep e{value_of(name, v), Real(kPrecision)};
  mpfr_set_zero(*e.allowed, 1);
  if (e.value.is_nan() || std::holds_alternative<CorrectlyRounded>(limit)) return e;
  if (v[0].is_infinite() && e.value.is_zero()) return e;
  if (const auto* n = std::get_if<Ulp>(&limit)) {
    e.allowed = times(ulp(e.value), exact_double(n->n));
  } else if (const auto* r = std::get_if<ExpRelaxed>(&limit)) {
    Real count = times(v[0], exact_double(2));
    mpfr_abs(count, count, MPFR_RNDN);
    mpfr_floor(count, count);
    mpfr_add(count, count, exact_double(r->base), MPFR_RNDN);
    e.allowed = times(ulp(e.value), count);
  } else if (const auto* a = std::get_if<AbsoluteOn>(&limit)) {
    const bool is_absolute = within(v[0], a->low, a->high) || std::isnan(a->outside_ulp);
    e.allowed = is_absolute ? exact_double(a->tolerance) : times(ulp(e.value), exact_double(a->outside_ulp));
  } else {
    e.allowed = times(ulp(e.value), exact_double(std::get<UlpOn>(limit).n));
  }
  return e;
}

bool Machine::is_allowed(Bits result, const ExactStep& e) const {
  if (result == rounded(e.value)) return true;
  if (format_.is_nan(result) || e.value.is_infinite() || e.allowed->is_zero()) return false;
  Real r = exact(format_, result);
  if (r.is_infinite()) {
    // Just above the threshold of rounding, in every mode. Below it, the result represents the next power of two.
    if (round_to(format_, e.value, Rounding::rne) == result) return true;
    mpfr_set_si_2exp(r, r.sign(), format_.emax + 1, MPFR_RNDN);
  }
  Real error(kPrecision);
  mpfr_sub(error, r, e.value, MPFR_RNDN);
  return mpfr_cmpabs(error, *e.allowed) <= 0;
}

bool Machine::may_flush(const Real& v) const {
  return arithmetic_.flushes && v.is_finite() && !v.is_zero() && mpfr_get_exp(v.get()) - 1 < format_.emin();
}

Bits Simulator::operand(Bits x) {
  if (arithmetic_.flushes && format_.is_subnormal(x) && chance(0.5)) return format_.zero(chance(0.5));
  return x;
}

Bits Simulator::pi() {
  Real r(kPrecision);
  mpfr_const_pi(r, MPFR_RNDN);
  return round_to(format_, r, chance(0.5) ? Rounding::rtn : Rounding::rtp);
}

Bits Simulator::one_over_pi() {
  Real r(kPrecision);
  mpfr_const_pi(r, MPFR_RNDN);
  mpfr_ui_div(r, 1, r, MPFR_RNDN);
  return round_to(format_, r, chance(0.5) ? Rounding::rtn : Rounding::rtp);
}

Bits Simulator::step(std::string_view name, std::vector<Bits> x) {
  for (Bits& b : x) b = operand(b);
  return choose(exact_step(name, x));
}

Bits Simulator::other(std::string_view name, std::vector<Bits> x, double ulps) {
  for (Bits& b : x) b = operand(b);
  return choose(limited(name, x, Ulp{ulps}));
}

Bits Simulator::multiply_add(Bits a, Bits b, Bits c) {
  if (chance(0.5)) return step("fma", {a, b, c});
  return step("add", {step("mul", {a, b}), c});
}

// In half of the cases, the error is as large as the limit allows.
Bits Simulator::choose(const ExactStep& e) {
  if (!e.allowed) {
    const std::array<Bits, 4> special{format_.quiet_nan(), format_.infinity(chance(0.5)), format_.zero(chance(0.5)),
                                      format_.max_finite()};
    return chance(0.3) ? special[random_() % special.size()] : random_() & format_.mask();
  }
  const bool exactly = e.allowed->is_zero() && !may_flush(e.value);  // overflow too, in the device's rounding mode
  if (e.value.is_nan() || e.value.is_infinite() || exactly) return rounded(e.value);
  const double part = chance(0.5) ? (chance(0.5) ? 1 : -1) : std::uniform_real_distribution<>(-1, 1)(random_);
  Real target(kPrecision);
  mpfr_add(target, e.value, times(*e.allowed, exact_double(part)), MPFR_RNDN);
  if (may_flush(target) && chance(0.5)) return format_.zero(chance(0.5));
  Bits result = round_to(format_, target, part > 0 ? Rounding::rtn : Rounding::rtp);
  if (mpfr_cmpabs(target, power_of_two(format_.emax + 1)) >= 0) result = format_.infinity(target.sign() < 0);
  return is_allowed(result, e) ? result : rounded(e.value);
}

Enumerator::Number Enumerator::operand(const Number& x) const {
  Number all = x;
  for (const Bits b : x) {
    if (arithmetic_.flushes && format_.is_subnormal(b)) all.insert({format_.zero(false), format_.zero(true)});
  }
  return all;
}

Enumerator::Number Enumerator::negate(const Number& x) const {
  Number all;
  for (const Bits b : x) all.insert(format_.negate(b));
  return all;
}

void Enumerator::include_all(Number& results, const ExactStep& e) const {
  if (!e.allowed) throw std::logic_error("nothing is promised, and everything can not be enumerated");
  const Bits nearest = rounded(e.value);
  results.insert(nearest);
  if (may_flush(e.value)) results.insert({format_.zero(false), format_.zero(true)});
  if (format_.is_nan(nearest) || e.value.is_infinite()) return;
  for (const int direction : {1, -1}) {
    for (std::int64_t i = ordered(format_, nearest) + direction;; i += direction) {
      const Bits b = from_ordered(format_, i);
      if (format_.is_nan(b) || !is_allowed(b, e)) break;
      results.insert(b);
      if (arithmetic_.flushes && format_.is_subnormal(b)) results.insert({format_.zero(false), format_.zero(true)});
    }
  }
}

Enumerator::Number Enumerator::pi() const {
  Real r(kPrecision);
  mpfr_const_pi(r, MPFR_RNDN);
  return {round_to(format_, r, Rounding::rtn), round_to(format_, r, Rounding::rtp)};
}

Enumerator::Number Enumerator::step(std::string_view name, const std::vector<Number>& x) const {
  std::vector<std::vector<Bits>> calls(1);
  for (const Number& set : x) {
    std::vector<std::vector<Bits>> longer;
    for (const std::vector<Bits>& begun : calls) {
      for (const Bits b : operand(set)) {
        longer.push_back(begun);
        longer.back().push_back(b);
      }
    }
    calls = std::move(longer);
  }
  Number results;
  for (const std::vector<Bits>& call : calls) include_all(results, exact_step(name, call));
  return results;
}

Enumerator::Number Enumerator::multiply_add(const Number& a, const Number& b, const Number& c) const {
  Number all = step("fma", {a, b, c});
  all.merge(step("add", {step("mul", {a, b}), c}));
  return all;
}

}  // namespace classay::testing
