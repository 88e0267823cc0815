// Lets a device make digests of results, so that results equal to those of another width need not be copied to the host.
// This pays where the bus is slower than the device.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "harness/device/backend.h"
#include "harness/worker/lanes/answer_packing.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/sweep/batches.h"
#include "harness/worker/sweep/programs.h"

namespace classay {

// A device's digest of the results of a launch.
struct Digest {
  std::uint64_t sum = 0;           // like digest() of lanes.h, of the results in the order of inputs
  bool has_other_padding = false;  // a padding element, which repeats the last input, has a different result
  bool operator==(const Digest&) const = default;
};

class Digester {
 public:
  // Layout of the results in an output, one entry per component.
  struct Stored {
    std::vector<std::uint64_t> strides;  // elements between consecutive work-items
    std::vector<std::size_t> used;       // bytes
  };

  // The program is written in the language of the test unit, which the device takes. Throws DeviceError, except if the
  // program does not build: then it makes no digests.
  Digester(Device& device, const AnswerPacking& packing, FrontEnd front_end, const OnProgram& on_program);

  // False also where kernels of that width store something different from what results are compared by.
  bool digests(int width) const { return program_ != nullptr && packing_.keeps_bits(width); }
  double build_seconds() const { return program_ ? program_->build_seconds() : 0; }

  // Returns the reduction for a launch of a batch. Precondition: digests(spread.width). `is_read`: all results are read
  // with the digest, at the end of the launch.
  Reduction reduction(const Batch& batch, const Spread& spread, const Stored& stored, bool is_read) const;
  // Returns whether the results of a launch are read in any case: of one launch out of sixteen.
  static bool is_checked(const Batch& batch, int width);
  static Digest digest(std::span<const std::byte> reduced);

 private:
  const AnswerPacking& packing_;
  std::unique_ptr<Program> program_;
};

}  // namespace classay
