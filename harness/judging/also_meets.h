// Would this device pass in another edition, as embedded, or as relaxed? What the tally of a width says of the tables that
// it was not judged by. A table is met when that follows from the largest error, and failed when one of the results that
// the tally keeps breaks it; of any other nothing is said, for a tally does not remember every result.
#pragma once

#include <vector>

#include "harness/protocol/protocol.h"
#include "reference/judge/judge.h"
#include "reference/judge/tally.h"
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

// `own`: by which the tally was judged. `device`: what it does without build options.
OtherTables other_tables(const Row& row, Type format, const Table& own, const Arithmetic& device, const Tally& tally);

}  // namespace classay
