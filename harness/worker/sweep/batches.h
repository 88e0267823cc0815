// Splits a plan into launches. The split depends only on the plan and the device's memory, never on timing. On some devices
// a lane's result depends on its neighbours. So the same inputs must meet in the same vectors in every run, shard and
// resumption.
#pragma once

#include <vector>

#include "harness/device/backend.h"
#include "harness/worker/sweep/call_form.h"
#include "suites/cases.h"
#include "suites/plan.h"

namespace classay {

// Inputs first .. first + count of a plan, run by one launch per width.
struct Batch {
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  bool operator==(const Batch&) const = default;
};

// Consecutive inputs that one program runs, in batches of `batch`; the last batch may be shorter.
struct Stretch {
  Making making = Making::table;
  std::uint64_t first = 0;
  std::uint64_t end = 0;
  std::uint64_t batch = 1;
  bool of_scalars = false;  // run at width 1 only
  bool operator==(const Stretch&) const = default;
};

// A segment of at most this length is sent and not made on the device, which saves a compilation.
inline constexpr std::uint64_t kSent = std::uint64_t{1} << 22;
// A long stretch has at least this many batches, so that lanes and work-items meet different inputs.
inline constexpr std::uint64_t kFewestBatches = 40;

// Returns the maximum number of inputs of a batch. It keeps the memory for a batch, and for each launch in flight, below 512
// MiB, and a launch far below a watchdog's time limit.
std::uint64_t largest_batch(const Capabilities& device);

// Returns the number of launches in flight. Two keep the bus of a device with memory of its own busy; more would take
// memory. A launch that sends a digest occupies the bus for a shorter time than the host needs to react, so that more must
// be waiting (tools/stand_ins/simulated_gpu/throughput_test.cpp). On a device that is the host's processor and computes by
// turns, it must not wait for the host to judge.
std::size_t launches_at_once(const Capabilities& device, bool is_digested);

// Splits a plan into stretches. Inputs that programs of this front end cannot make are sent.
std::vector<Stretch> stretches(const Plan& plan, std::uint64_t largest, FrontEnd front_end = FrontEnd::clc,
                               const Row* row = nullptr);

// A launch of at most this many work-items has no idle work-items.
inline constexpr std::uint64_t kExactItems = 1023;
// Returns the number of work-items of a batch's launch. At each width and in each tier some launches have an odd number of
// work-items, none of them idle: drivers handle remainders of work-groups and SIMD vectors in separate code. Some have an
// even number, not a multiple of 64, with one idle work-item.
//
// Small batches: all launches of a stretch have one odd size, since drivers compile a kernel per work-group size. At one
// width, the last one is even. Large batches: the last launch is odd, and the one before it even. The others consist of
// whole work-groups whose surplus work-items do nothing, because a prime number of work-items, frequent for sections, would
// give work-groups of 1. Other call variants have an odd number of work-groups, so that drivers that divide by powers of two
// use another work-group size.
std::uint64_t work_items(const Stretch& stretch, const Batch& batch, int width, CallForm form);
// Returns whether this is the launch of a small batch that has an even number of work-items.
bool is_even_launch(const Stretch& stretch, const Batch& batch, int width);
// Returns the work-items of each launch of a kernel of several widths (`together` in kernels/source.h): those of the
// narrowest width, so that the driver compiles it for one work-group size. Work-items of wider vectors are idle.
std::uint64_t work_items_together(const Stretch& stretch, const Batch& batch, int narrowest, CallForm form);

// Returns where the batch of input i begins; `i` itself at the end of the plan.
std::uint64_t batch_begin(const std::vector<Stretch>& all, std::uint64_t i);
// Returns the batch that begins at `first`. Precondition: a batch of the stretch begins there.
Batch batch_at(const Stretch& stretch, std::uint64_t first);
// Return the stretch, and the batch, that contain input i. Precondition: there is a stretch.
const Stretch& stretch_of(const std::vector<Stretch>& all, std::uint64_t i);
Batch batch_of(const std::vector<Stretch>& all, std::uint64_t i);

}  // namespace classay
