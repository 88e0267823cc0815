// Tests which texel, or the border, a coordinate selects, in images of every shape; where a color is written; and what size
// queries return.
#pragma once

#include "harness/worker/probes/images.h"

namespace classay {

// `has_channels`: the program queries the channels too.
void ask_looks(Stream& stream, ImageShape shape, bool has_channels, ImageFound& found);
void ask_putting(Stream& stream, ImageShape shape, ImageFound& found);

}  // namespace classay
