// Prints which narrow errors the plans of each tier reach, one JSON object per line. scripts/detection.py makes a table of
// them.
//
//     narrow_errors
//
// A line has a kind of error, a builtin with its format and widths, and for each tier the share of the errors that at least
// one input reaches. The share is the probability that the tier sees an error of this kind at a random place:
//   interval   results are wrong in an interval of 2^-12 of a binade, between 2^-4 and 2^4, of either sign
//   binade     results are wrong where one of the arguments lies in one binade, of either sign
//   lanes      results are wrong where two neighbouring lanes of a vector are both finite and at least 2^16
//
// Inputs are those of `classay run` with seed 1, without the literals.
//
// Exit codes: 0 printed.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/worker/judging/plan_judging.h"
#include "harness/worker/sweep/asker.h"
#include "harness/worker/sweep/batches.h"
#include "harness/worker/sweep/data_files.h"
#include "kernels/source.h"
#include "suites/cases.h"
#include "suites/plan.h"
#include "suites/plan/small_tier.h"

namespace {

using namespace classay;  // NOLINT(google-build-using-namespace): of this file alone

constexpr std::uint64_t kSeed = 1;

Plan plan_of(const Row& row, Type type, Tier tier) {
  return {row, type, tier, kSeed, hard_inputs(row, type), windows_for(row, type, kSeed)};
}

// Errors that inputs may reach.
class Reached {
 public:
  explicit Reached(std::size_t errors) : reached_(errors) {}
  void add(std::size_t error) {
    count_ += reached_.at(error) ? 0 : 1;
    reached_.at(error) = true;
  }
  bool is_all() const { return count_ == reached_.size(); }
  double share() const { return static_cast<double>(count_) / static_cast<double>(reached_.size()); }

