#include "harness/worker/probes/ranges.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

namespace classay {
namespace {

using Sizes = std::array<std::uint64_t, 3>;

struct Shape {
  std::uint32_t dimensions;
  Sizes size;
  Sizes group{};
  Sizes offset{};
};

// Next to powers of two and multiples of them, where drivers round up to whole groups or vectors.
constexpr std::array<std::uint64_t, 19> kLengths{1,   2,   3,   5,   15,  63,   64,   65,   100, 127,
                                                 129, 192, 255, 257, 258, 1000, 1023, 1025, 4100};

constexpr std::array kChosenByDriver = std::to_array<Shape>({{2, {5, 3, 1}},
                                                             {2, {1, 1, 1}},
                                                             {2, {64, 3, 1}},
                                                             {2, {3, 64, 1}},
                                                             {2, {17, 19, 1}},
                                                             {2, {66, 34, 1}},
                                                             {3, {3, 5, 7}},
                                                             {3, {2, 2, 2}},
                                                             {3, {1, 1, 5}},
                                                             {3, {64, 1, 3}},
                                                             {3, {6, 10, 14}},
                                                             {1, {100, 1, 1}, {}, {3, 0, 0}},
                                                             {2, {10, 6, 1}, {}, {0, 5, 0}},
                                                             {3, {4, 3, 5}, {}, {1, 2, 3}}});

constexpr std::array kWholeGroups = std::to_array<Shape>({{1, {100, 1, 1}, {1, 1, 1}},
                                                          {1, {91, 1, 1}, {7, 1, 1}},
                                                          {1, {96, 1, 1}, {32, 1, 1}},
                                                          {1, {305, 1, 1}, {61, 1, 1}},
                                                          {2, {5, 3, 1}, {5, 1, 1}},
                                                          {2, {12, 10, 1}, {4, 5, 1}},
                                                          {2, {21, 14, 1}, {7, 2, 1}},
                                                          {2, {3, 22, 1}, {1, 11, 1}},
                                                          {3, {6, 4, 9}, {3, 2, 3}},
                                                          {3, {4, 4, 4}, {1, 1, 1}},
                                                          {3, {8, 8, 8}, {4, 2, 8}},
                                                          {3, {2, 3, 10}, {2, 3, 5}}});

constexpr std::array kAtOffsets = std::to_array<Shape>(
    {{1, {91, 1, 1}, {7, 1, 1}, {3, 0, 0}}, {2, {12, 10, 1}, {4, 5, 1}, {1, 70, 0}}, {3, {6, 4, 9}, {3, 2, 3}, {5, 0, 9}}});

constexpr std::uint64_t kFar = (std::uint64_t{1} << 32) + 5;
constexpr std::array kFarAway = std::to_array<Shape>({{1, {100, 1, 1}, {}, {kFar, 0, 0}},
                                                      {2, {12, 10, 1}, {4, 5, 1}, {7, kFar, 0}},
                                                      {3, {3, 2, 4}, {3, 1, 2}, {kFar, 1, kFar}}});

constexpr std::array kRemainders = std::to_array<Shape>({{1, {100, 1, 1}, {7, 1, 1}},
                                                         {1, {65, 1, 1}, {64, 1, 1}},
                                                         {1, {127, 1, 1}, {32, 1, 1}, {9, 0, 0}},
                                                         {2, {10, 7, 1}, {4, 3, 1}},
                                                         {2, {9, 8, 1}, {4, 4, 1}},
                                                         {2, {8, 9, 1}, {4, 4, 1}, {2, 3, 0}},
                                                         {3, {5, 7, 9}, {2, 3, 4}},
                                                         {3, {4, 6, 9}, {2, 3, 4}}});

std::uint64_t product(const Sizes& sizes) { return sizes[0] * sizes[1] * sizes[2]; }

// A device without such offsets gets the same ranges from 0 on.
void add(std::vector<Range>& all, std::span<const Shape> shapes, const GroupLimits& limits) {
  for (const Shape& s : shapes) {
    const bool takes_offset = std::ranges::max(s.offset) <= limits.largest_offset;
    if (fits(s.group, limits)) all.push_back({s.dimensions, s.size, s.group, takes_offset ? s.offset : Sizes{}});
  }
}

// The largest group along each dimension. A device that reports huge groups gets none of more than 4,096.
std::vector<Shape> largest(const GroupLimits& limits) {
  constexpr std::uint64_t kMost = 4096;
  std::vector<Shape> all;
  for (std::uint32_t d = 0; d < 3; ++d) {
    Shape s{.dimensions = d + 1, .size = {1, 1, 1}, .group = {1, 1, 1}};
    s.group.at(d) = std::min({limits.items, limits.sizes.at(d), kMost});
    s.size.at(d) = 3 * s.group.at(d);
    all.push_back(s);
  }
  return all;
}

std::string sides(const Sizes& sizes, std::uint32_t dimensions) {
  return fmt::format("{}", fmt::join(std::span(sizes).first(dimensions), " x "));
}

}  // namespace

std::vector<Range> ranges(const RangesAsked& asked) {
  std::vector<Range> all;
  for (const std::uint64_t length : kLengths) all.push_back({.dimensions = 1, .size = {length, 1, 1}});
  add(all, kChosenByDriver, asked.limits);
  for (const Range& range : ranges_of_groups(asked.limits)) all.push_back(range);
  add(all, kAtOffsets, asked.limits);
  if (asked.has_64_bits && asked.limits.largest_offset >= kFar) add(all, kFarAway, asked.limits);
  if (asked.has_remainders && asked.limits.takes_remainders) add(all, kRemainders, asked.limits);
  if (asked.limits.takes_nothing) {
    all.push_back({.dimensions = 1, .size = {0, 1, 1}});
    all.push_back({.dimensions = 3, .size = {3, 0, 2}});
  }
  return all;
}

std::vector<Range> few_ranges(const RangesAsked& asked) {
  std::vector<Range> all;
  add(all, kAtOffsets, asked.limits);
  if (asked.has_remainders && asked.limits.takes_remainders) add(all, std::span(kRemainders).first(1), asked.limits);
  return all;
}

std::vector<Range> ranges_of_groups(const GroupLimits& limits) {
  std::vector<Range> all;
  add(all, kWholeGroups, limits);
  add(all, largest(limits), limits);
  return all;
}

std::optional<std::string> no_ranges(const Device& device) {
  if (device.group_limits().takes_ranges) return std::nullopt;
  return "classay launches kernels of this API in one dimension only";
}

bool fits(const Sizes& group, const GroupLimits& limits) {
  if (group[0] == 0) return true;
  for (std::size_t d = 0; d < group.size(); ++d) {
    if (group.at(d) > limits.sizes.at(d)) return false;
  }
  return product(group) <= limits.items;
}

std::uint64_t items(const Range& range) { return product(range.size); }

std::string text(const Range& range) {
  std::string said =
      sides(range.size, range.dimensions) + (range.dimensions == 1 && range.size[0] == 1 ? " work-item" : " work-items");
  if (range.group[0] != 0) said += " in groups of " + sides(range.group, range.dimensions);
  if (range.offset != Sizes{}) said += ", from " + sides(range.offset, range.dimensions);
  return said;
}

}  // namespace classay
