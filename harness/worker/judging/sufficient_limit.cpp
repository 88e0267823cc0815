#include "harness/worker/judging/sufficient_limit.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

namespace classay {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Returns the largest number of "|x| <= 88" or "|x| < 1"; nullopt for other conditions.
std::optional<double> largest_of(std::string_view condition) {
  if (condition.empty()) return kInfinity;
  const bool is_open = condition.starts_with("|x| < ");
  if (!is_open && !condition.starts_with("|x| <= ")) return std::nullopt;
  const std::string_view number = condition.substr(is_open ? 6 : 7);
  if (number.empty() || number.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  const double n = std::stod(std::string(number));
  return is_open ? std::nextafter(n, 0) : n;
}

// For values up to 1, an absolute error is at least this many ulp.
SufficientLimit of_absolute(double tolerance, const Format& f) {
  return {.ulps = std::ldexp(tolerance, f.fraction_bits()), .largest_value = 1, .absolute = tolerance};
}

std::optional<SufficientLimit> of_domain(const AbsoluteOn& l, const Format& f) {
  SufficientLimit all = of_absolute(l.tolerance, f);
  all.low = l.low;
  all.high = l.high;
  all.outside = Outside::undefined;
  if (std::isnan(l.outside_ulp)) return all;
  all.is_all = l.outside_ulp <= all.ulps;
  all.ulps = std::min(all.ulps, l.outside_ulp);
  all.outside = Outside::same;
  return all;
}

std::optional<SufficientLimit> of_derived(const Derived& l) {
  const std::optional<double> defined = largest_of(l.defined);
  const std::optional<double> elsewhere = largest_of(l.otherwise_where);
  if (!defined || !elsewhere || std::isnan(l.otherwise_ulp) || !std::isnan(l.otherwise_absolute)) return std::nullopt;
  const double largest = std::min(*defined, *elsewhere);
  return SufficientLimit{.ulps = l.otherwise_ulp,
                         .is_derived = true,
                         .low = -largest,
                         .high = largest,
                         .outside = *elsewhere == kInfinity ? Outside::undefined : Outside::open};
}

}  // namespace

std::optional<SufficientLimit> sufficient_limit(const Limit& limit, const Format& f, Rounding rounding) {
  if (const auto* l = std::get_if<Ulp>(&limit)) return SufficientLimit{.ulps = l->n, .is_all = true};
  if (const auto* l = std::get_if<ExpRelaxed>(&limit))
    return SufficientLimit{.ulps = l->base, .is_all = true, .grows = true};
  if (const auto* l = std::get_if<Absolute>(&limit)) return of_absolute(l->tolerance, f);
  if (const auto* l = std::get_if<AbsoluteOn>(&limit)) return of_domain(*l, f);
  if (const auto* l = std::get_if<Derived>(&limit)) return of_derived(*l);
  if (const auto* l = std::get_if<UlpOn>(&limit)) {
    return SufficientLimit{.ulps = l->n,
                           .is_all = true,
                           .low = l->low,
                           .high = l->high,
                           .outside = Outside::undefined,
                           .of_magnitudes = l->of_magnitudes};
  }
  if (std::holds_alternative<ImplementationDefined>(limit)) return SufficientLimit{.is_anything = true};
  const bool is_rounding = std::holds_alternative<CorrectlyRounded>(limit) || std::holds_alternative<Exact>(limit);
  const bool may_be_rounding = std::holds_alternative<FmaOrTwoRoundings>(limit);
  if (may_be_rounding && rounding == Rounding::rne)
    return SufficientLimit{.ulps = 0.5, .is_rounding = true, .may_round_twice = true};
  if (is_rounding && rounding == Rounding::rne) return SufficientLimit{.ulps = 0.5, .is_all = true, .is_rounding = true};
  return std::nullopt;
}

std::optional<SufficientLimit> sufficient_limit_of_several(const Limit& limit, const Format& f, Rounding rounding) {
  const auto* const l = std::get_if<Derived>(&limit);
  if (l == nullptr) return sufficient_limit(limit, f, rounding);
  if (!l->otherwise_where.empty() || std::isnan(l->otherwise_ulp) || !std::isnan(l->otherwise_absolute)) return std::nullopt;
  return SufficientLimit{.ulps = l->otherwise_ulp, .is_derived = true};
}

}  // namespace classay
