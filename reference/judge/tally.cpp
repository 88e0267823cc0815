#include "reference/judge/tally.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace classay {
namespace {

// A total order on the samples of a run: no two have the same index.
bool worse(const Sample& a, const Sample& b) {
  const double x = std::fabs(resolved_error(a.ulps));
  const double y = std::fabs(resolved_error(b.ulps));
  return x != y ? x > y : a.index < b.index;
}

bool earlier(const Sample& a, const Sample& b) { return a.index < b.index; }

template <class Order>
void insert(std::vector<Sample>& kept, const Sample& sample, Order order) {
  if (kept.size() == Tally::kKept && !order(sample, kept.back())) return;
  kept.insert(std::ranges::upper_bound(kept, sample, order), sample);
  if (kept.size() > Tally::kKept) kept.pop_back();
}

void require(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(std::string("not a tally of a sweep: ") + what);
}

template <class Order>
bool in_order(const std::vector<Sample>& samples, Order order) {
  const auto out_of_order = [&](const Sample& a, const Sample& b) { return !order(a, b); };
  return std::ranges::adjacent_find(samples, out_of_order) == samples.end();
}

// How far a bin lies from the middle.
std::size_t distance(std::size_t bin) {
  constexpr std::size_t half = Tally::kHistogramBins / 2;
  return bin < half ? half - 1 - bin : bin - half;
}

// The largest error of all stands in the farthest bin, and each sample that is kept in its own.
bool are_binned(const Tally::Parts& parts) {
  auto left = parts.histogram;
  for (const Sample& s : parts.worst) {
    std::uint64_t& bin = left[Tally::histogram_bin(s.ulps)];
    if (bin == 0) return false;
    --bin;
  }
  std::size_t farthest = 0;
  for (std::size_t bin = 0; bin < parts.histogram.size(); ++bin) {
    if (parts.histogram[bin] > 0) farthest = std::max(farthest, distance(bin));
  }
  return parts.worst.empty() || farthest == distance(Tally::histogram_bin(parts.worst.front().ulps));
}

// Returns the exponent of a normal positive number.
int exponent(double x) { return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52) - kF64.emax; }

// A multiple of the step has its place among the doubles from here on.
constexpr double kAllAreMultiples = 0x1p52;

}  // namespace

double resolved_error(double ulps) {
  const double steps = std::fabs(ulps) / kErrorStep;
  if (!(steps < kAllAreMultiples)) return ulps;
  const auto below = static_cast<std::int64_t>(steps);
  // Computed without a branch, because a branch could not be predicted.
  const std::int64_t whole = below + static_cast<std::int64_t>(steps - static_cast<double>(below) >= 0.5);
  const double resolved = static_cast<double>(whole) * kErrorStep;
  return ulps < 0 ? 0.0 - resolved : resolved;  // no negative zero
}

Tally Tally::of(Parts parts) {
  const std::uint64_t binned = std::accumulate(parts.histogram.begin(), parts.histogram.end(), std::uint64_t{0});
  require(binned == parts.judged, "the histogram does not add up to the judged results");
  require(parts.failed <= parts.judged, "more failed than was judged");
  require(parts.poor <= parts.judged - parts.failed, "more is poor than was judged and did not fail");
  require(parts.worst.size() == std::min<std::uint64_t>(parts.judged, kKept), "the number of worst errors is wrong");
  require(parts.first_failures.size() == std::min<std::uint64_t>(parts.failed, kKept), "the number of failures is wrong");
  require(in_order(parts.worst, worse), "the worst errors are out of order");
  require(in_order(parts.first_failures, earlier), "the first failures are out of order");
  require(parts.per_binade.empty() == (parts.judged == 0), "the errors of the binades are missing");
  for (const auto& [key, sample] : parts.per_binade) {
    require(!worse(sample, parts.worst.front()), "a binade's error is larger than the largest");
  }
  const auto is_largest = [&](const auto& binade) { return binade.second.index == parts.worst.front().index; };
  require(parts.worst.empty() || std::ranges::any_of(parts.per_binade, is_largest), "no binade has the largest error");
  require(are_binned(parts), "the worst errors are not in the histogram");
  Tally tally;
  tally.parts_ = std::move(parts);
  return tally;
}

std::size_t Tally::histogram_bin(double ulps) {
  constexpr std::size_t half = kHistogramBins / 2;
  constexpr std::size_t fine = 32;
  ulps = resolved_error(ulps);
  const double magnitude = std::fabs(ulps);
  std::size_t bin = half - 1;
  if (magnitude < 8) {
    bin = static_cast<std::size_t>(magnitude * 4);
  } else if (magnitude < 65536) {
    bin = fine + static_cast<std::size_t>(exponent(magnitude)) - 3;  // 8 = 2^3 opens the first coarse bin
  }
  return std::signbit(ulps) ? half - 1 - bin : half + bin;
}

void Tally::add(const Sample& sample, Outcome outcome, int binade, bool negative) {
  if (outcome == Outcome::undefined) {
    ++parts_.undefined;
    return;
  }
  ++parts_.judged;
  ++parts_.histogram[histogram_bin(sample.ulps)];
  if (outcome == Outcome::wrong) ++parts_.failed;
  if (outcome == Outcome::poor) ++parts_.poor;
  keep(sample, outcome, binade, negative);
}

void Tally::count(std::uint64_t failed, const std::array<std::uint64_t, kHistogramBins>& histogram) {
  parts_.judged += std::accumulate(histogram.begin(), histogram.end(), std::uint64_t{0});
  parts_.failed += failed;
  for (std::size_t i = 0; i < kHistogramBins; ++i) parts_.histogram[i] += histogram[i];
}

void Tally::keep(const Sample& sample, Outcome outcome, int binade, bool negative) {
  insert(parts_.worst, sample, worse);
  const auto [place, is_new] = parts_.per_binade.try_emplace(binade_key(binade, negative), sample);
  if (!is_new && worse(sample, place->second)) place->second = sample;
  if (outcome == Outcome::wrong) insert(parts_.first_failures, sample, earlier);
}

bool Tally::keeps_same(const Tally& other) const {
  return parts_.worst == other.parts_.worst && parts_.first_failures == other.parts_.first_failures &&
         parts_.per_binade == other.parts_.per_binade;
}

void Tally::merge(const Tally& other) {
  parts_.judged += other.parts_.judged;
  parts_.failed += other.parts_.failed;
  parts_.undefined += other.parts_.undefined;
  parts_.poor += other.parts_.poor;
  for (std::size_t i = 0; i < kHistogramBins; ++i) parts_.histogram[i] += other.parts_.histogram[i];
  for (const Sample& s : other.parts_.worst) insert(parts_.worst, s, worse);
  for (const Sample& s : other.parts_.first_failures) insert(parts_.first_failures, s, earlier);
  for (const auto& [key, sample] : other.parts_.per_binade) {
    const auto [place, is_new] = parts_.per_binade.try_emplace(key, sample);
    if (!is_new && worse(sample, place->second)) place->second = sample;
  }
}

}  // namespace classay
