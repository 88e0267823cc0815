// Writes the programs of kernels/collecting.h in SPIR-V assembly.
#pragma once

#include "kernels/collecting.h"
#include "kernels/compiler.h"

namespace classay::il {

Source collecting_source(CollectiveSet set, Type type, std::span<const GroupShape> shapes, const Compiler& compiler);

}  // namespace classay::il
