// What a work-item may get from a collective function, when all of its group is known.
//
// "The order of floating-point operations is not guaranteed" (OpenCL C, "Work-group Collective Functions"), so a sum is
// right where additions in some order could end: exactly the sum where all partial sums are numbers of the format, and else
// no further from the exact sum than n - 1 additions in any order can take it, (n-1)u / (1-(n-1)u) times the sum of the
// magnitudes; a product no further from the exact one than n - 1 roundings, the same share of it. Everything else is exact.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/probes/group_numbers.h"
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
  bool to_nearest = true;       // the device rounds so; else an operation errs by up to one ulp
  std::uint64_t number = 0;     // of the group
  std::uint64_t largest = 1;    // that a group can be
  std::vector<Member> members;  // by their number in it
};

// May the member `me` have got that? Precondition: it joined.
bool may_get(const Gathered& g, const Collective& c, std::uint64_t me, std::span<const Bits> got);

}  // namespace classay
