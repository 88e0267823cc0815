// Arranges the inputs of a builtin in a space. Along an axis the patterns of one argument are ordered from the least to the
// greatest number, so that neighbours behave alike. Infinities and NaNs are excluded; tables contain them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reference/number/type.h"
#include "suites/plan.h"

namespace classay {

class Axis {
 public:
  explicit Axis(Type type);

  // Returns the last place; places are 0 to last().
  std::uint64_t last() const { return last_; }
  Bits at(std::uint64_t place) const;  // precondition: place <= last()
  // For bits outside of the axis, returns the nearest end.
  std::uint64_t place(Bits bits) const;

 private:
  Type type_;
  std::uint64_t last_;
};

// All places of each argument within 2^reach of the middle; a reach of 64 is the whole axis.
struct Box {
  Tuple middle{};
  int reach = 64;
  bool operator==(const Box&) const = default;
};

class Space {
 public:
  explicit Space(std::span<const Type> arguments);

  std::size_t dimensions() const { return axes_.size(); }
  // Returns the number of inputs in the box, limited to the largest number.
  std::uint64_t size(const Box& box) const;
  // Returns input i of the box, in a fixed order; precondition: i < size(box).
  Tuple input(const Box& box, std::uint64_t i) const;
  // Returns a random input, uniform in places.
  Tuple random(const Box& box, std::uint64_t seed, std::uint64_t i) const;
  // Returns whether all arguments differ by at most 2^reach places: two such regions count as one.
  bool are_close(const Tuple& a, const Tuple& b, int reach) const;

 private:
  struct Interval {
    std::uint64_t first;
    std::uint64_t last;
  };
  Interval interval(const Box& box, std::size_t axis) const;

  std::vector<Axis> axes_;
};

}  // namespace classay
