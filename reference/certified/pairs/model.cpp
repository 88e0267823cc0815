#include "reference/certified/pairs/model.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/certified/narrow/pieces.h"

namespace classay::certified {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The values are those for |v|. Values at v that are not integers become NaN, and values at odd v are negated.
void keep_integers(const Grid& grid, std::size_t index, std::span<double> values) {
  const double step = std::fabs(grid.step);
  if (step >= 2) return;  // all integers are even
  const auto period = static_cast<std::size_t>(std::fmin(0x1p62, std::fmax(1, 1 / step)));
  std::size_t next = 0;  // index of the next integer
  while (next < values.size()) {
    const double v = grid.at(static_cast<double>(index + next));
    if (v == std::floor(v)) break;
    values[next++] = kNaN;
  }
  for (; next < values.size(); next += period) {
    if (std::fmod(grid.at(static_cast<double>(index + next)), 2) != 0) values[next] = -values[next];
    const auto after = values.begin() + static_cast<std::ptrdiff_t>(next + 1);
    std::fill(after, after + static_cast<std::ptrdiff_t>(std::min(period - 1, values.size() - next - 1)), kNaN);
  }
}

bool has_integers(const Grid& grid) {
  const double first = grid.base;
  const double last = grid.at(static_cast<double>(grid.count) - 1);
  return std::ceil(std::fmin(first, last)) <= std::fmax(first, last);
}

}  // namespace

PairModel::PairModel(const PairFunction& function, const Format& format, Varies varies, Bits fixed, PatternRun run,
                     const Aim& aim)
    : function_(function),
      format_(format),
      varies_(varies),
      fixed_(fixed),
      run_(run),
      aim_(aim),
      slice_(slice_of(function, format, varies, fixed)) {
  const Bits end = run.first + run.count;
  for (const bool negative : {false, true}) {
    const Bits zero = format.zero(negative);
    ranges_.at(negative ? 1 : 0) = {.first = std::clamp(run.first, zero + 1, zero + format.infinity()) - zero,
                                    .end = std::clamp(end, zero + 1, zero + format.infinity()) - zero};
  }
  if (is_mirrored()) {
    // One range serves both signs and contains both, unless one is empty.
    Range& a = ranges_[0];
    Range& b = ranges_[1];
    if (a.first == a.end) a = b;
    if (b.first == b.end) b = a;
    a = b = {.first = std::min(a.first, b.first), .end = std::max(a.end, b.end)};
  }
  std::size_t slots = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    if (i == 1 && is_mirrored()) {
      first_slots_[1] = first_slots_[0];
      break;
    }
    first_slots_.at(i) = slots;
    const Range& r = ranges_.at(i);
    if (r.first < r.end) slots += octave_of(format, r.end - 1) - octave_of(format, r.first) + 1;
  }
  slots_ = std::vector<Slot>(slice_.is_special ? 0 : slots);
}

Known PairModel::at(Bits first, std::span<double> values) const {
  const auto special = [&](std::span<double> all) {
    return special_values(function_, format_, {.varies = varies_, .fixed = fixed_}, first, all);
  };
  if (slice_.is_special) return special(values);
  const Bits magnitude = format_.magnitude(first);
  const bool negative = format_.is_negative(first);
  if (magnitude > format_.infinity()) {
    values = values.first(std::min<std::size_t>(values.size(), format_.sign_bit() - magnitude));
    std::ranges::fill(values, kNaN);
    return {values.size(), 0};
  }
  if (magnitude == 0 || magnitude == format_.infinity()) return special(values.first(1));
  const Grid g = grid(magnitude, negative);
  const auto index = static_cast<std::size_t>(magnitude - g.first);
  values = values.first(std::min(values.size(), g.count - index));
  const Known known = piece(g).at(index, values);
  sign(g, index, negative && is_mirrored(), values.first(known.count));
  return known;
}

void PairModel::sign(const Grid& grid, std::size_t index, bool mirrored, std::span<double> values) const {
  if (mirrored && slice_.function.parity == Parity::odd) {
    for (double& v : values) v = -v;
  }
  if (slice_.has_integers_only) keep_integers(grid, index, values);
}

// Returns the part of a binade or octave that the run needs.
Grid PairModel::grid(Bits magnitude, bool negative) const {
  const Grid all = grid_of(format_, magnitude, negative && !is_mirrored());
  const Range& range = ranges_.at(negative ? 1 : 0);
  const Bits first = std::max(all.first, range.first);
  return {.first = first,
          .count = std::min(all.first + all.count, range.end) - first,
          .base = all.at(static_cast<double>(first - all.first)),
          .step = all.step};
}

const Piece& PairModel::piece(const Grid& grid) const {
  const std::size_t i = grid.step < 0 ? 1 : 0;
  Slot& slot = slots_[first_slots_.at(i) + octave_of(format_, grid.first) - octave_of(format_, ranges_.at(i).first)];
  std::call_once(slot.once, [&] { slot.piece = made(grid); });
  return *slot.piece;
}

std::unique_ptr<Piece> PairModel::made(const Grid& grid) const {
  if (slice_.has_integers_only && !has_integers(grid)) {
    return std::make_unique<BlockPiece>(std::vector{constant_block(0, grid.count, kNaN, 0)});
  }
  return std::make_unique<BlockPiece>(Planner(slice_.function, aim_).plan(grid));
}

}  // namespace classay::certified
