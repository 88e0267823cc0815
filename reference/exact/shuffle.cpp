// Implements elements selected by a mask, and one element selected by a number. call.lanes is the length of the mask and of
// the result. The number of arguments determines the length of the source vectors.
#include "reference/exact/support.h"
#include "reference/truth/truth.h"

namespace classay::exact_functions {
namespace {

// "n is 2, 4, 8, or 16" ("Miscellaneous Vector Functions"): three components are excluded, in sources and masks.
bool is_length(std::size_t n) { return n == 2 || n == 4 || n == 8 || n == 16; }

Truths picked(const Call& call, std::size_t sources) {
  const auto lanes = static_cast<std::size_t>(call.lanes);
  const std::size_t count = call.args.size() - lanes;  // elements of all sources together
  if (call.lanes < 0 || call.args.size() < lanes || count % sources != 0 || !is_length(count / sources) ||
      !is_length(lanes)) {
    throw std::invalid_argument("a shuffle of " + std::to_string(call.args.size()) + " arguments to " +
                                std::to_string(call.lanes) + " lanes: vectors and mask must have 2, 4, 8 or 16 elements");
  }
  Truths results;
  results.reserve(lanes);
  for (std::size_t i = 0; i < lanes; ++i) {
    // Only the low bits of the mask that number all elements count.
    results.push_back(truth(call.args[call.args[count + i].bits & (count - 1)]));
  }
  return results;
}

// Returns the place that the first lane of the last vector selects. "The value read is undefined if Index's value is ...
// greater than or equal to the number of components" (OpVectorExtractDynamic): like the kernels, this takes the remainder.
std::size_t place(const Call& call, std::size_t vectors) {
  const auto lanes = static_cast<std::size_t>(call.lanes);
  if (call.lanes <= 0 || call.args.size() != vectors * lanes) {
    throw std::invalid_argument("one element picked of a vector takes " + std::to_string(vectors) + " vectors alike");
  }
  return call.args[(vectors - 1) * lanes].bits % lanes;
}

}  // namespace

Truths shuffle(const Call& call, Precision) { return picked(call, 1); }
Truths shuffle2(const Call& call, Precision) { return picked(call, 2); }

Truths extract_lane(const Call& call, Precision) {
  Truths results;
  results.push_back(truth(call.args[place(call, 2)]));
  return results;
}

// The first lane of the second vector is inserted.
Truths insert_lane(const Call& call, Precision) {
  const std::size_t at = place(call, 3);
  const auto lanes = static_cast<std::size_t>(call.lanes);
  Truths results;
  for (std::size_t i = 0; i < lanes; ++i) results.push_back(truth(call.args[i == at ? lanes : i]));
  return results;
}

}  // namespace classay::exact_functions
