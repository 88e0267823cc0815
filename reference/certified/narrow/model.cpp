#include "reference/certified/narrow/model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "reference/certified/narrow/beside.h"
#include "reference/certified/narrow/pieces.h"
#include "reference/certified/narrow/rotation.h"

namespace classay::certified {
namespace {

// From here on, rotation is faster than blocks.
constexpr double kBigAngle = 64;
// From here on, half turns are periodic: a binade begins at a multiple of their period.
constexpr double kPeriod = 2;
constexpr double kTinyGamma = -64;
constexpr double kBigLogGamma = -16;

Rotation::Of rotation_of(const Function& f) {
  if (f.parity == Parity::even) return Rotation::Of::cosine;
  return f.reciprocal == nullptr ? Rotation::Of::sine : Rotation::Of::tangent;
}

}  // namespace

Model::Model(const Function& function, const Format& format, const Aim& aim)
    : function_(function),
      format_(format),
      planner_(function, aim),
      around_zero_(planner_.around_zero()),
      aim_(aim),
      slots_(2 * ((format.infinity() >> format.fraction_bits()) + static_cast<Bits>(format.fraction_bits()))) {}

Known Model::at(Bits first, std::span<double> values) const {
  const Bits magnitude = format_.magnitude(first);
  const bool negative = format_.is_negative(first);
  if (magnitude > format_.infinity()) {
    const Bits rest = format_.sign_bit() - magnitude;
    values = values.first(std::min<std::size_t>(values.size(), rest));
    return all_one(std::numeric_limits<double>::quiet_NaN(), values, 0);
  }
  if (magnitude == 0 || magnitude == format_.infinity()) {
    values[0] = 0;
    return {1, std::numeric_limits<double>::infinity()};
  }
  const bool mirrored = negative && function_.parity != Parity::none;
  const Grid grid = grid_of(format_, magnitude, negative && !mirrored);
  const auto index = static_cast<std::size_t>(magnitude - grid.first);
  values = values.first(std::min(values.size(), grid.count - index));
  const Known known = piece(grid).at(index, values);
  if (mirrored && function_.parity == Parity::odd) {
    for (double& v : values.first(known.count)) v = -v;
  }
  return known;
}

const Piece& Model::piece(const Grid& grid) const {
  Slot& slot = slots_[2 * octave_of(format_, grid.first) + (grid.step < 0 ? 1 : 0)];
  std::call_once(slot.once, [&] { slot.piece = made(grid); });
  return *slot.piece;
}

std::unique_ptr<Piece> Model::made(const Grid& grid) const {
  const double end = std::fabs(grid.at(static_cast<double>(grid.count)));
  if (function_.far == Far::smooth || end <= kBigAngle) {
    if (const std::optional<Block> one = planner_.beside_power(grid)) return std::make_unique<BlockPiece>(std::vector{*one});
  }
  if (end <= around_zero_.reach) {
    auto around_zero = std::make_unique<AroundZeroPiece>(around_zero_.block, grid);
    const std::optional<BesideItself> beside = beside_itself(function_, grid);
    if (beside) return piece_beside_itself(*beside, std::move(around_zero));
    return around_zero;
  }
  switch (function_.far) {
    case Far::smooth: break;
    case Far::angle:
      if (grid.base < kBigAngle) break;
      return std::make_unique<Rotation>(grid, rotation_of(function_));
    case Far::half_turns:
      if (grid.base < kPeriod) break;
      return std::make_unique<PeriodicPiece>(planner_, grid, static_cast<std::size_t>(std::fmax(1, kPeriod / grid.step)));
    case Far::poles:
      if (function_.reciprocal != nullptr && grid.base <= kTinyGamma) return std::make_unique<NegativeGammaPiece>(grid);
      if (function_.reciprocal == nullptr && grid.base <= kBigLogGamma) {
        return std::make_unique<NegativeLogGammaPiece>(grid, aim_);
      }
      break;
  }
  return std::make_unique<BlockPiece>(planner_.plan(grid));
}

}  // namespace classay::certified
