// Describes how a module expresses a mode: by a flag on instructions, or by an execution mode of the kernel.
#pragma once

#include <string_view>

#include "suites/documents.h"

namespace classay::il {

struct ModeWords {
  std::string_view flag = "";            // an FPFastMathMode flag
  std::string_view execution_mode = "";  // followed by a floating-point width
  std::string_view capability = "";      // required in addition to Kernel
  std::string_view extension = "";       // the extension of that capability
};

// Returns whether the instruction may have the flag. "Only valid on OpFAdd, OpFSub, OpFMul, OpFDiv, OpFRem, and OpFMod
// instructions" (FP Fast Math Mode); OpFNegate, comparisons and OpExtInst, "where expressly permitted by the extended
// instruction set", are "missing before version 1.6".
bool takes_flag(std::string_view instruction);

// Empty for modes that are build options.
ModeWords mode_words(Mode mode);

}  // namespace classay::il