 private:
  std::vector<bool> reached_;
  std::size_t count_ = 0;
};

// Calls visit(input) until it returns false. A range or a window of many inputs gives a part of them, evenly: errors are
// much wider than the distances.
void for_each_input(const Plan& plan, int width, const std::function<bool(const Tuple&)>& visit) {
  constexpr std::uint64_t kOfRun = 256;
  for (const Segment& s : plan.segments()) {
    if (s.making == Making::literals || s.first >= plan.count(width)) continue;
    const std::uint64_t run = is_in_runs(s.making) ? std::uint64_t{1} << static_cast<unsigned>(s.run_bits) : 1;
    if (run == 1) {
      const std::uint64_t step = s.making == Making::range ? std::max<std::uint64_t>(s.count >> 24U, 1) : 1;
      for (std::uint64_t i = 0; i < s.count; i += step) {
        if (!visit(plan.input(s.first + i))) return;
      }
      continue;
    }
    for (std::uint64_t number = 0; number < s.count / run; ++number) {
      const Run header = plan.run(s, number);
      for (std::uint64_t j = 0; j < run; j += std::max<std::uint64_t>(run / kOfRun, 1)) {
        if (!visit(s.making == Making::runs ? run_input(header, j) : window_input(header, j))) return;
      }
    }
  }
}

double share_of_intervals(const Row& row, Type type, Tier tier, int width) {
  constexpr unsigned kBits = 12;
  constexpr int kExponent = 4;
  const Format& f = format(type);
  const auto shift = static_cast<unsigned>(f.fraction_bits()) - kBits;
  const Bits first = static_cast<Bits>(f.emax - kExponent) << static_cast<unsigned>(f.fraction_bits());
  const std::size_t of_sign = std::size_t{2 * kExponent} << kBits;
  Reached reached(2 * of_sign);
  for_each_input(plan_of(row, type, tier), width, [&](const Tuple& input) {
    const Bits magnitude = f.magnitude(input[0]);
    const Bits place = magnitude < first ? of_sign : (magnitude - first) >> shift;
    if (place < of_sign) reached.add(place + (f.is_negative(input[0]) ? of_sign : 0));
    return !reached.is_all();
  });
  return reached.share();
}

double share_of_binades(const Row& row, Type type, Tier tier, int width) {
  const Format& f = format(type);
  const std::size_t arguments = argument_types(row, type).size();
  const std::size_t binades = f.infinity() >> static_cast<unsigned>(f.fraction_bits());
  Reached reached(2 * arguments * binades);
  for_each_input(plan_of(row, type, tier), width, [&](const Tuple& input) {
    for (std::size_t a = 0; a < arguments; ++a) {
      if (!f.is_finite(input.at(a))) continue;
      const std::size_t binade = f.magnitude(input.at(a)) >> static_cast<unsigned>(f.fraction_bits());
      reached.add((2 * a + (f.is_negative(input.at(a)) ? 1 : 0)) * binades + binade);
    }
    return !reached.is_all();
  });
  return reached.share();
}

bool is_large(const Format& f, Bits bits) {
  constexpr int kExponent = 16;
  return f.is_finite(bits) && f.magnitude(bits) >= static_cast<Bits>(f.emax + kExponent)
                                                       << static_cast<unsigned>(f.fraction_bits());
}

// Adds the errors in two neighbouring lanes that a batch reaches, beginning with number `first`.
void add_neighbours(Reached& reached, std::size_t first, const Plan& plan, Type type, const Batch& batch,
                    const Spread& spread) {
  for (std::uint64_t item = 0; item < sections(batch.count, spread.width); ++item) {
    const auto is_large_lane = [&](int lane) {
      return is_large(format(type),
                      plan.input(batch.first + lane_input(batch.count, spread.width, spread.shift, item, lane))[0]);
    };
    bool is_before = is_large_lane(0);
    for (int lane = 1; lane < spread.width; ++lane) {
      const bool is_now = is_large_lane(lane);
      if (is_before && is_now) reached.add(first + static_cast<std::size_t>(lane) - 1);
      is_before = is_now;
    }
  }
}

// An error is a width and the first of two lanes. Batches of a long stretch are sampled.
double share_of_lanes(const Row& row, Type type, Tier tier) {
  constexpr std::uint64_t kBatches = 64;
  const Plan plan = plan_of(row, type, tier);
  std::size_t errors = 0;
  for (const int width : kVectorWidths) errors += static_cast<std::size_t>(width) - 1;
  Reached reached(errors);
  std::size_t first_error = 0;
  for (const int width : kVectorWidths) {
    const std::size_t first = first_error;
    first_error += static_cast<std::size_t>(width) - 1;
    if (width == 1 || is_left_to_larger_tiers(row, type, width, tier)) continue;
    for (const Stretch& stretch : stretches(plan, largest_batch({.shares_memory = true}))) {
      if (stretch.making == Making::literals || stretch.of_scalars) continue;
      const std::uint64_t batches = (stretch.end - stretch.first + stretch.batch - 1) / stretch.batch;
      for (std::uint64_t b = 0; b < batches; b += std::max<std::uint64_t>(batches / kBatches, 1)) {
        const Batch batch = batch_at(stretch, stretch.first + b * stretch.batch);
        add_neighbours(reached, first, plan, type, batch, spread_of(batch, width, 1, stretch.making));
      }
    }
  }
  return reached.share();
}

void print(std::string_view kind, const Row& row, Type type, std::string_view widths,
           const std::function<double(Tier)>& share) {
  std::string tiers;
  for (const Tier tier : kTiers) tiers += fmt::format("{}\"{}\":{:.6g}", tiers.empty() ? "" : ",", name(tier), share(tier));
  fmt::print("{{\"kind\":\"{}\",\"builtin\":\"{}\",\"format\":\"{}\",\"widths\":\"{}\",\"shares\":{{{}}}}}\n", kind,
             row.name, info(type).name, widths, tiers);
  std::fflush(stdout);
}

}  // namespace

int main() {
  constexpr int kScalar = 1;
  constexpr int kVector = 4;
  for (const char* const builtin : {"exp", "sin"}) {
    const Row& row = *find(builtin);
    for (const int width : {kScalar, kVector}) {
      print("interval", row, Type::f64, width == kScalar ? "scalars" : "vectors",
            [&](Tier tier) { return share_of_intervals(row, Type::f64, tier, width); });
    }
  }
  for (const char* const builtin : {"exp", "hypot", "pow"}) {
    for (const Type type : {Type::f32, Type::f64}) {
      const Row& row = *find(builtin);
      print("binade", row, type, "all", [&](Tier tier) { return share_of_binades(row, type, tier, kVector); });
    }
  }
  for (const Type type : {Type::f32, Type::f64}) {
    const Row& row = *find("sin");
    print("lanes", row, type, "vectors", [&](Tier tier) { return share_of_lanes(row, type, tier); });
  }
  return 0;
}
