// Chooses the content of images for the tests of samplers, and computes the colors that its channels hold.
#pragma once

#include <cstdint>

#include "harness/device/image.h"

namespace classay {

// A nearest filter gets numbers that name texel and channel; a linear one gets random numbers.
Bits channel_bits(ImageFormat f, ImageFilter filter, std::uint64_t texel, int channel);

// The color that a channel holds: colors of sRGB are linear.
double value_of_color(ImageFormat f, int color, int channel, Bits bits);
// How far a device may round this color before or after filtering.
double step_of_color(ImageFormat f, int color, int channel);

}  // namespace classay
