// Writes the programs of kernels/moves.h in SPIR-V: OpVectorShuffle, OpCompositeExtract of a single lane, and OpBitcast.
#pragma once

#include "kernels/compiler.h"
#include "kernels/moves.h"

namespace classay::il {

Source moving_source(Type type, const Compiler& compiler, std::span<const MovesOfWidth> all);

}  // namespace classay::il
