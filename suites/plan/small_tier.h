// What tiers smoke and quick leave to larger ones, so that they stay small where a compiler is slow: what another case asks
// as well as it, and in smoke what is much like another. A filter that names the builtin asks it all the same.
#pragma once

#include "suites/plan/tier.h"
#include "suites/row.h"

namespace classay {

bool is_left_to_larger_tiers(const Row& row, Type format, int width, Tier tier);

// Has tier smoke other forms of calls on this format: pointers to other memory, scalars in the place of vectors? A compiler
// treats integers of 8 and 16 bits there as it does larger ones.
bool has_other_forms_in_smoke(Type format);

}  // namespace classay
