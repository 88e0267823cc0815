// Lets a device make digests of results, so that results equal to those of another width need not be copied to the host.
// This pays where the bus is slower than the device; digests_pay() measures it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "harness/device/backend.h"
#include "harness/worker/lanes/answer_packing.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/sweep/batches.h"
#include "harness/worker/sweep/programs.h"

namespace classay {

class Asker;
struct Ledger;
struct SweepContext;

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

// A shorter saving is not worth the build of the program.
inline constexpr double kLeastSaving = 1;  // seconds
// Fewer launches are not measured.
inline constexpr std::uint64_t kFewestMeasured = 256;

// Returns the number of launches whose results a digest could replace: of a stretch from input `from` on, at all widths but
// one.
std::uint64_t replaceable_launches(const Ledger& ledger, const Stretch& stretch, std::uint64_t from, std::size_t widths);

// Returns whether digests of these launches save time. Launches of the batch are measured with results that are read, and
// with digests, by the host's clock. Their results are not used, so that the choice changes no verdict. `digester`: builds
// the program, and is called only if that may pay; nullptr: it does not build. Precondition: nothing is in flight.
bool digests_pay(const SweepContext& context, Asker& asker, const Batch& batch, std::size_t width_index,
                 std::uint64_t launches, const std::function<const Digester*()>& digester);

}  // namespace classay
