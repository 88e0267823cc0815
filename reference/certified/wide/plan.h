// Which blocks a run over f64 is made of: number 0, 1, ... of a function's plan is a place, and equal for equal seeds.
//
// Of eight consecutive numbers three are of octaves of all sizes in turn, three of octaves between 2^-64 and 2^64, where
// most functions live, both only where the function is no rule; one is of any octave, whatever there is; and one is near
// where something happens: a half integer, or an edge of wide_edges, at any distance from an ulp to half of it. Octaves are
// those of both signs, with the subnormal ones; within an octave, places are random.
#pragma once

#include <vector>

#include "reference/certified/wide/builder.h"

namespace classay::certified {

class WidePlan {
 public:
  explicit WidePlan(const Function& function);

  WidePlace place(std::uint64_t seed, std::uint64_t number) const;

  // How many numbers it takes for each octave to have had its turn.
  std::uint64_t round() const { return 8 * all_.size(); }

 private:
  struct Stratum {
    Bits first;  // a magnitude
    bool is_negative;
  };
  static WidePlace within(const Stratum& stratum, Bits random);
  WidePlace near(Bits random) const;

  std::span<const double> edges_;
  std::vector<Stratum> all_;
  std::vector<Stratum> live_;
  std::vector<Stratum> core_;
};

}  // namespace classay::certified
