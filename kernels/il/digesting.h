// Writes the program of kernels/digesting.h as SPIR-V assembly.
#pragma once

#include "kernels/compiler.h"
#include "kernels/digesting.h"

namespace classay::il {

Source digesting_source(const Digested& digested, const Compiler& compiler);

}  // namespace classay::il
