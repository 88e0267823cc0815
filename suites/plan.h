// Input plans: what a case is asked, as a pure function of (seed, row, format, i). Input i is the same on any machine, in
// any shard, after any resume, so a shard is a range of i, and kernels make their own inputs where that is cheaper than
// sending them. A plan is a few segments, each made one way.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/row.h"

namespace classay {

// How much is asked. A smaller tier is never evidence for a larger one.
enum class Tier : std::uint8_t { smoke, quick, full, certify };
inline constexpr std::array kTiers{Tier::smoke, Tier::quick, Tier::full, Tier::certify};
std::string_view name(Tier t);
std::optional<Tier> tier_named(std::string_view s);

// How the inputs of a segment come to the device.
enum class Making : std::uint8_t {
  literals,  // compiled into the program, so that the compiler's own folding is asked too
  table,     // sent: boundaries, and inputs whose results are hard to round
  range,     // consecutive bit patterns, made on the device from the index
  random,    // one binade after the other (generator.h), made on the device from seed and index
};
std::string_view name(Making m);

struct Segment {
  Making making = Making::range;
  std::uint64_t first = 0;  // index in the plan of its first input
  std::uint64_t count = 0;
};

using Tuple = std::array<Bits, 3>;  // one input: the arguments of a call; those that are not there are 0

class Plan {
 public:
  // `hard`: inputs of this builtin and format that are hard to round, each with as many numbers as there are arguments.
  Plan(const Row& row, Type format, Tier tier, std::uint64_t seed, std::span<const std::vector<Bits>> hard);

  // These inputs and no others, so many random ones, or all: for reproducing and for measuring.
  static Plan of_inputs(const Row& row, Type format, Making making, std::vector<Tuple> inputs);  // literals or table
  static Plan of_random(const Row& row, Type format, std::uint64_t seed, std::uint64_t count);
  // All of them, made on the device. Throws std::invalid_argument for a format that can not be exhausted.
  static Plan of_all(const Row& row, Type format);

  std::uint64_t count() const { return count_; }
  std::span<const Segment> segments() const { return segments_; }
  const Segment& segment_of(std::uint64_t i) const;
  int arity() const { return arity_; }
  std::uint64_t seed() const { return seed_; }

  Tuple input(std::uint64_t i) const;  // precondition: i < count()

  // Every bit pattern of every argument is asked.
  bool exhaustive() const { return exhaustive_; }
  // The first 64 bits of what the inputs are determined by; equal hashes stand for equal inputs.
  std::uint64_t hash() const;
  std::string text() const;  // "52 literals, 1306 of a table, all 65536"

 private:
  Plan(const Row& row, Type format, std::uint64_t seed);
  void append(Making making, std::uint64_t count);

  Type format_;
  std::uint64_t seed_;
  int arity_ = 1;
  bool exhaustive_ = false;
  std::uint64_t count_ = 0;
  std::vector<Segment> segments_;
  std::vector<Tuple> literals_;
  std::vector<Tuple> table_;
};

// Can a plan be made for the row? Today: one real argument.
bool has_plan(const Row& row, Type format);

}  // namespace classay
