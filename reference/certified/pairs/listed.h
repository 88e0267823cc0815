// Provides values of a function of two arguments at listed pairs: those of points.h, and special values.
#pragma once

#include <array>

#include "reference/bulk/values.h"
#include "reference/certified/pairs/function.h"

namespace classay::certified {

class ListedPairs : public Values {
 public:
  // The lists and the tables must outlive this object. Precondition: f16 or f32.
  ListedPairs(const PairFunction& function, const Format& format, const std::array<const Bits*, 3>& lists,
              const PointTables& tables = PointTables::exact())
      : function_(function), format_(format), lists_(lists), tables_(tables) {}

  // `first` is an index in the lists.
  Known at(Bits first, std::span<double> values) const override;

 private:
  struct Pair {
    double x = 0;
    double y = 0;
  };
  Pair pair(std::size_t at) const;
  bool is_special(const Pair& pair) const;

  const PairFunction& function_;
  Format format_;
  std::array<const Bits*, 3> lists_;
  const PointTables& tables_;
};

}  // namespace classay::certified
