// Returns the limit that a specification states, and its clause.
#pragma once

#include <string>

#include "reference/number/type.h"
#include "reference/promise/limit.h"
#include "suites/documents.h"

namespace classay {

struct Row;

// The limit of a row for a format, and the clause that states it.
struct Cell {
  Limit limit;
  std::string clause;  // "OpenCL C 2.0, table 36"
};
Cell promised(const Row& row, Type format, Edition edition, Profile profile, Mode mode);

}  // namespace classay
