#include "harness/worker/search/search.h"

#include <algorithm>
#include <cmath>
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

namespace {

// Inputs that are measured at once.
constexpr std::uint64_t kStep = std::uint64_t{1} << 13;
// New regions are 2^6 times narrower than the space; each step narrows them by 2^2.
constexpr int kFirstNarrowing = 6;
constexpr int kNarrowing = 2;
// Regions that are narrowed concurrently.
constexpr std::uint64_t kFewestRegions = 4;
constexpr std::uint64_t kMostRegions = 64;
// A known input represents its surroundings up to this distance.
constexpr int kKnownReach = 20;
// Inputs within this distance, as a power of two of places, are one find.
constexpr int kSameFind = 10;

struct Region {
  Find best;
  int reach = 64;
};

class Searching {
 public:
  Searching(std::span<const Type> arguments, const Measure& measure, const SearchEffort& effort,
            const std::function<void(const SearchResult&)>& progress)
      : space_(arguments), measure_(measure), effort_(effort), progress_(progress) {
    std::uint64_t widest = 0;
    for (const Type t : arguments) widest = std::max(widest, Axis(t).last());
    widest_ = 1;
    while (widest_ < 63 && widest >> (widest_ + 1) != 0) ++widest_;
    const double pass = static_cast<double>(effort.inputs) / static_cast<double>(effort.passes);
    everywhere_ = static_cast<std::uint64_t>(effort.everywhere * pass) + 1;
    const double steps = std::max(1, (widest_ - kFirstNarrowing) / kNarrowing);
    const double regions = (1 - effort.everywhere) * pass / steps / static_cast<double>(effort.inputs_each);
    regions_ = std::clamp(static_cast<std::uint64_t>(regions), kFewestRegions, kMostRegions);
  }

  SearchResult run(std::span<const Tuple> known) {
    if (!known.empty()) descend(around(known));
    while (is_left()) descend(everywhere());
    return std::move(result_);
  }

  // Measures the inputs, keeps the worst, and returns all.
  std::vector<Find> finds(const std::vector<Tuple>& inputs) {
    const std::vector<double> errors = measure_(inputs);
    std::vector<Find> all(inputs.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i] = {inputs[i], std::isnan(errors.at(i)) ? 0 : std::fabs(errors.at(i))};
      remember(all[i]);
    }
    result_.measured += inputs.size();
    if (progress_) progress_(result_);
    return all;
  }

  SearchResult take() { return std::move(result_); }

 private:
  bool is_left() const { return result_.measured < effort_.inputs; }

  void remember(const Find& find) {
    std::vector<Find>& worst = result_.worst;
    if (find.error == 0 || (worst.size() == kFindsKept && !(find.error > worst.back().error))) return;
    const auto near =
        std::ranges::find_if(worst, [&](const Find& w) { return space_.are_close(w.input, find.input, kSameFind); });
    if (near != worst.end()) {
      if (!(find.error > near->error)) return;
      worst.erase(near);
    }
    const auto at = std::ranges::find_if(worst, [&](const Find& w) { return find.error > w.error; });
    worst.insert(at, find);
    if (worst.size() > kFindsKept) worst.pop_back();
  }

  std::vector<Region> around(std::span<const Tuple> known) {
    std::vector<Region> regions;
    for (const Find& f : finds({known.begin(), known.end()})) regions.push_back({f, kKnownReach});
    return best_of(std::move(regions));
  }

  // Measures inputs of the whole space, and returns regions around the worst.
  std::vector<Region> everywhere() {
    std::vector<Region> regions;
    for (std::uint64_t left = everywhere_; left > 0;) {
      std::vector<Tuple> inputs(std::min(left, kStep));
      for (Tuple& t : inputs) t = space_.random({}, effort_.seed, drawn_++);
      for (const Find& f : finds(inputs)) {
        if (f.error > 0) regions.push_back({f, widest_ - kFirstNarrowing});
      }
      left -= inputs.size();
    }
    return best_of(std::move(regions));
  }

  // Narrows regions until all their inputs are measured.
  void descend(std::vector<Region> regions) {
    while (!regions.empty() && is_left()) regions = best_of(narrower(regions));
  }

