// Prints the result records of cases on a simulated device, without their times. The records must be identical on every
// machine (scripts/aarch64 compares two). The device computes with the oracle and adds errors that depend only on the input,
// the width and the lane. The errors fill worst errors, histograms, samples and vectors.
//
//   simulated_run SEED GLOB...
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/process/descriptors.h"
#include "harness/supervisor/selection.h"
#include "harness/worker/judging/plan_judging.h"
#include "harness/worker/sweep/data_files.h"
#include "harness/worker/sweep/fake_device.h"
#include "harness/worker/sweep/result.h"
#include "harness/worker/sweep/worker.h"

namespace classay {
namespace {

// The programs of a sweep of a list: its literals if it has any, the list, and the list in other call variants.
std::vector<Making> makings(const Plan& plan) {
  constexpr std::size_t kForms = 16;
  std::vector<Making> all(1 + kForms, Making::table);
  if (plan.segments().front().making == Making::literals) all.insert(all.begin(), Making::literals);
  return all;
}

// Changes about one result in 100 slightly and one in 1,000 completely; one lane of four loses a bit.
Bits in_error(const sweep_test::Element& e, Bits right) {
  std::uint64_t mixed = 0;
  for (const Bits input : e.inputs) mixed = (mixed ^ input) * 0x9E3779B97F4A7C15U;
  mixed >>= 40U;
  if (mixed % 4099 == 7) return right ^ 0x5A5;
  if (mixed % 127 == 3) return right ^ 1;
  return e.width == 4 && e.lane == 3 && mixed % 13 == 5 ? right ^ 2 : right;
}

void run(const Unit& unit, std::uint64_t seed) {
  const Task task{.unit = unit, .tier = Tier::smoke, .seed = seed, .state = nullptr};
  const Plan plan = plan_of(task, hard_inputs(*unit.row, unit.format), windows_for(*unit.row, unit.format, seed));
  sweep_test::FakeDevice device(unit, plan, makings(plan), {.result = in_error});
  Sweep sweep(device, task, plan, judging_threads(), {});
  sweep.run();
  for (CaseResult& result : results(sweep, "simulated")) {
    result.seconds.reset();
    std::cout << to_json(result).dump() << "\n";
  }
}

}  // namespace
}  // namespace classay

int main(int argc, char** argv) {  // NOLINT(bugprone-exception-escape): an exception ends it with a message
  if (argc < 3) {
    std::cerr << "simulated_run SEED GLOB...\n";
    return 2;
  }
  classay::prepare_standard_descriptors();
  std::vector<classay::Glob> globs;
  for (int i = 2; i < argc; ++i) globs.emplace_back(argv[i]);
  for (const classay::Unit& unit : classay::select(globs).units) {
    classay::run(unit, std::strtoull(argv[1], nullptr, 10));
  }
  return std::cout.flush() ? 0 : 1;
}
