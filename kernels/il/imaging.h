// Writes the programs of kernels/imaging.h in SPIR-V assembly.
#pragma once

#include "kernels/compiler.h"
#include "kernels/imaging.h"

namespace classay::il {

Source imaging_source(const ImageProgram& program, const Compiler& compiler);

}  // namespace classay::il
