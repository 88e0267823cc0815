// Decides which results of a worker are believed: those of a case that it was given, with a verdict that a worker can know,
// and with a tally and a reason that agree with the verdict. A driver lives in the worker and may have written to its
// memory, so a result whose parts contradict each other proves nothing about the device.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "harness/protocol/protocol.h"
#include "reference/judge/tally.h"
#include "reference/promise/arithmetic.h"

namespace classay {

// Facts from the device's own description. An empty function: the fact is unknown.
struct DeviceFacts {
  std::function<std::optional<std::string>(const Case&)> unsupported;  // why it cannot run a case; nullopt: it can
  std::function<std::optional<std::string>(FrontEnd, Type)> lacks;     // the same for a type
  std::function<Arithmetic(Type)> arithmetic;                          // of this format
};

// The task that a worker was given, and the facts against which its result is checked.
struct Assignment {
  const Task& task;
  bool may_be_part = false;  // the supervisor itself has put a part of the plan into the task's state
  const DeviceFacts& device;
};

// Returns why a result cannot be believed; empty when it can. `width`: set to that of its case when the task has it.
std::string objection(const Json& result, const Assignment& assignment, int& width);

// The same for the numbers of a result that stands for inputs, and for what its reason says of them.
std::string objection_to_numbers(const Json& result, CaseVerdict verdict, const Assignment& assignment, int width);

}  // namespace classay
