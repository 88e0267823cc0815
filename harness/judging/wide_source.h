// The part of values_for.h that is of f64.
#pragma once

#include "harness/judging/values_for.h"

namespace classay {

std::unique_ptr<BulkSource> wide_source(const Row& row, const BulkPromise& promise);

}  // namespace classay
