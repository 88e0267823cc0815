// Decides which results of a worker are believed: those of a case that was asked, with a verdict that a worker can know, a
// tally that bears it out, and a reason that says nothing else. A driver lives in the worker and may have written to its
// memory, so a result whose parts contradict each other proves nothing about the device.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "harness/protocol/protocol.h"
#include "reference/judge/tally.h"

namespace classay {

// What the device's own description says; a function that is not there: nothing is known.
struct DeviceFacts {
  std::function<std::optional<std::string>(const Case&)> unsupported;  // why it can not be asked a case; nullopt: it can
  std::function<std::optional<std::string>(FrontEnd, Type)> lacks;     // the same for a type
  std::function<bool(Type)> keeps_subnormals;
};

// What a worker was asked, and what is known beside that.
struct Assignment {
  const Task& task;
  bool may_be_part = false;  // the supervisor itself has put a part of the plan into the task's state
  const DeviceFacts& device;
};

// Why a result can not be believed; empty when it can. `width`: set to that of its case when the task has it.
std::string objection(const Json& result, const Assignment& assignment, int& width);

// The same for the numbers of a result that stands for inputs, and for what its reason says of them.
std::string objection_to_numbers(const Json& result, CaseVerdict verdict, const Assignment& assignment, int width);

}  // namespace classay
