// Selects the tests that tiers smoke and quick leave to larger tiers, so that they stay fast with a slow compiler. Another
// test covers the same property, or in smoke a similar one. A filter that names the builtin runs them anyway.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "suites/plan/tier.h"
#include "suites/row.h"

namespace classay {

bool is_left_to_larger_tiers(const Row& row, Type format, int width, Tier tier);

// Returns the vector width that stands for all others, where only one is run next to scalars. It depends on the builtin.
int width_of_turn(const Row& row, Type format);

// Returns which of these widths tier smoke runs together, in one kernel: the vectors, or scalars with the only vector width.
// Empty: each has its own kernel.
std::vector<int> widths_together(const Row& row, Type format, std::span<const int> widths);

// Returns whether a device may take seconds for one vector. Many divide bit by bit for a remainder of f64: up to 2,000
// steps.
bool has_slow_vectors(const Row& row, Type format);

// Returns whether a tier that has a part of the tests for most types has all of them for this one.
bool has_all_similar_tests(Type type, Tier tier);

// Returns every nth test, from number `turn` modulo n on. Types or kernels with different turns together have all tests.
template <typename Test>
std::vector<Test> every_nth(std::span<const Test> all, std::size_t n, std::size_t turn) {
  std::vector<Test> some;
  for (std::size_t i = turn % n; i < all.size(); i += n) some.push_back(all[i]);
  return some;
}

// Returns whether tier smoke runs further call variants on this format: pointers to other memory, scalars in place of
// vectors. Compilers treat integers of 8 and 16 bits as larger ones in these calls.
bool has_other_forms_in_smoke(Type format);

// Returns a fixed number for the builtin and type, which differs between neighbours. It selects one of several similar
// tests.
std::size_t turn_of(std::string_view name, Type format);

}  // namespace classay
