// Provides values of a function of two arguments, with one fixed and a run of patterns for the other. Binades are built at
// their first use, and only for the run. A model is cheap, so that a plan can make millions: one fixed argument and a few
// thousand inputs each.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "reference/bulk/values.h"
#include "reference/certified/narrow/piece.h"
#include "reference/certified/narrow/planner.h"
#include "reference/certified/pairs/function.h"

namespace classay::certified {

// Patterns first, first + 1, ... of the varying argument.
struct PatternRun {
  Bits first = 0;
  std::size_t count = 0;
};
inline PatternRun whole_line(const Format& f) { return {0, f.mask() + 1}; }

// Returns the aim for a format. Values with an error of 2^-26 ulp leave almost no verdict open, and allow much larger blocks
// for f16.
inline Aim pair_aim(const Format& f) {
  return f == kF16 ? Aim{.degree = 10, .epsilon = 0x1p-38, .first_size = 1024}
                   : Aim{.degree = 6, .epsilon = 0x1p-50, .first_size = 65536};
}

class PairModel : public Values {
 public:
  // `fixed` is the pattern of the fixed argument, of the format, or of i32 if the function takes one. Precondition: the
  // format is not wider than f32, and the patterns of the run belong to it.
  PairModel(const PairFunction& function, const Format& format, Varies varies, Bits fixed, PatternRun run, const Aim& aim);
  PairModel(const PairFunction& function, const Format& format, Varies varies, Bits fixed, PatternRun run)
      : PairModel(function, format, varies, fixed, run, pair_aim(format)) {}

  // Precondition in addition to that of Values: the patterns belong to the run.
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
  // Finite nonzero magnitudes.
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
  std::array<Range, 2> ranges_;               // by sign; equal if one sign is mirrored
  std::array<std::size_t, 2> first_slots_{};  // by sign: the range's first octave is slots_[first_slots_ + 0]
  mutable std::vector<Slot> slots_;
};

}  // namespace classay::certified
