// The part of a promise that many inputs at once can be judged by.
#pragma once

#include <array>
#include <optional>
#include <span>

#include "reference/judge/judge.h"
#include "reference/number/format.h"

namespace classay {

// A promise on calls with one result, of the format of the first argument, whose every verdict follows from the error in ulp
// or from rounding to nearest, from NaN, infinities and zeros being what they must be, and from flushing.
struct BulkPromise {
  Format format = kF32;
  double limit = 0;                               // in ulp
  bool is_rounding = false;                       // the nearest number, and the limit is half an ulp
  bool has_other_ways = false;                    // what is not right by the limit may be right in another way
  bool always_right = false;                      // no limit, only prescribed values
  bool flushes = false;                           // subnormals may be zeros
  std::array<bool, 3> is_real{true, true, true};  // the arguments that subnormals may be among
  // Of one argument: no result but those from the one to the other is right for a zero. nullopt: nobody says.
  std::optional<std::array<double, 2>> right_for_zeros{};

  // May one of them be taken in another way: a subnormal for a zero, or a signaling NaN, of which a NaN may come whatever
  // else?
  bool has_two_ways(const std::array<Bits, 3>& arguments) const {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (!is_real[i]) continue;
      if ((flushes && format.is_subnormal(arguments[i])) || format.is_signaling(arguments[i])) return true;
    }
    return false;
  }
};

// Whatever these rules prescribe, values say it too, or are not given (bulk/values.h).
bool values_say_what_rules_do(std::span<const Rule> rules);

// May results or arguments that are subnormal be flushed?
bool is_flushing(const Promise& promise, const Arithmetic& arithmetic);

// nullopt: judged one by one. `arguments`: their types. Values (bulk/values.h) say nothing of an input for which a finite
// result other than zero is prescribed.
std::optional<BulkPromise> bulk_promise(const Promise& promise, const Arithmetic& arithmetic,
                                        std::span<const Type> arguments);

}  // namespace classay
