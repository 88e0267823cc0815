// A few inputs of one case, asked now: for reproducing what a run found. Each is asked twice, sent to the kernel and
// compiled into it, because a compiler that folds a call is a second source of results.
#pragma once

#include <optional>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/run/protocol.h"
#include "harness/sweep/answer_form.h"

namespace classay {

// Across lanes, the results of a vector stand in the replies to its first lanes, as many as there are.
struct Reply {
  Tuple input{};
  ResultBits sent{};
  ResultBits literal{};
  bool literal_was_written = true;  // false: the kernel left its output as it was
};

// Throws DeviceError.
std::vector<Reply> ask(Device& device, const Case& c, std::vector<Tuple> inputs);

// The program that asks these inputs from buffers in one launch, in the same vectors.
struct StandAlone {
  std::string source;
  std::string options;
  std::string kernel;
  std::uint64_t items = 0;
  std::vector<std::uint64_t> output_bytes;  // of each component
  std::vector<Tuple> inputs;                // in the order of the buffers: whole vectors, an odd number of them
  std::vector<std::uint64_t> places;        // the element that holds the result of each
};
StandAlone stand_alone(const Case& c, std::vector<Tuple> inputs);

}  // namespace classay
