// Reduces limits of all kinds to one: an error up to which a result is right in any case, whatever else the mode excuses.
// Also describes the arguments for which the limit differs: zeros, and those outside of a derivation's domain.
#pragma once

#include <array>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "reference/bulk/bulk_judge.h"
#include "reference/derived/condition.h"
#include "reference/number/format.h"
#include "reference/number/rounding.h"
#include "reference/promise/limit.h"
#include "suites/row.h"

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
// For functions of several arguments. A derivation's limit holds where it is defined (PairDomain).
std::optional<SufficientLimit> sufficient_limit_of_several(const Limit& limit, const Format& f, Rounding rounding);

// Returns whether the sign of a zero changes a nonzero result, as for copysign and atan2.
bool heeds_signs_of_zeros(const Row& row);

// For one argument: returns whether the function is infinite at both zeros.
bool has_poles_at_zeros(const Row& row, Type format);

// For one argument, if the limit determines it: the range outside of which a result for a zero is wrong.
std::optional<std::array<double, 2>> right_for_zeros(const Row& row, Type format, const SufficientLimit& limit);

// Decides where a derived implementation of a function of several arguments has a promise (limit.h, Derived::defined). It
// decides for one input, or for an input range at once.
class PairDomain {
 public:
  // Throws std::invalid_argument if the condition does not parse. An empty condition holds everywhere.
  PairDomain(const Derived& limit, const std::vector<Type>& arguments);

  bool is_everywhere() const { return !condition_; }
  // For finite numbers.
  bool has(const BulkArguments& arguments) const;
  // For an input range of numbers of one sign: holds for all, or for none; `perhaps`: for some, or undecided.
  derived::Holds has(const BulkArguments& first, const BulkArguments& last) const;

 private:
  std::vector<Type> arguments_;
  std::optional<derived::Condition> condition_;
};

// A step of JudgesByLimit. Added to the limit in ulp. For an absolute limit: kAbsolute plus the binade of the largest value,
// which is at most 0. In that binade the tolerance is the smallest number of ulp; in smaller binades it is at least as many.
using Step = int;
inline constexpr Step kAbsolute = -1;
// A growing limit reaches this step only where results overflow or underflow; larger steps are not distinguished.
inline constexpr Step kMostSteps = 300;

Step absolute_step(double largest, const Format& f);

// Holds judges for one promise whose limit depends on arguments or values, one judge per limit.
class JudgesByLimit {
 public:
  // `absolute`: the limit, where it is absolute. The references must outlive these judges.
  JudgesByLimit(const BulkPromise& promise, double absolute, const SlowJudge& slow, const Tally* known)
      : promise_(promise), absolute_(absolute), slow_(slow), known_(known) {}

  BulkJudge& of(Step step);
  BulkTally tally();

 private:
  struct One {
    BulkPromise promise;
    std::unique_ptr<BulkJudge> judge;
  };

  BulkPromise promise_of(Step step) const;

  const BulkPromise& promise_;
  double absolute_;
  const SlowJudge& slow_;
  const Tally* known_;
  std::map<Step, One> all_;
};

}  // namespace classay
