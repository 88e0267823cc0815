#include "reference/bulk/exact_values.h"

#include <algorithm>
#include <array>
#include <limits>

#include "reference/bulk/formats.h"
#include "reference/bulk/loops.h"
#include "reference/cpu/versions.h"
#include "reference/exact/exact.h"
#include "reference/oracle/oracle.h"

namespace classay {
namespace {

using bulk::ExactFunction;

struct Single {
  Evaluate truth;
  ExactFunction function;
};
constexpr std::array kSingles{
    Single{exact_functions::ceil, ExactFunction::ceil},     Single{exact_functions::floor, ExactFunction::floor},
    Single{exact_functions::rint, ExactFunction::rint},     Single{exact_functions::round, ExactFunction::round},
    Single{exact_functions::trunc, ExactFunction::trunc},   Single{exact_functions::fabs, ExactFunction::fabs},
    Single{exact_functions::logb, ExactFunction::logb},     Single{exact_functions::sign, ExactFunction::sign},
    Single{exact_functions::negate, ExactFunction::negate}, Single{exact_functions::same, ExactFunction::same}};

struct Pair {
  Evaluate truth;
  ExactFunction first;
  ExactFunction second;
};
constexpr std::array kPairs{Pair{oracle::fract, ExactFunction::fraction_above_floor, ExactFunction::floor},
                            Pair{exact_functions::modf, ExactFunction::fraction, ExactFunction::trunc},
                            Pair{exact_functions::frexp, ExactFunction::significand, ExactFunction::exponent}};

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

std::unique_ptr<Values> values_of(ExactFunction function, const Format& f, const bulk::Loops* loops) {
  const bulk::Loops& chosen = loops != nullptr ? *loops : best<bulk::Loops>();
  return std::make_unique<ExactValues>(chosen.of(f).exact[static_cast<std::size_t>(function)]);
}

}  // namespace

std::unique_ptr<Values> exact_values(Evaluate truth, const Format& f, const bulk::Loops* loops) {
  const auto* const found = std::ranges::find(kSingles, truth, &Single::truth);
  if (found == kSingles.end() || !is_narrow(f)) return nullptr;
  return values_of(found->function, f, loops);
}

ExactPair exact_pair(Evaluate truth, const Format& f, const bulk::Loops* loops) {
  const auto* const found = std::ranges::find(kPairs, truth, &Pair::truth);
  if (found == kPairs.end() || !is_narrow(f)) return {};
  return {values_of(found->first, f, loops), values_of(found->second, f, loops)};
}

std::unique_ptr<Values> sign_of_gamma_values(const Format& f, const bulk::Loops* loops) {
  return values_of(ExactFunction::sign_of_gamma, f, loops);
}

}  // namespace classay
