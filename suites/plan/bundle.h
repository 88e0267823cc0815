// Divides the builtins of tier smoke into bundles. The kernels of a bundle stand in one program where a compiler takes
// longer for a program than for a kernel. The division depends on the table only, so the programs are always the same.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "suites/row.h"

namespace classay {

inline constexpr std::size_t kLargestBundle = 8;

struct Bundled {
  const Row* row = nullptr;
  Type format = Type::f32;
  bool operator==(const Bundled&) const = default;
};

// Returns the number of the builtin's bundle. nullopt: it has a program of its own, because tier smoke leaves it out, or
// because its widths do not share a program.
std::optional<std::size_t> bundle_of(const Row& row, Type format);

// Returns the builtins of a bundle, in the order of the table. They have the same format, build options and contraction.
std::span<const Bundled> bundled_with(std::size_t bundle);

}  // namespace classay
