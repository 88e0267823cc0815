// Where accuracy is left to the implementation (lgamma, native_ functions, mad) nothing is wrong but what is prescribed.
// What is grossly inaccurate is told all the same: as a warning, which leaves the verdict on the device as it is. So is what
// the judge calls poor.
#pragma once

#include <string>

#include "reference/judge/judge.h"
#include "reference/judge/tally.h"
#include "suites/row.h"

namespace classay {

// A sentence; empty when there is nothing to warn of. Of results that the judge calls poor it tells how many there are; what
// is grossly inaccurate it finds among those that the tally keeps, the largest error of each binade among them.
std::string quality_warning(const Row& row, Type format, const Promise& promise, const Arithmetic& arithmetic,
                            const Tally& tally);

}  // namespace classay
