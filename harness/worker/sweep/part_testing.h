// Provides a fixture for tests of one part of a sweep on a simulated device.
#pragma once

#include <gmock/gmock.h>

#include <vector>

#include "harness/journal/task.h"
#include "harness/worker/sweep/fake_device.h"
#include "harness/worker/sweep/subject.h"
#include "harness/worker/sweep/sweep.h"

namespace classay::sweep_test {

inline Task square_roots() {
  return {.unit = {.row = find("sqrt"), .format = Type::f16, .widths = {1, 2, 3, 4, 8, 16}}, .state = nullptr};
}

// Tests one part of a sweep alone: square roots of all halves, as scalars and as vectors of 2 and 4, on a device with these
// faults. Uses the inputs of the plan that are sent.
class PartTest : public testing::Test {
 protected:
  static Task task(double case_time = 0) {
    Task task = square_roots();
    task.unit.widths = {1, 2, 4};
    task.case_time = case_time;
    return task;
  }
  const Stretch& table() const { return *std::ranges::find(subject_.stretches(), Making::table, &Stretch::making); }
  Ledger empty_ledger() const {
    Ledger ledger{.first = table().first, .end = table().end, .next = table().first};
    for (const int w : task_.unit.widths) ledger.widths.push_back({.width = w});
    return ledger;
  }

  const Task task_ = task();
  const Plan plan_{*task_.unit.row, task_.unit.format, task_.tier, task_.seed, {}};
  const Subject subject_{FakeDevice(task_.unit, plan_, {}, {}).capabilities(), task_, plan_, 1};
  Ledger ledger_ = empty_ledger();
  std::vector<int> launched_;  // widths
  const SweepEvents events_{.launch = [this](int width) { launched_.push_back(width); },
                            .progress = {},
                            .checkpoint = {},
                            .form = {},
                            .program = {}};
};

}  // namespace classay::sweep_test
