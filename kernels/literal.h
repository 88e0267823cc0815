// Writes kernels whose arguments are constants of the program.
//
// All calls of a kernel follow each other in its first work-item, without a branch between them. A compiler may merge equal
// calls in the branches of a switch into one call of a variable, and then nothing remains to fold. Results are stored
// directly. An array from which each work-item takes its own result costs three times the compile time.
//
// A disadvantage: a compiler that folds one call into undefined behaviour may drop the results of all calls, as PoCL 3.1
// does for rint of a NaN. Failed literals must therefore be run again, each in its own program.
#pragma once

#include <string>

#include "kernels/signature_call.h"
#include "kernels/source.h"

namespace classay {

// "#define X0 as_float((uint)(0x3f800000u))  // 0x1p+0"
std::string literal_definitions(const Asked& asked);
// "#undef X0", so that another builtin can have literals in the same program.
std::string literals_undefined(const Asked& asked);

std::string literal_kernel_text(const Asked& asked, const SignatureForm& form, int width);

}  // namespace classay
