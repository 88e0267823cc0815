#include "suites/plan/run.h"

#include <algorithm>

#include "suites/plan/strategies.h"

namespace classay {

RunMaker runs_through_hard_places(const Row& row, Type format, std::uint64_t seed, int bits) {
  std::vector<int> varying;
  const std::vector<Type> types = argument_types(row, format);
  for (std::size_t a = 0; a < types.size(); ++a) {
    if (is_float(types[a])) varying.push_back(static_cast<int>(a));
  }
  // Differs from the seed of inputs that are judged one by one.
  const std::uint64_t other_seed = seed + 0x52756e73;
  return [strategies = strategies_for(row, format), varying, format, other_seed, bits,
          arguments = types.size()](std::uint64_t number) {
    Run run{.at = hard_tuple(strategies, classay::format(format), other_seed, number)};
    std::fill(run.at.begin() + static_cast<std::ptrdiff_t>(arguments), run.at.end(), Bits{0});
    // The quotient advances after all strategies, so that every strategy is combined with every argument.
    run.varies = varying[number / strategies.size() % varying.size()];
    Bits& first = run.at.at(static_cast<std::size_t>(run.varies));
    first &= ~((Bits{1} << static_cast<unsigned>(bits)) - 1);
    return run;
  };
}

RunMaker runs_of_all_pairs() {
  return [](std::uint64_t number) { return Run{.at = {0, ((number << 10U) | (number >> 6U)) & kF16.mask()}}; };
}

}  // namespace classay
