// Implements values_for.h for f64.
#pragma once

#include "harness/worker/judging/values_for.h"

namespace classay {

std::unique_ptr<BatchJudge> windows_judge(const Row& row, const BulkPromise& promise);

}  // namespace classay
