// Puts batches of inputs to a device and brings back bits: the programs of one way of making inputs, with a kernel for each
// width. Outputs have a guard on both sides: what a kernel writes outside of them is seen.
#pragma once

#include <vector>

#include "harness/devices/backend.h"
#include "harness/lanes/answer_packing.h"
#include "harness/lanes/lanes.h"
#include "harness/lanes/output.h"
#include "harness/protocol/protocol.h"
#include "harness/sweep/batches.h"
#include "harness/sweep/call_form.h"
#include "harness/sweep/digester.h"
#include "harness/sweep/programs.h"
#include "kernels/source.h"

namespace classay {

// How a batch is spread over the lanes of a width: which lane has which section differs from batch to batch and from width
// to width, but not from run to run. Lanes that make one call, `call_lanes`, stay where they are.
// So do constants, whose places are in their program.
Spread spread_of(const Batch& batch, int width, int call_lanes = 1, Making making = Making::table);

// Those that programs of the plan have, in its order.
std::vector<Tuple> literals_of(const Plan& plan);

struct Launched {
  Batch batch;
  Spread spread;
  std::uint32_t poison = 0;  // what the output held before
  bool is_digested = false;  // on the device, and so not brought until it is asked for
  double submitted = 0;      // when, by the host's clock: before the device had any of it
};

struct Delivery {
  Launched launched;
  Output output;                   // spread.elements() results; valid until the next wait(). None, if it is not brought
  ResultBits poisoned{};           // the bits of a result that was never written
  bool wrote_outside = false;      // before its output, or beyond its end
  std::string wrote_beside{};      // where, in words, if that is known: "behind its second result"
  double device_seconds = 0;       // by the device's clock, believed or not (device_clock.h)
  double host_seconds = 0;         // from before it was submitted until it was waited for
  std::optional<Digest> digest{};  // that the device has made of the output
  bool is_brought = true;
};

// How a stretch is asked, but for what it is.
struct Asking {
  CallForm form = CallForm::plain;
  OnProgram on_program = {};
  SharedProgram* shared = nullptr;  // by stretches of literals and of a table, in their plain form
};

class Asker {
 public:
  // `stretch`: what batches are of. Its making tells how the kernels get their inputs: a plan's range or random inputs may
  // be sent from a table all the same. Throws DeviceError, but not for a width whose program does not build: that one must
  // not be asked.
  Asker(Device& device, const Unit& unit, const Plan& plan, const Stretch& stretch, const Asking& asking = {});

  // May its programs ask another stretch too, once it is idle?
  bool may_go_on(const Stretch& stretch) const { return call_form_ == CallForm::plain && stretch.making == stretch_.making; }
  void go_on(const Stretch& stretch) { stretch_ = stretch; }

  const Programs& programs() const { return programs_; }
  bool has_room() const { return programs_.has_room(flying_.size()); }
  bool is_half_empty() const { return programs_.is_half_empty(flying_.size()); }
  bool is_idle() const { return flying_.empty(); }
  // A different `attempt` fills the output with another pattern beforehand. A `digester` has the device make a digest of it,
  // which then is all that comes back. Throws DeviceError; of a width that was not built, its build log.
  void submit(const Batch& batch, int width, unsigned attempt = 0, const Digester* digester = nullptr);
  Delivery wait();
  // The output of a launch that was digested. Precondition: the last wait() was for it.
  void bring(Delivery& delivery);

  const AnswerPacking& packing() const { return packing_; }
  double build_seconds() const { return programs_.build_seconds(); }

 private:
  // In the order of work-items and their lanes.
  void gather_inputs(const Spread& spread, const Batch& batch);
  int stored_bytes(int width, std::size_t component) const;
  Digester::Stored stored(const Batch& batch, int width) const;
  Output output_of(const Launched& launched, std::span<const std::span<const std::byte>> outputs) const;
  // The headers of the runs that a batch lies in; where in the first of them it begins.
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
  // Of the last batch the arguments one after the other, which all widths are sent in orders of their own,
  Batch gathered_;
  std::vector<std::vector<std::byte>> linear_;
  // and what was sent last, a buffer for each argument, or one of headers.
  std::vector<std::vector<std::byte>> sent_inputs_;
};

// What an element of `bytes` bytes holds that was never written.
Bits poisoned_element(std::uint32_t poison, int bytes);

}  // namespace classay
