#include "reference/certified/wide/pair_model.h"

#include <array>
#include <cmath>
#include <limits>

#include "reference/certified/wide/octave.h"

namespace classay::certified {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The values are those of |X|^y for a negative X. Values at y that are not integers become NaN, and values at odd y are
// negated. All y belong to one octave.
void keep_integers(std::span<const Bits> y, std::span<double> head, std::span<double> tail) {
  const int spacing = octave_of(kF64.magnitude(y[0])).spacing;
  if (spacing > 0) return;  // all y are even
  const bool has_integers = spacing >= -kF64.fraction_bits();
  const Bits unit = has_integers ? Bits{1} << -spacing : 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const bool is_integer = has_integers && (y[i] & (unit - 1)) == 0;
    // The fraction bits of 1 do not contain its leading bit.
    const bool is_odd = spacing == -kF64.fraction_bits() || (y[i] & unit) != 0;
    const double sign = is_odd ? -1 : 1;
    head[i] = is_integer ? sign * head[i] : kNaN;
    tail[i] = is_integer || std::isnan(tail[i]) ? sign * tail[i] : 0;
  }
}

}  // namespace

WidePairBlock WidePairModel::block(const WidePairPlace& place) const {
  auto slice = std::make_shared<const WideSlice>(slice_of(function_, kF64, place.varies, place.fixed), aim_);
  WidePairBlock b;
  if (slice->slice.is_special) {
    static_cast<WideBlock&>(b) = block_around(place.place, WideBlock::Kind::constant, aim_.widest);
    b.epsilon = kInfinity;
  } else {
    static_cast<WideBlock&>(b) = slice->line.block(place.place);
  }
  b.varies = place.varies;
  b.fixed = place.fixed;
  b.slice = std::move(slice);
  return b;
}

void WidePairModel::values(const WidePairBlock& block, std::span<double> head, std::span<double> tail) const {
  block.slice->line.values(block, head, tail);
  if (!block.slice->slice.has_integers_only) return;
  std::array<Bits, kWideCount> y;
  inputs(block, std::span(y).first(head.size()));
  keep_integers(std::span(y).first(head.size()), head, tail);
}

WideValue WidePairModel::single(Bits x, Bits y) const {
  const Slice slice = slice_of(function_, kF64, Varies::first, y);
  if (slice.is_special) return {.tail = kNaN, .epsilon = kInfinity};
  return WideSingle(slice.function).at(x);
}

}  // namespace classay::certified
