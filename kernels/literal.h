// Arguments as constants of the program. All calls of a kernel stand one after the other in its first work-item, without a
// branch between them: a compiler that meets the same call in the branches of a switch may merge the branches into one call
// of a variable, and then has nothing left to fold. Results are stored where they belong; an array that each work-item takes
// its own from costs compilers three times as much. The price: one that folds a call into undefined behaviour (PoCL 3.1 does
// so with rint of a NaN) may drop the results of all, so that what failed is to be asked again, each literal in a program of
// its own.
#pragma once

#include <string>

#include "kernels/signature_call.h"
#include "kernels/source.h"

namespace classay {

// "#define X0 as_float((uint)(0x3f800000u))  // 0x1p+0"
std::string literal_definitions(const Asked& asked);

std::string literal_kernel_text(const Asked& asked, const SignatureForm& form, int width);

}  // namespace classay
