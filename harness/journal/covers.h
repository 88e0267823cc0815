// Describes runs that cover only a part of the inputs because the user chose it (`run --inputs`, `run --range`). Their
// results are not evidence for the complete cases. The first record has the field `covers`.
#pragma once

#include <string>

#include "harness/journal/run_header.h"

namespace classay {

// "covers only the inputs of bugs.txt", "covers only arguments in -1..1"; empty: the run covers the inputs of its tier.
std::string covers_text(const RunHeader& run);

}  // namespace classay
