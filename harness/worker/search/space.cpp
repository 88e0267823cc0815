#include "harness/worker/search/space.h"

#include <algorithm>
#include <limits>

#include "reference/inputs/inputs.h"
#include "suites/generator.h"

namespace classay {
namespace {

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

// Returns the pattern of the least number in two's complement: flipping its bits orders patterns like numbers.
Bits least(Type type) { return is_signed(type) ? Bits{1} << (width(type) - 1) : 0; }

}  // namespace

Axis::Axis(Type type) : type_(type), last_(is_float(type) ? 2 * format(type).infinity() - 1 : mask(type)) {}

// The finite numbers of a format: negative ones from the greatest magnitude down to -0, then +0 and up.
Bits Axis::at(std::uint64_t place) const {
  if (!is_float(type_)) return place ^ least(type_);
  const Format& f = format(type_);
  const Bits half = f.infinity();
  return place < half ? f.zero(true) | (half - 1 - place) : place - half;
}

std::uint64_t Axis::place(Bits bits) const {
  if (!is_float(type_)) return bits ^ least(type_);
  const Format& f = format(type_);
  const Bits half = f.infinity();
  const Bits magnitude = std::min(f.magnitude(bits), half - 1);
  return f.is_negative(bits) ? half - 1 - magnitude : half + magnitude;
}

Space::Space(std::span<const Type> arguments) : axes_(arguments.begin(), arguments.end()) {}

Space::Interval Space::interval(const Box& box, std::size_t axis) const {
  const Axis& a = axes_[axis];
  if (box.reach >= 64) return {0, a.last()};
  const std::uint64_t middle = a.place(box.middle.at(axis));
  const std::uint64_t reach = std::uint64_t{1} << box.reach;
  return {middle > reach ? middle - reach : 0, a.last() - middle > reach ? middle + reach : a.last()};
}

std::uint64_t Space::size(const Box& box) const {
  std::uint64_t size = 1;
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    const Interval side = interval(box, a);
    const std::uint64_t beyond_first = side.last - side.first;
    if (beyond_first == kMost || upper_product(size, beyond_first + 1) != 0) return kMost;
    size *= beyond_first + 1;
  }
  return size;
}

Tuple Space::input(const Box& box, std::uint64_t i) const {
  Tuple tuple{};
  for (std::size_t a = axes_.size(); a-- > 0;) {
    const Interval side = interval(box, a);
    const std::uint64_t count = side.last - side.first + 1;  // 0 for 2^64
    tuple.at(a) = axes_[a].at(side.first + (count == 0 ? i : i % count));
    i = count == 0 ? 0 : i / count;
  }
  return tuple;
}

Tuple Space::random(const Box& box, std::uint64_t seed, std::uint64_t i) const {
  CounterRandom random(seed, i);
  Tuple tuple{};
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    const Interval side = interval(box, a);
    const std::uint64_t count = side.last - side.first + 1;
    const std::uint64_t r = random.next();
    tuple.at(a) = axes_[a].at(side.first + (count == 0 ? r : upper_product(r, count)));
  }
  return tuple;
}

bool Space::are_close(const Tuple& a, const Tuple& b, int reach) const {
  const std::uint64_t distance = reach >= 64 ? kMost : std::uint64_t{1} << reach;
  for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
    const std::uint64_t p = axes_[axis].place(a.at(axis));
    const std::uint64_t q = axes_[axis].place(b.at(axis));
    if (std::max(p, q) - std::min(p, q) > distance) return false;
  }
  return true;
}

}  // namespace classay
