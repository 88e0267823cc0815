// Provides values for all pairs of f16: for each of the 65,536 patterns of the second argument, a line with all first
// arguments. Planning each line by itself would cost ten times its evaluation. Lines share data, because powers of two are
// exact factors:
//
//   x^p            for x = 2^e m is 2^(e p) m^p: one binade is planned, the others are multiples of it
//   atan2, hypot   of y and 2^e m follow from those of y / 2^e and m: lines share everything if their fixed arguments have
//                  the same m
//
// Request lines in the order of `fixed_argument`, in which neighbours share most.
#pragma once

#include <deque>
#include <memory>
#include <mutex>

#include "reference/certified/pairs/model.h"

namespace classay::certified {

class HalfLines {
 public:
  explicit HalfLines(const PairFunction& function) : function_(function) {}

  // Returns f at every f16 as the first argument, with the second argument `fixed`, a pattern of f16 or of i32. Thread-safe.
  // The values remain valid after this object is destroyed.
  std::unique_ptr<Values> line(Bits fixed) const;

  // Returns the patterns of f16 in an order in which neighbours share most. Precondition: number < 65536.
  static constexpr Bits fixed_argument(Bits number) { return ((number << 10U) | (number >> 6U)) & kF16.mask(); }

 private:
  struct Unit {
    Bits fixed = 0;
    std::shared_ptr<const PairModel> model;
  };
  std::shared_ptr<const PairModel> unit(Bits fixed) const;

  const PairFunction& function_;
  mutable std::mutex mutex_;
  mutable std::deque<Unit> units_;  // the most recent ones
};

}  // namespace classay::certified
