// Finds in the tally of a width what its verdict does not show: grossly inaccurate results, and other tables that the device
// meets.
#pragma once

#include <string>
#include <vector>

#include "harness/journal/unit.h"
#include "reference/judge/tally.h"
#include "reference/promise/arithmetic.h"
#include "reference/promise/promise.h"
#include "suites/row.h"

namespace classay {

// Warns of grossly inaccurate results where accuracy is left to the implementation (lgamma, native_ functions, mad). Only
// prescribed results can be wrong there, so the warning does not make the device fail. It also covers results that the judge
// calls poor.
//
// Returns a sentence; empty if there is nothing to warn of. It counts the results that the judge calls poor. It finds
// grossly inaccurate ones among those that the tally keeps, which include the largest error of each binade.
std::string quality_warning(const Row& row, Type format, const Promise& promise, const Arithmetic& arithmetic,
                            const Tally& tally);

struct Table {
  Edition edition = Edition::clc31;
  Profile profile = Profile::full;
  Mode mode = Mode::standard;
  bool operator==(const Table&) const = default;
};

// Tables other than the one that judged the device: another edition, the embedded profile, or relaxed math. A table is met
// if that follows from the largest error, and failed if a result that the tally keeps breaks it. All other tables stay
// undecided, since a tally does not keep every result.
struct OtherTables {
  std::vector<Table> met;
  std::vector<Table> failed;
};

// `own`: the table by which the tally was judged. `device`: its arithmetic without build options.
OtherTables other_tables(const Row& row, Type format, const Table& own, const Arithmetic& device, const Tally& tally);

}  // namespace classay
