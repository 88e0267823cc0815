// Writes the program of kernels/arithmetic.h as SPIR-V.
#pragma once

#include "kernels/arithmetic.h"
#include "kernels/compiler.h"

namespace classay::il {

Source arithmetic_source(Type type, const Compiler& compiler, std::span<const ArithmeticStep> steps);

}  // namespace classay::il
