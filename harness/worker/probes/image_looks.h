// Tests which texel, or the border, a coordinate selects, in images of every shape; where a color is written; and what size
// queries return.
#pragma once

#include "harness/worker/probes/images.h"

namespace classay {

// `is_for_vulkan`: of the program, which then does not query the channels, and reads arrays without samplers only.
void ask_looks(Stream& stream, ImageShape shape, bool is_for_vulkan, ImageFound& found);
void ask_putting(Stream& stream, ImageShape shape, ImageFound& found);

}  // namespace classay
