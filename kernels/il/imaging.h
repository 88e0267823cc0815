// Writes the programs of kernels/imaging.h in SPIR-V assembly.
#pragma once

#include "kernels/imaging.h"

namespace classay::il {

Source imaging_source(const ImageProgram& program, int address_bits);

}  // namespace classay::il