  // Returns how many inputs of a region are measured: all of them if they are few.
  std::uint64_t inputs_in(const Region& region) const {
    return std::min<std::uint64_t>(space_.size({region.best.input, region.reach}), 2 * effort_.inputs_each);
  }
  bool is_small(const Region& region) const { return inputs_in(region) < 2 * effort_.inputs_each; }

  // Returns the surroundings of the two worst inputs of each region; nothing for a completed region.
  std::vector<Region> narrower(const std::vector<Region>& regions) {
    std::vector<Tuple> inputs;
    std::vector<std::size_t> ends;
    for (const Region& region : regions) {
      const Box box{region.best.input, region.reach};
      const std::uint64_t count = is_small(region) ? inputs_in(region) : effort_.inputs_each;
      for (std::uint64_t i = 0; i < count; ++i) {
        inputs.push_back(is_small(region) ? space_.input(box, i) : space_.random(box, effort_.seed, drawn_++));
      }
      ends.push_back(inputs.size());
    }
    const std::vector<Find> all = finds(inputs);
    std::vector<Region> children;
    for (std::size_t r = 0, begin = 0; r < regions.size(); begin = ends[r++]) {
      if (is_small(regions[r]) || regions[r].reach == 0) continue;
      add_children(regions[r], std::span(all).subspan(begin, ends[r] - begin), children);
    }
    return children;
  }

  void add_children(const Region& region, std::span<const Find> finds, std::vector<Region>& children) const {
    const int reach = std::max(0, region.reach - kNarrowing);
    const auto worse = [](const Find& a, const Find& b) { return a.error < b.error; };
    Find first = *std::ranges::max_element(finds, worse);
    if (!(first.error > region.best.error)) first = region.best;
    children.push_back({first, reach});
    const Find* second = nullptr;
    for (const Find& f : finds) {
      if ((second == nullptr || f.error > second->error) && !space_.are_close(f.input, first.input, reach)) second = &f;
    }
    if (second != nullptr) children.push_back({*second, reach});
  }

  // Returns the best regions, up to the maximum number, no two of them close.
  std::vector<Region> best_of(std::vector<Region> regions) {
    std::ranges::stable_sort(regions, std::ranges::greater{}, [](const Region& r) { return r.best.error; });
    std::vector<Region> best;
    for (const Region& r : regions) {
      if (best.size() == regions_ || r.best.error == 0) break;
      const bool is_new = std::ranges::none_of(
          best, [&](const Region& b) { return space_.are_close(b.best.input, r.best.input, r.reach - 1); });
      if (is_new) best.push_back(r);
    }
    return best;
  }

  Space space_;
  const Measure& measure_;
  const SearchEffort& effort_;
  const std::function<void(const SearchResult&)>& progress_;
  std::uint64_t everywhere_ = 0;  // inputs of a pass outside of regions
  std::uint64_t regions_ = 0;     // narrowed concurrently
  int widest_ = 63;               // the widest axis has at least 2^widest_ places, and less than twice as many
  std::uint64_t drawn_ = 0;
  SearchResult result_;
};

}  // namespace

SearchResult find_worst(std::span<const Type> arguments, const Measure& measure, const SearchEffort& effort,
                        std::span<const Tuple> known, const std::function<void(const SearchResult&)>& progress) {
  return Searching(arguments, measure, effort, progress).run(known);
}

SearchResult plain_sampling(std::span<const Type> arguments, const Measure& measure, std::uint64_t inputs,
                            std::uint64_t seed) {
  const SearchEffort effort{.inputs = inputs, .seed = seed};
  const std::function<void(const SearchResult&)> silent;
  Searching searching(arguments, measure, effort, silent);
  for (std::uint64_t first = 0; first < inputs; first += kStep) {
    std::vector<Tuple> step(std::min(kStep, inputs - first));
    for (std::size_t i = 0; i < step.size(); ++i) {
      for (std::size_t a = 0; a < arguments.size(); ++a) {
        step[i].at(a) = random_bits(arguments[a], seed, static_cast<int>(a), first + i);
      }
    }
    searching.finds(step);
  }
  return searching.take();
}

}  // namespace classay
