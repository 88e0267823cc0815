// Writes the program of kernels/counting.h as SPIR-V.
#pragma once

#include "kernels/counting.h"

namespace classay::il {

Source counting_source(std::uint32_t factor, int address_bits);

}  // namespace classay::il
