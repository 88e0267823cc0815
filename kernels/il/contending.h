// Writes the program of kernels/contending.h in SPIR-V assembly.
#pragma once

#include "kernels/contending.h"

namespace classay::il {

Source contending_source(Type type, std::span<const Contender> all, int address_bits);

}  // namespace classay::il
