// Selects the blocks of a run over f64: number 0, 1, ... of a function's plan is a place, equal for equal seeds.
//
// Of eight consecutive numbers, three are in octaves of all sizes in turn, and three in octaves between 2^-15 and 2^16,
// where most functions vary. Both exclude octaves where a rule defines the function. One is in any octave. One is near a
// critical place: a half-integer, or an edge of wide_edges, at any distance from an ulp to half of it. Octaves have both
// signs and include the subnormal ones. The places of one class within an octave fill it evenly, so that an error in a
// narrow interval is found as soon as there is a window for each interval of that width.
#pragma once

#include <vector>

#include "reference/certified/wide/builder.h"

namespace classay::certified {

class WidePlan {
 public:
  explicit WidePlan(const Function& function);

  WidePlace place(std::uint64_t seed, std::uint64_t number) const;

  // Returns how many numbers it takes until each octave has had its turn.
  std::uint64_t round() const { return 8 * all_.size(); }

 private:
  struct Stratum {
    Bits first;  // a magnitude
    bool is_negative;
  };
  // Returns place `visit` of an octave, which `start` begins.
  static WidePlace within(const Stratum& stratum, Bits start, std::uint64_t visit, Bits key);
  WidePlace near(Bits random) const;

  std::span<const double> edges_;
  std::vector<Stratum> all_;
  std::vector<Stratum> live_;
  std::vector<Stratum> core_;
};

}  // namespace classay::certified
