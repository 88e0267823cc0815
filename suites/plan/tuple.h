// Defines an input: the arguments of a call.
#pragma once

#include <array>

#include "reference/number/format.h"

namespace classay {

using Tuple = std::array<Bits, 3>;  // unused arguments are 0

}  // namespace classay
