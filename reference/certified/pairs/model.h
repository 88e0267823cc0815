// The values of a function of two arguments, one of them fixed, at a run of patterns of the other one: built binade by
// binade when they are first asked for, and within a binade for the run only. A model is cheap to make and meant to be made
// by the million: a fixed argument, a few thousand inputs, and away.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "reference/bulk/values.h"
#include "reference/certified/narrow/piece.h"
#include "reference/certified/narrow/planner.h"
#include "reference/certified/pairs/function.h"

namespace classay::certified {

// Patterns first, first + 1, ... of the argument that varies.
struct PatternRun {
  Bits first = 0;
  std::size_t count = 0;
};
inline PatternRun whole_line(const Format& f) { return {0, f.mask() + 1}; }

// What suits a format. Values that are good to 2^-26 ulp leave nearly no verdict open; for f16 that takes much larger
// blocks.
inline Aim pair_aim(const Format& f) {
  return f == kF16 ? Aim{.degree = 10, .epsilon = 0x1p-38, .first_size = 1024}
                   : Aim{.degree = 6, .epsilon = 0x1p-50, .first_size = 65536};
}

class PairModel : public Values {
 public:
  // `fixed`: the pattern of the argument that does not vary, of the format, or of i32 where that is what the function takes.
  // Precondition: the format is not wider than f32, and the run lies on it.
  PairModel(const PairFunction& function, const Format& format, Varies varies, Bits fixed, PatternRun run, const Aim& aim);
  PairModel(const PairFunction& function, const Format& format, Varies varies, Bits fixed, PatternRun run)
      : PairModel(function, format, varies, fixed, run, pair_aim(format)) {}

  // Precondition, besides that of Values: the patterns belong to the run.
  Known at(Bits first, std::span<double> values) const override;

  const PairFunction& function() const { return function_; }
  const Format& format() const { return format_; }
  Varies varies() const { return varies_; }
  Bits fixed() const { return fixed_; }
  PatternRun run() const { return run_; }

 private:
  struct Slot {
    std::once_flag once;
    std::unique_ptr<Piece> piece;
  };
  // Of finite magnitudes other than zero.
  struct Range {
    Bits first = 0;
    Bits end = 0;
  };

  bool is_mirrored() const { return slice_.function.parity != Parity::none; }
  Grid grid(Bits magnitude, bool negative) const;
  const Piece& piece(const Grid& grid) const;
  std::unique_ptr<Piece> made(const Grid& grid) const;
  void sign(const Grid& grid, std::size_t index, bool mirrored, std::span<double> values) const;

  const PairFunction& function_;
  Format format_;
  Varies varies_;
  Bits fixed_;
  PatternRun run_;
  Aim aim_;
  Slice slice_;
  std::array<Range, 2> ranges_;               // by sign; the same where one is mirrored
  std::array<std::size_t, 2> first_slots_{};  // by sign: that of the range's first octave is slots_[first_slots_ + 0]
  mutable std::vector<Slot> slots_;
};

}  // namespace classay::certified
