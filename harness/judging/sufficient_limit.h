// Limits of all kinds as one: an error up to which a result is right in any case, whatever else the mode excuses.
#pragma once

#include <limits>
#include <optional>

#include "reference/number/format.h"
#include "reference/number/rounding.h"
#include "reference/promise/limit.h"

namespace classay {

// Of arguments outside of a domain: the limit in ulp, and inside another that is as wide or wider; no promise where they are
// finite; or the slow judge knows.
enum class Outside : std::uint8_t { same, undefined, open };

// An error up to which a result is right in any case.
struct SufficientLimit {
  double ulps = 0;
  bool is_all = false;  // and beyond it wrong, but for flushing
  bool is_rounding = false;
  bool is_anything = false;  // every number is right
  bool is_derived = false;
  bool may_round_twice = false;  // a product, to which a third argument is added then
  // In a domain, for values of at most this magnitude;
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  double largest_value = std::numeric_limits<double>::infinity();
  double absolute = 0;  // and there an error of so much is right, however many ulp that is
  Outside outside = Outside::open;
  bool of_magnitudes = false;  // the domain
  bool grows = false;          // by floor(|2x|) ulp
};

// Of functions of one argument. nullopt: it can not be said beforehand. `rounding`: of the device.
std::optional<SufficientLimit> sufficient_limit(const Limit& limit, const Format& f, Rounding rounding);
// Of several: of a derivation where it is defined (pair_domain.h).
std::optional<SufficientLimit> sufficient_limit_of_several(const Limit& limit, const Format& f, Rounding rounding);

}  // namespace classay
