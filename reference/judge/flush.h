// Flush to zero, and signs of zero: the argument lists that a device which flushes subnormals may have computed with ("Edge
// Case Behavior in Flush To Zero Mode": any subnormal operand may be replaced by a zero, whose sign is undefined).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "reference/truth/call.h"

namespace classay {

struct FlushedArguments {
  // The arguments as given come first, then the lists with one or more subnormals replaced.
  std::vector<std::vector<Value>> lists;
  // False when there are so many subnormal operands that not every combination is listed: then nothing can be proven wrong.
  bool complete = true;
};

// `smallest_kept`: smaller magnitudes may be flushed; null: the smallest normal number.
FlushedArguments flushed_arguments(std::span<const Value> args, std::optional<Value> smallest_kept = std::nullopt);

// fast_normalize may flush elements "with magnitude less than sqrt(FLT_MIN)".
std::optional<Value> smallest_kept(std::string_view builtin);

// Appends what a build that ignores the signs of zeros (-cl-no-signed-zeros) may have computed with: every list again with
// zeros among the arguments `given` replaced by those of the other sign.
void add_other_zeros(FlushedArguments& lists, std::span<const Value> given);

// The result that nextafter may give instead when subnormals are flushed: its step over all of them; nullopt for a NaN. From
// zero, a subnormal y gives the direction unless it is flushed, too.
std::optional<Bits> flushed_nextafter(const Format& f, Bits x, Bits y, bool flushes_y);

}  // namespace classay
