// Has a device make digests of what launches have left, so that results which are those of another width need not come to
// the host to be compared. That is worth it where they come over a bus that is slower than the device.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/lanes/answer_packing.h"
#include "harness/lanes/lanes.h"
#include "harness/sweep/batches.h"
#include "harness/sweep/programs.h"

namespace classay {

// What a device says of the results of a launch.
struct Digest {
  std::uint64_t sum = 0;           // as digest() of lanes.h, of results in the order of inputs
  bool has_other_padding = false;  // is what repeats the last input another result?
  bool operator==(const Digest&) const = default;
};

class Digester {
 public:
  // What of it is in an output, a component each.
  struct Stored {
    std::vector<std::uint64_t> strides;  // elements from a work-item to the next
    std::vector<std::size_t> used;       // bytes
  };

  // Throws DeviceError, but not for a program that does not build: then no digests are made.
  Digester(Device& device, const AnswerPacking& packing, const OnProgram& on_program);

  // Not where kernels of that width store something else than results are compared by.
  bool digests(int width) const { return program_ != nullptr && packing_.keeps_bits(width); }
  double build_seconds() const { return program_ ? program_->build_seconds() : 0; }

  // For a launch of a batch. Precondition: digests(spread.width).
  Reduction reduction(const Batch& batch, const Spread& spread, const Stored& stored) const;
  static Digest digest(std::span<const std::byte> reduced);

 private:
  const AnswerPacking& packing_;
  std::unique_ptr<Program> program_;
};

}  // namespace classay
