// Provides fixtures for tests of a complete sweep on a simulated device.
#pragma once

#include <gmock/gmock.h>

#include <string>
#include <utility>
#include <vector>

#include "harness/worker/sweep/part_testing.h"
#include "harness/worker/sweep/result_testing.h"
#include "reference/number/real_scope.h"
#include "reference/truth/rounded_results.h"

namespace classay::sweep_test {

class SweepTest : public testing::Test {
 protected:
  Ledger sweep(Faults faults, SweepEvents events = {}) {
    FakeDevice device(task_.unit, plan_, {Making::literals, Making::table}, std::move(faults));
    Sweep s(device, task_, plan_, 2, std::move(events));
    Ledger ledger = s.run();
    results_ = json_results(s);
    return ledger;
  }
  std::string verdict(std::size_t width_index) const { return results_.at(width_index).at("verdict"); }
  // Checks all widths but one after a sweep.
  void expect_others_pass(std::size_t width_index) const {
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (i != width_index) {
        EXPECT_EQ(verdict(i), "pass") << results_[i].dump();
      }
    }
  }

  Task task_ = square_roots();
  Plan plan_{*task_.unit.row, task_.unit.format, task_.tier, task_.seed, {}};
  std::vector<Json> results_;
};

// Compares everything but times.
inline void expect_same(const Ledger& a, const Ledger& b) {
  EXPECT_EQ(a.next, b.next);
  EXPECT_EQ(a.kernels, b.kernels);
  ASSERT_EQ(a.widths.size(), b.widths.size());
  for (std::size_t i = 0; i < a.widths.size(); ++i) {
    EXPECT_EQ(a.widths[i].tally, b.widths[i].tally);
    EXPECT_EQ(a.widths[i].bitwise_equal, b.widths[i].bitwise_equal);
    EXPECT_EQ(a.widths[i].answers, b.widths[i].answers);
  }
}

inline const Faults kSomeErrors{.result = [](const Element& e, Bits right) {
  return e.input % 5000 == 7 || (e.width == 3 && e.input % 4000 == 9) ? right ^ 6 : right;
}};

// floor has values with bounds: its results are judged in bulk, with the same tallies.
class BulkSweepTest : public SweepTest {
 protected:
  BulkSweepTest() {
    task_.unit.row = find("floor");
    plan_ = Plan(*task_.unit.row, task_.unit.format, task_.tier, task_.seed, {});
  }
  // Returns the tally of a device with these faults at a width, judged one by one.
  Tally slowly(const Faults& faults, int width) const {
    const RealScope scope;
    const CaseJudge judge(task_, {}, 1);
    Tally tally;
    for (std::uint64_t i = 0; i < plan_.count(); ++i) {
      const Tuple input = plan_.input(i);
      const Value x{Type::f16, input[0]};
      const Call call{.type = Type::f16, .args = std::span(&x, 1)};
      const Bits right = *rounded_results(task_.unit.row->truth, call, std::array{Type::f16}, Rounding::rne)[0];
      const Bits got = faults.result ? faults.result({.width = width, .input = input[0]}, right) : right;
      judge.add(tally, i, input, got, judge.judged(input, got));
    }
    return tally;
  }
};

}  // namespace classay::sweep_test
