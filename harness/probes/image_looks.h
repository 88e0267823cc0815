// Which texel a coordinate means, or that it means the border, in images of every shape; where a color is written; and how
// large an image says that it is.
#pragma once

#include "harness/probes/images.h"

namespace classay {

void ask_looks(Stream& stream, ImageShape shape, ImageFound& found);
void ask_putting(Stream& stream, ImageShape shape, ImageFound& found);

}  // namespace classay
