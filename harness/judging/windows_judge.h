// The part of values_for.h that is of f64.
#pragma once

#include "harness/judging/values_for.h"

namespace classay {

std::unique_ptr<BatchJudge> windows_judge(const Row& row, const BulkPromise& promise);

}  // namespace classay
