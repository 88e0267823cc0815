// A few inputs of one case, asked now: for reproducing what a run found. Each vector is asked by itself, sent to the kernel
// and compiled into it, because a compiler that folds a call is a second source of results; and among many work-items with
// the same vector, because one that makes vectors of work-items may err in nothing less.
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

// Work-items that are asked the same vector at once. Odd, so that each has something to do (kernels/source.h), and one less
// than what work-groups and vectors of work-items divide.
inline constexpr std::uint64_t kCrowd = 1023;

// One of the different answers that work-items of a crowd gave: lane by lane, or across lanes the results of the vector.
struct CrowdAnswer {
  std::vector<ResultBits> results;
  std::uint64_t work_items = 0;
};

struct Replies {
  std::vector<Reply> replies;                    // whole vectors of them
  std::vector<std::vector<CrowdAnswer>> crowds;  // of each vector
};

// Throws DeviceError.
Replies ask(Device& device, const Case& c, std::vector<Tuple> inputs);

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
