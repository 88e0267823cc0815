// Decides which results a work-item may get from a collective function, given all members of its group.
//
// "The order of floating-point operations is not guaranteed" (OpenCL C, "Work-group Collective Functions"), so any order of
// additions is accepted. If all partial sums are numbers of the format, the sum must be exact. If not, its error is at most
// that of n - 1 additions in any order: (n-1)u / (1-(n-1)u) times the sum of the magnitudes. The error of a product is at
// most that of n - 1 roundings, the same fraction of it. Everything else is exact.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/worker/probes/group_numbers.h"
#include "kernels/collecting.h"

namespace classay {

struct Member {
  Bits number = 0;
  Bits factor = 0;
  bool is_true = false;
  bool joins = true;
};

struct Gathered {
  Type type = Type::i32;
  Given given = Given::small;
  bool to_nearest = true;       // the device rounds to nearest; if not, an operation errs by up to one ulp
  std::uint64_t number = 0;     // group number
  std::uint64_t largest = 1;    // maximum size of a group
  std::vector<Member> members;  // by their number in it
};

// Returns whether the member `me` may have got that result. Precondition: it joined.
bool may_get(const Gathered& g, const Collective& c, std::uint64_t me, std::span<const Bits> got);

}  // namespace classay
