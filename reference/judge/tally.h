// Sums up the judged results of a sweep: counts, failures, the largest error with its input, a signed histogram, the largest
// error of each binade, and the worst and the first failures with their bits. The merged tallies of all shards are exactly
// the tally of the complete run, in any order and grouping, because every part is a sum, or a maximum under a total order
// (larger error first, then the smaller index).
//
// Errors are compared and put into bins in steps of 2^-16 ulp (resolved_error). An error that is known a little better than
// a step decides which input the tally keeps, so that billions of inputs need no exact error. A kept sample has its exact
// error. An input whose error is larger by less than a step may be missing.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "reference/judge/error_step.h"
#include "reference/number/format.h"

namespace classay {

// One judged input. `index` is its number in the input plan, `ulps` the signed error, rounded away from zero to a double:
// infinite for a NaN where a number is right, or the reverse.
struct Sample {
  std::uint64_t index = 0;
  std::array<Bits, 3> inputs{};
  Bits got = 0;
  Bits second = 0;  // the other component of a result that has two
  double ulps = 0;
  bool operator==(const Sample&) const = default;
};

// The nearest multiple of 2^-16 ulp; what lies half-way between two goes away from zero. Zero, which is what errors below
// 2^-17 become, has no sign.
double resolved_error(double ulps);

// The exponent that the error of an argument is kept under. As it is stored: zeros and subnormals share one, infinities and
// NaN another.
constexpr int binade_of(const Format& f, Bits argument) {
  return static_cast<int>(f.magnitude(argument) >> f.fraction_bits()) - f.emax;
}

class Tally {
 public:
  static constexpr std::size_t kKept = 16;
  // Errors from -8 to 8 ulp in steps of 1/4, then by powers of two up to 2^16, at each sign; the last bins are "more".
  static constexpr std::size_t kHistogramBins = 2 * (32 + 14);

  // `poor`: judged, and no failure (judge.h).
  enum class Outcome : std::uint8_t { right, wrong, undefined, poor };

  // All parts of a tally, to write it and read it back.
  struct Parts {
    std::uint64_t judged = 0;
    std::uint64_t failed = 0;
    std::uint64_t undefined = 0;
    std::uint64_t poor = 0;  // judged, and not a failure
    std::vector<Sample> worst;
    std::vector<Sample> first_failures;
    std::map<int, Sample> per_binade;
    std::array<std::uint64_t, kHistogramBins> histogram{};
    bool operator==(const Parts&) const = default;
  };
  Tally() = default;
  // Throws std::invalid_argument when no sweep can have left these parts: sums that do not agree, lists out of order.
  static Tally of(Parts parts);

  // `binade`: exponent of the first argument, by which per-binade errors are kept; signed by `negative`.
  void add(const Sample& sample, Outcome outcome, int binade, bool negative);
  void merge(const Tally& other);

  // The two halves of `add`, for callers that count many inputs at once. `count` adds judged inputs, of which `failed`
  // failed. `keep` adds one of them that may become a sample. The invariants of a tally hold when `keep` has received all
  // inputs that can become samples.
  void count(std::uint64_t failed, const std::array<std::uint64_t, kHistogramBins>& histogram);
  void keep(const Sample& sample, Outcome outcome, int binade, bool negative);
  void count_undefined(std::uint64_t inputs) { parts_.undefined += inputs; }

  // Changes the bits of all kept samples, not their inputs or errors.
  template <class Change>
  void change_bits(Change change) {
    for (Sample& s : parts_.worst) change(s);
    for (Sample& s : parts_.first_failures) change(s);
    for (auto& [key, s] : parts_.per_binade) change(s);
  }

  bool operator==(const Tally&) const = default;
  // Whatever the counts: who may stand in this one may stand in the other.
  bool keeps_same(const Tally& other) const;

  std::uint64_t judged() const { return parts_.judged; }
  std::uint64_t failed() const { return parts_.failed; }
  std::uint64_t undefined() const { return parts_.undefined; }
  std::uint64_t poor() const { return parts_.poor; }
  const std::vector<Sample>& worst() const { return parts_.worst; }                    // largest error first, at most kKept
  const std::vector<Sample>& first_failures() const { return parts_.first_failures; }  // smallest index first, at most kKept
  const std::array<std::uint64_t, kHistogramBins>& histogram() const { return parts_.histogram; }
  const std::map<int, Sample>& per_binade() const { return parts_.per_binade; }  // by binade_key
  static constexpr int binade_key(int binade, bool negative) { return 2 * binade + (negative ? 1 : 0); }

  static std::size_t histogram_bin(double ulps);  // of resolved_error(ulps)

 private:
  Parts parts_;
};

}  // namespace classay
