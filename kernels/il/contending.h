// Writes the program of kernels/contending.h in SPIR-V assembly.
#pragma once

#include "kernels/compiler.h"
#include "kernels/contending.h"

namespace classay::il {

Source contending_source(Type type, std::span<const Contender> all, const Compiler& compiler);

}  // namespace classay::il
