// Defines the part of a promise by which many inputs can be judged at once.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "reference/number/format.h"
#include "reference/promise/arithmetic.h"
#include "reference/promise/promise.h"

namespace classay {

// A promise for calls with one result in the format of the first argument. Every verdict must follow from these properties:
// the error in ulp or rounding to nearest, the prescribed NaN, infinities and zeros, and flushing.
struct BulkPromise {
  Format format = kF32;
  double limit = 0;                               // in ulp
  bool is_rounding = false;                       // only the nearest number is right; the limit is half an ulp
  bool has_other_ways = false;                    // a result beyond the limit may be right for a different reason
  bool always_right = false;                      // no limit, only prescribed values
  bool flushes = false;                           // subnormals may become zeros
  std::array<bool, 3> is_real{true, true, true};  // the arguments with the format, which may be subnormal
  // For one argument: every right result of a zero argument lies between these two. nullopt: unknown.
  std::optional<std::array<double, 2>> right_for_zeros{};

  // Returns whether an argument has two interpretations: a subnormal may count as zero, and the result of a signaling NaN
  // may always be a NaN.
  bool has_two_ways(const std::array<Bits, 3>& arguments) const {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (!is_real[i]) continue;
      if ((flushes && format.is_subnormal(arguments[i])) || format.is_signaling(arguments[i])) return true;
    }
    return false;
  }
};

// Returns whether values express everything that the rules prescribe, or are missing there (bulk/values.h).
bool values_say_what_rules_do(std::span<const Rule> rules);

// Returns whether subnormal results or arguments may be flushed.
bool is_flushing(const Promise& promise, const Arithmetic& arithmetic);

// Returns nullopt if the results must be judged one by one. `arguments` are the types of the arguments. Values
// (bulk/values.h) are missing for an input with a prescribed finite nonzero result.
std::optional<BulkPromise> bulk_promise(const Promise& promise, const Arithmetic& arithmetic,
                                        std::span<const Type> arguments);

}  // namespace classay
