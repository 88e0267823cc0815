// Where the values of a builtin come from when its results are judged in bulk: the one place that knows who has them.
#pragma once

#include <memory>

#include "reference/bulk/values.h"
#include "suites/row.h"

namespace classay {

// nullptr: nobody, and every result is judged by itself.
std::unique_ptr<Values> values_for(const Row& row, Type format);

}  // namespace classay
