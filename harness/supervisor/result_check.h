// Decides which results of a worker are believed. The case must belong to the task, and the worker must be able to know the
// verdict. The tally and the reason must agree with it. The driver runs in the worker and may have written to its memory, so
// a result that contradicts itself proves nothing about the device.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "harness/journal/case_result.h"
#include "harness/journal/unit.h"
#include "reference/judge/tally.h"
#include "reference/promise/arithmetic.h"

namespace classay {

struct Task;

// Facts from the device's own description. An empty function: the fact is unknown.
struct DeviceFacts {
  std::function<std::optional<std::string>(const Case&)> unsupported;  // why the device cannot run a case; nullopt: it can
  std::function<std::optional<std::string>(FrontEnd, Type)> lacks;     // the same for a type
  std::function<Arithmetic(Type)> arithmetic;                          // of this format
};

// The task that a worker was given, and the facts against which its result is checked.
struct Assignment {
  const Task& task;
  bool may_be_part = false;  // the supervisor put a part of the plan into the task's state
  const DeviceFacts& device;
};

struct CheckedResult {
  std::string objection;  // why the result is not credible; empty: it is
  CaseResult result;      // if it is credible
  int width = 0;          // vector width of its case; 0: the task does not have the case
};
// `result`: as the worker wrote it.
CheckedResult checked_result(const Json& result, const Assignment& assignment);

}  // namespace classay
