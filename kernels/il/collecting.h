// Writes the programs of kernels/collecting.h in SPIR-V assembly.
#pragma once

#include "kernels/collecting.h"

namespace classay::il {

Source collecting_source(CollectiveSet set, Type type, int address_bits);

}  // namespace classay::il
