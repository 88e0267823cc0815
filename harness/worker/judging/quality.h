// Warns of grossly inaccurate results where accuracy is left to the implementation (lgamma, native_ functions, mad). Only
// prescribed results can be wrong there, so the warning does not make the device fail. It also covers results that the judge
// calls poor.
#pragma once

#include <string>

#include "reference/judge/tally.h"
#include "reference/promise/arithmetic.h"
#include "reference/promise/promise.h"
#include "suites/row.h"

namespace classay {

// Returns a sentence; empty if there is nothing to warn of. It counts the results that the judge calls poor. It finds
// grossly inaccurate ones among those that the tally keeps, which include the largest error of each binade.
std::string quality_warning(const Row& row, Type format, const Promise& promise, const Arithmetic& arithmetic,
                            const Tally& tally);

}  // namespace classay
