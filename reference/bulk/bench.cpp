// Measures the cost of bulk judging in ns per input on one thread (target reference_bulk_bench, release build). The first
// values cost almost nothing: a number and a little more, so that a device that returns the number has an error of up to
// half an ulp. The second values are those of exact functions.
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <ctime>
#include <vector>

#include "reference/bulk/bulk_judge.h"
#include "reference/bulk/exact_values.h"
#include "reference/bulk/lane.h"
#include "reference/bulk/loops.h"
#include "reference/cpu/versions.h"
#include "reference/exact/exact.h"

namespace classay {
namespace {

constexpr std::size_t kCount = std::size_t{1} << 22;

class NearbyValues : public Values {
 public:
  Known at(Bits first, std::span<double> values) const override {
    fabs_->at(first, values);
    for (double& v : values) v += v * 0x1p-25;
    return {values.size(), 0x1p-50};
  }

 private:
  std::unique_ptr<Values> fabs_ = exact_values(exact_functions::fabs, kF32);
};

// The CPU time of this thread: other threads may be busy.
double cpu_ns() {
  std::timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

struct Measured {
  double ns = 0;
  BulkTally tally;
};

Measured measure(const Values& values, const BulkPromise& promise, Bits first, const std::vector<std::byte>& results,
                 const bulk::Loops* loops) {
  const SlowJudge slow = [&](std::uint64_t, const BulkArguments& arguments, Bits got) -> Judged {
    double v = 0;
    values.at(arguments[0], std::span(&v, 1));
    const double ulp = std::ldexp(1, spacing_exponent(kF32, std::ilogb(v)));
    const double g = bulk::value_of(kF32, got);
    if (v == g) return {.ulps = 0, .outcome = Tally::Outcome::right};
    const double error = (g - v) / ulp;
    return {.ulps = error, .outcome = std::fabs(error) <= promise.limit ? Tally::Outcome::right : Tally::Outcome::wrong};
  };
  Measured best{.ns = 1e9};
  Tally known;
  for (int i = 0; i < 8; ++i) {
    const double start = cpu_ns();
    BulkTally tally = judge_in_bulk(values, promise, {.first_index = i * kCount, .first = {first}, .results = results}, slow,
                                    &known, loops);
    const double ns = cpu_ns() - start;
    known.merge(tally.tally);
    if (ns / kCount < best.ns) best = {ns / kCount, std::move(tally)};
  }
  return best;
}

// Returns the patterns of the numbers nearest to the values.
std::vector<std::byte> results_near(const Values& values, Bits first) {
  std::vector<double> exact(kCount);
  values.at(first, exact);
  std::vector<std::byte> results(4 * kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    const auto nearest = static_cast<float>(exact[i]);
    std::memcpy(results.data() + 4 * i, &nearest, 4);
  }
  return results;
}

void print(const char* what, const bulk::Loops& loops, const Measured& m) {
  fmt::print("{:<9} {:<24} {:6.3f} ns, {} asked slowly, {} failed\n", name_of(loops.set), what, m.ns, m.tally.asked_slowly,
             m.tally.tally.failed());
}

double fetched(const Values& values, Bits first) {
  std::vector<double> chunk(4096);
  double best = 1e9;
  for (int i = 0; i < 8; ++i) {
    const double start = cpu_ns();
    for (std::size_t at = 0; at < kCount; at += chunk.size()) values.at(first + at, chunk);
    best = std::min(best, cpu_ns() - start);
  }
  return best / kCount;
}

void run() {
  const NearbyValues nearby;
  const BulkPromise three{.limit = 3};
  const Bits first = 0x40000000 + 12345;
  const std::vector<std::byte> right = results_near(nearby, first);
  std::vector<std::byte> wrong = right;
  for (std::size_t i = 0; i < wrong.size(); i += 4) wrong[i] ^= std::byte{0x40};
  std::vector<std::byte> sometimes = right;
  for (std::size_t i = 0; i < sometimes.size(); i += 4000) sometimes[i] ^= std::byte{0x40};
  fmt::print("values alone: nearby {:.3f} ns\n", fetched(nearby, first));
  for (const bulk::Loops* loops : runnable<bulk::Loops>()) {
    print("nearest numbers", *loops, measure(nearby, three, first, right, loops));
    print("one of 1000 is wrong", *loops, measure(nearby, three, first, sometimes, loops));
    print("all are wrong", *loops, measure(nearby, three, first, wrong, loops));
    print("subnormal results", *loops, measure(nearby, three, 0x1000, results_near(nearby, 0x1000), loops));
    for (const auto& [name, truth] : {std::pair{"floor", &exact_functions::floor}, {"logb", &exact_functions::logb}}) {
      const auto values = exact_values(truth, kF32, loops);
      fmt::print("{:<9} {:<24} {:6.3f} ns\n", name_of(loops->set), fmt::format("{}, values alone", name),
                 fetched(*values, first));
      print(name, *loops, measure(*values, {.limit = 0.5, .is_rounding = true}, first, results_near(*values, first), loops));
    }
  }
}

}  // namespace
}  // namespace classay

int main() { classay::run(); }
