// The inputs of a builtin as a space with an order: along an axis lie the patterns of one argument, from the least number to
// the greatest, so that what is near in it behaves alike. Infinities and NaN are no part of it; they are for tables.
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

  // How far it goes: places 0 to last().
  std::uint64_t last() const { return last_; }
  Bits at(std::uint64_t place) const;  // precondition: place <= last()
  // Of what is no part of the axis, the nearest end.
  std::uint64_t place(Bits bits) const;

 private:
  Type type_;
  std::uint64_t last_;
};

// All places of each argument that are at most 2^reach away from that of the middle: the whole axis for a reach of 64.
struct Box {
  Tuple middle{};
  int reach = 64;
  bool operator==(const Box&) const = default;
};

class Space {
 public:
  explicit Space(std::span<const Type> arguments);

  std::size_t dimensions() const { return axes_.size(); }
  // How many inputs the box has; the largest number where there are more.
  std::uint64_t size(const Box& box) const;
  // Input i of the box, in an order of its own; precondition: i < size(box).
  Tuple input(const Box& box, std::uint64_t i) const;
  // A random one, equally likely in places.
  Tuple random(const Box& box, std::uint64_t seed, std::uint64_t i) const;
  // The same to within 2^reach places in each argument: two regions that are close are one.
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
