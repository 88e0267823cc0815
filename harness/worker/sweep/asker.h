// Launches batches of inputs and returns the bits of their results. Its programs make their inputs in one way and have a
// kernel for each width. Each output has a guard on both sides, which shows out-of-bounds writes.
#pragma once

#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/unit.h"
#include "harness/worker/lanes/answer_packing.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/sweep/batches.h"
#include "harness/worker/sweep/call_form.h"
#include "harness/worker/sweep/digester.h"
#include "harness/worker/sweep/programs.h"
#include "kernels/source.h"

namespace classay {

// Returns how a batch is spread over the lanes of a width. The assignment of sections to lanes varies by batch and width,
// but not by run. It is fixed for lanes that make one call (`call_lanes`) and for constants, whose places are part of their
// program.
Spread spread_of(const Batch& batch, int width, int call_lanes = 1, Making making = Making::table);

std::vector<Tuple> literals_of(const Plan& plan);

// Returns the question of a plain call with inputs from a table, at all widths that a tier runs, or at all widths of the
// builtin if the unit has others. The tasks of a unit then have the same program, which a driver's cache may hold.
Asked asked_in(Tier tier, const Unit& unit, CallForm form = CallForm::plain);

struct Launched {
  Batch batch;
  Spread spread;
  std::uint32_t poison = 0;  // content of the output before the launch
  bool is_digested = false;  // on the device: results are brought only on request, except if
  bool is_read = false;      // the launch brings them too
  double submitted = 0;      // host time before the device got any of it
};

struct Delivery {
  Launched launched;
  Output output;                   // spread.elements() results; valid until the next wait(). Empty if not brought
  ResultBits poisoned{};           // the bits of a result that was never written
  bool wrote_outside = false;      // before or behind its output
  std::string wrote_beside{};      // where, in words, if known: "behind its second result"
  double device_seconds = 0;       // by the device's clock, credible or not (clocks.h)
  double host_seconds = 0;         // from before submission until the end of wait()
  std::optional<Digest> digest{};  // made on the device from the output
  bool is_brought = true;
};

struct Asking {
  CallForm form = CallForm::plain;
  Tier tier = Tier::certify;  // programs have the widths that it runs
  OnProgram on_program = {};
  ProgramStore* store = nullptr;   // keeps the programs
  const Bundle* bundle = nullptr;  // may contain the program; then there is a store
  bool is_shared = false;          // stretches of literals and of a table have one program
  bool is_digested = false;        // launches may be digested on the device
  // Widths that have one kernel together where they can: small batches of a table or of literals, without local memory.
  std::vector<int> together = {};
};

class Asker {
 public:
  // `stretch`: the inputs of the batches. Its making determines how the kernels get their inputs; a plan's range or random
  // inputs may also be sent from a table. Throws DeviceError, except for a width whose program does not build: that width
  // must not be launched.
  Asker(Device& device, const Unit& unit, const Plan& plan, const Stretch& stretch, const Asking& asking = {});

  // Returns whether the same programs can run another stretch once this one is idle.
  bool may_go_on(const Stretch& stretch) const { return call_form_ == CallForm::plain && stretch.making == stretch_.making; }
  void go_on(const Stretch& stretch) { stretch_ = stretch; }

  // Launches may be digested from here on. Precondition: is_idle().
  void begin_digests(Device& device);

  const Programs& programs() const { return programs_; }
  bool has_room() const { return programs_.has_room(flying_.size()); }
  bool is_half_empty() const { return programs_.is_half_empty(flying_.size()); }
  bool is_idle() const { return flying_.empty(); }
  // A different `attempt` fills the output with a different pattern first. With a `digester` the device makes a digest of
  // the output, and only the digest is brought. Throws DeviceError; for a width that was not built, with its build log.
  void submit(const Batch& batch, int width, unsigned attempt = 0, const Digester* digester = nullptr);
  Delivery wait();
  // Brings the output of a launch that was digested. Precondition: the last wait() was for that launch.
  void bring(Delivery& delivery);

  const AnswerPacking& packing() const { return packing_; }
  double build_seconds() const { return programs_.build_seconds(); }

 private:
  // Orders the inputs by work-item and lane.
  void gather_inputs(const Spread& spread, const Batch& batch);
  // Returns whether the batch runs at this width in the kernel of several widths.
  bool runs_together(int width, const Batch& batch) const;
  int stored_bytes(int width, std::size_t component) const;
  Digester::Stored stored(const Batch& batch, int width) const;
  // Returns the work-items of the largest work-group in which the kernel can run; 1 if the device reports none.
  std::uint64_t largest_group(Stream& stream, const std::string& kernel) const;
  Output output_of(const Launched& launched, std::span<const std::span<const std::byte>> outputs) const;
  // Gathers the headers of the input ranges that contain the batch. Returns where the batch begins in the first of them.
  std::uint64_t gather_headers(const Batch& batch);

  const Device& device_;
  const Plan& plan_;
  Stretch stretch_;
  CallForm call_form_;
  std::vector<Type> arguments_;
  AnswerPacking packing_;
  Asked asked_;
  Programs programs_;
  std::vector<Launched> flying_;
  // The arguments of the last batch, each in the order of inputs; every width is sent its own order.
  Batch gathered_;
  std::vector<std::vector<std::byte>> linear_;
  // The buffers that were sent last: one per argument, or one of headers.
  std::vector<std::vector<std::byte>> sent_inputs_;
};

// Returns the bits of an element of `bytes` bytes that was never written.
Bits poisoned_element(std::uint32_t poison, int bytes);

}  // namespace classay
