// Reduces limits of all kinds to one: an error up to which a result is right in any case, whatever else the mode excuses.
#pragma once

#include <limits>
#include <optional>

#include "reference/number/format.h"
#include "reference/number/rounding.h"
#include "reference/promise/limit.h"

namespace classay {

// Rule for arguments outside of the domain. same: the limit in ulp, while an absolute limit at least as wide holds inside.
// undefined: no promise for finite arguments. open: the MPFR fallback decides.
enum class Outside : std::uint8_t { same, undefined, open };

struct SufficientLimit {
  double ulps = 0;
  bool is_all = false;  // a larger error is wrong, unless a subnormal was flushed
  bool is_rounding = false;
  bool is_anything = false;  // every number is right
  bool is_derived = false;
  bool may_round_twice = false;  // for a * b + c: the product may be rounded before the addition
  // The limit holds for arguments in this domain, and for values of at most this magnitude.
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  double largest_value = std::numeric_limits<double>::infinity();
  double absolute = 0;  // in the domain, an error of this size is right, however many ulp that is
  Outside outside = Outside::open;
  bool of_magnitudes = false;  // the domain is one of magnitudes
  bool grows = false;          // by floor(|2x|) ulp
};

// For functions of one argument. nullopt: no such limit. `rounding`: of the device.
std::optional<SufficientLimit> sufficient_limit(const Limit& limit, const Format& f, Rounding rounding);
// For functions of several arguments. A derivation's limit holds where it is defined (pair_domain.h).
std::optional<SufficientLimit> sufficient_limit_of_several(const Limit& limit, const Format& f, Rounding rounding);

}  // namespace classay
