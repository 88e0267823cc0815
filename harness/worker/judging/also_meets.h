// Decides whether a device meets other tables than the one that judged it: another edition, the embedded profile, or relaxed
// math. It uses the tally of a width. A table is met if that follows from the largest error, and failed if a result that the
// tally keeps breaks it. All other tables stay undecided, since a tally does not keep every result.
#pragma once

#include <vector>

#include "harness/journal/unit.h"
#include "reference/judge/tally.h"
#include "reference/promise/arithmetic.h"
#include "suites/row.h"

namespace classay {

struct Table {
  Edition edition = Edition::clc31;
  Profile profile = Profile::full;
  Mode mode = Mode::standard;
  bool operator==(const Table&) const = default;
};

struct OtherTables {
  std::vector<Table> met;
  std::vector<Table> failed;
};

// `own`: the table by which the tally was judged. `device`: its arithmetic without build options.
OtherTables other_tables(const Row& row, Type format, const Table& own, const Arithmetic& device, const Tally& tally);

}  // namespace classay
