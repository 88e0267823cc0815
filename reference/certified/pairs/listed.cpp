#include "reference/certified/pairs/listed.h"

#include <cmath>

#include "reference/bulk/lane.h"

namespace classay::certified {

ListedPairs::Pair ListedPairs::pair(std::size_t at) const {
  return {bulk::value_of(format_, lists_[0][at]), second_value(function_, format_, lists_[1][at])};
}

bool ListedPairs::is_special(const Pair& p) const {
  const auto is_end = [](double v) { return v == 0 || !std::isfinite(v); };
  return is_end(p.x) || is_end(p.y) || (p.x == 1 && function_.one_is_prescribed);
}

Known ListedPairs::at(Bits first, std::span<double> values) const {
  Pair p = pair(first);
  if (is_special(p)) return special_value(function_, p.x, p.y, values[0]);
  std::size_t count = 0;
  while (true) {
    values[count] = function_.point(tables_, p.x, p.y);
    if (++count == values.size()) break;
    p = pair(first + count);
    if (is_special(p)) break;
  }
  return {.count = count, .epsilon = function_.point_epsilon};
}

}  // namespace classay::certified
