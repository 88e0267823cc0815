// How a plan is cut into launches. A pure function of the plan and the device's memory, never of time: on some devices what
// a lane gives depends on what its neighbours hold, so the same inputs must meet in the same vectors in every run, in every
// shard, and after every resume.
#pragma once

#include <vector>

#include "harness/devices/backend.h"
#include "suites/cases.h"
#include "suites/plan.h"

namespace classay {

// Inputs first .. first + count of a plan, asked by one launch at each width.
struct Batch {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  bool operator==(const Batch&) const = default;
};

// Consecutive inputs that one program asks, in batches of `batch`; the last one may be shorter.
struct Stretch {
  Making making = Making::table;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  std::uint64_t batch = 1;
  bool operator==(const Stretch&) const = default;
};

// A segment that is not longer than this is sent rather than made on the device: a program less to compile.
inline constexpr std::uint64_t kSent = std::uint64_t{1} << 22;
// A long stretch is cut into at least this many batches, so that lanes and work-items meet different inputs.
inline constexpr std::uint64_t kFewestBatches = 40;

// The most inputs of a batch on a device: few enough that all that is held of it, and once more for each launch in
// flight, stays below 512 MiB, and that a launch is over long before a watchdog barks.
std::uint64_t largest_batch(const DeviceIdentity& device);

// Launches with the device at a time. Where results travel two keep it busy, and more would take memory; where it is the
// host's own processor, which computes and compares in turns, it must not wait for the host to judge a batch.
std::size_t launches_at_once(const DeviceIdentity& device);

// Programs in SPIR-V are sent all inputs.
std::vector<Stretch> stretches(const Plan& plan, std::uint64_t largest, FrontEnd front_end = FrontEnd::clc);

// Where the batch of input i begins; `i` itself at the end of the plan.
std::uint64_t batch_begin(const std::vector<Stretch>& all, std::uint64_t i);
// The batch that begins at `first`. Precondition: a batch of the stretch does.
Batch batch_at(const Stretch& stretch, std::uint64_t first);
// The stretch, and the batch, that input i is in. Precondition: some stretch.
const Stretch& stretch_of(const std::vector<Stretch>& all, std::uint64_t i);
Batch batch_of(const std::vector<Stretch>& all, std::uint64_t i);

}  // namespace classay
