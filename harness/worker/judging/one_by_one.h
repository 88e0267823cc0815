// Provides values of inputs that are not consecutive: each value is queried by itself.
#pragma once

#include "reference/bulk/values.h"

namespace classay {

class OneByOne : public Values {
 public:
  OneByOne(const Values& values, std::span<const Bits> inputs) : values_(values), inputs_(inputs) {}

  // `first`: index in the list.
  Known at(Bits first, std::span<double> values) const override {
    Known all = values_.at(inputs_[first], values.first(1));
    for (std::size_t i = 1; i < values.size(); ++i) {
      double next = 0;
      const Known one = values_.at(inputs_[first + i], {&next, 1});
      if (one.epsilon != all.epsilon || one.is_prescribed != all.is_prescribed) break;
      values[i] = next;
      ++all.count;
    }
    return all;
  }

 private:
  const Values& values_;
  std::span<const Bits> inputs_;
};

}  // namespace classay
