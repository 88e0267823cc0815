// Writes the programs of kernels/moves.h in SPIR-V: OpVectorShuffle, OpCompositeExtract of a single lane, and OpBitcast.
#pragma once

#include "kernels/moves.h"

namespace classay::il {

Source moving_source(Type type, int address_bits, std::span<const MovesOfWidth> all);

}  // namespace classay::il
