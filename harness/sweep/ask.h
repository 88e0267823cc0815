// A few inputs of one case, asked now: for reproducing what a run found. Each vector is asked by itself, sent to the kernel
// and compiled into it, because a compiler that folds a call is a second source of results; and among many work-items with
// the same vector, because one that makes vectors of work-items may err in nothing less.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/lanes/answer_packing.h"
#include "harness/protocol/protocol.h"
#include "harness/sweep/call_form.h"
#include "suites/plan/tier.h"

namespace classay {

// Across lanes, the results of a vector stand in the replies to its first lanes, as many as there are.
struct Reply {
  Tuple input{};
  ResultBits sent{};
  ResultBits literal{};
  bool literal_was_written = true;  // false: the kernel left its output as it was
  std::string literal_unbuilt;      // why there is no program with the constants; empty: there is
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

// The constants that a run of this tier compiles into one program of the case; none: it asks it none.
std::vector<Tuple> constants_of(const Case& c, Tier tier, std::uint64_t seed);

// As constants each vector stands in a program of its own or, where it is one of `company`, in one with all of these: what
// compilers make of a call depends on what stands beside it. Throws DeviceError, but not where only the constants do not
// build.
Replies ask(Device& device, const Case& c, std::vector<Tuple> inputs, std::span<const Tuple> company = {});
// The crowds in another form of the call, which a device may not be able to build, nor to stand.
std::vector<std::vector<CrowdAnswer>> ask_in_form(Device& device, const Case& c, std::vector<Tuple> inputs, CallForm form);

// The programs that ask these vectors: from buffers, any of them by as many work-items as there shall be, and as constants,
// all of them in one launch of as many work-items as there are vectors. Lane l of work-item g of n has the input l * n + g.
struct StandAlone {
  std::string from_buffers;
  std::string constants;
  std::string options;
  std::string kernel;  // of the first
  std::string constants_kernel;
  std::vector<Tuple> inputs;  // whole vectors, an odd number of them
};
// `company`: as for ask(); its vectors are then asked, too.
StandAlone stand_alone(const Case& c, std::vector<Tuple> inputs, std::span<const Tuple> company = {});

}  // namespace classay
