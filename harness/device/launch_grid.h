// Splits launches into pieces that are far shorter than the time limit of a display's watchdog. A driver ends launches
// that reach the limit (2 s on Windows), and the device is lost with them.
//
// Work-items compute independently of each other, and each piece begins at a multiple of its length, which is a power of
// two. The inputs of a launch, their places and their results thus do not depend on the split.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "harness/device/backend.h"

namespace classay {

// Consecutive work-items of a launch, which are a command of their own.
struct Piece {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  bool operator==(const Piece&) const = default;
};

class LaunchGrid {
 public:
  static constexpr double kLongest = 0.25;                              // seconds of a piece
  static constexpr std::uint64_t kUnmeasured = std::uint64_t{1} << 18;  // work-items of a piece of an unknown kernel
  static constexpr std::uint64_t kShortest = std::uint64_t{1} << 10;

  // A device without a watchdog gets its launches in one piece.
  explicit LaunchGrid(bool has_watchdog) : has_watchdog_(has_watchdog) {}

  // Returns the pieces of a launch, in order. The last one is shorter if the length does not divide the launch. `can_begin`:
  // whether the back end can launch the kernel from this work-item on.
  template <class CanBegin>
  std::vector<Piece> pieces(const Launch& launch, CanBegin can_begin) const {
    const std::uint64_t length = piece(launch.kernel);
    const bool is_split = has_watchdog_ && launch.may_be_split && !launch.range && launch.items > length;
    if (!is_split || !can_begin(length)) return {{.first = 0, .count = launch.items}};
    std::vector<Piece> all;
    for (std::uint64_t first = 0; first < launch.items; first += length) {
      all.push_back({.first = first, .count = std::min(length, launch.items - first)});
    }
    return all;
  }

  // Returns the work-items of a piece.
  std::uint64_t piece(const std::string& kernel) const {
    const auto known = seconds_per_item_.find(kernel);
    if (known == seconds_per_item_.end()) return kUnmeasured;
    const double fit = known->second > 0 ? kLongest / known->second : std::numeric_limits<double>::max();
    if (fit >= static_cast<double>(kMost)) return kMost;
    return std::max(std::bit_floor(static_cast<std::uint64_t>(fit)), kShortest);
  }

  // Notes the device's time of a launch. The slowest one counts: the time may depend on the inputs.
  void note(const std::string& kernel, std::uint64_t items, double seconds) {
    if (items < kFewestMeasured || !(seconds > 0)) return;
    double& slowest = seconds_per_item_[kernel];
    slowest = std::max(slowest, (seconds - kStart) / static_cast<double>(items));
  }

 private:
  static constexpr std::uint64_t kMost = std::uint64_t{1} << 40;
  static constexpr std::uint64_t kFewestMeasured = std::uint64_t{1} << 12;  // work-items
  static constexpr double kStart = 1e-3;                                    // seconds that do not depend on the work-items

  bool has_watchdog_;
  std::map<std::string, double> seconds_per_item_;
};

}  // namespace classay
