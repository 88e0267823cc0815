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

// Returns whether tier smoke runs further call variants on this format: pointers to other memory, scalars in place of
// vectors. Compilers treat integers of 8 and 16 bits as larger ones in these calls.
bool has_other_forms_in_smoke(Type format);

// Returns a fixed number for the builtin and type, which differs between neighbours. It selects one of several similar
// tests.
std::size_t turn_of(std::string_view name, Type format);

}  // namespace classay
