// Tests which numbers colors are read as, and which they are written as.
#pragma once

#include "harness/worker/probes/images.h"
#include "suites/front_end.h"

namespace classay {

struct ColorAsked {
  ImageFormat format{};
  FrontEnd front_end = FrontEnd::clc;
  Type color = Type::f32;
  bool may_flush = false;  // subnormal halves
};

void ask_reading(Stream& stream, const ColorAsked& asked, ImageFound& found);
void ask_writing(Stream& stream, const ColorAsked& asked, Tier tier, ImageFound& found);

}  // namespace classay
