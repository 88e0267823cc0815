// The part of a promise that many inputs at once can be judged by.
#pragma once

#include <optional>

#include "reference/judge/judge.h"
#include "reference/number/format.h"

namespace classay {

// A promise on one argument and one result of the same format whose every verdict follows from the error in ulp, from NaN,
// infinities and zeros being what they must be, and from flushing.
struct BulkPromise {
  Format format = kF32;
  double limit = 0;           // in ulp; 0: the exact result
  bool always_right = false;  // no limit, only prescribed values
  bool flushes = false;       // subnormals may be zeros
};

// nullopt: judged one by one. `type`: of the argument.
std::optional<BulkPromise> bulk_promise(const Promise& promise, const Arithmetic& arithmetic, Type type);

}  // namespace classay
