// Writes one kernel of a program: its parameters, and its body for arguments that are computed or loaded at run time.
#pragma once

#include <string>

#include "kernels/signature_call.h"
#include "kernels/source.h"

namespace classay {

inline constexpr std::array<std::string_view, 2> kOutputs{"result", "second"};

// "kernel void ask_v4(global float* result, ulong first, ulong count, ulong shift, ulong seed) {\n  const ulong item = ..."
std::string kernel_head(const Asked& asked, int width);

std::string kernel_text(const Asked& asked, const SignatureForm& form, int width);

// Writes a kernel that calls the kernel of the width in its last argument: one of `asked.together`, as far as the program
// has them. Returns an empty text if it has none.
std::string kernel_of_several_widths(const Asked& asked);

// Writes a statement that stores `lanes` lanes of a value at element `at` * `stride`; `at` is an expression.
std::string stored(int lanes, int stride, std::string_view value, std::string_view at, std::string_view to);

}  // namespace classay
