// Provides the values of a function at every input of a format, with proven bounds. Pieces are built at their first use.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "reference/bulk/values.h"
#include "reference/certified/narrow/piece.h"
#include "reference/certified/narrow/planner.h"

namespace classay::certified {

class Model : public Values {
 public:
  // Precondition: the format is not wider than f32.
  Model(const Function& function, const Format& format, const Aim& aim = {});

  Known at(Bits first, std::span<double> values) const override;

  const Function& function() const { return function_; }
  const Format& format() const { return format_; }

 private:
  struct Slot {
    std::once_flag once;
    std::unique_ptr<Piece> piece;
  };

  const Piece& piece(const Grid& grid) const;
  std::unique_ptr<Piece> made(const Grid& grid) const;

  const Function& function_;
  Format format_;
  Planner planner_;
  Planner::AroundZero around_zero_;
  Aim aim_;
  mutable std::vector<Slot> slots_;  // by sign, and by binade or octave
};

}  // namespace classay::certified
