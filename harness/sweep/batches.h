// How a plan is cut into launches. A pure function of the plan and the device's memory, never of time: on some devices what
// a lane gives depends on what its neighbours hold, so the same inputs must meet in the same vectors in every run, in every
// shard, and after every resume.
#pragma once

#include <vector>

#include "harness/devices/backend.h"
#include "harness/sweep/call_form.h"
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
  bool of_scalars = false;  // only they are asked
  bool operator==(const Stretch&) const = default;
};

// A segment that is not longer than this is sent rather than made on the device: a program less to compile.
inline constexpr std::uint64_t kSent = std::uint64_t{1} << 22;
// A long stretch is cut into at least this many batches, so that lanes and work-items meet different inputs.
inline constexpr std::uint64_t kFewestBatches = 40;

// The most inputs of a batch on a device: few enough that all that is held of it, and once more for each launch in
// flight, stays below 512 MiB, and that a launch is over long before a watchdog barks.
std::uint64_t largest_batch(const Capabilities& device);

// Launches with the device at a time. Where results travel two keep it busy, and more would take memory; where it is the
// host's own processor, which computes and compares in turns, it must not wait for the host to judge a batch.
std::size_t launches_at_once(const Capabilities& device);

// What programs of the front end do not make is sent.
std::vector<Stretch> stretches(const Plan& plan, std::uint64_t largest, FrontEnd front_end = FrontEnd::clc);

// The most work-items of a launch of which there are exactly as many as have something to do.
inline constexpr std::uint64_t kExactItems = 1023;
// Work-items of the launch that asks a batch at a width. Some launches of each width, whatever the tier, have an odd number
// of them, the last of which counts: what is left over of groups and vectors of work-items goes another way through a
// driver. Where batches are small all launches of a stretch do, and have one size, as drivers compile a kernel for each
// size of groups; elsewhere the last one does. All others are of whole groups, and work-items beyond a batch do nothing: a
// prime number, which a section often has, leaves groups of one. Other forms of a call have an odd number of groups, so that
// a driver that divides by a power of two takes another size for them.
std::uint64_t work_items(const Stretch& stretch, const Batch& batch, int width, CallForm form);

// Where the batch of input i begins; `i` itself at the end of the plan.
std::uint64_t batch_begin(const std::vector<Stretch>& all, std::uint64_t i);
// The batch that begins at `first`. Precondition: a batch of the stretch does.
Batch batch_at(const Stretch& stretch, std::uint64_t first);
// The stretch, and the batch, that input i is in. Precondition: some stretch.
const Stretch& stretch_of(const std::vector<Stretch>& all, std::uint64_t i);
Batch batch_of(const std::vector<Stretch>& all, std::uint64_t i);

}  // namespace classay
