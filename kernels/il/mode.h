// What a mode says in a module: a flag on the instruction, or an execution mode of the kernel.
#pragma once

#include <string_view>

#include "suites/documents.h"

namespace classay::il {

struct ModeWords {
  std::string_view flag = "";            // of FPFastMathMode
  std::string_view execution_mode = "";  // followed by the width that it is about
  std::string_view capability = "";      // that it needs beyond Kernel, and
  std::string_view extension = "";       // what brings that capability
};

// May the flag stand on it? "Only valid on OpFAdd, OpFSub, OpFMul, OpFDiv, OpFRem, and OpFMod instructions" (FP Fast Math
// Mode); OpFNegate, comparisons and OpExtInst, "where expressly permitted by the extended instruction set", are "missing
// before version 1.6".
bool takes_flag(std::string_view instruction);

// Nothing for the modes of build options.
ModeWords mode_words(Mode mode);

}  // namespace classay::il
