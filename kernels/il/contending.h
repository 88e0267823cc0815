// kernels/contending.h's program in SPIR-V assembly.
#pragma once

#include "kernels/contending.h"

namespace classay::il {

Source contending_source(Type type, std::span<const Contender> all, int address_bits);

}  // namespace classay::il
