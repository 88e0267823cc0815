#include "reference/certified/wide/builder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "reference/certified/wide/function.h"
#include "reference/certified/wide/octave.h"
#include "reference/certified/wide/rotation.h"

namespace classay::certified {
namespace {

// Number of inputs of a block of kind `single`, in which an input costs as much as a hundred others.
constexpr std::size_t kSingles = 256;
// The second series is tried only if it allows a window that is wider by this many powers of two.
constexpr int kMuchWider = 4;

double number(const WidePlace& p, Bits magnitude) { return (p.is_negative ? -1 : 1) * std::bit_cast<double>(magnitude); }

// A window may contain x = 1, where pow is prescribed.
void leave_to_rules(const Function& function, WideBlock& block) {
  if (block.kind != WideBlock::Kind::polynomial && block.kind != WideBlock::Kind::constant) return;
  const Bits last = block.window.first + (~Bits{0} >> static_cast<unsigned>(block.window.shift));
  for (const Region& r : function.regions) {
    const auto at = std::bit_cast<Bits>(r.low);
    if (r.low != r.high || !std::isinf(r.epsilon) || at < block.window.first || at > last) continue;
    block.exact_at = at;
    block.exact_tail = std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace

WideBlock block_around(const WidePlace& place, WideBlock::Kind kind, int width) {
  const Octave octave = octave_of(place.magnitude);
  const int fitting = std::min(octave.bits, width);
  const Bits first = octave.window(place.magnitude, fitting);
  return {.kind = kind,
          .count = std::min<std::size_t>(kWideCount, Bits{1} << fitting),
          .window = {.first = first | kF64.zero(place.is_negative), .key = place.key, .shift = 64 - fitting}};
}

WideBlock WideBuilder::block(const WidePlace& place) const {
  const WidePlace at = expanded(place);
  std::optional<WideBlock> found = by_rule(at);
  if (!found) found = by_angles(at);
  WideBlock b = found ? *std::move(found) : by_polynomial(at);
  b.window.key = place.key;
  if (b.kind != WideBlock::Kind::angles) b.count = std::min<std::size_t>(b.count, Bits{1} << (64 - b.window.shift));
  leave_to_rules(function_, b);
  if (at.is_negative != place.is_negative) {
    b.is_negated = function_.parity == Parity::odd;
    b.window.first |= kF64.sign_bit();
    if (b.exact_at != WideBlock::kNowhere) b.exact_at |= kF64.sign_bit();
  }
  return b;
}

std::optional<WideBlock> WideBuilder::by_rule(const WidePlace& place) const {
  const Octave octave = octave_of(place.magnitude);
  const int width = std::min(octave.bits, aim_.widest);
  const Bits first = octave.window(place.magnitude, width);
  const Bits last = first + (Bits{1} << width) - 1;
  if (const auto region = wide_region_of(function_, number(place, first), number(place, last))) {
    WideBlock b = block_around(place, WideBlock::Kind::constant, width);
    b.value = region->value;
    b.scale = region->scale;
    b.epsilon = region->epsilon;
    return b;
  }
  if (function_.far == Far::poles && function_.reciprocal != nullptr && number(place, first) <= kAlternatingGamma) {
    WideBlock b = block_around(place, WideBlock::Kind::alternating, width);
    b.value = 1;
    b.scale = kWideTiny - 1;
    return b;
  }
  if (function_.far == Far::half_turns && std::bit_cast<double>(place.magnitude) >= kWidePeriod) {
    return block_around(place, WideBlock::Kind::period, octave.bits);
  }
  return std::nullopt;
}

// Returns a positive place if the function is odd or even.
WidePlace WideBuilder::expanded(const WidePlace& place) const {
  WidePlace at = place;
  at.is_negative = place.is_negative && function_.parity == Parity::none;
  return at;
}

bool WideBuilder::is_big_angle(const WidePlace& place) const {
  const bool repeats = function_.far == Far::angle || function_.far == Far::half_turns;
  return repeats && std::bit_cast<double>(place.magnitude) >= kWideAngle;
}

bool WideBuilder::has_angles(const WidePlace& place) const {
  const WidePlace at = expanded(place);
  return is_big_angle(at) && !by_rule(at);
}

std::optional<WideBlock> WideBuilder::by_angles(const WidePlace& place) const {
  if (!is_big_angle(place)) return std::nullopt;
  const Octave octave = octave_of(place.magnitude);
  WideBlock b{.kind = WideBlock::Kind::angles, .window = {.first = octave.first}};
  b.angles = wide_angles(octave, place.key, function_.far == Far::half_turns);
  return b;
}

WideBlock WideBuilder::by_polynomial(const WidePlace& place) const {
  const WideSearch search(function_, aim_, octave_of(place.magnitude), place.is_negative);
  WideSearch::Found best;
  for (const bool is_reciprocal : {false, true}) {
    const Series& series = is_reciprocal ? function_.reciprocal : function_.series;
    if (series == nullptr || best.width >= search.widest() - kMuchWider) continue;
    WideSearch::Way way{.series = series, .is_reciprocal = is_reciprocal};
    WideSearch::Found found = search.find(way, place.magnitude);
    if (found.zero != WideBlock::kNowhere) {
      way.minds_zeros = false;
      way.is_at_zero = true;
      found = search.find(way, found.zero);
      way.is_at_zero = false;
      if (found.width < 0) found = search.find(way, place.magnitude);
    }
    if (found.width > best.width) best = std::move(found);
  }
  if (best.width >= 0) return std::move(best.block);

  WideBlock b = block_around(place, WideBlock::Kind::single, std::min(search.widest(), aim_.narrowest));
  b.count = kSingles;
  b.scale = single_.at(place.magnitude | kF64.zero(place.is_negative)).scale;
  return b;
}

}  // namespace classay::certified
