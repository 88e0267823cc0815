// All pairs of f16: a whole line of the first argument for each of the 65536 patterns of the second. Planned one by one,
// lines would cost ten times what it takes to evaluate them; but they have much in common, powers of two being exact
// factors:
//
//   x^p            for x = 2^e m is 2^(e p) m^p: one binade is planned, the others are multiples of it
//   atan2, hypot   of y and 2^e m follow from those of y / 2^e and m: lines whose fixed arguments have m in common share all
//
// so that lines are best asked for in the order of `fixed_argument`.
#pragma once

#include <deque>
#include <memory>
#include <mutex>

#include "reference/certified/pairs/model.h"

namespace classay::certified {

class HalfLines {
 public:
  explicit HalfLines(const PairFunction& function) : function_(function) {}

  // f at every f16 (as the first argument), the second one being the pattern `fixed`, of f16 or of i32. Thread-safe; the
  // values stay valid when this object is gone.
  std::unique_ptr<Values> line(Bits fixed) const;

  // The patterns of f16 in an order in which neighbours share most. Precondition: number < 65536.
  static constexpr Bits fixed_argument(Bits number) { return ((number << 10U) | (number >> 6U)) & kF16.mask(); }

 private:
  struct Unit {
    Bits fixed = 0;
    std::shared_ptr<const PairModel> model;
  };
  std::shared_ptr<const PairModel> unit(Bits fixed) const;

  const PairFunction& function_;
  mutable std::mutex mutex_;
  mutable std::deque<Unit> units_;  // the last ones
};

}  // namespace classay::certified
