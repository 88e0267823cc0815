#include "reference/bulk/exact_values.h"

#include <algorithm>
#include <array>
#include <limits>

#include "reference/bulk/loops.h"
#include "reference/exact/exact.h"

namespace classay {
namespace {

// In the order of ExactFunction.
constexpr std::array<Evaluate, bulk::kExactFunctions> kTruths{
    exact_functions::ceil,  exact_functions::floor, exact_functions::rint, exact_functions::round,
    exact_functions::trunc, exact_functions::fabs,  exact_functions::logb};

class ExactValues : public Values {
 public:
  explicit ExactValues(bulk::Loops::OfFormat::Exact loop) : loop_(loop) {}

  Known at(Bits first, std::span<double> values) const override {
    const std::size_t count = std::min<std::size_t>(values.size(), std::numeric_limits<int>::max());
    loop_(first, values.data(), static_cast<int>(count));
    return {count, 0};
  }

 private:
  bulk::Loops::OfFormat::Exact loop_;
};

}  // namespace

std::unique_ptr<Values> exact_values(Evaluate truth, const Format& f, const bulk::Loops* loops) {
  const auto found = std::ranges::find(kTruths, truth);
  if (found == kTruths.end() || (f != kF16 && f != kF32)) return nullptr;
  const bulk::Loops& chosen = loops != nullptr ? *loops : *bulk::runnable_loops().back();
  return std::make_unique<ExactValues>(chosen.of(f).exact[found - kTruths.begin()]);
}

}  // namespace classay
