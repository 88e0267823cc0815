// Writes the program of kernels/arithmetic.h as SPIR-V.
#pragma once

#include "kernels/arithmetic.h"

namespace classay::il {

Source arithmetic_source(Type type, int address_bits, std::span<const ArithmeticStep> steps);

}  // namespace classay::il
