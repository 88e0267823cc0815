// Runs a few inputs of one test case on their own, to reproduce a finding of a run. Each vector is launched alone, in two
// ways: read from a buffer, and compiled in as a constant, because a compiler that folds a call is a second source of
// results. Each vector is also launched in bulk, by many work-items at once: a driver that vectorises over work-items may
// err only then.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/unit.h"
#include "harness/worker/lanes/answer_packing.h"
#include "harness/worker/sweep/call_form.h"
#include "suites/plan/tier.h"

namespace classay {

// For a builtin across lanes, the results of a vector are in the replies to its first lanes, one per result.
struct Reply {
  Tuple input{};
  ResultBits sent{};
  ResultBits literal{};
  bool literal_was_written = true;  // false: the kernel left its output unchanged
  std::string literal_unbuilt;      // why the program with the constants was not built; empty: it was
};

// Number of work-items of a bulk launch, all with the same vector. It is odd, so that none is idle (kernels/source.h), and 1
// less than a multiple of common work-group and SIMD sizes.
inline constexpr std::uint64_t kCrowd = 1023;

// One of the different results of a bulk launch, and how many work-items gave it. One entry per lane; for a builtin across
// lanes, one per result.
struct CrowdAnswer {
  std::vector<ResultBits> results;
  std::uint64_t work_items = 0;
};

struct Replies {
  std::vector<Reply> replies;                    // whole vectors
  std::vector<std::vector<CrowdAnswer>> crowds;  // one list per vector
};

// Returns the constants that a run of this tier compiles into one program of the case; empty if it compiles in none.
std::vector<Tuple> constants_of(const Case& c, Tier tier, std::uint64_t seed);

// Runs the inputs. As constants, each vector has its own program; a vector of `company` shares one program with all of
// `company`, because neighbouring calls can change the generated code. Throws DeviceError, except if only the constants do
// not build.
Replies ask(Device& device, const Case& c, std::vector<Tuple> inputs, std::span<const Tuple> company = {});
// Runs the bulk launches in another call variant. The device may fail to build or to run it.
std::vector<std::vector<CrowdAnswer>> ask_in_form(Device& device, const Case& c, std::vector<Tuple> inputs, CallForm form);

// Programs that run these vectors. `from_buffers` runs any of them with any number of work-items. `constants` runs all of
// them in one launch of one work-item per vector: lane l of work-item g of n has the input l * n + g.
struct StandAlone {
  std::string from_buffers;
  std::string constants;
  std::string options;
  std::string kernel;  // of `from_buffers`
  std::string constants_kernel;
  std::vector<Tuple> inputs;  // an odd number of whole vectors
};
// `company`: as for ask(); its vectors are then run too.
StandAlone stand_alone(const Case& c, std::vector<Tuple> inputs, std::span<const Tuple> company = {});

}  // namespace classay
