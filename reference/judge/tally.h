// What a sweep remembers of all that it judged: counts, failures, the largest error with its input, a signed histogram, the
// largest error of each binade, the worst and the first failures with their bits. Tallies merge: the tally of a whole run
// equals the merged tallies of its shards exactly, in whatever order and grouping they are merged, because every part is a
// sum, or a maximum under a total order (larger error first, then the smaller index).
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "reference/number/format.h"

namespace classay {

// One judged input. `index` is its number in the input plan, `ulps` the signed error, rounded away from zero to a double:
// infinite for a NaN where a number is right, or the reverse.
struct Sample {
  std::uint64_t index = 0;
  std::array<Bits, 3> inputs{};
  Bits got = 0;
  double ulps = 0;
  bool operator==(const Sample&) const = default;
};

class Tally {
 public:
  static constexpr std::size_t kKept = 16;
  // Errors from -8 to 8 ulp in steps of 1/4, then by powers of two up to 2^16, at each sign; the last bins are "more".
  static constexpr std::size_t kHistogramBins = 2 * (32 + 14);

  enum class Outcome : std::uint8_t { right, wrong, undefined };

  // All that a tally is made of, for those who write it down and read it back.
  struct Parts {
    std::uint64_t judged = 0;
    std::uint64_t failed = 0;
    std::uint64_t undefined = 0;
    std::vector<Sample> worst;
    std::vector<Sample> first_failures;
    std::map<int, Sample> per_binade;
    std::array<std::uint64_t, kHistogramBins> histogram{};
  };
  Tally() = default;
  // Throws std::invalid_argument when no sweep can have left these parts: sums that do not agree, lists out of order.
  static Tally of(Parts parts);

  // `binade`: exponent of the first argument, by which per-binade errors are kept; signed by `negative`.
  void add(const Sample& sample, Outcome outcome, int binade, bool negative);
  void merge(const Tally& other);

  bool operator==(const Tally&) const = default;

  std::uint64_t judged() const { return judged_; }
  std::uint64_t failed() const { return failed_; }
  std::uint64_t undefined() const { return undefined_; }
  const std::vector<Sample>& worst() const { return worst_; }                    // largest error first, at most kKept
  const std::vector<Sample>& first_failures() const { return first_failures_; }  // smallest index first, at most kKept
  const std::array<std::uint64_t, kHistogramBins>& histogram() const { return histogram_; }
  // Key: 2 * binade + (negative ? 1 : 0).
  const std::map<int, Sample>& per_binade() const { return per_binade_; }

  static std::size_t histogram_bin(double ulps);

 private:
  std::uint64_t judged_ = 0;
  std::uint64_t failed_ = 0;
  std::uint64_t undefined_ = 0;
  std::vector<Sample> worst_;
  std::vector<Sample> first_failures_;
  std::map<int, Sample> per_binade_;
  std::array<std::uint64_t, kHistogramBins> histogram_{};
};

}  // namespace classay
